import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { spaceKey } from "../../../src/models/ports.ts";
import { entity, mentioning, namedIn, usesEntityArm } from "../../../src/search/arms/entity/entity.ts";
import { NAMED, type NamedEntity } from "../../../src/search/arms/entity/named-entities.ts";
import { settleQueryVector, startEmbedding } from "../../../src/search/arms/vector/query-vector.ts";
import { FILTERED_CHUNKS } from "../../../src/search/arms/vector/stored-vectors.ts";
import { asksIndex, vector } from "../../../src/search/arms/vector/vector.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { quantise } from "../../../src/text/quantise.ts";
import {
  answered,
  EAST,
  fakeEmbedder,
  fakeIndex,
  match,
  NEURAL,
  planOf,
  servingOf,
  stateOf,
  workspaceState,
} from "../fakes.ts";

const named = (num: number, name: string, more: Partial<NamedEntity> = {}): NamedEntity => ({
  ...{ name, slug: name.toLowerCase().replaceAll(" ", "-"), type: "person", aliases: [], count: 1 },
  ...{ mentions: [{ id: String(num), at: num }], ...more },
});

describe("the entity arm", () => {
  it.each([
    ["union", 0, true],
    ["auto", 0.1, true],
    ["rrf", 0.1, true],
    ["convex", 0.1, true],
    ["auto", 0, false],
    ["rrf", 0, false],
    ["weighted", 1, false],
    ["boost", 1, false],
    ["distance", 1, false],
    ["single", 1, false],
  ])("is asked for %s with weight %d: %s", (kind, weight, isAsked) => {
    const settings = { "fusion.kind": kind, "fusion.entityWeight": weight };
    expect(usesEntityArm(resolveProfile("edge", settings))).toBe(isAsked);
    expect(usesEntityArm(resolveProfile("edge", { ...settings, "arms.entity": false }))).toBe(false);
  });

  it("finds a name by the words of its slug as well, best first", () => {
    const known = [
      named(1, "Ana"),
      named(2, "X", { slug: "mill-lane", aliases: [] }),
      named(3, "Bo", { aliases: ["Rob"] }),
    ];
    const found = namedIn("Rob of mill lane met Ana", known);
    expect(found.map(({ entity: one, weight }) => [one.slug, weight])).toEqual([
      ["ana", 1],
      ["bo", 0.9],
      ["mill-lane", 0.9],
    ]);
  });

  it("looks at what no more chunks name than the pool holds", () => {
    const of = (count: number) => mentioning("where is Ana", [named(1, "Ana", { count })]);
    expect([of(100)?.length, of(101)]).toEqual([1, undefined]);
  });

  it("lists chunks that are there, by likeness to the query where another arm tells it", async () => {
    const plan = await planOf({ query: "where is Ana", profile: "dual" }, NEURAL());
    const ana = named(1, "Ana", {
      count: 3,
      mentions: ["1", "2", "3"].map((id) => ({ id, at: 0 })),
    });
    const state = stateOf(plan, [answered(NAMED, [ana])]);
    const ids = (more: object) =>
      entity
        .lists({ ...state, ...more })
        .map(({ name, arm, entries }) => [name, arm, entries.map(({ id }) => id)]);
    const near = [
      {
        name: "vector",
        arm: "vector",
        entries: [
          { id: "3", score: 0.9 },
          { id: "2", score: 0.3 },
        ],
      },
    ];
    expect(ids({})).toEqual([["entity", "entity", ["1", "2", "3"]]]);
    expect(ids({ lists: near })).toEqual([["entity", "entity", ["3", "2", "1"]]]);
    const words = { name: "keyword", arm: "keyword", entries: [{ id: "2", score: 4 }] };
    expect(ids({ lists: [...near, words] })).toEqual([["entity", "entity", ["2", "1", "3"]]]);
    expect(ids({ rows: new Map([["2", match("2", 0)]]) })).toEqual([["entity", "entity", ["2"]]]);
    expect(entity.unread?.(state)).toEqual(["1", "2", "3"]);
    expect(entity.lists(stateOf(plan, []))).toEqual([]);
  });
});

describe("the vector arm", () => {
  const stateFor = async (chunks: number | undefined, embeddedChunks: number) => {
    const filters = chunks === undefined ? {} : { glob: "*.md" };
    const plan = await planOf({ query: "keys", filters }, NEURAL());
    const answers = chunks === undefined ? [] : [answered(FILTERED_CHUNKS, chunks)];
    return stateOf(plan, answers, { vector: EAST, workspace: workspaceState({ embeddedChunks }) });
  };

  it.each([
    ["a filter of the index, nothing pending", undefined, 0, 0, 1],
    ["a filter of the index, one pending", undefined, 1, 1, 1],
    ["a filter that leaves few, nothing pending", 2_000, 0, 1, 0],
    ["a filter that leaves many, one pending", 2_001, 1, 1, 1],
  ])("with %s asks the database and the index so often", async (_, chunks, embedded, reads, questions) => {
    const state = await stateFor(chunks, embedded);
    const { database = [], index = [] } = vector.reads.hop2?.(state) ?? {};
    expect([database.length, index.length, asksIndex(state)]).toEqual([reads, questions, questions > 0]);
  });

  it("counts what a filter leaves only where an index cannot apply it", async () => {
    const counts = async (filters: object, serving = NEURAL()) =>
      vector.reads.hop1?.(await planOf({ query: "keys", filters }, serving))?.length;
    expect([await counts({}), await counts({ root: "a" }), await counts({ glob: "*" })]).toEqual([0, 0, 1]);
    expect(await counts({ glob: "*" }, servingOf())).toBe(0);
  });
});

describe("the vector of a query", () => {
  const settle = async ({
    embedder = fakeEmbedder(),
    kept = null as string | null,
    settings = {},
    identity = spaceKey(fakeEmbedder().space),
    known = undefined as Float32Array | undefined,
  } = {}) => {
    const serving = servingOf(embedder, fakeIndex());
    if (known !== undefined) serving.embedder.remember("keys", known);
    const plan = await planOf({ query: "keys", settings }, serving);
    const workspace = workspaceState({
      identity,
      kept: { answer: null, queryVector: kept, expansion: null },
    });
    const deadline = createDeadline(1_000, Date.now);
    const settled = await settleQueryVector(plan, { workspace, started: undefined, deadline });
    return {
      settled,
      asked: embedder.asked,
      remembered: serving.embedder.remembered("keys"),
      plan,
      deadline,
    };
  };

  it("is remembered, else kept, else made", async () => {
    const made = await settle();
    expect([made.settled, made.asked]).toEqual([{ vector: EAST, source: "model" }, ["keys"]]);
    const kept = await settle({ kept: quantise(EAST) });
    expect([kept.settled.source, kept.asked, kept.remembered]).toEqual(["cache", [], kept.settled.vector]);
    const known = await settle({ known: EAST, kept: "00" });
    expect([known.settled, known.asked]).toEqual([{ vector: EAST, source: "memory" }, []]);
  });

  it("is none without the arm, of another model's workspace, or in an outage", async () => {
    expect((await settle({ settings: { "arms.vector": false }, identity: "x" })).settled).toEqual({
      source: "none",
    });
    expect((await settle({ identity: "other|cls|2|1" })).settled).toEqual({
      source: "none",
      isForeign: true,
    });
    const gone = fakeEmbedder(new AppError("embedder_unavailable", "gone"));
    expect((await settle({ embedder: gone })).settled).toMatchObject({
      source: "none",
      outage: { code: "embedder_unavailable", message: "gone" },
    });
  });

  it("is begun ahead only where a model must make it", async () => {
    const { plan, deadline } = await settle({ settings: { "arms.vector": false } });
    expect(startEmbedding(plan, deadline)).toBeUndefined();
    const wanted = await planOf({ query: "keys" }, servingOf(fakeEmbedder(), fakeIndex()));
    expect(await startEmbedding(wanted, deadline)).toEqual({ value: EAST });
    expect(startEmbedding(await planOf({ query: "keys" }, servingOf()), deadline)).toBeUndefined();
    wanted.serving.embedder.remember("keys", EAST);
    expect(startEmbedding(wanted, deadline)).toBeUndefined();
  });
});
