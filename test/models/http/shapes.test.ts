import { describe, expect, it } from "vitest";
import { openAiEmbedder, spaceOf } from "../../../src/models/http/openai-embedder.ts";
import { answerBounds, openAiGenerator } from "../../../src/models/http/openai-generator.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../../src/models/http/rerank-shapes.ts";
import { embedFilled, unitVectors } from "../../../src/models/unit-vectors.ts";

const RELEVANT = [{ index: 1, relevance_score: 0.5, score: 9 }, null];
const SCORED = [{ index: 1, score: 0.5, relevance_score: 9 }, null];
const ROWS = [
  { index: 1, score: 0.5 },
  { index: undefined, score: undefined },
];

it.each<[RerankProvider, unknown]>([
  ["jina", { results: RELEVANT }],
  ["siliconflow", { results: RELEVANT }],
  ["llama.cpp", { results: RELEVANT }],
  ["voyage", { data: RELEVANT }],
  ["pinecone", { data: SCORED }],
  ["tei", SCORED],
])("%s answers rows in its own shape only", (provider, answer) => {
  const { rows } = RERANK_SHAPES[provider];
  expect(rows(answer)).toEqual(ROWS);
  for (const other of [null, undefined, {}, "text", { data: {}, results: {} }])
    expect(rows(other)).toBeUndefined();
});

it.each<[RerankProvider, Record<string, string>, Record<string, string>]>([
  ["jina", { authorization: "Bearer k" }, {}],
  ["voyage", { authorization: "Bearer k" }, {}],
  ["tei", { authorization: "Bearer k" }, {}],
  [
    "pinecone",
    { "x-pinecone-api-version": "2025-04", "api-key": "k" },
    { "x-pinecone-api-version": "2025-04" },
  ],
])("%s is sent the key in its own header, and none without a key", (provider, withKey, without) => {
  const { headers } = RERANK_SHAPES[provider];
  expect([headers("k"), headers(undefined)]).toEqual([withKey, without]);
});

it.each<[RerankProvider, string]>([
  ["jina", "v1"],
  ["siliconflow", "v1"],
  ["llama.cpp", "v1"],
  ["voyage", "v1"],
  ["pinecone", ""],
  ["tei", ""],
])("%s has the version %j in its address", (provider, version) => {
  expect(RERANK_SHAPES[provider].version).toBe(version);
});

it("a server of one model is asked without its name", () => {
  expect(RERANK_SHAPES["llama.cpp"].body({ model: undefined, query: "q", documents: ["a"] })).toEqual({
    ...{ query: "q", documents: ["a"], top_n: 1, return_documents: false },
  });
});

it("adapters of a server are known by their model", () => {
  const server = { url: "http://127.0.0.1:1", model: "m", timeoutMs: 1 };
  const options = { ...server, dimensions: 2, queryPrefix: "q", documentPrefix: "d" };
  const { space, kind } = openAiEmbedder(options);
  expect([space, kind]).toEqual([spaceOf(options), "neural"]);
  expect(space).toMatchObject({ model: "m", pooling: "server", dimensions: 2 });
  expect(space.prefixVersion).toBeLessThan(1_000_000);
  expect(openAiGenerator(server).model).toBe("m");
});

it.each([
  ["https://api.openai.com/v1/chat/completions", true],
  ["https://api.openai.com.example/v1", false],
  ["https://eu.api.openai.com/v1", false],
  ["http://localhost/api.openai.com", false],
])("%s is OpenAI's own: %s", (url, isOwn) => {
  expect(Object.keys(answerBounds(url, 5))).toEqual(
    isOwn ? ["max_completion_tokens"] : ["max_tokens", "temperature", "chat_template_kwargs", "reasoning"],
  );
});

describe("vectors of an answer", () => {
  const vectors = (rows: unknown, count = 1) =>
    unitVectors(rows, { count, dimensions: 2, otherDimensions: (found) => `${found} of 2` });

  it("are made of length one, negative numbers too", () => {
    expect(
      vectors(
        [
          [3, -4],
          [0, 2],
        ],
        2,
      ),
    ).toEqual([Float32Array.of(0.6, -0.8), Float32Array.of(0, 1)]);
    expect(vectors([], 0)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["no list", { length: 1 }, "The model's answer has not one vector for each text"],
    ["too few", [], "The model's answer has not one vector for each text"],
    [
      "too many",
      [
        [1, 0],
        [1, 0],
      ],
      "The model's answer has not one vector for each text",
    ],
    ["no vector", [null], "The model's answer has something else than numbers in a vector"],
    ["a text in one", [[1, "0"]], "The model's answer has something else than numbers in a vector"],
    ["other dimensions", [[1, 0, 0]], "3 of 2"],
    ["zeros", [[0, 0]], "The model answered a vector without direction"],
    ["an endless number", [[Number.POSITIVE_INFINITY, 0]], "The model answered a vector without direction"],
    ["no number", [[Number.NaN, 0]], "The model answered a vector without direction"],
  ])("are an outage with %s", (_, rows, message) => {
    expect(() => vectors(rows)).toThrow(expect.objectContaining({ code: "embedder_unavailable", message }));
  });

  it("are asked for of texts that are not empty, each in its place", async () => {
    const asked: (readonly string[])[] = [];
    const embed = async (texts: readonly string[]) => {
      asked.push(texts);
      return texts.map((_, at) => Float32Array.of(at));
    };
    expect(await embedFilled(["", "a", "", "b"], embed)).toEqual([
      ...[undefined, Float32Array.of(0), undefined, Float32Array.of(1)],
    ]);
    expect(await embedFilled(["", ""], embed)).toEqual([undefined, undefined]);
    expect(asked).toEqual([["a", "b"]]);
  });
});
