/** Settings that name models, as tests of several files have them. */
export const SMALL = "@cf/baai/bge-small-en-v1.5";
export const BASE = "@cf/baai/bge-base-en-v1.5";
export const M3 = "@cf/baai/bge-m3";
export const NOMIC = { EMBEDDINGS_URL: "http://localhost:11434", EMBEDDINGS_MODEL: "nomic-embed-text" };
export const JINA = { RERANK_PROVIDER: "jina", RERANK_MODEL: "jina-reranker-v2-base-multilingual" };
export const QWEN = { GENERATE_URL: "http://localhost:11434", GENERATE_MODEL: "qwen3:0.6b" };
