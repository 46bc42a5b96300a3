import { MEMORY_ROOT, NO_VOTES_QUALITY } from "../../config.ts";
import { anchorOf, writeAnchor } from "../../text/places/anchors.ts";
import { onOneLine } from "../../text/line-ends.ts";
import type { Hit } from "../contract/hits.ts";
import type { ChunkRow, MemoryRow } from "../sql/chunk-rows.ts";

type CitedRow = Pick<ChunkRow, "path" | "startLine" | "endLine" | "startColumn" | "endColumn"> &
  Partial<Pick<ChunkRow, "headings">>;

/**
 * `path#L3-L9`, with columns where the passage is a part of one line, and with the page, slide or sheet that its headings
 * name: `path#page=12,L3-L9`.
 */
export function citation({ path, headings = [], ...row }: CitedRow): string {
  const { startLine, endLine, startColumn, endColumn } = row;
  const anchor = anchorOf(path, headings);
  const start = anchor === undefined ? `${path}#` : `${path}#${writeAnchor(anchor)},`;
  if (startColumn !== null)
    return `${start}L${startLine}C${startColumn}-L${endLine}C${endColumn ?? startColumn}`;
  return startLine === endLine ? `${start}L${startLine}` : `${start}L${startLine}-L${endLine}`;
}

/** The same with `root:` before it. */
export const rootedCitation = (root: string, cited: string): string => `${root}:${cited}`;

/** A hit's citation with its root, which it may have already; a memory's names it without one. */
export const citationWithRoot = ({ root, citation: cited }: Pick<Hit, "root" | "citation">): string =>
  root === MEMORY_ROOT || cited.startsWith(`${root}:`) ? cited : rootedCitation(root, cited);

/** The same where a path alone may not name the file: there are several roots, or it could be read as having one. */
export const citationAmong = (
  { root, path }: Pick<Hit, "root" | "path">,
  cited: string,
  severalRoots: boolean,
): string => (severalRoots || path.includes(":") ? rootedCitation(root, cited) : cited);

/** Characters of a memory's id and of its first words that a citation shows. */
const MEMORY_ID_CHARS = 12;
const MEMORY_WORDS_CHARS = 40;

/**
 * What names a passage among all of the workspace, and what `get` takes: with its root where there are several, or where
 * the path could be read as having one; a memory by its first words and the start of its id, from its second passage on
 * with its lines.
 */
export function uniqueCitation(row: ChunkRow, severalRoots: boolean): string {
  const cited = citation(row);
  if (row.root !== MEMORY_ROOT) return citationAmong(row, cited, severalRoots);
  const isFirst = row.startLine === 1 && (row.startColumn ?? 1) === 1;
  const place = isFirst ? "" : cited.slice(row.path.length);
  return `${firstWords(row.text)} (memory ${row.path.slice(0, MEMORY_ID_CHARS)})${place}`.trimStart();
}

function firstWords(text: string): string {
  const line = onOneLine(text.slice(0, 2 * MEMORY_WORDS_CHARS).trim());
  if (line.length <= MEMORY_WORDS_CHARS && text.length <= 2 * MEMORY_WORDS_CHARS) return line;
  const start = line.slice(0, MEMORY_WORDS_CHARS);
  return `${start.slice(0, start.lastIndexOf(" ") + 1).trimEnd() || start}…`.toWellFormed();
}

/** What names a passage at every door: of a memory, which has one id however many passages, the memory's. */
export const passageId = ({ id, root, path }: Pick<ChunkRow, "id" | "root" | "path">): string =>
  root === MEMORY_ROOT ? path : id;

/** Where a chunk is and where it comes from, in the contract's words. */
export function placeOf(row: ChunkRow, severalRoots: boolean) {
  const { root, path, startLine, endLine, startColumn, endColumn } = row;
  return {
    id: passageId(row),
    root,
    path,
    startLine,
    endLine,
    ...(startColumn !== null && { startColumn }),
    ...(endColumn !== null && { endColumn }),
    citation: uniqueCitation(row, severalRoots),
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
