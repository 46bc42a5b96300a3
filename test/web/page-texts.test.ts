import { describe, expect, it } from "vitest";
import { highlight } from "../../src/web/preview/code/highlight.ts";
import { firstShown, withEarlier, withLater } from "../../src/web/preview/document-body.tsx";
import { parseDocument } from "../../src/web/preview/markdown/document.ts";
import { decodeEntity } from "../../src/web/preview/markdown/inline.tsx";
import { outsideLink, ownPicture } from "../../src/web/preview/markdown/urls.ts";
import { matchedTerms } from "../../src/web/preview/matched-terms.ts";
import { matcherOf } from "../../src/web/preview/use-marks.ts";
import {
  addressOf,
  readPlace,
  readTarget,
  searchFor,
  withParameters,
  writeTarget,
} from "../../src/web/state/place.ts";
import { hasCharacterKeys, setCharacterKeys } from "../../src/web/state/session.ts";
import { activeFilters, filterText, without } from "../../src/web/views/search/filters/filter-bar.tsx";
import { nextLimit, requestOf } from "../../src/web/views/search/asking/request.ts";
import { asBrowser } from "./support/globals.ts";

describe("an address", () => {
  it("of a search has its query and passage, or neither", () => {
    expect(addressOf(searchFor("a b", "notes:x.md#L1"))).toBe("/?q=a+b&open=notes:x.md%23L1");
    expect([searchFor(null), searchFor(undefined), searchFor("")].map(addressOf)).toEqual(["/", "/", "/"]);
  });

  it("names the view first, except the search", () => {
    expect(addressOf({ view: "graph", parameters: { q: "a,b", x: "" } })).toBe("/?view=graph&q=a,b");
    expect(addressOf({ view: "search", parameters: { q: "a&b=c" } })).toBe("/?q=a%26b%3Dc");
    expect(readPlace("?view=index&root=a%2Fb")).toEqual({ view: "index", parameters: { root: "a/b" } });
  });

  it("keeps view and other parameters where some change", () => {
    const place = readPlace("?view=memory&a=1&b=2&c=3");
    expect(withParameters(place, { a: undefined, b: "", d: "4" })).toEqual({
      view: "memory",
      parameters: { c: "3", d: "4" },
    });
  });

  it.each([
    ["notes:a.md#L7", { root: "notes", path: "a.md", lines: [7, 7] }],
    ["notes:a.md#L3-L9x", { root: "notes", path: "a.md#L3-L9x" }],
    ["notes:a.md#L1234567890", { root: "notes", path: "a.md#L1234567890" }],
    ["n:a.md#L3C2-L4C9", { root: "n", path: "a.md", lines: [3, 4], columns: [2, 9] }],
  ] as const)("of a document %s is read", (text, target) => {
    expect(readTarget(text)).toEqual(target);
    expect(readTarget(writeTarget(target))).toEqual(target);
  });
});

describe("a request", () => {
  it("has every filter under its own name, as it is written", () => {
    const filters = {
      root: "r",
      type: "t",
      tag: "g",
      language: "l",
      session: "s",
      after: "7d",
      before: "2026-01-01",
    };
    expect(requestOf({ q: "a", ...filters, kind: "memory", other: "x" })).toEqual({
      ...{ query: "a", limit: 20, filters: { ...filters, kind: "memory" } },
    });
    expect(requestOf({ q: "a", profile: "latest", tag: "" })).toEqual({
      query: "a",
      limit: 20,
      profile: "latest",
      filters: {},
    });
  });

  it.each([
    ["a*", { glob: "a*" }],
    ["a?.md", { glob: "a?.md" }],
    ["[ab].md", { glob: "[ab].md" }],
    ["a/b.md", { prefix: "a/b.md" }],
  ])("takes the path %s as it looks", (path, filters) =>
    expect(requestOf({ q: "a", path })?.filters).toEqual(filters),
  );

  it.each([
    ["20", 20, 50],
    ["50", 50, 100],
    ["100", 100, undefined],
    ["101", 20, 50],
    ["x", 20, 50],
  ])("with a limit of %s asks for %i, then for %s", (limit, asked, next) => {
    expect([requestOf({ q: "a", limit })?.limit, nextLimit({ limit })]).toEqual([asked, next]);
  });
});

describe("filters", () => {
  it.each([
    ["kind", { kind: "file" }, "Files"],
    ["kind", { kind: "nonsense" }, undefined],
    ["tag", { tag: "t" }, "t"],
    ["tag", { tag: "" }, undefined],
    ["date", {}, undefined],
    ["date", { after: "7d" }, "Last 7 days"],
    ["date", { after: "7d", before: "2026-01-01" }, "from 7d before 2026-01-01"],
    ["date", { after: "2026-01-01" }, "from 2026-01-01"],
    ["date", { before: "2026-01-01" }, "before 2026-01-01"],
  ] as const)("%s of %j reads %s", (name, parameters, text) =>
    expect(filterText(name, parameters)).toBe(text),
  );

  it("that are on are those with a value, a date's both ends one", () => {
    expect(activeFilters({ q: "a", after: "7d", before: "x", root: "r", limit: "25" })).toEqual([
      "root",
      "date",
    ]);
    expect(without(["root", "date"])).toEqual({ root: undefined, after: undefined, before: undefined });
  });
});

describe("keys of characters", () => {
  it("are on, until they are turned off in this browser", () => {
    const kept = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    };
    asBrowser({ localStorage });
    expect(hasCharacterKeys()).toBe(true);
    setCharacterKeys(false);
    expect([hasCharacterKeys(), kept.size]).toEqual([false, 1]);
    setCharacterKeys(true);
    expect([hasCharacterKeys(), kept.size]).toEqual([true, 0]);
  });
});

describe("marks in a document", () => {
  it("are for fifty words at most, longer ones first, never for blanks", () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${at}`);
    const text = `   ${words.join(" ")}`;
    let from = 3;
    const highlights = words.map((word): [number, number] => {
      const range: [number, number] = [from, from + word.length];
      from += word.length + 1;
      return range;
    });
    const snippet = {
      text,
      startLine: 1,
      endLine: 1,
      highlights: [[0, 2] as [number, number], ...highlights],
    };
    expect(matchedTerms({ snippet })).toEqual(words.slice(0, 50));
    expect("c++ c+++ a.b axb".match(matcherOf(["c", "c++", "a.b"]) ?? /$^/)).toEqual(["c++", "c++", "a.b"]);
  });
});

describe("what is shown of a document", () => {
  it("ends with its last line, and is not more than it has", () => {
    expect(firstShown(undefined, 1_000)).toEqual([1, 401]);
    expect(firstShown([401, 401], 801)).toEqual([1, 801]);
    expect(firstShown([402, 402], 803)).toEqual([2, 802]);
    expect(withEarlier([1_001, 1_002])).toEqual([1, 1_002]);
    expect(withEarlier([1_002, 1_003])).toEqual([2, 1_003]);
    expect(withLater([1, 10], 1_011)).toEqual([1, 1_010]);
  });
});

describe("Markdown", () => {
  it.each([
    ["--- \na\n---\n# b", "--- \na\n---\n"],
    ["---\na\n---", "---\na\n---"],
    ["\n---\na\n---\n", ""],
    ["---\na\n", ""],
    ["--- x\na\n---\n", ""],
  ])("%j has the front matter %j", (text, frontMatter) =>
    expect(parseDocument(text).frontMatter).toBe(frontMatter),
  );

  it("has the lines of citations: a carriage return by itself ends none", () => {
    const { blocks } = parseDocument("a\rb\r\n\r\nc");
    expect(blocks.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it("folds the names of references, and keeps the last line of a block", () => {
    const { references, blocks } = parseDocument("[A  b]: x.md\n\none\n\n- a\n- b\n");
    expect([...references]).toEqual([["a b", "x.md"]]);
    expect(blocks.map(({ from, to }) => [from, to])).toEqual([
      [3, 3],
      [5, 6],
    ]);
  });

  it.each([
    ["&#65;", "A"],
    ["&#x41;", "A"],
    ["&#X41;", "A"],
    ["&#1114111;", "\u{10ffff}"],
    ["&#1114112;", "\ufffd"],
    ["&#xDFFF;", "\ufffd"],
    ["&#xE000;", "\ue000"],
    ["&nbsp;", "\u00a0"],
    ["&quot;", '"'],
  ])("decodes %s", (entity, character) => expect(decodeEntity(entity)).toBe(character));

  it("leads out over http, https and mail, in any case", () => {
    expect(
      ["HTTPS://a.example/", "http://a.example/", "ftp://a.example/", "mailtox:a"].map(outsideLink),
    ).toEqual([...["https://a.example/", "http://a.example/", undefined, undefined]]);
    expect(
      ["png", "jpeg", "gif", "webp", "bmp"].map(
        (kind) => ownPicture(`data:image/${kind};base64,AA==`) !== undefined,
      ),
    ).toEqual([...[true, true, true, true, false]]);
    expect(ownPicture("data:image/png;base64,AA==\nx")).toBeUndefined();
  });
});

describe("colours of code", () => {
  it.each([
    ["tsx", "const a = 1"],
    ["jsx", "const a = 1"],
    ["shell", "if true; then"],
    ["toml", "[a]"],
    ["html", "<a>"],
    ["svelte", "<a>"],
    ["vue", "<a>"],
    ["objective-c", "@interface A"],
  ])("know %s", (language, text) => {
    const kinds = (highlight(text, language) ?? []).flat().map(({ kind }) => kind);
    expect(kinds.some((kind) => kind !== "")).toBe(true);
  });
});
