import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, daysOld, memory, stage } from "./candidates.ts";

const ids = (list: readonly Candidate[]) => list.map(({ id }) => id);

describe("hardMinimum", () => {
  it("drops what has less, and keeps what has exactly so much", () => {
    const list = [candidate("a", 0.36), candidate("b", 0.35), candidate("c", 0.349)];
    expect(ids(stage("hardMinimum")(list, context()))).toEqual(["a", "b"]);
  });
});

describe("noise", () => {
  it("drops memories that say nothing, and no file", () => {
    const list = [memory("a", 0.9, { text: "ok" }), candidate("b", 0.8, { text: "ok" })];
    expect(ids(stage("noise")(list, context()))).toEqual(["b"]);
  });
});

describe("topP", () => {
  const pool = Array.from({ length: 50 }, (_, at) =>
    candidate(String(at).padStart(2, "0"), 1 - at / 100, daysOld(at % 2 === 0 ? at + 1 : 1_000 + at)),
  );

  it("keeps the newest 60 % and the 20 best", () => {
    const kept = ids(stage("topP", { fraction: 0.6 })(pool, context()));
    const newest = ids(pool.filter((_, at) => at % 2 === 0));
    const nextNewest = ["01", "03", "05", "07", "09"];
    const best = ids(pool.slice(0, 20));
    expect(new Set(kept)).toEqual(new Set([...newest, ...nextNewest, ...best]));
  });

  it("keeps their order, and undated ones as if new", () => {
    const undated = candidate("zz", 0.01);
    const kept = ids(stage("topP", { fraction: 0.5 })([...pool, undated], context()));
    expect(kept).toContain("zz");
    expect(kept).toEqual([...kept].sort());
  });

  it("keeps a pool of 20 whole", () => {
    expect(stage("topP", { fraction: 0.1 })(pool.slice(0, 20), context())).toHaveLength(20);
  });
});

describe("threshold", () => {
  const keywordOnly = (id: string, score: number, keywordScore: number) =>
    candidate(id, score, { keywordScore });

  it("keeps what reaches it, then keyword hits that only lack a vector", () => {
    const list = [
      candidate("a", 0.8),
      keywordOnly("b", 0.27, 0.9),
      candidate("c", 0.3, { keywordScore: 0.3 }),
      candidate("d", 0.35),
      keywordOnly("e", 0.06, 0.2),
    ];
    const kept = (keywordHits: boolean) =>
      ids(stage("threshold", { minScore: 0.35, keywordHits })(list, context()));
    expect(kept(true)).toEqual(["a", "d", "b"]);
    expect(kept(false)).toEqual(["a", "d"]);
  });

  it("keeps all at 0", () => {
    expect(stage("threshold")([candidate("a", 0)], context())).toHaveLength(1);
  });
});

describe("mmr", () => {
  it("puts what repeats an earlier text behind what says something else", () => {
    const list = [
      candidate("a", 0.9, { text: "rotate the signing keys every month" }),
      candidate("b", 0.89, { text: "rotate the signing keys every month" }),
      candidate("c", 0.8, { text: "the vault is opened by two people" }),
      candidate("d", 0.1, { text: "soup on mondays" }),
    ];
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "c", "b", "d"]);
  });

  it("measures likeness by the shared words among all words of both", () => {
    // Shared 2 of 6: .7 · .8 − .3 · 2/6 = .46 for b, .7 · .675 = .4725 for c.
    const list = [
      candidate("a", 1, { text: "one two three four" }),
      candidate("b", 0.8, { text: "one two five six" }),
      candidate("c", 0.675, { text: "seven eight nine ten" }),
      candidate("d", 0, { text: "eleven twelve" }),
    ];
    expect(ids(stage("mmr")(list, context()))).toEqual(["a", "c", "b", "d"]);
  });

  it("follows relevance alone at lambda 1", () => {
    const list = [
      candidate("a", 0.9, { text: "x y" }),
      candidate("b", 0.8, { text: "x y" }),
      candidate("c", 0.1),
    ];
    expect(ids(stage("mmr", { lambda: 1 })(list, context()))).toEqual(["a", "b", "c"]);
  });
});

describe("defer", () => {
  const vector = (...levels: readonly number[]) => ({ vector: Int8Array.from(levels) });

  it("puts near-copies of an earlier hit to the end, in their order, and drops none", () => {
    const list = [
      candidate("a", 0.9, vector(127, 0)),
      candidate("b", 0.8, vector(126, 10)),
      candidate("c", 0.7, vector(0, 127)),
      candidate("d", 0.6, vector(127, 3)),
      candidate("e", 0.5),
    ];
    expect(ids(stage("defer")(list, context()))).toEqual(["a", "c", "e", "b", "d"]);
  });

  it("keeps two whose cosine is just the limit", () => {
    const list = [
      candidate("a", 0.9, vector(100, 0)),
      candidate("b", 0.8, vector(60, 80)),
      candidate("c", 0.7),
    ];
    expect(ids(stage("defer", { similarity: 0.6 })(list, context()))).toEqual(["a", "b", "c"]);
    expect(ids(stage("defer", { similarity: 0.59 })(list, context()))).toEqual(["a", "c", "b"]);
  });
});
