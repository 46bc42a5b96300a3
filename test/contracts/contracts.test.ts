import { describe, expect, it } from "vitest";
import { vectorizeIndex } from "../../src/models/cloudflare/vectorize.ts";
import {
  type AiBinding,
  workersAiEmbedder,
  workersAiReranker,
} from "../../src/models/cloudflare/workers-ai.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import type { Embedder, Reranker, VectorIndex } from "../../src/models/ports.ts";
import { failuresOf } from "../support/failures-of.ts";
import { aiError, fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { embedderContract } from "./embedder.ts";
import { rerankerContract } from "./reranker.ts";
import { type IndexUnderTest, vectorIndexContract } from "./vector-index.ts";

const BGE = { model: "@cf/baai/bge-base-en-v1.5", pooling: "cls" } as const;

const M3 = { model: "@cf/baai/bge-m3", pooling: "own" } as const;

describe("the embedded embedder", () => embedderContract(() => hashEmbedder, it));
describe("the Workers AI embedder", () => embedderContract(() => workersAiEmbedder(fakeAi(), BGE), it));
describe("the Workers AI embedder of many languages", () =>
  embedderContract(() => workersAiEmbedder(fakeAi(), M3), it));
describe("the Workers AI reranker", () =>
  rerankerContract(() => workersAiReranker(fakeAi(), { model: "@cf/baai/bge-reranker-base" }), it));

/** Vectorize whose clock moves on with every `settle`. */
function delayedVectorize(): IndexUnderTest {
  let clock = 0;
  const binding = fakeVectorize({ now: () => clock, visibleAfterMs: 90_000 });
  return {
    index: vectorizeIndex(binding),
    async settle() {
      clock += 90_000;
      await binding.describe();
    },
  };
}
describe("the Vectorize index", () => vectorIndexContract(delayedVectorize, it));

describe("a contract", () => {
  const broken = (change: (index: VectorIndex) => Partial<VectorIndex>) => (): IndexUnderTest => {
    const { index, settle } = delayedVectorize();
    return { index: { ...index, ...change(index) }, settle };
  };

  it.each<[string, () => IndexUnderTest]>([
    [
      "never removes",
      broken(({ progress }) => ({ remove: async () => (await progress()).processedUpToMutation ?? "x" })),
    ],
    [
      "ignores namespaces",
      broken((index) => ({
        upsert: (_, entries) => index.upsert("w2g1", entries),
        nearest: (_, ...more) => index.nearest("w2g1", ...more),
      })),
    ],
    [
      "ignores filters",
      broken((index) => ({
        nearest: (namespace, vector, options) => index.nearest(namespace, vector, { ...options, filter: {} }),
      })),
    ],
    [
      "turns the order round",
      broken((index) => ({ nearest: async (...args) => [...(await index.nearest(...args))].reverse() })),
    ],
    ["promises larger batches than the platform takes", broken(() => ({ maxDelete: 1_000 }))],
  ])("of vector indexes rejects one that %s", async (_, create) => {
    expect(await failuresOf((it) => vectorIndexContract(create, it))).not.toEqual([]);
  });

  it.each<[string, Partial<Embedder>]>([
    [
      "answers zeros for an empty text",
      { embedChunks: async (inputs) => inputs.map(() => new Float32Array(768)) },
    ],
    [
      "answers in another order",
      { embedChunks: async (inputs) => [...(await hashEmbedder.embedChunks(inputs))].reverse() },
    ],
    [
      "forgets the headings",
      {
        embedChunks: (inputs) => hashEmbedder.embedChunks(inputs.map(({ text }) => ({ text, headings: "" }))),
      },
    ],
  ])("of embedders rejects one that %s", async (_, change) => {
    expect(
      await failuresOf((it) => embedderContract(() => ({ ...hashEmbedder, ...change }), it)),
    ).not.toEqual([]);
  });

  it("of rerankers rejects one that answers best first instead of in place", async () => {
    const reranker = workersAiReranker(fakeAi(), { model: "m-reranker" });
    const sorted: Reranker = {
      ...reranker,
      score: async (...args) => [...(await reranker.score(...args))].sort().reverse(),
    };
    expect(await failuresOf((it) => rerankerContract(() => sorted, it))).not.toEqual([]);
  });
});

describe("the Workers AI adapters", () => {
  it.each([
    [aiError(3036), "quota"],
    [aiError(3040), "capacity"],
    [new Error("429 Too Many Requests"), "capacity"],
    [aiError(3007), "timeout"],
    [aiError(3008), "timeout"],
    [aiError(5_007), "embedder_unavailable"],
    [new Error("socket closed"), "embedder_unavailable"],
  ])("tell %s as %s", async (failure, code) => {
    const ai = fakeAi();
    ai.failure = () => failure;
    await expect(workersAiEmbedder(ai, BGE).embedQuery({ text: "x", words: ["x"] })).rejects.toMatchObject({
      code,
    });
  });

  it("put the query prefix before queries only, and send the pooling", async () => {
    const sent: Record<string, unknown>[] = [];
    const ai = fakeAi();
    const recording: AiBinding["run"] = (model, inputs) => {
      sent.push(inputs);
      return ai.run(model, inputs);
    };
    const embedder = workersAiEmbedder({ run: recording }, BGE);
    await embedder.embedQuery({ text: "heron", words: ["heron"] });
    await embedder.embedChunks([{ headings: "Weir", text: "heron" }]);
    expect(sent.map(({ text, pooling }) => [text, pooling])).toEqual([
      [["Represent this sentence for searching relevant passages: heron"], "cls"],
      [["Weir\nheron"], "cls"],
    ]);
  });

  it.each([
    ["too few vectors", { data: [] }],
    ["short vectors", { data: [[1, 2, 3]] }],
    ["zeros", { data: [new Array(768).fill(0)] }],
    ["a queued request", { request_id: "r" }],
  ])("take an answer with %s for an outage, never for a vector", async (_, answer) => {
    const embedder = workersAiEmbedder({ run: async () => answer }, BGE);
    await expect(embedder.embedQuery({ text: "x", words: ["x"] })).rejects.toMatchObject({
      code: "embedder_unavailable",
    });
  });
});
