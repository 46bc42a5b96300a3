import { expect, it } from "vitest";
import { cachedEmbedder } from "../../src/models/cached-embedder.ts";
import type { Embedder, Vector } from "../../src/models/ports.ts";
import { vectorIdOf } from "../../src/models/vector-ids.ts";
import { fakeEmbedder } from "../search/fakes.ts";

const query = (text: string) => ({ text, words: [] });

it("a cached embedder is the one behind it in all else, and passes signals on", async () => {
  const aborted: unknown[] = [];
  const model: Embedder = {
    ...{ ...fakeEmbedder(), maxBatch: 7 },
    embedQuery: async (_, signal) => void aborted.push(signal?.aborted),
    embedChunks: async (_, signal) => [void aborted.push(signal?.aborted)],
  };
  const cached = cachedEmbedder(model, new Map<string, Vector>(), 1);
  expect([cached.maxBatch, cached.kind, cached.space]).toEqual([7, model.kind, model.space]);
  await cached.embedQuery(query("a"), AbortSignal.abort());
  await cached.embedChunks([{ headings: "", text: "a" }], AbortSignal.abort());
  expect(aborted).toEqual([true, true]);
});

it("a text without a vector, or with one that has no direction, is asked about again", async () => {
  for (const answer of [undefined, Float32Array.of(0, 0)]) {
    let asked = 0;
    const memory = new Map<string, Vector>();
    const model: Embedder = {
      ...fakeEmbedder(),
      embedQuery: async () => {
        asked += 1;
        return answer;
      },
    };
    const cached = cachedEmbedder(model, memory, 1);
    expect([await cached.embedQuery(query("a")), await cached.embedQuery(query("a"))]).toEqual([
      undefined,
      undefined,
    ]);
    expect([asked, memory.size]).toEqual([2, 0]);
  }
});

it("the vector of a chunk has the chunk's name in the first generation only", () => {
  expect([1, 2, 11].map((generation) => vectorIdOf({ chunk: "c", generation }))).toEqual([
    "c",
    "c.2",
    "c.11",
  ]);
});
