import { describe, expect, it } from "vitest";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import type { KeywordMatch } from "../../../src/search/arms/keyword/matches.ts";
import { withLists } from "../../../src/search/arms/table.ts";
import { hop3 } from "../../../src/search/hops/hop3.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import type { UnknownWord } from "../../../src/search/query/repair.ts";
import {
  answered,
  EAST,
  fakeDatabase,
  match,
  NEURAL,
  planOf,
  READS,
  raw,
  searchDeps,
  servingOf,
  stateOf,
} from "../fakes.ts";

const NEAREST = answerName<readonly { id: string; similarity: number }[]>("nearest");
const RECENT = answerName<readonly KeywordMatch[]>("recent");

const KINDS = {
  rows: READS.rows,
  scores: READS.scores,
  vectors: /AS vector\s+FROM json_each/,
  keyword: READS.keyword,
  held: /GROUP BY h\.word/,
};

interface Setup {
  readonly request?: object;
  readonly model?: string | undefined;
  readonly nearest?: readonly string[];
  readonly words?: readonly KeywordMatch[];
  readonly serving?: ReturnType<typeof servingOf>;
  readonly unknown?: readonly UnknownWord[];
  readonly recent?: readonly KeywordMatch[];
}

/** Hop 3 after an index that found these and words that did: what it reads, and the pool. */
async function run({ request = {}, model, nearest = ["3", "1"], serving = NEURAL(), ...setup }: Setup) {
  const plan = await planOf({ query: "keys", ...request }, serving);
  const { words = [match("1", 9), match("2", 5)], recent = [] } = setup;
  const found = nearest.map((id, at) => ({ id, similarity: 1 - at / 100 }));
  const answers = [answered(MATCHES, words), answered(NEAREST, found), answered(RECENT, recent)];
  const state = stateOf(plan, answers, { vector: EAST });
  const repaired = { ...state.repaired, unknown: setup.unknown ?? [] };
  const { db, batches } = fakeDatabase([[READS.rows, [raw(match("3", 0))]]]);
  const listed = withLists({ ...state, repaired });
  const pool = await hop3(searchDeps(db, plan.serving), listed, { rerankModel: model, trace: undefined });
  const sent = batches.flat();
  const reads = Object.entries(KINDS).flatMap(([name, sql]) =>
    sent.some((one) => sql.test(one.sql)) ? [name] : [],
  );
  return { pool, reads, sent };
}

const unknown = (more: Pick<UnknownWord, "isSearched">): UnknownWord => ({
  ...{ word: "keus", near: [{ word: "keys", term: "kei", doc: 3 }] },
  ...more,
});

const NO_DEFER = { "defer.similarity": 0 };
const NO_RERANK = { "rerank.by": "none" };

describe("the third hop reads", () => {
  it.each<[string, Setup, readonly string[]]>([
    ["rows, scores and vectors for a re-ranker", { model: "judge" }, ["rows", "scores", "vectors"]],
    ["no scores without a re-ranker's model", {}, ["rows", "vectors"]],
    ["vectors for a re-ranker alone", { request: { settings: NO_DEFER } }, ["rows", "vectors"]],
    ["vectors for a stage that compares them", { request: { settings: NO_RERANK } }, ["rows", "vectors"]],
    [
      "no vectors where nothing compares them",
      { request: { settings: { ...NO_RERANK, ...NO_DEFER } } },
      ["rows"],
    ],
    ["no vectors where another stage runs", { request: { profile: "openclaw" } }, ["rows"]],
    ["no vectors where no index has them", { model: "judge", serving: servingOf() }, ["scores"]],
    ["nothing of an empty pool", { model: "judge", nearest: [], words: [] }, []],
    ["no rows that the words have brought", { model: "judge", nearest: ["2"] }, ["scores", "vectors"]],
    [
      "only rows while the repaired words are still to be read",
      { model: "judge", unknown: [unknown({ isSearched: true })] },
      ["rows", "keyword", "held"],
    ],
    [
      "everything, and beside it the word that is suggested",
      { model: "judge", unknown: [unknown({ isSearched: false })] },
      ["rows", "scores", "vectors", "held"],
    ],
  ])("%s", async (_, setup, reads) => {
    expect((await run(setup)).reads).toEqual(reads);
  });

  it("scores and vectors of ten more than are re-ranked", async () => {
    const nearest = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const { sent } = await run({
      model: "judge",
      nearest,
      words: [],
      request: { settings: { "rerank.pool": 5 } },
    });
    const ids = sent
      .filter(({ sql }) => !READS.rows.test(sql))
      .map(({ params }) => JSON.parse(String(params[0])));
    expect(ids.map((all: readonly string[]) => all.length)).toEqual([15, 15]);
  });
});

describe("the pool after the third hop", () => {
  it("knows what the keyword arm says of a candidate", async () => {
    const { keyword } = (await run({})).pool;
    expect([keyword.get("1")?.bm25, keyword.get("2")?.bm25, keyword.get("3")]).toEqual([9, 5, undefined]);
  });

  it("has the newest only where nothing was found, and where the profile wants them", async () => {
    const recent = [match("8", 0), match("9", 0)];
    const nothing = { nearest: [], words: [], recent };
    const told = async (setup: Setup) => {
      const { fused, rows, fallback } = (await run(setup)).pool;
      return [fallback, fused.map(({ id }) => id), [...rows.keys()]];
    };
    const request = { profile: "code-memory" };
    expect(await told({ ...nothing, request })).toEqual(["recent", ["8", "9"], ["8", "9"]]);
    expect(await told({ ...nothing, request: {} })).toEqual([undefined, [], []]);
    const [fallback, ids, rows] = await told({ recent, request });
    expect([fallback, (ids as string[]).includes("8"), (rows as string[]).includes("8")]).toEqual([
      ...[undefined, false, false],
    ]);
  });
});
