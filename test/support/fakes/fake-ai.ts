import type { AiBinding } from "../../../src/models/cloudflare/workers-ai.ts";

import { type FakeGenerator, fakeGenerator } from "./fake-generator.ts";

const MAX_TEXTS = 100;

interface FakeEmbeddingModel {
  readonly dimensions: number;
  /** What the model reads of a text. */
  readonly maxTokens: number;
  /** Neurons a token: https://developers.cloudflare.com/workers-ai/platform/pricing/ (2026-09). */
  readonly neurons: number;
  /** It takes a pooling, and cuts a longer text; else it has its own, and cuts a longer text where it is told to. */
  readonly hasPooling: boolean;
  /** Words of other languages have the meaning of the English ones. */
  readonly spansLanguages: boolean;
}

const BASE: FakeEmbeddingModel = {
  ...{ dimensions: 768, maxTokens: 512, neurons: 0.006_058, hasPooling: true, spansLanguages: false },
};
const EMBEDDING_MODELS: Readonly<Record<string, FakeEmbeddingModel>> = {
  "@cf/baai/bge-base-en-v1.5": BASE,
  "@cf/baai/bge-m3": {
    ...{ dimensions: 1_024, maxTokens: 8_192, neurons: 0.001_075, hasPooling: false, spansLanguages: true },
  },
};

/** Words that mean the same to the fake: what a lexical search cannot know. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    automobile: "car",
    vehicle: "car",
    physician: "doctor",
    purchase: "buy",
  }),
);

/** What a model of many languages knows besides. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    мост: "bridge",
    цапля: "heron",
    الجسر: "bridge",
    مالك: "heron",
    pont: "bridge",
    héron: "heron",
  }),
);

export interface FakeAi extends AiBinding {
  readonly calls: { readonly model: string; readonly texts: number }[];
  /** Every text embedded, in order. */
  readonly embedded: string[];
  /** What text models are asked and say. */
  readonly generator: FakeGenerator;
  /** Thrown by the next calls until it is undefined again; a function decides by model. */
  failure: ((model: string) => Error | undefined) | undefined;
  /** Milliseconds each call takes. */
  delayMs: number;
  /** False: no data centre has room for a call. */
  hasCapacity: boolean;
  /** What is left of the day's neurons; a call that finds none is refused. */
  neuronsLeft: number;
}

/** Workers AI as far as it is used: same meaning, same direction; refuses what the platform refuses. */
export function fakeAi(): FakeAi {
  const fake: FakeAi = {
    calls: [],
    embedded: [],
    generator: fakeGenerator(),
    failure: undefined,
    delayMs: 0,
    hasCapacity: true,
    neuronsLeft: Number.POSITIVE_INFINITY,
    async run(model, inputs) {
      if (fake.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fake.delayMs));
      const failure = fake.failure?.(model);
      fake.calls.push({ model, texts: Array.isArray(inputs.text) ? inputs.text.length : 0 });
      if (failure !== undefined) throw failure;
      if (!fake.hasCapacity) throw aiError(3040, "Capacity temporarily exceeded, please try again.");
      if (fake.neuronsLeft <= 0)
        throw aiError(4006, "you have used up your daily free allocation of 10,000 neurons, please upgrade");
      if (Array.isArray(inputs.messages)) return fake.generator.run(inputs);
      return model.includes("reranker") ? rerank(inputs) : embed(fake, { ...inputs, model });
    },
  };
  return fake;
}

/** An error as the binding throws it: the code at the start of the message. */
export function aiError(code: number, text = "fake"): Error {
  const error = new Error(`${code}: ${text}`);
  error.name = "InferenceUpstreamError";
  return error;
}

/** About as many as the model's own: a word of more than a few letters is several. */
const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}]{1,5}|[^\s\p{L}\p{N}]/gu) ?? [];

/** The first tokens of as many as it reads, which leaves room for the model's own two. */
function readPart(text: string, maxTokens: number): string {
  if (text.length <= maxTokens) return text;
  const tokens = text.matchAll(/[\p{L}\p{N}]{1,5}|[^\s\p{L}\p{N}]/gu);
  let count = 0;
  for (const { index } of tokens) if (++count > maxTokens - 2) return text.slice(0, index);
  return text;
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => MEANINGS.get(word) ?? word);

function embed(fake: FakeAi, { model, text, pooling, truncate_inputs }: Record<string, unknown>) {
  const known = EMBEDDING_MODELS[String(model)];
  if (known === undefined) throw aiError(5007, `No such model ${model} or task`);
  if (!Array.isArray(text) || text.length === 0 || text.length > MAX_TEXTS)
    throw aiError(3003, "bad request");
  if (text.some((item) => typeof item !== "string" || item.length === 0))
    throw aiError(3003, "text too short");
  const texts = text as string[];
  const { dimensions, maxTokens, neurons, hasPooling } = known;
  if (!hasPooling && truncate_inputs !== true && texts.some((one) => readPart(one, maxTokens) !== one))
    throw aiError(3006, "a text is longer than what the model reads");
  fake.embedded.push(...texts);
  fake.neuronsLeft -= texts.flatMap(tokensOf).length * neurons;
  const used = hasPooling ? pooling : "cls";
  return {
    shape: [texts.length, dimensions],
    data: texts.map((one) => direction(one, used, known)),
    pooling: used,
  };
}

/** Vectors of two poolings have nothing to do with each other. */
const MEAN_SHIFT = 311;

/** A text's vector, not of unit length: texts of the same meaning point the same way. */
export function direction(
  text: string,
  pooling: unknown = "cls",
  { dimensions, maxTokens, spansLanguages } = BASE,
): number[] {
  const values = new Array<number>(dimensions).fill(0.001);
  for (const own of wordsOf(readPart(text, maxTokens))) {
    const word = (spansLanguages ? FOREIGN.get(own) : undefined) ?? own;
    let hash = 2_166_136_261;
    for (const character of word) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
    const at = ((hash >>> 0) + (pooling === "mean" ? MEAN_SHIFT : 0)) % dimensions;
    values[at] = (values[at] ?? 0) + 1;
  }
  return values;
}

/** How much of a query a text has, as raw scores are: -0.5 for nothing, 0.5 for all of it. */
export function overlap(query: string, text: string): number {
  const wanted = new Set(wordsOf(query));
  const found = new Set(wordsOf(text).filter((word) => wanted.has(word)));
  return found.size / Math.max(1, wanted.size) - 0.5;
}

/** Best first, each named by its place in the request; scores are the model's own, not from 0 to 1. */
function rerank({ query, contexts, top_k }: Record<string, unknown>) {
  if (typeof query !== "string" || query === "" || !Array.isArray(contexts))
    throw aiError(3003, "bad request");
  if (contexts.some(({ text }) => typeof text !== "string" || text === ""))
    throw aiError(3003, "text too short");
  const score = ({ text }: { text: string }) => overlap(query, text);
  const response = contexts.map((context: { text: string }, id: number) => ({ id, score: score(context) }));
  response.sort((a, b) => b.score - a.score);
  return { response: typeof top_k === "number" ? response.slice(0, top_k) : response };
}
