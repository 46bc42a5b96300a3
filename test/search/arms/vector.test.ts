import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { valuesOf } from "../../../src/database/statement.ts";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import {
  compareExactly,
  FILTERED_CHUNKS,
  mergeNearest,
  notYetVisibleRead,
  STORED,
} from "../../../src/search/arms/vector/stored-vectors.ts";
import { onlyCurrent, vector, vectorGaps } from "../../../src/search/arms/vector/vector.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import { quantise } from "../../../src/text/quantise.ts";
import { answered, EAST, match, NEURAL, planOf, servingOf, stateOf, workspaceState } from "../fakes.ts";

const NEAREST = answerName<readonly { id: string; similarity: number }[]>("nearest");
const stored = (x: number, y: number): string => quantise(Float32Array.of(x, y)) ?? "";
const ids = (lists: ReturnType<typeof vector.lists>) =>
  lists.map(({ entries }) => entries.map(({ id }) => id));

const neural = async (more: Parameters<typeof planOf>[0] = { query: "keys" }) => planOf(more, NEURAL());

describe("the vector arm with an index", () => {
  it("asks the index, and the database for what the index does not show yet", async () => {
    const plan = await neural();
    const reads = (embeddedChunks: number) =>
      vector.reads.hop2?.(stateOf(plan, [], { vector: EAST, workspace: workspaceState({ embeddedChunks }) }));
    expect(reads(0)).toEqual({ database: [], index: [{ name: "nearest", vector: EAST }] });
    expect(reads(5)?.database).toHaveLength(1);
    expect(vector.reads.hop2?.(stateOf(plan))).toEqual({});
  });

  it("compares exactly what filters leave that the index does not know, or says that it cannot", async () => {
    const plan = await neural({ query: "keys", filters: { tag: "release" } });
    expect(vector.reads.hop1?.(plan)).toHaveLength(1);
    expect(vector.reads.hop1?.(await neural())).toEqual([]);
    const state = (count: number) =>
      stateOf(plan, [answered(FILTERED_CHUNKS, count), answered(NEAREST, [])], { vector: EAST });
    expect(vector.reads.hop2?.(state(2_000))).toMatchObject({ database: [{}] });
    expect(vector.reads.hop2?.(state(2_000)).index).toBeUndefined();
    expect(vector.reads.hop2?.(state(2_001)).index).toHaveLength(1);
    expect([vectorGaps(state(2_000)).isFilterPartial, vectorGaps(state(2_001)).isFilterPartial]).toEqual([
      false,
      true,
    ]);
  });

  it("merges both, an exact cosine before an approximate one", async () => {
    const found = [
      { id: "1", similarity: 0.5 },
      { id: "2", similarity: 0.4 },
    ];
    const state = stateOf(
      await neural(),
      [answered(NEAREST, found), answered(STORED, [{ id: "2", vector: stored(1, 0) }])],
      { vector: EAST },
    );
    expect(ids(vector.lists(state))).toEqual([["2", "1"]]);
    expect(vector.unread?.({ ...state, lists: vector.lists(state) })).toEqual(["2", "1"]);
  });

  it("lists neither what is gone nor what has another text than its vector", async () => {
    const found = ["1", "2", "3"].map((id, at) => ({ id, similarity: 1 - at / 10 }));
    const rows = new Map([match("1", 0, { isStale: 1 }), match("2", 0)].map((row) => [row.id, row]));
    const state = stateOf(await neural(), [answered(NEAREST, found)], { vector: EAST });
    expect(ids(vector.lists(state))).toEqual([["1", "2", "3"]]);
    expect(ids(vector.lists({ ...state, rows }))).toEqual([["2"]]);
    expect(onlyCurrent([{ id: "1", score: 1 }], { ...state, rows })).toEqual([]);
  });

  it("tells how many vectors it did not compare", async () => {
    const workspace = workspaceState({ embeddedChunks: 25 });
    const state = stateOf(await neural(), [], { vector: EAST, workspace, maxPendingScan: 10 });
    expect(vectorGaps(state).pendingSkipped).toBe(15);
    expect(vectorGaps({ ...state, vector: undefined }).pendingSkipped).toBe(0);
  });
});

describe("the vector arm without an answer", () => {
  it("lets words stand in where the keyword arm does not run", async () => {
    const alone = stateOf(await neural({ query: "keys", profile: "vector" }), [], { vector: EAST });
    expect(vector.lists(alone)).toEqual([]);
    expect(vector.reads.hop3?.(alone)?.map(({ name }) => name)).toEqual([MATCHES.name]);
    const both = stateOf(await neural(), [], { vector: EAST });
    expect(vector.reads.hop3?.(both)).toEqual([]);
    const there = stateOf(alone.plan, [answered(NEAREST, [])], { vector: EAST });
    expect(vector.reads.hop3?.(there)).toEqual([]);
  });
});

describe("the vector arm whose index does not answer", () => {
  const listed = async (embeddedChunks: number, { pendingChunks = 0, maxPendingScan = 10 } = {}) => {
    const state = stateOf(
      await neural({ query: "keys", profile: "vector" }),
      [answered(STORED, [{ id: "2", vector: stored(1, 0) }])],
      {
        ...{ vector: EAST, maxPendingScan },
        workspace: workspaceState({ chunks: 5, embeddedChunks, pendingChunks }),
      },
    );
    return [ids(vector.lists(state)), vector.reads.hop3?.(state).length];
  };

  it("leaves it to words rather than to the few vectors that the index does not show yet", async () => {
    expect(await listed(1)).toEqual([[], 1]);
    expect(await listed(4)).toEqual([[], 1]);
    expect(await listed(5, { maxPendingScan: 4 })).toEqual([[], 1]);
  });

  it("goes on by meaning while all vectors that there are can be compared without it", async () => {
    expect(await listed(5)).toEqual([[["2"]], 0]);
    expect(await listed(3, { pendingChunks: 2 })).toEqual([[["2"]], 0]);
  });
});

describe("the vector arm without an index", () => {
  it("scores the keyword arm's pool by its stored vectors", async () => {
    const plan = await planOf({ query: "keys" }, servingOf());
    const rows = [
      match("1", 9, { vector: stored(0, 1) }),
      match("2", 1, { vector: stored(1, 0) }),
      match("3", 5),
    ];
    const state = stateOf(plan, [answered(MATCHES, rows)], { vector: EAST });
    expect(ids(vector.lists(state))).toEqual([["2", "1"]]);
    const stale = new Map(rows.map((row) => [row.id, { ...row, isStale: 1 as const }]));
    expect(ids(vector.lists({ ...state, rows: stale }))).toEqual([["2", "1"]]);
  });
});

it("compares and merges best first, at most a pool", () => {
  const many = Array.from({ length: 120 }, (_, at) => ({ id: `c${at}`, similarity: 1 - at / 200 }));
  expect(mergeNearest(many, [])).toHaveLength(100);
  expect(compareExactly(EAST, [{ id: "a", vector: stored(-1, 0) }])[0]?.score).toBeCloseTo(-1, 5);
});

it("reads vectors not yet visible of its own workspace alone, so that others' do not use the limit up", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(`CREATE TABLE documents (num, workspace, root, path, version);
    CREATE TABLE deletions (workspace, root, prefix, at);
    CREATE TABLE chunks (rid INTEGER PRIMARY KEY, id, workspace, document, vector_state, embed_hash);
    CREATE TABLE embeddings (workspace, identity, hash, vector);
    INSERT INTO documents VALUES (1, 7, 'r', 'a.md', 1), (2, 8, 'r', 'b.md', 1);
    INSERT INTO chunks VALUES (1, 'own', 7, 1, 'embedded', 'h'), (2, 'other', 8, 2, 'embedded', 'h'),
      (3, 'seen', 7, 1, 'visible', 'h');
    INSERT INTO embeddings VALUES (7, 'fake|cls|2|1', 'h', x'01'), (8, 'fake|cls|2|1', 'h', x'02');`);
  const read = (limit: number) => notYetVisibleRead(plan, limit);
  const plan = await neural();
  const rows = database
    .prepare(read(1).statement.sql)
    .all(...(valuesOf(read(1).statement, read(1).values) as (string | number)[]));
  database.close();
  expect(read(1).answer(rows)).toMatchObject([{ id: "own", vector: "01" }]);
});
