import type { ChunkRow, MemoryRow } from "../../sql/search-types.ts";
import { citation } from "./citation.ts";

/** Where a chunk is and whence it comes, in the words of the contract. */
export function placeOf(row: ChunkRow) {
  const { id, root, path, startLine, endLine, startColumn, endColumn } = row;
  return {
    id,
    root,
    path,
    startLine,
    endLine,
    ...(startColumn !== null && { startColumn }),
    ...(endColumn !== null && { endColumn }),
    citation: citation(row),
    headings: [...row.headings],
    kind: row.kind,
    language: row.language,
    source: row.source,
    date: row.datedAt === null ? null : new Date(row.datedAt).toISOString(),
    indexedAt: new Date(row.indexedAt).toISOString(),
    documentHash: row.documentHash,
    ...(row.memory && { memory: memoryOf(row.memory) }),
  };
}

function memoryOf({ quality: _, ...memory }: MemoryRow) {
  return memory;
}
