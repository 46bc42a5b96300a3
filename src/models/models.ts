import { AppError } from "../errors.ts";
import { type VectorizeBinding, vectorizeIndex } from "./cloudflare/vectorize.ts";
import { type AiBinding, workersAiEmbedder, workersAiReranker } from "./cloudflare/workers-ai.ts";
import { DEFAULT_GENERATOR, workersAiGenerator } from "./cloudflare/workers-ai-generator.ts";
import { httpReranker } from "./http/http-reranker.ts";
import { openAiEmbedder } from "./http/openai-embedder.ts";
import { openAiGenerator } from "./http/openai-generator.ts";
import { type ModelVariables, readEmbeddings, readGenerate, readRerank } from "./model-settings.ts";
import {
  type Embedder,
  type EmbeddingSpace,
  type Generator,
  parseSpace,
  type Reranker,
  spaceKey,
  type VectorIndex,
} from "./ports.ts";

/** The models and the vector index that an environment names. */
export interface Models {
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
  /** Undefined: nothing is generated. */
  readonly generator?: Generator | undefined;
  readonly vectors: VectorIndex | undefined;
  /** Milliseconds one embedding call of a sweep may take. @default sweepCallTimeoutMs */
  readonly embedCallTimeoutMs?: number | undefined;
  /**
   * What embeds in a space that is not the configured one, and the index that holds its vectors; whatever is
   * undefined is no longer available. @default nothing
   */
  readonly forSpace?: (space: EmbeddingSpace) => Serving;
}

/** What makes and keeps the vectors of one identity. */
export interface Serving {
  /** Undefined: this identity's texts cannot be embedded any more. */
  readonly embedder: Embedder | undefined;
  /** Undefined: its vectors are in D1 only. */
  readonly vectors: VectorIndex | undefined;
}

const NOTHING: Serving = { embedder: undefined, vectors: undefined };

/** What serves an identity by its key: the configured parts, or what the platform still has of another one. */
export function servingOf(models: Models): (identity: string) => Serving {
  const configured = spaceKey(models.embedder.space);
  const known = new Map<string, Serving>([[configured, models]]);
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const identity = parseSpace(key);
    const made = (identity && models.forSpace?.(identity)) ?? NOTHING;
    // Of exactly that identity, or not at all: vectors of two are never compared.
    const isSame = made.embedder !== undefined && spaceKey(made.embedder.space) === key;
    const serving = { ...made, embedder: isSame ? made.embedder : undefined };
    known.set(key, serving);
    return serving;
  };
}

/** Bindings and variables of an account that models are made of. */
interface AccountEnv extends ModelVariables {
  readonly AI?: AiBinding;
  readonly VECTORIZE?: VectorizeBinding;
  /** A second index, for vectors of other dimensions than those of the first. */
  readonly VECTORIZE_NEXT?: VectorizeBinding;
  readonly EMBEDDING_MODEL?: string;
  readonly EMBEDDING_POOLING?: string;
  readonly VECTORIZE_DIMENSIONS?: string;
  readonly VECTORIZE_NEXT_DIMENSIONS?: string;
}

/**
 * Models of the user's own account, or the servers that the environment puts in their place. A missing binding is an error,
 * never a silent fall to something lesser.
 */
export function cloudflareModels(env: AccountEnv): Models {
  const embeddings = readEmbeddings(env);
  const rerank = readRerank(env, "workers-ai");
  const generate = readGenerate(env, "workers-ai");
  const embedder = embeddings === undefined ? accountEmbedder(env) : openAiEmbedder(embeddings);
  return {
    embedder,
    reranker: typeof rerank === "string" ? accountReranker(env, rerank) : httpReranker(rerank),
    generator:
      generate === undefined
        ? workersAiGenerator(aiOf(env), { model: env.GENERATE_MODEL || DEFAULT_GENERATOR })
        : openAiGenerator(generate),
    vectors: indexFor(env, embedder.space.dimensions),
    embedCallTimeoutMs: embeddings?.timeoutMs,
    forSpace: ({ model, pooling, dimensions }) => ({
      embedder:
        model.startsWith("@cf/") && isPooling(pooling) && env.AI !== undefined
          ? workersAiEmbedder(env.AI, { model, pooling })
          : undefined,
      vectors: findIndex(env, dimensions),
    }),
  };
}

function accountEmbedder(env: AccountEnv): Embedder {
  const pooling = env.EMBEDDING_POOLING ?? "cls";
  if (!isPooling(pooling)) throw new AppError("misconfigured", "EMBEDDING_POOLING is cls or mean");
  return workersAiEmbedder(aiOf(env), { model: env.EMBEDDING_MODEL ?? "@cf/baai/bge-base-en-v1.5", pooling });
}

const accountReranker = (env: AccountEnv, choice: "workers-ai" | "none"): Reranker | undefined =>
  choice === "none"
    ? undefined
    : workersAiReranker(aiOf(env), { model: env.RERANK_MODEL ?? "@cf/baai/bge-reranker-base" });

const BINDINGS_MISSING = "PLATFORM is cloudflare: the bindings AI and VECTORIZE must be configured";

function aiOf({ AI }: AccountEnv): AiBinding {
  if (AI === undefined) throw new AppError("misconfigured", BINDINGS_MISSING);
  return AI;
}

const isPooling = (text: string): text is "cls" | "mean" => text === "cls" || text === "mean";

/** Of the index that `VECTORIZE` binds when nothing else is said. */
const DEFAULT_DIMENSIONS = 768;

const dimensionsOf = (name: string, text: string | undefined): number => {
  if (text === undefined || text === "") return DEFAULT_DIMENSIONS;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new AppError(
    "misconfigured",
    `${name} is the number of dimensions of that vector index, from 1 to 9,999`,
  );
};

/** The bound index whose vectors have so many dimensions, `VECTORIZE` before `VECTORIZE_NEXT`. */
function findIndex(env: AccountEnv, dimensions: number): VectorIndex | undefined {
  const { VECTORIZE, VECTORIZE_NEXT } = env;
  const first = dimensionsOf("VECTORIZE_DIMENSIONS", env.VECTORIZE_DIMENSIONS);
  const next = dimensionsOf("VECTORIZE_NEXT_DIMENSIONS", env.VECTORIZE_NEXT_DIMENSIONS);
  const binding =
    VECTORIZE && first === dimensions ? VECTORIZE : next === dimensions ? VECTORIZE_NEXT : undefined;
  return binding && vectorizeIndex(binding);
}

/** Throws `misconfigured` when no bound index takes such vectors. */
function indexFor(env: AccountEnv, dimensions: number): VectorIndex {
  if (env.VECTORIZE === undefined) throw new AppError("misconfigured", BINDINGS_MISSING);
  const index = findIndex(env, dimensions);
  if (index !== undefined) return index;
  throw new AppError(
    "misconfigured",
    `No vector index of ${dimensions} dimensions is bound: set VECTORIZE_NEXT_DIMENSIONS, bind VECTORIZE_NEXT, deploy`,
  );
}
