import type { Env } from "./env.ts";
import { readEmbeddings, readGenerate, readRerank } from "./model-settings.ts";
import type { Models } from "./models.ts";
import { httpReranker } from "./platform/http/http-reranker.ts";
import { openAiEmbedder } from "./platform/http/openai-embedder.ts";
import { openAiGenerator } from "./platform/http/openai-generator.ts";
import { exactIndex } from "./platform/local/exact-index.ts";
import { hashEmbedder } from "./platform/local/hash-embedder.ts";
import { createMeter, type VectorIndex } from "./ports.ts";
import { createExactVectorStore } from "./storage/exact-vector-store.ts";
import { openSession } from "./storage/session.ts";

/**
 * Parts that need no account: model servers where the environment names them; else the embedded lexical parts, which have
 * no vector index, because their vector arm scores the keyword arm's pool.
 */
export function localModels(env: Env): Models {
  const embeddings = readEmbeddings(env);
  const rerank = readRerank(env, "none");
  const generate = readGenerate(env, "none");
  return {
    embedder: embeddings === undefined ? hashEmbedder : openAiEmbedder(embeddings),
    reranker: typeof rerank === "string" ? undefined : httpReranker(rerank),
    generator: generate && openAiGenerator(generate),
    vectors: embeddings && databaseIndex(env),
    embedCallTimeoutMs: embeddings?.timeoutMs,
    forIdentity: () => ({ embedder: hashEmbedder, vectors: undefined }),
  };
}

const databaseIndex = ({ DB }: Env): VectorIndex =>
  exactIndex({
    store: createExactVectorStore(() => openSession(DB, { from: "primary", meter: createMeter() })),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
