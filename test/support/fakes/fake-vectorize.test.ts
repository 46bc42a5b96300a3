import { beforeEach, describe, expect, it } from "vitest";
import { type FakeVectorize, fakeVectorize } from "./fake-vectorize.ts";

const DIMENSIONS = 768;
const values = (at = 0): number[] => Array.from({ length: DIMENSIONS }, (_, axis) => (axis === at ? 1 : 0));
const vector = (id: string, more: object = {}) => ({
  id,
  namespace: "w1g1",
  values: values(),
  metadata: { root: "notes", path: `${id}.md` },
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
const QUERY = { topK: 100, namespace: "w1g1", returnMetadata: "none", returnValues: false } as const;

describe("the stand-in for Vectorize", () => {
  let clock: number;
  let index: FakeVectorize;

  beforeEach(() => {
    clock = 1_000_000;
    index = fakeVectorize({ now: () => clock, visibleAfterMs: 90_000, indexed: ["root"] });
  });

  const over64 = "x".repeat(65);
  const filterOf = (size: number) => {
    const empty = JSON.stringify({ root: "" }).length;
    return { root: "x".repeat(size - empty) };
  };
  const calls: Readonly<
    Record<string, readonly [limit: () => Promise<unknown>, over: () => Promise<unknown>]>
  > = {
    "1,000 vectors an upsert": [
      () => index.upsert(many(1_000).map((id) => vector(id))),
      () => index.upsert(many(1_001).map((id) => vector(id))),
    ],
    "100 ids a delete": [() => index.deleteByIds(many(100)), () => index.deleteByIds(many(101))],
    "20 ids a look-up": [() => index.getByIds(many(20)), () => index.getByIds(many(21))],
    "100 nearest": [() => index.query(values(), QUERY), () => index.query(values(), { ...QUERY, topK: 101 })],
    "50 nearest with values": [
      () => index.query(values(), { ...QUERY, topK: 50, returnValues: true }),
      () => index.query(values(), { ...QUERY, topK: 51, returnValues: true }),
    ],
    "50 nearest with metadata": [
      () => index.query(values(), { ...QUERY, topK: 50, returnMetadata: "all" }),
      () => index.query(values(), { ...QUERY, topK: 51, returnMetadata: "all" }),
    ],
    "64 bytes an id": [
      () => index.upsert([vector("é".repeat(32))]),
      () => index.upsert([vector("é".repeat(33))]),
    ],
    "64 bytes an id to delete": [
      () => index.deleteByIds([over64.slice(1)]),
      () => index.deleteByIds([over64]),
    ],
    "64 bytes an id to look up": [() => index.getByIds([over64.slice(1)]), () => index.getByIds([over64])],
    "64 bytes a namespace": [
      () => index.upsert([vector("a", { namespace: over64.slice(1) })]),
      () => index.upsert([vector("a", { namespace: over64 })]),
    ],
    "64 bytes a namespace asked for": [
      () => index.query(values(), { ...QUERY, namespace: over64.slice(1) }),
      () => index.query(values(), { ...QUERY, namespace: over64 }),
    ],
    "2,047 bytes a filter": [
      () => index.query(values(), { ...QUERY, filter: filterOf(2_047) }),
      () => index.query(values(), { ...QUERY, filter: filterOf(2_048) }),
    ],
    "768 dimensions a vector": [
      () => index.upsert([vector("a")]),
      () => index.upsert([vector("a", { values: values().slice(1) })]),
    ],
    "768 dimensions a query": [
      () => index.query(values(), QUERY),
      () => index.query([...values(), 0], QUERY),
    ],
  };
  it.each(Object.keys(calls))("takes %s and refuses what is over it", async (limit) => {
    const [within, over] = calls[limit] ?? [];
    await within?.();
    await expect(over?.()).rejects.toThrow(/_ERROR \(code = \d+\)/);
  });

  const found = async (filter?: Record<string, unknown>) =>
    (await index.query(values(), { ...QUERY, ...(filter && { filter }) })).matches.map(({ id }) => id);

  it("shows an upsert and a delete after the set time, in the order of the calls", async () => {
    await index.upsert([vector("a")]);
    clock += 89_999;
    expect(await found()).toEqual([]);
    await index.deleteByIds(["a"]);
    clock += 1;
    expect(await found()).toEqual(["a"]);
    clock += 89_999;
    expect(await found()).toEqual([]);
  });

  it("finds nothing by a field that was indexed after the vector came", async () => {
    await index.upsert([vector("old")]);
    index.createMetadataIndex("path");
    await index.upsert([vector("new")]);
    clock += 90_000;
    expect(await found({ path: "old.md" })).toEqual([]);
    expect(await found({ path: "new.md" })).toEqual(["new"]);
    expect(await found({ root: "notes" })).toEqual(["old", "new"]);
  });

  it("tells only the last mutation that it has processed, whoever sent it", async () => {
    expect(await index.describe()).toEqual({});
    const { mutationId } = await index.upsert([vector("a")]);
    clock += 1;
    index.interleave();
    clock += 89_999;
    expect((await index.describe()).processedUpToMutation).toBe(mutationId);
    clock += 1;
    const { processedUpToMutation } = await index.describe();
    expect(processedUpToMutation).not.toBe(mutationId);
    expect(processedUpToMutation).toBeDefined();
  });
});
