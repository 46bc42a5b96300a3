import type { Models } from "./models.ts";
import { hashEmbedder } from "./platform/local/hash-embedder.ts";
import { createHandlers } from "./wiring.ts";

/** Embedded lexical parts: no model, no vector index; the vector arm scores the keyword arm's pool. */
const embeddedModels = (): Models => ({ embedder: hashEmbedder, reranker: undefined, vectors: undefined });

/** The same Worker on parts that need no account. */
export default createHandlers({ local: embeddedModels });
