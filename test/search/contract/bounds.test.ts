import { describe, expect, it } from "vitest";
import { AskRequest } from "../../../src/search/contract/ask.ts";
import { ChunkId } from "../../../src/search/contract/chunks.ts";
import { ExplainRequest } from "../../../src/search/contract/explain.ts";
import { Filters } from "../../../src/search/contract/filters.ts";
import { ProfileChange } from "../../../src/search/contract/profiles.ts";
import { SearchParameters, SearchRequest } from "../../../src/search/contract/search.ts";

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

const search = (more: object) => SearchRequest.safeParse({ query: "keys", ...more }).success;
const takes = (schema: Schema, value: unknown): boolean => schema.safeParse(value).success;

describe("a search request", () => {
  it("is of profile edge, with snippets, from the nearest database unless it says otherwise", () => {
    expect(SearchRequest.parse({ query: "keys" })).toEqual({
      query: "keys",
      profile: "edge",
      view: "snippet",
      consistency: "nearest",
    });
  });

  it.each([
    ["limit", [1, 100], [0, 101, 2.5, "5"]],
    ["budget", [50, 1_000_000], [49, 1_000_001, 200.5]],
    ["minScore", [0, 1], [-0.01, 1.01]],
    ["query", ["x".repeat(8_000)], ["x".repeat(8_001), 5]],
    ["view", ["full", "snippet", "compact", "digest"], ["whole"]],
    ["consistency", ["strong", "nearest"], ["weak"]],
    ["asOf", ["2026-01-01T00:00:00Z"], ["2026-01-01", "now"]],
    ["auto", [true, false], ["true", 1]],
    ["expand", [true, false], ["true", 1]],
    ["explain", [true, false], ["true", 1]],
    ["log", [true, false], ["true", 1]],
    ["id", [], ["3f9a2c1b"]],
  ])("takes %s of %j and not of %j", (name, good, bad) => {
    expect(good.filter((value) => !search({ [name]: value }))).toEqual([]);
    expect(bad.filter((value) => search({ [name]: value }))).toEqual([]);
  });

  it("takes no filter that there is not", () => {
    expect(search({ filters: {} })).toBe(true);
    expect(search({ filters: { folder: "a" } })).toBe(false);
  });
});

describe("settings of a request", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`setting.${at}`, 1]));

  it.each([
    ["a hundred", many(100), true],
    ["more than a hundred", many(101), false],
    ["a name of 64 characters", { ["x".repeat(64)]: 1 }, true],
    ["a name of 65 characters", { ["x".repeat(65)]: 1 }, false],
    ["a word of 64 characters", { kind: "x".repeat(64) }, true],
    ["a word of 65 characters", { kind: "x".repeat(65) }, false],
    ["a switch", { on: false }, true],
    ["nothing", { on: null }, false],
    ["a list", [1], false],
    ["the key of prototypes", JSON.parse('{"__proto__": 1}'), false],
  ])("with %s: %#", (_, settings, isTaken) => {
    expect(search({ settings })).toBe(isTaken);
    expect(takes(ProfileChange, { settings })).toBe(isTaken);
  });

  it("know no number beyond the largest, in either direction", () => {
    const { settings } = SearchRequest.parse({
      query: "x",
      settings: JSON.parse('{"a": 1e999, "b": -1e999}'),
    });
    expect(settings).toEqual({ a: Number.MAX_VALUE, b: -Number.MAX_VALUE });
  });
});

describe("a search over GET", () => {
  const parsed = (more: object) => SearchParameters.safeParse({ q: "keys", ...more });

  it("reads numbers and switches from text, and decides nothing that it does not name", () => {
    expect(parsed({}).data).toEqual({ q: "keys" });
    const text = { limit: "5", budget: "400", minScore: "0.5", auto: "true", log: "false", explain: "true" };
    expect(parsed({ ...text, tag: "web" }).data).toEqual({
      ...{ q: "keys", limit: 5, budget: 400, minScore: 0.5, auto: true, log: false, explain: true },
      tag: "web",
    });
  });

  it.each([
    ["limit", ["1", "100"], ["0", "101", "2.5", "", "x"]],
    ["budget", ["50", "1000000"], ["49", "1000001", ""]],
    ["minScore", ["0", "1", " 0.5 "], ["-0.1", "1.1", "", " ", "x"]],
    ["q", ["x".repeat(8_000), ""], ["x".repeat(8_001)]],
    ["view", ["digest"], ["whole"]],
    ["consistency", ["strong"], ["weak"]],
    ["asOf", ["2026-01-01T00:00:00Z"], ["2026-01-01"]],
    ["settings", [], ["{}"]],
    ["folder", [], ["a"]],
  ])("takes %s of %j and not of %j", (name, good, bad) => {
    expect(good.filter((value) => !parsed({ [name]: value }).success)).toEqual([]);
    expect(bad.filter((value) => parsed({ [name]: value }).success)).toEqual([]);
  });

  it("needs a session only where that alone is searched", () => {
    expect(parsed({ onlySession: "true" }).success).toBe(false);
    expect(parsed({ onlySession: "false" }).success).toBe(true);
    expect(parsed({ onlySession: "true", session: "s" }).success).toBe(true);
  });
});

describe("filters", () => {
  it.each([
    ["prefix", ["a", "x".repeat(512)], ["", "x".repeat(513), "a\u0007", "\ud800"]],
    ["glob", ["*", "x".repeat(256)], ["", "x".repeat(257), "a\u0007", "\ud800"]],
    ["kind", ["file", "memory"], ["chunk"]],
    ["language", ["c++", "c#", "objective-c", "x".repeat(32)], ["", "C", "x".repeat(33), "a b"]],
    ["tag", ["x".repeat(64), ` ${"x".repeat(64)} `], ["", " ", "x".repeat(65), "a\u0007b", "\ud800"]],
    ["after", ["x".repeat(32)], ["x".repeat(33)]],
    ["before", ["x".repeat(32)], ["x".repeat(33)]],
  ])("%s may be %j and not %j", (name, good, bad) => {
    expect(good.filter((value) => !takes(Filters, { [name]: value }))).toEqual([]);
    expect(bad.filter((value) => takes(Filters, { [name]: value }))).toEqual([]);
  });

  it("take a tag without the white space around it", () => {
    expect(Filters.parse({ tag: " web " })).toEqual({ tag: "web" });
  });
});

describe("a question", () => {
  const ask = (more: object) => AskRequest.safeParse({ question: "where?", ...more });

  it("is answered from 3,000 tokens of passages of profile edge unless it says otherwise", () => {
    expect(ask({}).data).toEqual({
      question: "where?",
      profile: "edge",
      budget: 3_000,
      consistency: "nearest",
    });
  });

  it("takes a budget of 200 to 32,000 tokens, and nothing that only a search has", () => {
    expect([199, 200, 32_000, 32_001, 300.5].map((budget) => ask({ budget }).success)).toEqual([
      ...[false, true, true, false, false],
    ]);
    for (const more of [{ view: "full" }, { query: "x" }, { auto: true }, { explain: true }])
      expect(ask(more).success).toBe(false);
    const all = {
      limit: 3,
      filters: {},
      settings: {},
      minScore: 0.1,
      minRelevance: 0.1,
      session: "s",
      expand: true,
      log: false,
    };
    expect(ask({ ...all, asOf: "2026-01-01T00:00:00Z" }).success).toBe(true);
  });
});

describe("a chunk's name", () => {
  it("is 8 to 64 hexadecimal digits by id", () => {
    expect(
      ["a".repeat(7), "a".repeat(65), "A".repeat(8), "g".repeat(8)].filter((id) => takes(ChunkId, id)),
    ).toEqual([]);
    expect(takes(ChunkId, "0af9".repeat(2)) && takes(ChunkId, "0af9".repeat(16))).toBe(true);
  });

  it("to be explained is anything of at most 1,024 characters", () => {
    const explain = (id: string) => takes(ExplainRequest, { query: "x", id });
    expect(["", "x", "x".repeat(1_024), "x".repeat(1_025)].map(explain)).toEqual([false, true, true, false]);
  });

  it("is explained as it would be searched, whatever the view and the budget", () => {
    const all = {
      limit: 3,
      filters: {},
      settings: {},
      minScore: 0.1,
      session: "s",
      auto: true,
      expand: true,
    };
    const asked = { query: "x", id: "x", ...all, asOf: "2026-01-01T00:00:00Z" };
    expect(ExplainRequest.parse(asked)).toEqual({ ...asked, profile: "edge", consistency: "nearest" });
  });
});
