import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  readPlace,
  readTarget,
  VIEW_NAMES,
  withParameters,
  writeTarget,
} from "../../src/web/state/place.ts";
import { nextLimit, requestOf } from "../../src/web/views/search/asking/request.ts";

describe("the address", () => {
  it("says the same after it was written and read again, whatever the words", () => {
    const names = fc.string({ minLength: 1, unit: "grapheme" }).filter((name) => name !== "view");
    const parameters = fc.dictionary(names, fc.string({ minLength: 1, unit: "grapheme" }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.record({ view: fc.constantFrom(...VIEW_NAMES), parameters }), (place) => {
        const address = addressOf(place);
        expect(address.startsWith("/")).toBe(true);
        expect(readPlace(address.slice(1))).toEqual(place);
      }),
    );
  });

  it("is readable, has no empty values, and takes an unknown view for the search", () => {
    const place = readPlace("?view=nothing&q=a&path=");
    expect(addressOf(withParameters(place, { open: "notes:a/b.md#L3-L9", q: undefined }))).toBe(
      "/?open=notes:a/b.md%23L3-L9",
    );
    expect(place.view).toBe("search");
  });
});

describe("a target", () => {
  it.each([
    ["notes:a/b.md#L3-L9", { root: "notes", path: "a/b.md", lines: [3, 9] }],
    ["notes:a.json#L1C5-L1C90", { root: "notes", path: "a.json", lines: [1, 1], columns: [5, 90] }],
    ["notes:a.md#L1C5-L3", { root: "notes", path: "a.md", lines: [1, 3], columns: [5, Infinity] }],
    ["notes:a.md#L2-L2C9", { root: "notes", path: "a.md", lines: [2, 2], columns: [1, 9] }],
    ["notes:a.md#L2C9-L2C5", { root: "notes", path: "a.md", lines: [2, 2] }],
    ["notes:a.pdf#page=2,L3-L9", { root: "notes", path: "a.pdf", anchor: "page=2", lines: [3, 9] }],
    ["notes:a.pdf#page=2", { root: "notes", path: "a.pdf", anchor: "page=2" }],
    ["notes:a:b#c.md", { root: "notes", path: "a:b#c.md" }],
    ["notes:x.md#L0", { root: "notes", path: "x.md", lines: [1, 1] }],
    ["notes:x.md#L9-L3", { root: "notes", path: "x.md", lines: [9, 9] }],
  ] as const)("reads %s", (text, target) => {
    expect(readTarget(text)).toEqual(target);
    expect(readTarget(writeTarget(target))).toEqual(target);
  });

  it.each([
    "notes:long.md#L3C14405-L3C15230",
    "notes:doc.pdf#page=1,L1-L11",
    "notes:a.md#L3",
    "notes:a.md#L3-L9",
    "notes:a.pdf#page=2",
    "notes:a.md",
  ])("is written as it is cited: %s", (citation) => {
    expect(writeTarget(readTarget(citation) ?? { root: "", path: "" })).toBe(citation);
  });

  it.each(["", "no-root.md", ":a.md", "notes:", "notes:#L3"])("is none in %j", (text) => {
    expect(readTarget(text)).toBeUndefined();
  });
});

describe("a request", () => {
  it("takes filters from the address, a pattern as a glob and a beginning as a prefix", () => {
    const { filters } = requestOf({ q: "a", path: "**/*.md", kind: "nonsense", tag: "t" }) ?? {};
    expect(filters).toEqual({ glob: "**/*.md", tag: "t" });
    expect(requestOf({ q: " a ", path: "guides/", limit: "7" })).toMatchObject({
      query: "a",
      limit: 20,
      filters: { prefix: "guides/" },
    });
    expect(requestOf({ q: "  ", kind: "file" })).toBeUndefined();
  });

  it("asks for more step by step, up to what the server gives", () => {
    expect([nextLimit({}), nextLimit({ limit: "50" }), nextLimit({ limit: "100" })]).toEqual([
      50,
      100,
      undefined,
    ]);
  });
});
