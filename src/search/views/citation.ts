import { MEMORY_ROOT, NO_VOTES_QUALITY } from "../../config.ts";
import type { ChunkRow, MemoryRow } from "../sql/chunk-rows.ts";

/** `path#L3-L9`, with columns where the passage is a part of one line. */
export function citation(
  row: Pick<ChunkRow, "path" | "startLine" | "endLine" | "startColumn" | "endColumn">,
): string {
  const { path, startLine, endLine, startColumn, endColumn } = row;
  if (startColumn !== null)
    return `${path}#L${startLine}C${startColumn}-L${endLine}C${endColumn ?? startColumn}`;
  return startLine === endLine ? `${path}#L${startLine}` : `${path}#L${startLine}-L${endLine}`;
}

/** The same with `root:` before it. */
export const rootedCitation = (root: string, cited: string): string => `${root}:${cited}`;

/** What names a passage at every door: of a memory, which has one id however many passages, the memory's. */
export const passageId = ({ id, root, path }: Pick<ChunkRow, "id" | "root" | "path">): string =>
  root === MEMORY_ROOT ? path : id;

/** Where a chunk is and where it comes from, in the contract's words. */
export function placeOf(row: ChunkRow) {
  const { root, path, startLine, endLine, startColumn, endColumn } = row;
  return {
    id: passageId(row),
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

const memoryOf = ({ quality = NO_VOTES_QUALITY, supersedes: _, ...memory }: MemoryRow) => ({
  ...memory,
  quality,
});
