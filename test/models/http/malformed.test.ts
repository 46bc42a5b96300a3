import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpReranker } from "../../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../../src/models/http/openai-embedder.ts";
import { openAiGenerator } from "../../../src/models/http/openai-generator.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../../src/models/http/rerank-shapes.ts";
import {
  type ModelServer,
  type Provider,
  SERVER_KEY,
  startModelServer,
} from "../../support/fakes/model-server.ts";

type Items = readonly Record<string, unknown>[];

/** A server whose right answers are changed. */
function changing(provider: Provider) {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(provider);
  });
  afterAll(() => server.close());
  return {
    call: () => ({ url: server.url, key: SERVER_KEY, timeoutMs: 5_000 }),
    answers(change: (answer: unknown) => unknown) {
      server.failure = { change };
    },
  };
}

describe("the HTTP embedder", () => {
  const { call, answers } = changing("openai");
  const embed = () =>
    openAiEmbedder({
      ...call(),
      model: "m",
      dimensions: 768,
      queryPrefix: "",
      documentPrefix: "",
    }).embedChunks([
      { headings: "", text: "heron" },
      { headings: "", text: "weir" },
    ]);
  const vectors = (change: (items: Items) => unknown) =>
    answers((answer) => ({ data: change((answer as { data: Items }).data) }));
  const withSecond = (values: unknown) => (items: Items) => [{ ...items[0], embedding: values }, items[1]];

  it.each<[string, (items: Items) => unknown]>([
    ["one vector too few", (items) => items.slice(1)],
    ["one vector too many", (items) => [...items, ...items.slice(0, 1)]],
    ["the same index twice", (items) => items.map((item) => ({ ...item, index: 0 }))],
    ["an index beyond the texts", (items) => items.map((item, at) => ({ ...item, index: at + 1 }))],
    ["no index", (items) => items.map(({ embedding }) => ({ embedding }))],
    ["a vector of other dimensions", withSecond([1, 2, 3])],
    ["a vector of zeros", withSecond(new Array(768).fill(0))],
    ["NaN as JSON writes it", withSecond([null, ...new Array(767).fill(1)])],
    ["numbers beyond a float's", withSecond(new Array(768).fill(1e300))],
    ["texts for numbers", withSecond(new Array(768).fill("1"))],
    ["base64 for numbers", withSecond("AACAPwAAgD8=")],
  ])("takes an answer with %s for an outage, whole", async (_, change) => {
    vectors(change);
    await expect(embed()).rejects.toMatchObject({ code: "embedder_unavailable" });
  });

  it("names the setting when the model's dimensions are others than configured", async () => {
    vectors((items) => items.map((item) => ({ ...item, embedding: new Array(384).fill(1) })));
    await expect(embed()).rejects.toThrow("answers 384 dimensions; EMBEDDINGS_DIMENSIONS says 768");
  });
});

describe.each(Object.keys(RERANK_SHAPES) as RerankProvider[])("the %s re-ranker", (provider) => {
  const { call, answers } = changing(provider);
  const scores = () =>
    httpReranker({ ...call(), provider, model: "m" }).score("heron", ["soup", "heron", "weir"]);
  /** The rows wherever the shape has them. */
  const rows = (change: (items: Items) => unknown) =>
    answers((answer) => {
      if (Array.isArray(answer)) return change(answer as Items);
      const shape = answer as { data?: Items; results?: Items };
      return { ...shape, [shape.data ? "data" : "results"]: change(shape.data ?? shape.results ?? []) };
    });

  it.each<[string, (items: Items) => unknown]>([
    ["no rows", () => []],
    ["an index beyond the passages", (items) => items.map((item) => ({ ...item, index: 3 }))],
    ["an index below them", (items) => [{ ...items[0], index: -1 }, ...items.slice(1)]],
    ["an index that is a text", (items) => items.map((item) => ({ ...item, index: String(item.index) }))],
    ["a passage twice", (items) => [...items, ...items.slice(0, 1)]],
    ["NaN as JSON writes it", (items) => items.map(({ index }) => ({ index, relevance_score: null }))],
    ["scores as texts", (items) => items.map(({ index }) => ({ index, relevance_score: "1", score: "1" }))],
  ])("takes an answer with %s for an outage, whole", async (_, change) => {
    rows(change);
    await expect(scores()).rejects.toMatchObject({ code: "reranker_unavailable" });
  });

  it("leaves a passage that did not come back without a score", async () => {
    rows((items) => items.filter(({ index }) => index !== 0));
    expect(await scores()).toEqual([undefined, 0.5, -0.5]);
  });

  it("keeps scores apart by provider and model", () => {
    expect(httpReranker({ ...call(), provider, model: "m" }).model).toBe(`${provider}:m`);
  });
});

describe("the HTTP generator", () => {
  const { call, answers } = changing("openai");
  const generate = (json: boolean) =>
    openAiGenerator({ ...call(), model: "m" }).generate({ system: "s", prompt: "p", json, maxTokens: 9 });
  const content = (value: unknown) => answers(() => ({ choices: [{ message: { content: value } }] }));

  it.each<[string, unknown]>([
    ["nothing", ""],
    ["null", null],
    ["thoughts only", "<think>hm</think>"],
  ])("takes %s for an outage", async (_, value) => {
    content(value);
    await expect(generate(true)).rejects.toMatchObject({ code: "generator_unavailable" });
  });

  it.each<[string, unknown]>([
    ["a text", "Here is the JSON you asked for"],
    ["half an object", '{"rewrites": ["a"'],
    ["a list", "[]"],
    ["a number", "1"],
  ])("leaves it to its asker what %s is worth where JSON was asked for", async (_, value) => {
    content(value);
    expect(await generate(true)).toBe(value);
  });

  it("takes any text but an empty one where text was asked for", async () => {
    content("[]");
    expect(await generate(false)).toBe("[]");
    content("  ");
    await expect(generate(false)).rejects.toMatchObject({ code: "generator_unavailable" });
  });
});
