import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { namesOfDocument } from "../../src/names/extract.ts";
import type { ChunkNames, NamedDocument } from "../../src/names/types.ts";

/** A text as the index would hand it over. */
export function namedDocument(path: string, text: string, title: string | null = null): NamedDocument {
  const { language, chunks, title: found } = chunkDocument({ path, text });
  return {
    path,
    title: title ?? found ?? null,
    language,
    kind: "file",
    chunks: chunks.map(({ headings, text }, at) => ({ id: `${path}#${at}`, headings, text })),
  };
}

/** All names and relations of a text in one list each. */
export function namesOf(path: string, text: string, title: string | null = null) {
  const found: readonly ChunkNames[] = namesOfDocument(namedDocument(path, text, title));
  return {
    names: found.flatMap(({ names }) => names),
    relations: found.flatMap(({ relations }) => relations),
  };
}
