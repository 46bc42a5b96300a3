import { describe, expect, it } from "vitest";
import { keyword, MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { withLists } from "../../../src/search/arms/table.ts";
import { fuseCandidates } from "../../../src/search/hops/fuse-candidates.ts";
import { hop3 } from "../../../src/search/hops/hop3.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
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
  stateOf,
} from "../fakes.ts";

const NEAREST = answerName<readonly { id: string; similarity: number }[]>("nearest");
const WORDS = [match("1", 9, { text: "keys" }), match("2", 5, { text: "a key" })];

async function stateFor(more: object = {}, nearest: readonly string[] = ["3", "2"]) {
  const plan = await planOf({ query: "keys", ...more }, NEURAL());
  const found = nearest.map((id, at) => ({ id, similarity: 1 - at / 10 }));
  const state = stateOf(plan, [answered(MATCHES, WORDS), answered(NEAREST, found)], { vector: EAST });
  return withLists(state);
}

const ask = (state: Awaited<ReturnType<typeof stateFor>>, answers: Parameters<typeof fakeDatabase>[0]) => {
  const { db, batches } = fakeDatabase(answers);
  const deps = searchDeps(db, state.plan.serving);
  const pool = hop3(deps, state, { rerankModel: "judge", trace: undefined });
  return { pool, batches, deps };
};

describe("hop 3", () => {
  it("reads the rows of what only the index knows, kept scores and vectors in one batch", async () => {
    const { pool, batches, deps } = ask(await stateFor(), [
      [READS.rows, [raw(match("3", 0))]],
      [READS.scores, [{ id: "1", score: "0.25" }]],
    ]);
    const { fused, rows, keptScores } = await pool;
    expect(batches).toHaveLength(1);
    expect(batches[0]?.map(({ params }) => params[0])).toEqual(['["3"]', '["2","1","3"]', '["2","1","3"]']);
    expect([...rows.keys()].sort()).toEqual(["1", "2", "3"]);
    expect(fused.map(({ id }) => id)).toEqual(["2", "1", "3"]);
    expect([...keptScores]).toEqual([["1", 0.25]]);
    expect(deps.meter.hops).toBe(1);
  });

  it("is no hop where nothing is missing", async () => {
    const state = await stateFor({ profile: "openclaw" }, ["2"]);
    const { db, batches } = fakeDatabase([]);
    const deps = searchDeps(db, state.plan.serving);
    await hop3(deps, state, { rerankModel: undefined, trace: undefined });
    expect([batches.length, deps.meter.hops]).toEqual([0, 0]);
  });

  it("drops what is gone, stale, or lacks a phrase, and ranks the rest anew", async () => {
    const stale = raw(match("3", 0, { isStale: 1 }));
    const { pool } = ask(await stateFor({}, ["3", "4", "2"]), [[READS.rows, [stale]]]);
    const { fused } = await pool;
    expect(fused.map(({ id, shares }) => [id, shares.map(({ arm, rank }) => `${arm} ${rank}`)])).toEqual([
      ["2", ["keyword 2", "vector 1"]],
      ["1", ["keyword 1"]],
    ]);
  });

  it("shows the newest where nothing else is there", async () => {
    const plan = await planOf({ query: "keys", profile: "code-memory" }, NEURAL());
    const state = withLists(
      stateOf(plan, [answered(MATCHES, []), answered(answerName("recent"), [match("5", 0)])]),
    );
    const { pool } = ask(state, []);
    expect(await pool).toMatchObject({
      fallback: "recent",
      fused: [{ id: "5", shares: [{ arm: "recent" }] }],
    });
  });
});

describe("fusing", () => {
  it("stands after hop 3 unless something went, came, or is known of the rows", async () => {
    const state = await stateFor();
    const before = fuseCandidates(state);
    expect(fuseCandidates(state, before)).toBe(before);
    const fewer = { ...state, lists: state.lists.slice(0, 1) };
    expect(fuseCandidates(fewer, before)).not.toBe(before);
    const byRows = await stateFor({ settings: { "fusion.kind": "distance" } });
    expect(fuseCandidates(byRows, fuseCandidates(byRows))).not.toBe(before);
    expect(keyword.lists(state)[0]?.entries).toBe(state.lists[0]?.entries);
  });
});
