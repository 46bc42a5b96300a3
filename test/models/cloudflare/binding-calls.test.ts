import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { vectorizeIndex } from "../../../src/models/cloudflare/vectorize.ts";
import {
  translateAiError,
  workersAiEmbedder,
  workersAiReranker,
} from "../../../src/models/cloudflare/workers-ai.ts";
import { untilAborted } from "../../../src/models/until-aborted.ts";
import { workersAiGenerator } from "../../../src/models/cloudflare/workers-ai-generator.ts";
import { EAST } from "../../search/fakes.ts";

/** A binding that answers alike, and notes what it is asked. */
const answering = (answer: unknown) => {
  const asked: unknown[] = [];
  const run = async (model: string, inputs: Record<string, unknown>) => {
    asked.push([model, inputs]);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { run, asked };
};
const row = Array.from({ length: 768 }, (_, at) => (at === 0 ? 2 : 0));
const EMBEDDER = { model: "@cf/baai/bge-base-en-v1.5", pooling: "cls" } as const;
const ASKED = { system: "s", prompt: "p", json: false, maxTokens: 9 };

describe("Workers AI's failures", () => {
  it.each<[string, unknown, string]>([
    ["a code at the start", new Error("3036 x"), "quota"],
    ["a quota as it is seen", new Error("4006: you have used up your daily free allocation"), "quota"],
    ["a code behind a name", new Error("AiError: 4006: you have used up"), "quota"],
    [
      "a text against the schema",
      new Error("5006: required properties at '/' are 'text'"),
      "embedder_refused",
    ],
    ["a code behind something", new Error("x 3036"), "embedder_unavailable"],
    ["five digits", new Error("30361: x"), "embedder_unavailable"],
    ["three digits", new Error("303: x"), "embedder_unavailable"],
    ["a rush by its status", new Error("got 429 from it"), "capacity"],
    ["a quota that mentions a rush", new Error("3036: 429"), "quota"],
    ["an end by its signal", Object.assign(new Error("x"), { name: "AbortError" }), "timeout"],
    ["no error at all", "3036: x", "embedder_unavailable"],
  ])("that are %s: %#", (_, cause, code) => {
    const error = translateAiError(cause, "embedder_unavailable");
    expect(error.code).toBe(code);
    expect(error.cause).toBe(cause);
  });

  it("say why", () => {
    const messages = ["3036", "3040", "3006", "3007", "1"].map(
      (message) => translateAiError(new Error(message), "embedder_unavailable").message,
    );
    expect(messages).toEqual([
      "The daily allowance of Workers AI is used up until 00:00 UTC",
      "Workers AI is out of capacity for the moment",
      "The model does not take this text, or so much at once",
      "The model did not answer in time",
      "The model did not answer",
    ]);
  });

  it("are those of the part that asked", async () => {
    const ai = answering(new Error("5007: no such model"));
    await expect(workersAiEmbedder(ai, EMBEDDER).embedQuery({ text: "a", words: [] })).rejects.toMatchObject({
      code: "embedder_unavailable",
    });
    await expect(workersAiReranker(ai, { model: "m" }).score("q", ["a"])).rejects.toMatchObject({
      code: "reranker_unavailable",
    });
  });
});

describe("a call with a signal", () => {
  it("is answered while the signal stands, and fails as the call does", async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(untilAborted(Promise.reject(new Error("down")), signal)).rejects.toThrow("down");
  });

  it("ends with it, of each part", async () => {
    const never = { run: () => new Promise<never>(() => undefined) };
    const signal = AbortSignal.abort();
    const embedder = workersAiEmbedder(never, EMBEDDER);
    const calls = await Promise.allSettled([
      embedder.embedQuery({ text: "a", words: [] }, signal),
      embedder.embedChunks([{ headings: "", text: "a" }], signal),
      workersAiReranker(never, { model: "m" }).score("q", ["a"], signal),
    ]);
    for (const call of calls) expect(call).toMatchObject({ status: "rejected", reason: { code: "timeout" } });
  });
});

describe("what Workers AI is asked", () => {
  it("is to embed with its model, nothing where there is no text, and a neural one", async () => {
    const ai = answering({ data: [row] });
    const embedder = workersAiEmbedder(ai, EMBEDDER);
    expect(await embedder.embedChunks([{ headings: "", text: "" }])).toEqual([undefined]);
    expect(ai.asked).toEqual([]);
    await embedder.embedChunks([{ headings: "", text: " a\n" }]);
    expect(ai.asked).toEqual([[EMBEDDER.model, { text: ["a"], pooling: "cls" }]]);
    expect(embedder.kind).toBe("neural");
  });

  it("is to score passages with its model", async () => {
    const ai = answering({ response: [{ id: 0, score: 1 }] });
    const reranker = workersAiReranker(ai, { model: "m" });
    await reranker.score("q", ["a", "b"]);
    expect(ai.asked).toEqual([["m", { query: "q", contexts: [{ text: "a" }, { text: "b" }] }]]);
    expect(reranker.model).toBe("m");
  });

  it.each([
    ["nothing", undefined],
    ["another shape", { response: { id: 0 } }],
    ["a score that is none", { response: [{ id: 0, score: Number.NaN }] }],
    ["scores as texts", { response: [{ id: 0, score: "1" }] }],
    ["no places", { response: [{ score: 1 }] }],
  ])("and answers %s, is an outage of the re-ranker", async (_, answer) => {
    await expect(
      workersAiReranker(answering(answer), { model: "m" }).score("q", ["a"]),
    ).rejects.toMatchObject({
      code: "reranker_unavailable",
      message: "The re-ranker's answer has no scores",
    });
  });

  it.each([
    ["@cf/zai-org/glm-4.7-flash", true],
    ["@cf/moonshotai/kimi-k2", true],
    ["@cf/qwen/qwen3-30b", true],
    ["@cf/google/gemma-4-26b", true],
    ["@cf/nvidia/nemotron-3-120b", true],
    ["@cf/deepseek-ai/deepseek-v4", true],
    ["@cf/qwen/qwen2.5-coder", false],
    ["@cf/google/gemma-3-12b", false],
    ["@cf/deepseek-ai/deepseek-r1", false],
    ["@cf/glm-x", true],
    ["glm-x", false],
  ])("of %s is not to reason: %s", async (model, isTold) => {
    const ai = answering({ response: "text" });
    const generator = workersAiGenerator(ai, { model });
    expect(await generator.generate(ASKED)).toBe("text");
    expect(generator.model).toBe(model);
    const [[asked, inputs]] = ai.asked as [[string, Record<string, unknown>]];
    expect([asked, inputs.chat_template_kwargs]).toEqual([
      model,
      isTold ? { enable_thinking: false } : undefined,
    ]);
  });
});

describe("a vector index's range of paths", () => {
  it.each([
    ["a", "b"],
    ["az", "a{"],
    ["a\ud7fe", "a\ud7ff"],
    ["\ue000", "\ue001"],
    ["\u{10fffe}", "\u{10ffff}"],
    ["a\u{10ffff}\u{10ffff}", "b"],
    ["🦀", "🦁"],
  ])("from %j ends before %j", async (pathPrefix, end) => {
    const filters: unknown[] = [];
    const never = () => Promise.reject(new AppError("internal", "not asked"));
    const index = vectorizeIndex({
      ...{ upsert: never, deleteByIds: never, getByIds: never, describe: never },
      async query(_, { filter }) {
        filters.push(filter);
        return { matches: [] };
      },
    });
    await index.nearest("w1g1", EAST, { limit: 1, filter: { pathPrefix } });
    expect(filters).toEqual([{ path: { $gte: pathPrefix, $lt: end } }]);
  });
});
