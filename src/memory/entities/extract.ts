import type { ChunkNames, NamedDocument } from "./types.ts";

/** The names and relations of each chunk of a document, in the order of its chunks. */
export function namesOfDocument(document: NamedDocument): readonly ChunkNames[] {
  return document.chunks.map(({ id }) => ({ chunkId: id, names: [], relations: [] }));
}
