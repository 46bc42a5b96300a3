import { openSession } from "../database/session.ts";
import type { Env } from "../env.ts";
import { createExactVectorStore } from "../search/sql/exact-vector-store.ts";
import { httpReranker } from "./http/http-reranker.ts";
import { openAiEmbedder } from "./http/openai-embedder.ts";
import { openAiGenerator } from "./http/openai-generator.ts";
import { exactIndex } from "./local/exact-index.ts";
import { hashEmbedder } from "./local/hash-embedder.ts";
import { readEmbeddings, readGenerate, readRerank } from "./model-settings.ts";
import type { Models } from "./models.ts";
import { createMeter, type VectorIndex } from "./ports.ts";

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
