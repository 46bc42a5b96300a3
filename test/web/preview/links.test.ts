import { describe, expect, it } from "vitest";
import { parseDocument } from "../../../src/web/preview/markdown/document.ts";
import { decodeEntity } from "../../../src/web/preview/markdown/inline.tsx";
import { insideLink, outsideLink, ownPicture } from "../../../src/web/preview/markdown/urls.ts";

describe("a link out", () => {
  it.each([
    ["HTTPS://A.example/X", "https://a.example/X"],
    ["Mailto:a@b.example", "mailto:a@b.example"],
    ["https://a.example", "https://a.example/"],
  ])("may be written %s", (address, link) => {
    expect(outsideLink(address)).toBe(link);
  });

  it.each(["x https://a.example", "ftp://a.example/", "tel:1", "https:a", "http:/a", "https://[", "mailt:x"])(
    "is not %s",
    (address) => {
      expect(outsideLink(address)).toBeUndefined();
    },
  );
});

describe("a link inside", () => {
  const inside = (address: string) => insideLink(address, { root: "n", path: "a/b/c.md", lines: [3, 4] });

  it.each([
    ["d.md", "a/b/d.md"],
    ["./d.md", "a/b/d.md"],
    ["x/./d.md", "a/b/x/d.md"],
    ["x//d.md", "a/b/x/d.md"],
    ["../d.md", "a/d.md"],
    ["/d.md", "d.md"],
    ["/", undefined],
    ["d.md?x#y", "a/b/d.md"],
    ["d.md#x?y", "a/b/d.md"],
    ["?x", undefined],
    ["x//y", "a/b/x/y"],
    ["1:x.md", "a/b/1:x.md"],
    ["-a:x.md", "a/b/-a:x.md"],
    ["x/a:b.md", "a/b/x/a:b.md"],
    ["a%2Fb%3Fc.md", "a/b/a/b?c.md"],
    ["%E4.md", "a/b/%E4.md"],
    ["../../..", undefined],
  ])("of %s leads to %s", (address, path) => {
    expect(inside(address)).toEqual(path && { root: "n", path });
  });

  it.each(["a:x", "A:x", "x1:y", "a+b:x", "a-b:x", "a.b:x", "//a/b"])("is not %s", (address) => {
    expect(inside(address)).toBeUndefined();
  });
});

describe("a picture", () => {
  it.each(["png", "jpeg", "gif", "webp"])("of the document may be %s", (type) => {
    const address = `data:image/${type};base64,aZ09+/=`;
    expect(ownPicture(address)).toBe(address);
  });

  it.each([
    "data:image/svg+xml;base64,AA",
    "data:image/avif;base64,AA",
    "data:image/png;base64,",
    "data:image/png,AA",
    "data:image/png;base64,AA x",
    "data:image/png;base64,A-A",
    " data:image/png;base64,AA",
    "DATA:image/png;base64,AA",
  ])("of the document is not %j", (address) => {
    expect(ownPicture(address)).toBeUndefined();
  });
});

it.each([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&nbsp;", "\u00a0"],
  ["&hellip;", "…"],
  ["&sect;", "§"],
  ["&AMP;", "&AMP;"],
  ["&#65;", "A"],
  ["&#x41;", "A"],
  ["&#X4a;", "J"],
  ["&#1;", "\u0001"],
  ["&#1114111;", "\u{10ffff}"],
  ["&#1114112;", "\ufffd"],
  ["&#xD7FF;", "\ud7ff"],
  ["&#xD800;", "\ufffd"],
  ["&#xDFFF;", "\ufffd"],
  ["&#xE000;", "\ue000"],
  ["&#0;", "\ufffd"],
])("%s stands for %j", (entity, character) => {
  expect(decodeEntity(entity)).toBe(character);
});

describe("front matter", () => {
  it.each([
    ["an empty line in it", "---\na: 1\n\nb: 2\n---\nx", "---\na: 1\n\nb: 2\n---\n"],
    ["blanks behind its lines", "--- \t\na: 1\n---\t \nx", "--- \t\na: 1\n---\t \n"],
    ["its end at the text's", "---\na: 1\n---", "---\na: 1\n---"],
    ["another rule behind it", "---\na: 1\n---\nx\n---\n", "---\na: 1\n---\n"],
    ["Windows line ends", "---\r\na: 1\r\n---\r\nx", "---\na: 1\n---\n"],
  ])("may have %s", (_, text, frontMatter) => {
    expect(parseDocument(text).frontMatter).toBe(frontMatter);
  });

  it.each([
    ["a line before it", "\n---\na: 1\n---\nx"],
    ["a longer rule", "----\na: 1\n----\nx"],
    ["a word on its first line", "--- x\na: 1\n---\nx"],
    ["a word on its last line", "---\na: 1\n--- x\n"],
    ["a blank before its end", "---\na: 1\n ---\nx"],
    ["no end", "---\na: 1\n"],
  ])("is none with %s", (_, text) => {
    expect(parseDocument(text).frontMatter).toBe("");
  });

  it("is not in the text, whose offsets stay", () => {
    const { text, blocks } = parseDocument("---\na: é\n---\n# x\n");
    expect(text).toBe("   \n    \n   \n# x\n");
    expect(blocks.map(({ node, from, to }) => [node.name, node.from, from, to])).toEqual([
      ["ATXHeading1", 13, 4, 4],
    ]);
  });
});

describe("a reference", () => {
  const references = (text: string) => [...parseDocument(text).references];

  it("is known by its label in small letters, blanks as one", () => {
    expect(references("[ A \t B ]: https://x.example 'title'\n[c]: d.md\n")).toEqual([
      ["a b", "https://x.example"],
      ["c", "d.md"],
    ]);
  });

  it("is no block, and what only looks like one is", () => {
    expect(parseDocument("[a]: b.md\n\ntext\n").blocks.map(({ node }) => node.name)).toEqual(["Paragraph"]);
    expect(parseDocument("[a] b.md\n").blocks).toHaveLength(1);
  });
});

it("blocks are on the lines of the text, the last without a line's end too", () => {
  const lines = (text: string) => parseDocument(text).blocks.map(({ from, to }) => [from, to]);
  expect(lines("a\nb\n\nc")).toEqual([
    [1, 2],
    [4, 4],
  ]);
  expect(lines("\n\na")).toEqual([[3, 3]]);
  expect(lines("a\rb\r\nc\r\n\r\nd")).toEqual([
    [1, 2],
    [4, 4],
  ]);
  expect(lines("```\n\na\n```\nb")).toEqual([
    [1, 4],
    [5, 5],
  ]);
});
