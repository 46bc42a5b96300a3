import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, daysOld, memory, scoreAfter, stage } from "./candidates.ts";

const ids = (list: readonly Candidate[]) => list.map(({ id }) => id);

describe("the threshold", () => {
  const keptBy = (list: readonly Candidate[], keywordHits = true) =>
    ids(stage("threshold", { minScore: 0.5, keywordHits })(list, context()));

  it("keeps a hit whose score, or whose keyword score, is just what is needed", () => {
    const list = [
      candidate("a", 0.2, { keywordScore: 0.5 }),
      candidate("b", 0.5),
      candidate("c", 0.2, { keywordScore: 0.499 }),
      candidate("d", 0.499),
    ];
    expect(keptBy(list)).toEqual(["b", "a"]);
    expect(keptBy(list, false)).toEqual(["b"]);
  });

  it("gives no place for its keyword score to what a stage took below it", () => {
    const list = [
      candidate("decayed", 0.1, { unadjusted: 0.6, keywordScore: 0.9 }),
      candidate("decayed word", 0.0001, { unadjusted: 0.27, keywordScore: 0.9 }),
      candidate("fresh word", 0.27, { keywordScore: 0.9 }),
      candidate("half a word", 0.135, { unadjusted: 0.27, keywordScore: 0.999 }),
      candidate("less", 0.134, { unadjusted: 0.27, keywordScore: 0.999 }),
      candidate("raised word", 0.4, { unadjusted: 0.2, keywordScore: 0.4 }),
    ];
    expect(keptBy(list)).toEqual(["fresh word"]);
    const half = candidate("half", 0.125, { unadjusted: 0.25, keywordScore: 1 });
    expect(keptBy([half])).toEqual(["half"]);
    expect(keptBy([candidate("none", 0, { keywordScore: 0.5 })])).toEqual(["none"]);
  });
});

describe("the newest part of a pool", () => {
  /** The best twenty stay in any case: these come before the pool that is looked at. */
  const best = Array.from({ length: 20 }, (_, at) => candidate(`best ${at}`, 0.9, daysOld(900)));
  const kept = (fraction: number, list: readonly Candidate[]) =>
    ids(stage("topP", { fraction })([...list, ...best], context())).filter((id) => !id.startsWith("best"));

  it("is rounded up", () => {
    const one = candidate("a", 0.1, daysOld(1));
    expect(kept(0.01, [one])).toEqual(["a"]);
    expect(kept(0, [one])).toEqual([]);
    const more = [one, candidate("b", 0.1, daysOld(2)), candidate("c", 0.1, daysOld(3))];
    expect(kept(2 / 23, more)).toEqual(["a", "b"]);
    expect(kept(2.1 / 23, more)).toEqual(["a", "b", "c"]);
  });

  it("is of equally new ones the better, then the first by id", () => {
    const list = [
      candidate("b", 0.1, daysOld(1)),
      candidate("a", 0.1, daysOld(1)),
      candidate("c", 0.2, daysOld(1)),
    ];
    expect(kept(1 / 23, list)).toEqual(["c"]);
    expect(kept(2 / 23, list)).toEqual(["a", "c"]);
  });

  it("is beside as many of the best as are to stay", () => {
    const list = [candidate("old", 0.9, daysOld(9)), candidate("new", 0.1, daysOld(1))];
    const only = (keep: number) => ids(stage("topP", { fraction: 0.5, keep })(list, context()));
    expect([only(0), only(1)]).toEqual([["new"], ["old", "new"]]);
  });

  it("is beside the twenty best wherever they stand", () => {
    const weak = Array.from({ length: 21 }, (_, at) => candidate(`w${at}`, 0.1, daysOld(901 + at)));
    const all = ids(stage("topP", { fraction: 0 })([...weak, ...best], context()));
    expect(all).toEqual(ids(best));
  });
});

describe("maximal marginal relevance", () => {
  it("looks at scores between the least and the greatest of the pool", () => {
    // Relevance 1, .8, .675 and 0; b shares 2 of 6 words: .7 · .8 − .3 · 2/6 = .46, c .7 · .675 = .4725.
    const list = [
      candidate("a", 0.9, { text: "one two three four" }),
      candidate("b", 0.82, { text: "one two five six" }),
      candidate("c", 0.77, { text: "seven eight nine ten" }),
      candidate("d", 0.5, { text: "eleven twelve" }),
    ];
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "c", "b", "d"]);
  });

  it("is of equals in order of their ids, and takes equal scores for equally relevant", () => {
    const list = ["c", "a", "b"].map((id) => candidate(id, 0.5, { text: `${id}${id}${id}` }));
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "b", "c"]);
    const alike = [...list, candidate("aa", 0.5, { text: "aaa" })];
    expect(ids(stage("mmr")(alike, context()))).toEqual(["a", "b", "c", "aa"]);
  });

  it("finds texts of different lengths as alike from either side", () => {
    const long = "one two three four five six seven eight";
    const list = [
      candidate("a", 1, { text: "one two" }),
      // Shares 2 of 8: .7 · .7 − .3 / 4 = .415, and c .7 · .6 = .42.
      candidate("b", 0.7, { text: long }),
      candidate("c", 0.6, { text: "nine" }),
      candidate("d", 0, { text: "ten" }),
    ];
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "c", "b", "d"]);
    const turned = list.map((one) => ({
      ...one,
      text: one.id === "a" ? long : one.id === "b" ? "one two" : one.text,
    }));
    expect(ids(stage("mmr")(turned, context()))).toEqual(["a", "c", "b", "d"]);
  });

  it("takes texts without words for unlike", () => {
    const list = [candidate("a", 1, { text: "?" }), candidate("b", 0.5, { text: "!" }), candidate("c", 0)];
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "b", "c"]);
  });
});

describe("the type that a query points at", () => {
  const after = (query: string, type: string) =>
    Number(scoreAfter("queryTypeBoost", memory("m", 0.5, { facts: { type } }), { query })?.toFixed(4));

  it.each([
    ["mistake", ["correction", "gap"]],
    ["mistakes", ["correction", "gap"]],
    ["wrong", ["correction", "gap"]],
    ["error", ["correction", "gap"]],
    ["errors", ["correction", "gap"]],
    ["decide", ["decision"]],
    ["decided", ["decision"]],
    ["chose", ["decision"]],
    ["chosen", ["decision"]],
    ["decision", ["decision"]],
    ["decisions", ["decision"]],
    ["always", ["commitment", "pattern_seed"]],
    ["usually", ["commitment", "pattern_seed"]],
    ["prefer", ["commitment", "pattern_seed"]],
    ["prefers", ["commitment", "pattern_seed"]],
    ["PREFERRED", ["commitment", "pattern_seed"]],
    ["learned", ["learning", "insight"]],
    ["learnt", ["learning", "insight"]],
    ["realised", ["learning", "insight"]],
    ["realized", ["learning", "insight"]],
    ["undecided", []],
    ["terrors", []],
  ])("is by %s %j and no other", (word, types) => {
    const all = [
      "fact",
      "correction",
      "gap",
      "decision",
      "commitment",
      "pattern_seed",
      "learning",
      "insight",
    ];
    expect(all.filter((type) => after(`what ${word} here`, type) !== 0.5)).toEqual(
      all.filter((type) => types.includes(type)),
    );
  });
});

it.each(["correction", "decision", "commitment"])("raises what binds its reader: %s", (type) => {
  expect(scoreAfter("typeBoost", memory("m", 0.5, { facts: { type } }))).toBeCloseTo(0.55, 10);
  expect(scoreAfter("typeBoost", memory("m", 0.5, { facts: { type: "fact" } }))).toBe(0.5);
});
