import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { type VectorizeBinding, vectorizeIndex } from "../../../src/models/cloudflare/vectorize.ts";
import {
  translateAiError,
  workersAiEmbedder,
  workersAiReranker,
} from "../../../src/models/cloudflare/workers-ai.ts";
import { untilAborted } from "../../../src/models/until-aborted.ts";
import { type Models, servingOf } from "../../../src/models/models.ts";
import { embedderName, namespaceOf, parseSpace, rerankerName, spaceKey } from "../../../src/models/ports.ts";
import { byChunk, inGeneration } from "../../../src/models/vector-ids.ts";
import { estimateTokens } from "../../../src/text/tokens/estimate-tokens.ts";
import { EAST, fakeEmbedder, fakeIndex } from "../../search/fakes.ts";

const aiError = (message: string) => Object.assign(new Error(message), { name: "InferenceUpstreamError" });

it.each([
  ["3036: used up", "quota"],
  ["InferenceUpstreamError: 3036: used up", "quota"],
  ["3040: out of capacity", "capacity"],
  ["Too many requests (429)", "capacity"],
  ["3003: incomplete", "embedder_refused"],
  ["3006: too large", "embedder_refused"],
  ["5004: invalid", "embedder_refused"],
  ["3007: timeout", "timeout"],
  ["3008: aborted", "timeout"],
  ["5007: no such model", "embedder_unavailable"],
  ["it cost 3036 tokens", "embedder_unavailable"],
  ["14290 of them", "embedder_unavailable"],
])("Workers AI's failure %j is %s", (message, code) => {
  expect(translateAiError(aiError(message), "embedder_unavailable").code).toBe(code);
});

it("refuses texts for an embedder only: elsewhere it is an outage", () => {
  expect(translateAiError(aiError("3006: x"), "reranker_unavailable").code).toBe("reranker_unavailable");
  expect(translateAiError(aiError("3006: x"), "generator_unavailable").code).toBe("generator_unavailable");
  const known = new AppError("timeout", "known");
  expect(translateAiError(known, "embedder_unavailable")).toBe(known);
});

it("waits for no model behind an aborted signal, begun before or after", async () => {
  const never = new Promise<never>(() => undefined);
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: "timeout" });
  await expect(untilAborted(never, controller.signal)).rejects.toMatchObject({ code: "timeout" });
  expect(await untilAborted(Promise.resolve(7), undefined)).toBe(7);
});

describe("Workers AI", () => {
  const answering = (answer: unknown) => {
    const asked: Record<string, unknown>[] = [];
    const run = async (_: string, inputs: Record<string, unknown>) => {
      asked.push(inputs);
      return answer;
    };
    return { run, asked };
  };
  const row = Array.from({ length: 768 }, (_, at) => (at === 0 ? 2 : 0));
  const BGE = { model: "@cf/baai/bge-base-en-v1.5", pooling: "mean" } as const;

  it("is asked with the model's prefix for a query, none for a passage, the pooling, and no empty text", async () => {
    const ai = answering({ data: [row] });
    const embedder = workersAiEmbedder(ai, BGE);
    await embedder.embedQuery({ text: "heron", words: [] });
    const vectors = await embedder.embedChunks([
      { headings: "", text: "" },
      { headings: "Weir", text: "heron" },
    ]);
    expect(ai.asked).toEqual([
      { text: ["Represent this sentence for searching relevant passages: heron"], pooling: "mean" },
      { text: ["Weir\nheron"], pooling: "mean" },
    ]);
    expect([vectors[0], vectors[1]?.[0]]).toEqual([undefined, 1]);
  });

  it.each([
    ["too few vectors", { data: [] }],
    ["too many", { data: [row, row] }],
    ["other dimensions", { data: [row.slice(1)] }],
    ["no direction", { data: [row.map(() => 0)] }],
    ["no number", { data: [row.map(() => Number.NaN)] }],
    ["texts", { data: [row.map(String)] }],
    ["nothing", undefined],
  ])("that answers %s stores nothing", async (_, answer) => {
    const asking = workersAiEmbedder(answering(answer), BGE).embedQuery({ text: "heron", words: [] });
    await expect(asking).rejects.toMatchObject({ code: "embedder_unavailable" });
  });

  it("reads 100 texts at once, each cut to 500 tokens with its prefix and headings", async () => {
    const ai = answering({ data: [row] });
    const embedder = workersAiEmbedder(ai, BGE);
    expect([embedder.maxBatch, spaceKey(embedder.space)]).toEqual([
      100,
      "@cf/baai/bge-base-en-v1.5|mean|768|1",
    ]);
    const long = "heron ".repeat(900);
    await embedder.embedQuery({ text: long, words: [] });
    await embedder.embedChunks([{ headings: "Weir", text: long }]);
    for (const { text } of ai.asked as { text: string[] }[]) {
      expect(estimateTokens(text[0] ?? "")).toBeLessThanOrEqual(500);
      expect(estimateTokens(`${text[0]}heron her`)).toBeGreaterThan(500);
    }
  });

  it("gives each passage its own score, whatever their order, and none where none came", async () => {
    const rows = [{ id: 2, score: -1 }, { id: 0, score: 3 }, { id: 1.5, score: 9 }, { score: 9 }];
    const reranker = workersAiReranker(answering({ response: rows }), { model: "m" });
    expect(await reranker.score("q", ["a", "b", "c"])).toEqual([3, undefined, -1]);
    const empty = workersAiReranker(answering({ response: [] }), { model: "m" });
    await expect(empty.score("q", ["a"])).rejects.toMatchObject({ code: "reranker_unavailable" });
    expect(await empty.score("q", [])).toEqual([]);
  });
});

const DESCRIBED = { processedUpToMutation: 7, processedUpToDatetime: "2026-06-01T00:00:00Z" };

describe("Vectorize", () => {
  function binding(described: Awaited<ReturnType<VectorizeBinding["describe"]>> = DESCRIBED) {
    const asked: unknown[][] = [];
    const note =
      <Answer>(answer: Answer) =>
      async (...args: unknown[]) => {
        asked.push(args);
        return answer;
      };
    const shown = [{ id: "a", metadata: { stamp: "1" } }, { id: "b", metadata: { stamp: "2" } }, { id: "c" }];
    const fake: VectorizeBinding = {
      query: note({ matches: [{ id: "x", score: 0.5 }] }),
      upsert: note({ mutationId: "m" }),
      deleteByIds: note({ mutationId: "m" }),
      getByIds: note(shown),
      describe: note(described),
    };
    return { index: vectorizeIndex(fake), asked };
  }

  it.each([
    [{}, undefined],
    [
      { root: "n", kind: "memory", language: "de" },
      { root: "n", kind: "memory", language: "de" },
    ],
    [{ pathPrefix: "a/" }, { path: { $gte: "a/", $lt: "a0" } }],
    [{ pathPrefix: "a\u{10ffff}" }, { path: { $gte: "a\u{10ffff}", $lt: "b" } }],
    [{ pathPrefix: "\ud7ff" }, { path: { $gte: "\ud7ff", $lt: "\ue000" } }],
    [{ pathPrefix: "\u{10ffff}" }, { path: { $gte: "\u{10ffff}" } }],
  ])("is asked by %j with a filter of all of it", async (filter, conditions) => {
    const { index, asked } = binding();
    expect(await index.nearest("w1g1", EAST, { limit: 5, filter })).toEqual([{ id: "x", similarity: 0.5 }]);
    expect(asked[0]?.[1]).toEqual({
      ...{ topK: 5, namespace: "w1g1", returnMetadata: "none", returnValues: false },
      ...(conditions && { filter: conditions }),
    });
  });

  it("is sent vectors with their namespace, and the stamp of the call", async () => {
    const { index, asked } = binding();
    const metadata = { root: "n", path: "a", kind: "file", language: "md" };
    expect(await index.upsert("w1g2", [{ id: "a", values: EAST, metadata }], "s")).toBe("m");
    expect(await index.upsert("w1g2", [{ id: "a", values: EAST, metadata }])).toBe("m");
    expect(await index.remove(["a", "b"])).toBe("m");
    const sent = { id: "a", namespace: "w1g2", values: [1, 0] };
    expect(asked).toEqual([
      [[{ ...sent, metadata: { ...metadata, stamp: "s" } }]],
      [[{ ...sent, metadata }]],
      [["a", "b"]],
    ]);
    expect([index.maxUpsert, index.maxDelete, index.maxGet]).toEqual([1_000, 100, 20]);
  });

  it("that fails is an outage, of each of its calls", async () => {
    const fail = () => Promise.reject(new Error("internal"));
    const index = vectorizeIndex({
      ...{ query: fail, upsert: fail, deleteByIds: fail, getByIds: fail, describe: fail },
    });
    const outage = { code: "vector_index_unavailable", message: "The vector index did not answer" };
    await expect(index.nearest("w", EAST, { limit: 1, filter: {} })).rejects.toMatchObject(outage);
    await expect(index.upsert("w", [])).rejects.toMatchObject(outage);
    await expect(index.remove([])).rejects.toMatchObject(outage);
    await expect(index.visible([])).rejects.toMatchObject(outage);
    await expect(index.progress()).rejects.toMatchObject(outage);
  });

  it.each([
    [{}, undefined, undefined],
    [{ processedUpToMutation: null, processedUpToDatetime: null }, undefined, undefined],
    [{ processedUpToMutation: "m", processedUpToDatetime: 5 }, "m", 5],
    [{ processedUpToMutation: "m", processedUpToDatetime: "soon" }, "m", undefined],
  ])("says in %j how far it has come", async (described, processedUpToMutation, processedUpToMs) => {
    const { index } = binding(described);
    expect(await index.progress()).toEqual({ processedUpToMutation, processedUpToMs });
  });

  it("shows only what the call of a stamp sent, or anything without stamps", async () => {
    const { index } = binding();
    const stamps = new Map([
      ["a", "1"],
      ["b", "1"],
      ["c", "1"],
    ]);
    expect(await index.visible(["a", "b", "c"], stamps)).toEqual(["a"]);
    expect(await index.visible(["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(await index.progress()).toEqual({
      processedUpToMutation: "7",
      processedUpToMs: 1_780_272_000_000,
    });
  });
});

describe("a generation of the vector index", () => {
  const CHUNK = "c".repeat(32);
  const watched = () => {
    const asked: unknown[][] = [];
    const note = async (...args: unknown[]) => {
      asked.push(args);
      return "m";
    };
    const visible = async (ids: readonly string[], stamps?: ReadonlyMap<string, string>) => {
      asked.push([ids, stamps && [...stamps]]);
      return ids;
    };
    const index = {
      ...fakeIndex([{ id: `${CHUNK}.3`, similarity: 1 }]),
      upsert: note,
      remove: note,
      visible,
    };
    return { index, asked };
  };

  it.each([
    [1, CHUNK],
    [2, `${CHUNK}.2`],
  ])("%d names vectors %s, and is asked and answers by chunks", async (generation, id) => {
    const { index, asked } = watched();
    const own = inGeneration(index, generation);
    const metadata = { root: "n", path: "a", kind: "file", language: "md" };
    await own.upsert("w", [{ id: CHUNK, values: EAST, metadata }], "s");
    await own.remove([CHUNK]);
    expect(await own.visible([CHUNK], new Map([[CHUNK, "s"]]))).toEqual([CHUNK]);
    expect(await own.visible([CHUNK])).toEqual([CHUNK]);
    expect(asked).toEqual([
      ["w", [{ id, values: EAST, metadata }], "s"],
      [[id]],
      [[id], [[id, "s"]]],
      [[id], undefined],
    ]);
  });

  it("is found by chunks", async () => {
    const found = await byChunk(watched().index).nearest("w", EAST, { limit: 1, filter: {} });
    expect(found).toEqual([{ id: CHUNK, similarity: 1 }]);
  });
});

describe("what serves an embedding space", () => {
  const space = { model: "a|b", pooling: "cls", dimensions: 2, prefixVersion: 3 };

  it("is named by all of its parts, and read back from its name", () => {
    const others = [{ model: "a" }, { pooling: "mean" }, { dimensions: 3 }, { prefixVersion: 4 }];
    const keys = [{}, ...others].map((part) => spaceKey({ ...space, ...part }));
    expect(new Set(keys).size).toBe(keys.length);
    expect(parseSpace(spaceKey(space))).toEqual(space);
    expect([namespaceOf({ workspace: 12, generation: 3 }), spaceKey(space)]).toEqual([
      "w12g3",
      "a|b|cls|2|3",
    ]);
    for (const text of ["", "a|cls|2", "a|cls|x|1", "a|cls|2|"]) expect(parseSpace(text)).toBeUndefined();
  });

  it("is the configured model, another of exactly that space, or nothing; it is made once", () => {
    const configured = fakeEmbedder();
    const made: string[] = [];
    const other = { ...fakeEmbedder(), space };
    const models: Models = {
      ...{ embedder: configured, reranker: undefined, vectors: undefined },
      forSpace: (wanted) => {
        made.push(spaceKey(wanted));
        return { embedder: other, vectors: fakeIndex() };
      },
    };
    const serving = servingOf(models);
    expect(serving(spaceKey(configured.space)).embedder).toBe(configured);
    expect(serving(spaceKey(space)).embedder).toBe(other);
    serving(spaceKey(space));
    const strange = serving(spaceKey({ ...space, prefixVersion: 4 }));
    expect([strange.embedder, strange.vectors === undefined]).toEqual([undefined, false]);
    expect(serving("nonsense")).toEqual({ embedder: undefined, vectors: undefined });
    expect(made).toHaveLength(2);
  });

  it("is shown as what it is", () => {
    expect(embedderName({ kind: "embedded", space })).toBe("embedded:a|b");
    expect(embedderName({ kind: "neural", space })).toBe("a|b");
    expect([rerankerName({ model: "m" }), rerankerName(undefined)]).toEqual(["m", "embedded:re-scoring"]);
  });
});
