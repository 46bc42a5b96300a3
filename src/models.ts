import type { Env } from "./env.ts";
import { AppError } from "./errors.ts";
import { vectorizeIndex } from "./platform/cloudflare/vectorize.ts";
import { workersAiEmbedder, workersAiReranker } from "./platform/cloudflare/workers-ai.ts";
import type { Embedder, Reranker, VectorIndex } from "./ports.ts";

/** The models and the vector index that an environment names. */
export interface Models {
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
  readonly vectors: VectorIndex | undefined;
}

/** How an environment's PLATFORM becomes models; each entry file brings those it can be asked for. */
export type ModelsFor = Readonly<Record<string, (env: Env) => Models>>;

/** Models of the user's own account. A missing binding is an error, never a silent fall to something lesser. */
export function cloudflareModels(env: Env): Models {
  const { AI, VECTORIZE } = env;
  if (AI === undefined || VECTORIZE === undefined)
    throw new AppError(
      "misconfigured",
      "PLATFORM is cloudflare: the bindings AI and VECTORIZE must be configured",
    );
  const pooling = env.EMBEDDING_POOLING ?? "cls";
  if (pooling !== "cls" && pooling !== "mean")
    throw new AppError("misconfigured", "EMBEDDING_POOLING is cls or mean");
  const model = env.EMBEDDING_MODEL ?? "@cf/baai/bge-base-en-v1.5";
  return {
    embedder: workersAiEmbedder(AI, { model, pooling }),
    reranker: workersAiReranker(AI, { model: env.RERANK_MODEL ?? "@cf/baai/bge-reranker-base" }),
    vectors: vectorizeIndex(VECTORIZE),
  };
}
