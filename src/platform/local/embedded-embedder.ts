import type { Embedder } from "../../ports.ts";
import { embedChunk, embedQueryWords, HASH_IDENTITY } from "./hash-embedder.ts";

/** Texts hashed between two writes to the database: as many as one sweep takes. */
const MAX_BATCH = 500;

/** The lexical stand-in that needs no model: always there, named as what it is in every answer. */
export const embeddedEmbedder = (): Embedder => ({
  identity: HASH_IDENTITY,
  kind: "embedded",
  maxBatch: MAX_BATCH,
  embedChunks: async (inputs) => inputs.map(({ headings, text }) => embedChunk(headings, text)),
  embedQuery: async ({ words, idf }) => embedQueryWords(words, idf),
});
