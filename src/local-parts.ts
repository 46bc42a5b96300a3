import { openSession } from "./database/session.ts";
import type { Env } from "./env.ts";
import { httpReranker } from "./models/http/http-reranker.ts";
import { openAiEmbedder } from "./models/http/openai-embedder.ts";
import { openAiGenerator } from "./models/http/openai-generator.ts";
import { exactIndex } from "./models/local/exact-index.ts";
import { hashEmbedder } from "./models/local/hash-embedder.ts";
import { readEmbeddings, readGenerate, readRerank } from "./models/model-settings.ts";
import type { Models } from "./models/models.ts";
import { createMeter, type VectorIndex } from "./models/ports.ts";
import { createExactVectorStore } from "./vectors/sql/exact-vector-store.ts";

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
    forSpace: () => ({ embedder: hashEmbedder, vectors: undefined }),
  };
}

const databaseIndex = ({ DB }: Env): VectorIndex =>
  exactIndex({
    store: createExactVectorStore(() => openSession(DB, { from: "primary", meter: createMeter() })),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
