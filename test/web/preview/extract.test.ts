import fc from "fast-check";
import { h } from "preact";
import { describe, expect, it } from "vitest";
import { beginsInCode, Extract, prepared } from "../../../src/web/preview/markdown/extract.tsx";
import { onPage } from "../support/screen.ts";

function drawn(text: string, marked: readonly string[] = []) {
  const highlights = marked.map((word): [number, number] => {
    const at = text.indexOf(word);
    return [at, at + word.length];
  });
  const snippet = { text, startLine: 1, endLine: 1, highlights };
  const { screen } = onPage(() => h("div", {}, h(Extract, { snippet, root: "notes", path: "a.md" })));
  return { text: screen.text, marks: screen.texts("mark"), screen };
}

describe("an extract", () => {
  it.each([
    ["a heading with text below it", "### Rotation\n\nKeys are **rotated**.", "Keys are rotated."],
    ["a heading alone", "### Rotation ###", "Rotation"],
    [
      "links",
      "See [the guide](./a.md#b) and [it][ref].\n\n[ref]: https://a.example",
      "See the guide and it.",
    ],
    ["pictures", "![a chart](https://a.example/x.png) here", "a chart here"],
    ["lists", "- one\n- [ ] two\n1. three", "• one • two • three"],
    ["a fence", "```ts\nconst a = 1;\n```\n\nthen", "const a = 1; then"],
    ["the end of a fence", "const a = 1;\n```\n\nThen **this**", "const a = 1; Then this"],
    ["a table", "| step | who |\n|---|---|\n| revoke | on-call |", "step · who revoke · on-call"],
    ["a row of one", "| `maxAge` | number \\| none |", "maxAge · number | none"],
    ["a quotation", "> so **it** is", "so it is"],
    ["front matter", "---\ntitle: x\n---\n\n# One\n\ntwo", "two"],
    ["markup", '<b onclick="x">bold</b>', '<b onclick="x">bold</b>'],
    ["nothing", "", ""],
  ])("of %s is running text", (_, text, shown) => {
    const { text: seen, screen } = drawn(text);
    expect(seen).toBe(shown);
    expect(screen.all("a, img, h1, h2, h3, h4, script, b")).toEqual([]);
  });

  it("marks the matches where they are, in code, in links, behind Windows' line ends", () => {
    const text = "# T\r\n\r\nThe `key` of [the key store](a.md)\r\nis **rotated** daily";
    expect(drawn(text, ["key", "store", "rotated", "daily"]).marks).toEqual([
      "key",
      "store",
      "rotated",
      "daily",
    ]);
    expect(drawn("a = 1;\n```\n\nThen this", ["Then", "1"]).marks).toEqual(["1", "Then"]);
  });

  it("begins with the line that holds the found words, in code as code", () => {
    const code = "```py\n# one\nwait()\n# the key\nturn()\n```\n\nThen";
    expect(drawn(code, ["key"]).text).toBe("# the key turn() Then");
    expect(drawn("- one\n- two\n- the **key**\n- four", ["key"]).text).toBe("• the key • four");
  });

  it("takes a fence for its end only where code stands before it", () => {
    expect(["x\n```\n\ny", "x\n```", "```\nx", "```ts\nx", "```\nx\n```", "x"].map(beginsInCode)).toEqual([
      ...[true, true, false, false, false, false],
    ]);
  });

  it("keeps every character of a text at its place, whatever the text", () => {
    const parts = fc.constantFrom("|", "\n", "```", "a", " ", "---", "\\|", ":", "\r\n");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (some) => {
        const text = some.join("");
        const at = text.indexOf("a");
        const ready = prepared({ text, highlights: at < 0 ? [] : [[at, at + 1]] });
        const [mark] = ready.marks;
        if (mark !== undefined) expect(ready.text.replaceAll("\r\n", "\n").slice(...mark)).toBe("a");
      }),
    );
  });
});
