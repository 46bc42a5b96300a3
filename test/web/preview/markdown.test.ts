import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MarkdownView } from "../../../src/web/preview/markdown/markdown-view.tsx";
import { onPage } from "../support/screen.ts";

const KEPT: readonly string[] = ["href", "src", "alt", "start", "scope", "target", "rel"];

/** What is drawn as markup, with the attributes that mean something. */
function markupOf(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const attributes = KEPT.filter((name) => node.hasAttribute(name)).map(
    (name) => ` ${name}=${node.getAttribute(name)}`,
  );
  return `<${node.localName}${attributes.join("")}>${insideOf(node)}</${node.localName}>`;
}

const insideOf = (element: Element): string => [...element.childNodes].map(markupOf).join("");

function drawn(text: string): readonly string[] {
  const target = { root: "notes", path: "guides/a.md", lines: [1, 1] } as const;
  const properties = { target, text, language: "markdown", shown: [1, 1_000] } as const;
  const { screen } = onPage(() => h(MarkdownView, properties), { address: "?q=a" });
  return screen.all(".block").map((block) => insideOf(block));
}

const A_OUT = "target=_blank rel=noreferrer noopener";

describe("a block", () => {
  it.each([
    ["# One #", "<h3> One </h3>"],
    ["#### Four", "<h6> Four</h6>"],
    ["###### Six", "<h6> Six</h6>"],
    ["Under\n=====", "<h3>Under\n</h3>"],
    ["> quoted\n> on", "<blockquote><p>quoted\n on</p></blockquote>"],
    ["- a\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
    ["7. a\n8. b", "<ol start=7><li><p>a</p></li><li><p>b</p></li></ol>"],
    ["***", "<hr></hr>"],
    [
      "- [x] a\n- [ ] b",
      "<ul><li><p><span>☑</span><span>Done:</span> a</p></li><li><p><span>☐</span><span>Open:</span> b</p></li></ul>",
    ],
    [
      "| a | b |\n|---|---|\n| c | d |",
      "<div><table><tbody><tr><th scope=col>a</th><th scope=col>b</th></tr><tr><td>c</td><td>d</td></tr></tbody></table></div>",
    ],
    ["```\na\nb\n```", "<pre><code><span>a\n</span><span>b\n</span></code></pre>"],
    ["    a\n    b", "<pre><code><span>a\n</span><span>b\n</span></code></pre>"],
  ])("of %j is drawn", (text, markup) => {
    expect(drawn(text)).toEqual([markup]);
  });
});

it("HTML is text", () => {
  const [block = ""] = drawn("<div>x</div>");
  // In colours, once those are loaded.
  expect(block.replace(/<\/?span>/g, "")).toBe("<pre><code><div>x</div>\n</code></pre>");
});

describe("inside a line", () => {
  it.each([
    ["*a* **b** ~~c~~ `d`", "<em>a</em> <strong>b</strong> <del>c</del> <code>d</code>"],
    ["`` a`b ``", "<code> a`b </code>"],
    ["a\\\nb", "a<br></br>b"],
    ["a<br>b<b>c", "a<br></br>b<span><b></span>c"],
    ["\\*a\\* &amp; &nosuch;", "*a* & &nosuch;"],
    ["[a](https://x.example/y 'z')", `<a href=https://x.example/y ${A_OUT}>a</a>`],
    ["[a *b*](b.md)", "<a href=/?q=a&open=notes:guides/b.md>a <em>b</em></a>"],
    ["[a](javascript:x)", "<span>a</span>"],
    ["[A b]\n\n[a  B]: c.md", "<a href=/?q=a&open=notes:guides/c.md>A b</a>"],
    ["[x][a]\n\n[a]: /c.md", "<a href=/?q=a&open=notes:c.md>x</a>"],
    ["[x][nowhere]", "<span>x</span>"],
    ["<https://x.example>", `<a href=https://x.example/ ${A_OUT}>https://x.example</a>`],
    ["www.x.example", `<a href=https://www.x.example/ ${A_OUT}>www.x.example</a>`],
    ["<a@x.example>", `<a href=mailto:a@x.example ${A_OUT}>a@x.example</a>`],
    ["![alt](data:image/png;base64,AAAA)", "<img src=data:image/png;base64,AAAA alt=alt></img>"],
    ["![alt](p.png)", "<span><a href=/?q=a&open=notes:guides/p.png>Image: alt</a></span>"],
    ["![](https://x.example/p)", `<span><a href=https://x.example/p ${A_OUT}>Image</a></span>`],
  ])("%j is drawn", (text, markup) => {
    expect(drawn(text)).toEqual([`<p>${markup}</p>`]);
  });

  it("is shown as text where it is nested deeper than forty", () => {
    const nested = (depth: number) => `${">".repeat(depth)} *a*`;
    expect(drawn(nested(30))[0]).toContain("<em>a</em>");
    expect(drawn(nested(60))[0]).not.toContain("<em>");
    expect(drawn(nested(60))[0]).toContain("*a*");
  });

  it("is shown as text in a paragraph longer than 4,000 characters", () => {
    const long = (chars: number) => `*a*${"x".repeat(chars - 3)}`;
    expect(drawn(long(4_000))[0]).toContain("<em>");
    expect(drawn(long(4_001))[0]).not.toContain("<em>");
  });
});
