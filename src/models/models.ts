import { AppError } from "../errors.ts";
import { accountEmbedder, type EmbeddingVariables, embeddingChoice } from "./cloudflare/account-embedder.ts";
import { type DimensionsVariables, indexDimensions } from "./cloudflare/index-dimensions.ts";
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
interface AccountEnv extends ModelVariables, EmbeddingVariables, DimensionsVariables {
  readonly AI?: AiBinding;
  readonly VECTORIZE?: VectorizeBinding;
  /** A second index, for vectors of other dimensions than those of the first. */
  readonly VECTORIZE_NEXT?: VectorizeBinding;
}

/**
 * Models of the user's own account, or the servers that the environment puts in their place. A missing binding is an error,
 * never a silent fall to something lesser.
 */
export function cloudflareModels(env: AccountEnv): Models {
  const embeddings = readEmbeddings(env);
  const rerank = readRerank(env, "workers-ai");
  const generate = readGenerate(env, "workers-ai");
  const embedder = embeddings === undefined ? configuredEmbedder(env) : openAiEmbedder(embeddings);
  return {
    embedder,
    reranker: typeof rerank === "string" ? accountReranker(env, rerank) : httpReranker(rerank),
    generator:
      generate === undefined
        ? workersAiGenerator(aiOf(env), { model: env.GENERATE_MODEL || DEFAULT_GENERATOR })
        : openAiGenerator(generate),
    vectors: indexFor(env, embedder.space),
    embedCallTimeoutMs: embeddings?.timeoutMs,
    forSpace: ({ model, pooling, dimensions }) => ({
      embedder: env.AI && accountEmbedder(env.AI, { model, pooling }),
      vectors: findIndex(env, { wanted: dimensions, configured: embedder.space.dimensions }),
    }),
  };
}

function configuredEmbedder(env: AccountEnv): Embedder {
  const choice = embeddingChoice(env);
  return workersAiEmbedder(aiOf(env), choice);
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

/** Dimensions that the configured embedding model's vectors have. Throws `misconfigured`. */
export const modelDimensions = (env: ModelVariables & EmbeddingVariables): number =>
  (readEmbeddings(env) ?? embeddingChoice(env)).dimensions;

interface WantedIndex {
  readonly wanted: number;
  readonly configured: number;
}

/** The bound index whose vectors have so many dimensions, `VECTORIZE` before `VECTORIZE_NEXT`. */
function findIndex(env: AccountEnv, { wanted, configured }: WantedIndex): VectorIndex | undefined {
  const { VECTORIZE, VECTORIZE_NEXT } = env;
  const has = indexDimensions(env, { hasNext: VECTORIZE_NEXT !== undefined, configured });
  const isFirst = VECTORIZE !== undefined && has.VECTORIZE === wanted;
  const binding = isFirst ? VECTORIZE : has.VECTORIZE_NEXT === wanted ? VECTORIZE_NEXT : undefined;
  return binding && vectorizeIndex(binding);
}

/** Throws `misconfigured` when no bound index takes the model's vectors. */
function indexFor(env: AccountEnv, { dimensions }: EmbeddingSpace): VectorIndex {
  if (env.VECTORIZE === undefined) throw new AppError("misconfigured", BINDINGS_MISSING);
  const index = findIndex(env, { wanted: dimensions, configured: dimensions });
  if (index !== undefined) return index;
  throw new AppError(
    "misconfigured",
    `No vector index of ${dimensions} dimensions is bound: bind VECTORIZE_NEXT, set VECTORIZE_NEXT_DIMENSIONS, deploy`,
  );
}
