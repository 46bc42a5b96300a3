import { expect } from "vitest";
import type { Plan } from "../../src/config.ts";
import { type FakeVectorizeOptions, fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { INDEX_FACTS } from "./facts.ts";
import { showFacts } from "./show-facts.ts";

const VALUES = Array.from({ length: 768 }, (_, at) => (at === 0 ? 1 : 0));
const vector = (id: string, metadata: Record<string, string> = {}, namespace = "n") => ({
  ...{ id, namespace, values: VALUES, metadata },
});
const vectors = (count: number) => Array.from({ length: count }, (_, at) => vector(`v${at}`));
const QUERY = { topK: 10, namespace: "n", returnMetadata: "none", returnValues: false } as const;
const opened = (options: Partial<FakeVectorizeOptions> = {}) => fakeVectorize({ now: () => 0, ...options });
const ids = (matches: readonly { readonly id: string }[]) => matches.map(({ id }) => id);

showFacts("Vectorize", INDEX_FACTS, {
  async delay() {
    let nowMs = 0;
    const index = opened({ now: () => nowMs, visibleAfterMs: 60_000 });
    await index.upsert([vector("a")]);
    expect((await index.query(VALUES, QUERY)).matches).toEqual([]);
    nowMs = 60_000;
    expect((await index.query(VALUES, QUERY)).matches).toHaveLength(1);
  },
  async mutations() {
    let nowMs = 0;
    const index = opened({ now: () => nowMs, visibleAfterMs: 1 });
    const made = await index.upsert([vector("a")]);
    nowMs = 1;
    expect((await index.describe()).processedUpToMutation).toBe(made.mutationId);
    const deleted = await index.deleteByIds(["a", "unknown"]);
    expect(deleted.mutationId).not.toBe(made.mutationId);
    expect(await index.getByIds(["a"])).toHaveLength(1);
    nowMs = 2;
    expect(await index.getByIds(["a"])).toEqual([]);
    expect((await index.describe()).processedUpToMutation).toBe(deleted.mutationId);
  },
  async upsertVectors() {
    const index = opened();
    await index.upsert(vectors(1_000));
    await expect(index.upsert(vectors(1_001))).rejects.toThrow(/^VECTOR_UPSERT_ERROR/);
  },
  async upsertTwice() {
    const index = opened();
    await index.upsert([vector("a", { root: "one", path: "p" }), vector("a", { root: "two" }, "m")]);
    expect((await index.query(VALUES, QUERY)).matches).toEqual([]);
    expect(await index.getByIds(["a"])).toEqual([{ id: "a", metadata: { root: "two" } }]);
  },
  async dimensions() {
    const index = opened();
    for (const values of [VALUES.slice(1), [...VALUES, 0], [Number.NaN, ...VALUES.slice(1)]]) {
      await expect(index.upsert([{ ...vector("a"), values }])).rejects.toThrow(/^VECTOR_UPSERT_ERROR/);
      await expect(index.query(values, QUERY)).rejects.toThrow(/^VECTOR_QUERY_ERROR/);
    }
  },
  async topK() {
    const index = opened();
    await index.query(VALUES, { ...QUERY, topK: 100 });
    await index.query(VALUES, { ...QUERY, topK: 50, returnValues: true });
    await expect(index.query(VALUES, { ...QUERY, topK: 101 })).rejects.toThrow(/^VECTOR_QUERY_ERROR/);
    await expect(index.query(VALUES, { ...QUERY, topK: 51, returnMetadata: "all" })).rejects.toThrow();
  },
  async idBytes() {
    const index = opened();
    await index.upsert([vector("é".repeat(32))]);
    await expect(index.upsert([vector("é".repeat(33))])).rejects.toThrow(/64 bytes/);
  },
  async namespaceBytes() {
    const index = opened();
    await index.upsert([vector("a", {}, "é".repeat(32))]);
    await expect(index.upsert([vector("a", {}, "é".repeat(33))])).rejects.toThrow(/64 bytes/);
  },
  async namespaces() {
    const limits: readonly [Plan, number][] = [
      ["free", 1_000],
      ["paid", 50_000],
    ];
    for (const [plan, most] of limits) {
      const index = opened({ plan });
      const into = (from: number, to: number) =>
        index.upsert(Array.from({ length: to - from }, (_, at) => vector("a", {}, `w${from + at}`)));
      for (let from = 0; from < most; from += 1_000) await into(from, from + 1_000);
      await into(0, 1);
      await expect(into(most, most + 1)).rejects.toThrow("namespaces");
    }
  },
  async metadataBytes() {
    const index = opened();
    const upsert = (bytes: number) => index.upsert([vector("a", { k: "x".repeat(bytes - 8) })]);
    await upsert(10_240);
    await expect(upsert(10_241)).rejects.toThrow("10240 bytes");
    for (const key of ["", "a.b", 'a"', "$a"])
      await expect(index.upsert([vector("a", { [key]: "x" })])).rejects.toThrow("metadata key");
  },
  async metadataIndexes() {
    const index = opened({ indexed: [] });
    for (let made = 0; made < 10; made++) index.createMetadataIndex(`f${made}`);
    index.createMetadataIndex("f0");
    expect(() => index.createMetadataIndex("f10")).toThrow("10 metadata indexes");
  },
  async filters() {
    const index = opened({ indexed: [] });
    await index.upsert([vector("before", { root: "notes" })]);
    index.createMetadataIndex("root");
    await index.upsert([vector("after", { root: "notes" }), vector("long", { root: `${"x".repeat(64)}y` })]);
    const found = async (root: string) =>
      ids((await index.query(VALUES, { ...QUERY, filter: { root } })).matches);
    expect([await found("notes"), await found("x".repeat(64))]).toEqual([["after"], ["long"]]);
  },
  async filterBytes() {
    const index = opened();
    const filtered = (filter: Record<string, unknown>) => index.query(VALUES, { ...QUERY, filter });
    await filtered({ root: "x".repeat(2_047 - 11) });
    for (const filter of [
      { root: "x".repeat(2_048 - 11) },
      {},
      { "": "x" },
      { $root: "x" },
      { ["k".repeat(513)]: "x" },
    ])
      await expect(filtered(filter)).rejects.toThrow(/^VECTOR_QUERY_ERROR/);
  },
  async deletes() {
    const index = opened();
    await index.deleteByIds(ids(vectors(100)));
    await expect(index.deleteByIds(ids(vectors(101)))).rejects.toThrow("max id count is 100");
  },
  async lookUps() {
    const index = opened();
    await index.upsert([vector("v3")]);
    expect(ids(await index.getByIds(ids(vectors(20))))).toEqual(["v3"]);
    await expect(index.getByIds(ids(vectors(21)))).rejects.toThrow("max id count is 20");
  },
});
