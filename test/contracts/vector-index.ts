import { expect } from "vitest";
import type { VectorFilter, VectorIndex } from "../../src/models/ports.ts";
import type { DefineCase } from "../support/failures-of.ts";

const DIMENSIONS = 768;

const axis = (at: number): Float32Array =>
  Float32Array.from({ length: DIMENSIONS }, (_, index) => (index === at ? 1 : 0));
const metadata = (path: string, more = {}) => ({
  root: "notes",
  path,
  kind: "file",
  language: "markdown",
  ...more,
});

/** A VectorIndex and what makes its writes visible. */
export interface IndexUnderTest {
  readonly index: VectorIndex;
  settle(): Promise<void>;
}

const FILTERED: readonly (readonly [VectorFilter, readonly string[]])[] = [
  [{ root: "other" }, ["other"]],
  [{ kind: "memory" }, ["memory"]],
  [{ language: "python" }, ["code"]],
  [{ pathPrefix: "guides/" }, ["guide"]],
  [{ pathPrefix: "guides/\u{10ffff}" }, []],
  [{ root: "notes", kind: "file", language: "markdown" }, ["guide", "plain"]],
];

/** Every VectorIndex passes this. Each case sets up what it then observes. */
export function vectorIndexContract(create: () => IndexUnderTest, it: DefineCase): void {
  ranking(create, it);
  filtering(create, it);
  batches(create, it);
}

function ranking(create: () => IndexUnderTest, it: DefineCase): void {
  it("puts the nearest first and honours the limit", async () => {
    const { index, settle } = create();
    await index.upsert("w1g1", [
      { id: "east", values: axis(0), metadata: metadata("e.md") },
      { id: "north", values: axis(1), metadata: metadata("n.md") },
    ]);
    await settle();
    const query = Float32Array.from(axis(1), (value, at) => (at === 0 ? 0.1 : value));
    const matches = await index.nearest("w1g1", query, { limit: 10, filter: {} });
    expect(matches.map(({ id }) => id)).toEqual(["north", "east"]);
    expect(matches[0]?.similarity).toBeGreaterThan(0.9);
    expect(await index.nearest("w1g1", query, { limit: 1, filter: {} })).toHaveLength(1);
  });

  it("keeps namespaces apart", async () => {
    const { index, settle } = create();
    await index.upsert("w1g1", [{ id: "a", values: axis(0), metadata: metadata("a.md") }]);
    await index.upsert("w2g1", [{ id: "b", values: axis(0), metadata: metadata("b.md") }]);
    await settle();
    const found = await index.nearest("w2g1", axis(0), { limit: 10, filter: {} });
    expect(found.map(({ id }) => id)).toEqual(["b"]);
  });

  it("replaces a vector of the same id and removes only what it was asked to", async () => {
    const { index, settle } = create();
    await index.upsert("w1g1", [
      { id: "a", values: axis(0), metadata: metadata("a.md") },
      { id: "b", values: axis(0), metadata: metadata("b.md") },
    ]);
    await settle();
    await index.upsert("w1g1", [{ id: "a", values: axis(5), metadata: metadata("a.md") }]);
    await index.remove(["b", "unknown"]);
    await settle();
    const [nearest, ...others] = await index.nearest("w1g1", axis(5), { limit: 10, filter: {} });
    expect([nearest?.id, others]).toEqual(["a", []]);
    expect(nearest?.similarity).toBeCloseTo(1, 4);
  });
}

function filtering(create: () => IndexUnderTest, it: DefineCase): void {
  it("filters before it cuts", async () => {
    const { index, settle } = create();
    await index.upsert("w1g1", [
      { id: "plain", values: axis(0), metadata: metadata("plain.md") },
      { id: "guide", values: axis(1), metadata: metadata("guides/a.md") },
      { id: "other", values: axis(2), metadata: metadata("other.md", { root: "other" }) },
      { id: "memory", values: axis(3), metadata: metadata("m.md", { kind: "memory" }) },
      { id: "code", values: axis(4), metadata: metadata("c.py", { language: "python" }) },
    ]);
    await settle();
    for (const [filter, expected] of FILTERED) {
      const limit = Math.max(1, expected.length);
      const found = await index.nearest("w1g1", axis(0), { limit, filter });
      expect(found.map(({ id }) => id).toSorted(), JSON.stringify(filter)).toEqual(expected);
    }
  });
}

function batches(create: () => IndexUnderTest, it: DefineCase): void {
  it("takes its largest batches and tells which ids can be seen", async () => {
    const { index, settle } = create();
    const ids = Array.from({ length: index.maxUpsert }, (_, at) => `v${at}`);
    const mutation = await index.upsert(
      "w1g1",
      ids.map((id, at) => ({ id, values: axis(at % DIMENSIONS), metadata: metadata(`${id}.md`) })),
    );
    expect(mutation).not.toBe("");
    await settle();
    const asked = [...ids.slice(0, index.maxGet - 1), "unknown"];
    expect((await index.visible(asked)).toSorted()).toEqual(asked.slice(0, -1).toSorted());
    await index.remove(ids.slice(0, index.maxDelete));
    await settle();
    expect(await index.visible(ids.slice(0, index.maxGet))).toEqual([]);
    expect((await index.progress()).processedUpToMutation).not.toBe(mutation);
  });
}
