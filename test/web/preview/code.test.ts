import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { DocumentAnswer } from "../../../src/documents/contract.ts";
import { Code, plainLines, SourceView } from "../../../src/web/preview/code/code.tsx";
import { highlight } from "../../../src/web/preview/code/highlight.ts";
import { DocumentBody, firstShown, withEarlier, withLater } from "../../../src/web/preview/document-body.tsx";
import { Screen } from "../support/screen.ts";

describe("colours", () => {
  it.each([
    ["tsx", "typescript", "const a: string = 1;"],
    ["jsx", "javascript", "const a = 1;"],
    ["shell", "bash", "if true; then echo; fi"],
    ["toml", "ini", "[a]\nb = 1"],
    ["html", "xml", "<a b='c'>"],
    ["svelte", "xml", "<a b='c'>"],
    ["vue", "xml", "<a b='c'>"],
    ["objective-c", "objectivec", "@interface A"],
  ])("of %s are those of %s", (language, name, text) => {
    const lines = highlight(text, language);
    expect(lines).toEqual(highlight(text, name));
    expect(lines?.flat().some(({ kind }) => kind !== "")).toBe(true);
  });

  it.each(["", "no-such", "tsx ", "toString", "constructor", "__proto__"])("of %j are none", (language) => {
    expect(highlight("a", language)).toBeUndefined();
  });

  it("are those of the innermost part, line by line, without empty pieces", () => {
    expect(highlight(`\`a\${b}\n\nc\`;\n`, "typescript")).toEqual([
      [
        { text: "`a", kind: "hljs-string" },
        { text: `\${b}`, kind: "hljs-subst" },
      ],
      [],
      [
        { text: "c`", kind: "hljs-string" },
        { text: ";", kind: "" },
      ],
      [],
    ]);
  });

  it("are none of plain lines", () => {
    expect(plainLines("a\n\n b")).toEqual([[{ text: "a", kind: "" }], [], [{ text: " b", kind: "" }]]);
    expect(plainLines("")).toEqual([[]]);
  });
});

describe("code", () => {
  const lines = (screen: Screen, selector = ".code-line") =>
    screen.all(selector).map((line) => line.textContent);

  it("loses the end of its last line, no empty line before it", () => {
    const drawn = (text: string) => lines(new Screen(h(Code, { text, language: "" })));
    expect([drawn("a\nb\n"), drawn("a\n\n"), drawn("a"), drawn("")]).toEqual([
      ["a\n", "b\n"],
      ["a\n", "\n"],
      ["a\n"],
      ["\n"],
    ]);
  });

  it("of a document is drawn from the first shown line to the last, numbered, the cited marked", () => {
    const target = { root: "n", path: "a", lines: [2, 3] } as const;
    const source = (shown: readonly [number, number], of: object = target) =>
      new Screen(h(SourceView, { target: of as typeof target, text: "1\r\n2\n3\n4", language: "", shown }));
    const screen = source([2, 4]);
    expect(lines(screen)).toEqual(["2\n", "3\n", "4\n"]);
    expect(screen.all(".code-line").map(({ dataset }) => dataset.line)).toEqual(["2", "3", "4"]);
    expect(lines(screen, ".is-cited")).toEqual(["2\n", "3\n"]);
    expect(lines(source([1, 1]))).toEqual(["1\n"]);
    expect(lines(source([1, 4], { root: "n", path: "a" }), ".is-cited")).toEqual([]);
  });
});

describe("the lines that are shown", () => {
  it.each([
    [[401, 401], 801, [1, 801]],
    [[402, 402], 803, [2, 802]],
    [[1, 500], 899, [1, 899]],
    [[1, 500], 901, [1, 900]],
  ] as const)("around %j of %i are at first %j", (cited, count, shown) => {
    expect(firstShown(cited, count)).toEqual(shown);
  });

  it("grow by a thousand to either side, as far as there are any", () => {
    expect([withEarlier([1_002, 1_100]), withEarlier([1_001, 1_100])]).toEqual([
      [2, 1_100],
      [1, 1_100],
    ]);
    expect([withLater([5, 10], 1_011), withLater([5, 10], 1_009)]).toEqual([
      [5, 1_010],
      [5, 1_009],
    ]);
  });
});

it.each(["a\nb\n", "a\r\nb\r\n", "a\nb"])("of a document has as many lines as the document: %j", (text) => {
  const document = { text, language: "typescript", kind: "file" } as DocumentAnswer;
  const screen = new Screen(h(DocumentBody, { target: { root: "r", path: "a.ts" }, document, terms: [] }));
  expect(screen.all("[data-line]").map((line) => line.getAttribute("data-line"))).toEqual(["1", "2"]);
});
