import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MarkdownView } from "../../../src/web/preview/markdown/markdown-view.tsx";
import { onPage } from "../support/screen.ts";

interface Options {
  readonly lines?: readonly [number, number];
  readonly shown?: readonly [number, number];
}

function draw(text: string, { lines = [1, 1], shown = [1, 1_000] }: Options = {}) {
  const target = { root: "notes", path: "guides/a.md", lines };
  return onPage(() => h(MarkdownView, { target, text, language: "markdown", shown })).screen;
}

/** Each block's text, with blanks as they are. */
const texts = (text: string, selector = ".block") =>
  draw(text)
    .all(selector)
    .map((one) => one.textContent);
const links = (text: string) =>
  draw(text)
    .all("a")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

describe("a block", () => {
  it.each([
    ["- [X] a", "☑Done: a"],
    ["- [x] a", "☑Done: a"],
    ["- [ ] x", "☐Open: x"],
    ["- [] a", "[] a"],
  ])("of the task %s says whether it is done", (text, shown) => {
    expect(texts(text)).toEqual([shown]);
  });

  it.each([
    ["# a", "H3 heading heading-1"],
    ["## a", "H4 heading heading-2"],
    ["### a", "H5 heading heading-3"],
    ["#### a", "H6 heading heading-4"],
    ["###### a ######", "H6 heading heading-6"],
    ["a\n---", "H4 heading heading-2"],
  ])("of the heading %j is two levels below", (text, expected) => {
    const [heading] = draw(text).all(".heading");
    expect(`${heading?.tagName} ${heading?.className}`).toBe(expected);
    expect(heading?.textContent?.trim()).toBe("a");
  });

  it.each([
    ["0. a", "0"],
    ["12) a\n13) b", "12"],
    ["1. a\n5. b", "1"],
  ])("of the list %j begins with its first number", (text, start) => {
    expect(draw(text).one("ol").getAttribute("start")).toBe(start);
  });

  it.each([
    ["```typescript\nconst a = 1;\n```"],
    ["```TypeScript {1}\nconst a = 1;\n```"],
    ["~~~typescript,ignore\nconst a = 1;\n~~~"],
    ["```typescript{1}\nconst a = 1;\n```"],
  ])("of the code %j has the colours of its language", async (text) => {
    const screen = draw(text);
    await screen.until(() => screen.all(".hljs-keyword").length === 1);
    expect(screen.all(".code-line").map((line) => line.textContent)).toEqual(["const a = 1;\n"]);
  });

  it("of code without a language has none", async () => {
    await draw("```js\nvar a\n```").until((screen) => screen.all(".hljs-keyword").length === 1);
    expect(draw("```\nvar a\n```").all(".hljs-keyword")).toEqual([]);
    expect(draw("    var a").all(".hljs-keyword")).toEqual([]);
  });

  it("of a list holds the blocks below it", () => {
    expect(draw("- a\n\n  > q\n\n  1. b").one("li").innerHTML).toBe(
      '<p dir="auto">a</p><blockquote dir="ltr"><p dir="auto">q</p></blockquote><ol start="1" dir="ltr"><li dir="ltr"><p dir="auto">b</p></li></ol>',
    );
  });

  it("of comments and instructions shows nothing", () => {
    for (const text of ["<!-- c -->", "<?x ?>", "a <!-- c --> b"])
      expect(draw(text).text, text).toBe(text.startsWith("a") ? "a b" : "");
  });

  it.each([
    [[1, 1], ["a b"]],
    [[2, 3], ["a b"]],
    [[3, 3], []],
    [[4, 4], ["c"]],
    [
      [2, 4],
      ["a b", "c"],
    ],
  ] as const)("on one of the lines %j is marked", (lines, marked) => {
    const screen = draw("a\nb\n\nc", { lines });
    expect(screen.texts(".is-cited")).toEqual(marked);
    expect(screen.texts(".block")).toEqual(["a b", "c"]);
  });

  it.each([
    [[1, 1], ["x: 1"]],
    [[2, 4], ["a"]],
    [
      [4, 6],
      ["a", "b c"],
    ],
    [[7, 7], ["b c"]],
    [[5, 5], []],
    [[8, 9], []],
  ] as const)("is drawn where it is on one of the shown lines %j", (shown, drawn) => {
    expect(draw("---\nx: 1\n---\na\n\nb\nc\n\n", { shown }).texts(".block")).toEqual(drawn);
  });

  it("of front matter is what stands between its rules", () => {
    expect(texts("---\t\na: 1\n\nb: ---\n--- \nx", "pre")).toEqual(["a: 1\n\nb: ---\n"]);
  });
});

describe("inside a line", () => {
  it.each([
    ["a  \nb", "a<br>b"],
    ["<BR/>", "<br>"],
    ["a<br >b<brx>", 'a<br>b<span class="tag">&lt;brx&gt;</span>'],
    ["a<xbr>b", 'a<span class="tag">&lt;xbr&gt;</span>b'],
    ["**a *b* c**", "<strong>a <em>b</em> c</strong>"],
    ["&copy; &#65; \\# \\a", "© A # \\a"],
    ["`a` ``b`` c", '<code dir="ltr">a</code> <code dir="ltr">b</code> c'],
  ])("%j is drawn", (text, markup) => {
    expect(draw(text).one(".block > p").innerHTML).toBe(markup);
  });

  it.each([
    ["[x][]\n\n[x]: b.md", "x /?open=notes:guides/b.md"],
    ["[x] [y]\n\n[x]: b.md", "x /?open=notes:guides/b.md"],
    ["[x *y*][]\n\n[X  *Y*]: b.md", "x y /?open=notes:guides/b.md"],
    ["[x][z]\n\n[z]: b.md\n[x]: c.md", "x /?open=notes:guides/b.md"],
    ["[z]\n\n[z]: b.md\n[Z]: c.md", "z /?open=notes:guides/b.md"],
    ["[x](<b c.md>)", "x /?open=notes:guides/b+c.md"],
    ["![p][r]\n\n[r]: p.png", "Image: p /?open=notes:guides/p.png"],
    ["<mailto:a@b.example>", "mailto:a@b.example mailto:a@b.example"],
    ["a@b.example", "a@b.example mailto:a@b.example"],
    ["see https://x.example, ok", "https://x.example https://x.example/"],
    ["<HTTPS://x.example>", "HTTPS://x.example https://x.example/"],
  ])("%j is one link", (text, link) => {
    expect(links(text)).toEqual([link]);
  });

  it.each(["[x][nowhere]\n\n[x]: b.md", "[x](tel:1)", "<tel:1>", "[x]()"])("%j is none", (text) => {
    expect(links(text)).toEqual([]);
  });

  it("is drawn in each paragraph that is short enough by itself", () => {
    const long = "x".repeat(3_000);
    expect(draw(`*a* ${long}\n\n*b* ${long}\n\n${long}${long}\n\n*c*`).texts("em")).toEqual(["a", "b", "c"]);
    expect(draw(`short\n\n*a* ${"y".repeat(4_000)}`).texts("em")).toEqual([]);
  });

  it("leads to another place under the same query", () => {
    const target = { root: "n", path: "a.md", lines: [1, 1] } as const;
    const content = () => h(MarkdownView, { target, text: "[x](b.md)", language: "markdown", shown: [1, 9] });
    const page = onPage(content, { address: "?q=a&open=n:a.md&tag=t" });
    page.screen.press("x");
    expect(page.went).toEqual(["/?q=a&open=n:b.md&tag=t"]);
  });
});
