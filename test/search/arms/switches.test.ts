import { describe, expect, it } from "vitest";
import { expansion } from "../../../src/search/arms/expansion/expansion.ts";
import { keyword } from "../../../src/search/arms/keyword/keyword.ts";
import { isAsciiWordUnit } from "../../../src/search/arms/keyword/proximity.ts";
import { type KeywordCandidate, rescore } from "../../../src/search/arms/keyword/rescore.ts";
import { recent } from "../../../src/search/arms/recent/recent.ts";
import { vector } from "../../../src/search/arms/vector/vector.ts";
import { ProfileSettings } from "../../../src/search/contract/profile-settings.ts";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { choice, isAllowed, number, toggle } from "../../../src/search/setting.ts";
import { NEURAL, planOf } from "../fakes.ts";

describe("an arm runs", () => {
  const on = async (settings: object, isNeural: boolean) => {
    const plan = await planOf({ query: "keys", settings } as never, isNeural ? NEURAL() : undefined);
    return [keyword, vector, recent, expansion].filter((arm) => arm.isOn(plan)).map(({ name }) => name);
  };
  const [noWords, noVectors] = [{ "arms.keyword": false }, { "arms.vector": false }];

  it.each([
    ["words and meaning", {}, true, ["keyword", "vector"]],
    ["words alone", noVectors, true, ["keyword"]],
    ["meaning alone", noWords, true, ["vector"]],
    ["words for a stand-in, which scores their pool", noWords, false, ["keyword", "vector"]],
    ["the newest where nothing else could find a thing", { ...noWords, ...noVectors }, true, ["recent"]],
    ["the newest, for a stand-in too", { ...noWords, ...noVectors }, false, ["recent"]],
    ["the newest by wish", { "arms.recent": "fallback" }, true, ["keyword", "vector", "recent"]],
    ["other forms of the query by wish", { "arms.expand": true }, true, ["keyword", "vector", "expansion"]],
  ])("by its setting: %s", async (_, settings, isNeural, arms) => {
    expect(await on(settings, isNeural)).toEqual(arms);
  });
});

describe("a setting", () => {
  it.each([
    ["a number as text", number(1, [0, 10], { meaning: "" }), "5", false],
    ["a number at its least", number(1, [0, 10], { meaning: "" }), 0, true],
    ["a number at its greatest", number(1, [0, 10], { meaning: "" }), 10, true],
    ["a number beyond", number(1, [0, 10], { meaning: "" }), 10.001, false],
    ["a number below", number(1, [0, 10], { meaning: "" }), -0.001, false],
    ["a fraction of a count", number(1, [0, 10], { integer: true, meaning: "" }), 1.5, false],
    ["a fraction", number(1, [0, 10], { meaning: "" }), 1.5, true],
    ["no number", number(1, [0, 10], { meaning: "" }), Number.NaN, false],
    ["a number for a switch", toggle(true, ""), 1, false],
    ["false for a switch", toggle(true, ""), false, true],
    ["one of the words", choice(["a", "b"], ""), "b", true],
    ["another word", choice(["a", "b"], ""), "c", false],
    ["a switch for a word", choice(["a", "b"], ""), true, false],
  ])("takes %s", (_, setting, value, isTaken) => {
    expect(isAllowed(setting, value)).toBe(isTaken);
  });

  it.each([[null], ["text"], [5], [[]], [true]])("comes in a record, not in %j", (settings) => {
    expect(ProfileSettings.safeParse(settings).success).toBe(false);
  });

  it("is cut to the largest number, and has no name that is no plain key", () => {
    const parsed = ProfileSettings.safeParse({
      a: Number.POSITIVE_INFINITY,
      b: Number.NEGATIVE_INFINITY,
      c: 2,
    });
    expect(parsed.data).toEqual({ a: Number.MAX_VALUE, b: -Number.MAX_VALUE, c: 2 });
    expect(ProfileSettings.safeParse(JSON.parse('{"__proto__":1}')).success).toBe(false);
  });
});

it("takes letters and digits of ASCII for parts of a word, and no sign beside them", () => {
  const signs = [..."/09:@AZ[`az{"].filter((sign) => isAsciiWordUnit(sign.charCodeAt(0)));
  expect(signs).toEqual([..."09AZaz"]);
});

describe("scoring matches again", () => {
  const row = (id: string, bm25: number, more: Partial<KeywordCandidate> = {}): KeywordCandidate => ({
    language: "markdown",
    ...{ id, bm25, documentNum: Number.parseInt(id, 36), documentChunks: 1, title: "", text: "nothing" },
    ...more,
  });
  const known = { chunkCount: 100, chunkFrequency: new Map<string, number>() };
  const scored = (rows: readonly KeywordCandidate[], query = "alpha", sourceRows?: number) =>
    rescore({ query: analyseQuery(query), statistics: known }, rows, sourceRows);

  it("looks at the fifty best by bm25, in whatever order they come", () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`r${at}`, at + 1, { text: "alpha" }));
    const all = scored(rows);
    const again = all.filter(({ parts }) => parts.window > 0).map(({ bm25 }) => bm25);
    expect(again).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
    // The others follow by their bm25, best first.
    expect(all.slice(50).map(({ bm25 }) => bm25)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it("lifts what says more, and puts none of the rest above the last of them", () => {
    const rows = Array.from({ length: 51 }, (_, at) =>
      row(`r${String(at).padStart(2, "0")}`, 5, { text: at === 7 ? "alpha" : "x" }),
    );
    const all = scored(rows);
    expect(all[0]?.id).toBe("r07");
    const [last, rest] = [all[49]?.score ?? 0, all[50]?.score ?? 0];
    expect([all[50]?.id, rest < last, last - rest < 1e-6]).toEqual(["r50", true, true]);
  });

  it("adds each part to bm25, none of them taken off", () => {
    const idf = Math.log(1 + 100.5 / 0.5);
    const score = (more: Partial<KeywordCandidate>, query = "alpha") =>
      (scored([row("1", 3, more)], query)[0]?.score ?? 0) - 3;
    expect(score({ text: "alpha" })).toBeCloseTo(0.5 * idf, 10);
    expect(score({ text: "xalphax" })).toBeCloseTo(0.25 * idf, 10);
    expect(score({ text: "alpha beta" }, "alpha beta")).toBeCloseTo(0.5 * 2 * idf + 0.1 * idf, 10);
    expect(score({ text: "nothing", documentChunks: 4 })).toBeCloseTo((0.1 * 3) / 2, 10);
    expect(score({ text: "nothing", documentChunks: 2 })).toBeCloseTo((0.1 * 3) / Math.SQRT2, 10);
    expect(score({ text: "nothing", documentChunks: 1 })).toBe(0);
    // A name stands whole, and its words stand together.
    expect(score({ text: "see fooBar" }, "fooBar")).toBeGreaterThan(idf);
  });

  it("counts so many of the best rows for their documents", () => {
    const rows = [1, 2, 3].map((bm25) => row(`r${bm25}`, bm25, { documentNum: 1, documentChunks: 4 }));
    const source = (sourceRows: number) => scored(rows, "alpha", sourceRows)[0]?.parts.source;
    expect([source(1), source(2), source(9)]).toEqual([1.5, 2.5, 3]);
  });
});
