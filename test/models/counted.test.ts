import { describe, expect, it } from "vitest";
import { countedModels } from "../../src/models/counted.ts";
import { tellUse } from "../../src/models/generated-text.ts";
import type { Models } from "../../src/models/models.ts";
import type { Embedder, Generator } from "../../src/models/ports.ts";
import { likelyTokens } from "../../src/text/tokens/count-tokens.ts";

const BASE = "@cf/baai/bge-base-en-v1.5";
const TEXT = "Signing keys are rotated each spring.";
const MILLION = 1_000_000;
const VECTOR = new Float32Array(768);

const embedder = (model = BASE): Embedder => ({
  ...{ space: { model, pooling: "cls", dimensions: 768, prefixVersion: 1 }, kind: "neural", maxBatch: 100 },
  embedChunks: async (inputs) => inputs.map(() => VECTOR),
  embedQuery: async () => VECTOR,
});

const writer = (model: string, usage?: { in: number; out: number }): Generator => ({
  model,
  async generate(_request, _signal, listener) {
    if (usage !== undefined) listener?.onUse?.(usage);
    return TEXT;
  },
});

/** Models that add up what they use. */
function counting(models: Partial<Models>) {
  const used = { neurons: 0, vectorQueries: 0, queriedDimensions: 0 };
  const counted = countedModels(
    { embedder: embedder(), reranker: undefined, vectors: undefined, ...models },
    (use) => {
      for (const name of ["neurons", "vectorQueries", "queriedDimensions"] as const)
        used[name] += use[name] ?? 0;
    },
  );
  return { counted, used };
}

describe("a model's calls are counted in neurons", () => {
  it("of the texts it embeds, each up to its window", async () => {
    const { counted, used } = counting({});
    await counted.embedder.embedQuery({ text: TEXT, words: [] });
    expect(used.neurons).toBeCloseTo((likelyTokens(TEXT) * 6_058) / MILLION, 10);
    await counted.embedder.embedChunks([{ headings: "A", text: TEXT.repeat(1_000) }]);
    expect(used.neurons).toBeCloseTo(((likelyTokens(TEXT) + 512) * 6_058) / MILLION, 10);
  });

  it("of each passage with its query, where it re-ranks", async () => {
    const score = async (_: string, passages: readonly string[]) => passages.map(() => 1);
    const { counted, used } = counting({ reranker: { model: "@cf/baai/bge-reranker-base", score } });
    await counted.reranker?.score("keys", [TEXT, TEXT]);
    const tokens = 2 * (likelyTokens("keys") + likelyTokens(TEXT));
    expect(used.neurons).toBeCloseTo((tokens * 283) / MILLION, 10);
  });

  it("of a few of many passages, and of the others by their length", async () => {
    const score = async (_: string, passages: readonly string[]) => passages.map(() => 1);
    const { counted, used } = counting({ reranker: { model: "@cf/baai/bge-reranker-base", score } });
    const passages = Array.from({ length: 30 }, (_, at) => TEXT.repeat(1 + (at % 7)));
    await counted.reranker?.score("keys", passages);
    const exact = passages.reduce((sum, text) => sum + likelyTokens("keys") + likelyTokens(text), 0);
    expect(used.neurons / ((exact * 283) / MILLION)).toBeCloseTo(1, 1);
    await counted.reranker?.score("keys", []);
    expect(used.neurons / ((exact * 283) / MILLION)).toBeCloseTo(1, 1);
  });

  it("as a text model says it used them, else by their estimate", async () => {
    const model = "@cf/zai-org/glm-4.7-flash";
    const request = { system: "Say.", prompt: TEXT, json: false, maxTokens: 9 };
    const said = counting({ generator: writer(model, { in: 1_000, out: 100 }) });
    await said.counted.generator?.generate(request);
    expect(said.used.neurons).toBeCloseTo((1_000 * 5_500 + 100 * 36_400) / MILLION, 10);
    const silent = counting({ generator: writer(model) });
    await silent.counted.generator?.generate(request);
    const read = likelyTokens("Say.") + likelyTokens(TEXT);
    expect(silent.used.neurons).toBeCloseTo((read * 5_500 + likelyTokens(TEXT) * 36_400) / MILLION, 10);
  });

  it("not where it fails, nor where its price is not known", async () => {
    const fails = { ...embedder(), embedQuery: () => Promise.reject(new Error("down")) };
    const failing = counting({ embedder: fails });
    await expect(failing.counted.embedder.embedQuery({ text: TEXT, words: [] })).rejects.toThrow("down");
    const other = counting({ embedder: embedder("nomic-embed-text"), generator: writer("llama3") });
    await other.counted.embedder.embedQuery({ text: TEXT, words: [] });
    await other.counted.generator?.generate({ system: "", prompt: TEXT, json: false, maxTokens: 9 });
    expect([failing.used.neurons, other.used.neurons]).toEqual([0, 0]);
  });
});

it("queries of the vector index are counted with their dimensions, of another space too", async () => {
  const vectors = { nearest: async () => [] } as unknown as Models["vectors"];
  const { counted, used } = counting({ vectors, forSpace: () => ({ embedder: embedder(), vectors }) });
  const served = counted.forSpace?.({ model: BASE, pooling: "mean", dimensions: 768, prefixVersion: 1 });
  const options = { limit: 1, filter: {} };
  await counted.vectors?.nearest("w1g1", VECTOR, options);
  await served?.vectors?.nearest("w1g1", VECTOR, options);
  await served?.embedder?.embedQuery({ text: TEXT, words: [] });
  expect(used).toMatchObject({ vectorQueries: 2, queriedDimensions: 1_536 });
  expect(used.neurons).toBeGreaterThan(0);
});

it.each<[unknown, object[]]>([
  [{ usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } }, [{ in: 12, out: 3 }]],
  [{ usage: { prompt_tokens: 0, completion_tokens: 0 } }, [{ in: 0, out: 0 }]],
  [{ usage: { prompt_tokens: 12 } }, []],
  [{ usage: { prompt_tokens: -1, completion_tokens: 3 } }, []],
  [{ usage: { prompt_tokens: "12", completion_tokens: 3 } }, []],
  [{ usage: null }, []],
  [{ response: "x" }, []],
  [undefined, []],
])("an answer %j tells its tokens as %j", (answer, told) => {
  const heard: object[] = [];
  tellUse(answer, (tokens) => heard.push(tokens));
  expect(heard).toEqual(told);
});
