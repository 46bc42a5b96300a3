import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes, since } from "../../src/web/components/format.ts";
import { plainLines } from "../../src/web/preview/code/code.tsx";
import { highlight } from "../../src/web/preview/code/highlight.ts";
import { firstShown, withEarlier, withLater } from "../../src/web/preview/document-body.tsx";
import { parseDocument } from "../../src/web/preview/markdown/document.ts";
import { decodeEntity } from "../../src/web/preview/markdown/inline.tsx";
import { insideLink, outsideLink, ownPicture } from "../../src/web/preview/markdown/urls.ts";
import { matchedTerms } from "../../src/web/preview/matched-terms.ts";
import { matcherOf } from "../../src/web/preview/use-marks.ts";
import { piecesOf } from "../../src/web/preview/highlighted.tsx";

describe("marked matches", () => {
  it("leave the text as it is, whatever the ranges", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.nat(30), fc.nat(30))), (text, ranges) => {
        const pieces = piecesOf(text, ranges);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        expect(pieces.every((piece) => piece.text !== "")).toBe(true);
      }),
    );
    expect(
      piecesOf("abcd", [
        [1, 2],
        [1, 3],
      ]).filter(({ isMarked }) => isMarked),
    ).toHaveLength(2);
  });
});

describe("words of a result", () => {
  it("are those that it was marked for, each once, found whole and in any case", () => {
    const text = "Keys: rotate keys, key.";
    const highlights = [
      [0, 4],
      [6, 12],
      [13, 17],
      [19, 22],
    ] as [number, number][];
    const terms = matchedTerms({ snippet: { text, startLine: 1, endLine: 1, highlights } });
    expect(terms).toEqual(["keys", "rotate", "key"]);
    const found = "Monkeys rotate KEYS, one key each; rotated".match(matcherOf(terms) ?? /$^/);
    expect(found).toEqual(["rotate", "KEYS", "key"]);
    expect("次回の会議は".match(matcherOf(["会議", "c++ (x)"]) ?? /$^/)).toEqual(["会議"]);
    expect(matcherOf(matchedTerms({}))).toBeUndefined();
  });
});

describe("links of documents", () => {
  it.each(["https://a.example/x?y#z", "http://a.example/", "mailto:a@b.example"])(
    "lead out to %s",
    (address) => {
      expect(outsideLink(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/x",
    "//evil.example/x",
    "https://",
    "\u0001javascript:alert(1)",
  ])("never lead out to %j", (address) => {
    expect(outsideLink(address)).toBeUndefined();
  });

  it.each([
    ["./b.md", "guides/b.md"],
    ["../src/x.ts#L3", "src/x.ts"],
    ["../../../../etc/passwd", "etc/passwd"],
    ["/top.md?raw", "top.md"],
    ["sub%20folder/c.md", "guides/sub folder/c.md"],
    ["100%.md", "guides/100%.md"],
  ])("lead with %s to a document of the same root", (address, path) => {
    expect(insideLink(address, { root: "notes", path: "guides/a.md" })).toEqual({ root: "notes", path });
  });

  it.each(["#here", "", "javascript:alert(1)", "mailto:a@b.example", "//evil.example/x", ".."])(
    "are none inside for %j",
    (address) => {
      expect(insideLink(address, { root: "notes", path: "a.md" })).toBeUndefined();
    },
  );

  it("show pictures only of the document itself, and none that could hold a script", () => {
    expect(ownPicture("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
    for (const address of ["data:image/svg+xml;base64,AAAA", "https://a.example/x.png", "data:text/html,x"])
      expect(ownPicture(address)).toBeUndefined();
  });
});

describe("a Markdown document", () => {
  it("is cut into blocks at the lines of the pushed text, front matter and all line ends included", () => {
    const text =
      "---\ntitle: x\n---\n\n# One\r\n\r\ntwo\r\nthree\r\n\r\n```js\ncode\n```\n\n[a]: https://a.example\n";
    const { blocks, frontMatter, references } = parseDocument(text);
    expect(blocks.map(({ node, from, to }) => [node.name, from, to])).toEqual([
      ["ATXHeading1", 5, 5],
      ["Paragraph", 7, 8],
      ["FencedCode", 10, 12],
    ]);
    expect(frontMatter).toBe("---\ntitle: x\n---\n");
    expect(references.get("a")).toBe("https://a.example");
  });

  it("survives what is nested thousands deep", () => {
    expect(parseDocument(`${">".repeat(20_000)} deep`).blocks).toHaveLength(1);
    expect(parseDocument("[a](b".repeat(20_000)).blocks).toHaveLength(1);
    expect(parseDocument(`${"[a](b".repeat(700)}\n\n`.repeat(300)).blocks).toHaveLength(300);
  });

  it("decodes character references, and no others", () => {
    expect(
      ["&amp;", "&#39;", "&#x1F600;", "&#0;", "&#xD800;", "&nosuch;", "&constructor;"].map(decodeEntity),
    ).toEqual(["&", "'", "😀", "\ufffd", "\ufffd", "&nosuch;", "&constructor;"]);
  });
});

describe("code", () => {
  it("keeps its text line by line in colours", () => {
    const text = "/* one\ntwo */\nconst a = `x\ny`;\n\n<script>alert(1)</script>";
    const lines = highlight(text, "typescript") ?? [];
    expect(lines.map((tokens) => tokens.map((token) => token.text).join("")).join("\n")).toBe(text);
    expect(lines[1]?.[0]).toEqual({ text: "two */", kind: "hljs-comment" });
    expect(highlight("x", "no-such-language")).toBeUndefined();
    expect(plainLines("a\n\nb").map((tokens) => tokens.length)).toEqual([1, 0, 1]);
  });

  it("is shown around what is cited, and more of it on demand", () => {
    expect(firstShown([900, 950], 10_000)).toEqual([500, 1_350]);
    expect(firstShown(undefined, 20)).toEqual([1, 20]);
    expect(withEarlier([500, 1_350])).toEqual([1, 1_350]);
    expect(withLater([500, 1_350], 1_400)).toEqual([500, 1_400]);
  });
});

describe("numbers in words", () => {
  it("are short", () => {
    expect([bytes(0), bytes(999), bytes(1_000), bytes(2_345_678), bytes(999_999_999)]).toEqual([
      "0 bytes",
      "999 bytes",
      "1.0 KB",
      "2.3 MB",
      "1,000 MB",
    ]);
    const now = Date.UTC(2026, 10, 22);
    const ago = (days: number) => since(now - days * 86_400_000, now);
    expect([ago(0), ago(1), ago(10), ago(30), ago(100), ago(800)]).toEqual([
      "today",
      "yesterday",
      "10 days ago",
      "4 weeks ago",
      "3 months ago",
      "2 years ago",
    ]);
  });
});
