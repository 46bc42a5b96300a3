import { shortHash } from "../text/hash.ts";
import { reassemble } from "../text/reassemble.ts";
import type { Chunk } from "./chunkers/chunk.ts";
import type { Boundary, UploadDocument } from "./contract.ts";
import type { Called } from "./keyword-row.ts";
import type { StoredChunk } from "./sql/document-types.ts";
import type { StoredDocument } from "./sql/stored-documents.ts";

// A document's text lives in its chunks alone. It is only believed when its hash is that of the pushed bytes.

/** A stored chunk as it was cut. */
export const chunkOf = ({
  startLine,
  endLine,
  startColumn,
  endColumn,
  headings,
  text,
}: Pick<StoredChunk, keyof Chunk>): Chunk => ({
  startLine,
  endLine,
  ...(startColumn !== null && { startColumn }),
  ...(endColumn !== null && { endColumn }),
  headings,
  text,
});

/** A document with its chunks where they belong, and its text. */
interface Rebuilt {
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

/** The pushed text; undefined when the chunks do not give it back, even with their lines counted anew. */
export async function rebuild(document: StoredDocument): Promise<Rebuilt | undefined> {
  const stored = document.chunks.map(chunkOf);
  for (const chunks of [stored, countedAnew(stored, "apart"), countedAnew(stored, "overlapping")]) {
    if (chunks === undefined) continue;
    const text = reassemble(chunks, document.finalNewline === 1);
    if ((await shortHash(text)) === document.hash) return { text, chunks };
  }
  return undefined;
}

/**
 * The chunks with lines that their texts allow: a chunk stays where it says it is when its first lines are the ones that
 * are there, else it follows the one before it, `apart` or `overlapping` as far as the lines agree. Undefined for
 * documents with parts of lines, whose columns nothing else tells.
 */
function countedAnew(
  chunks: readonly Chunk[],
  otherwise: "apart" | "overlapping",
): readonly Chunk[] | undefined {
  if (chunks.some(({ startColumn }) => startColumn !== undefined)) return undefined;
  const known: string[] = [];
  return chunks.map((chunk) => {
    const lines = chunk.text.split("\n");
    const claimed = chunk.startLine - 1;
    const start = agrees(known, lines, claimed)
      ? claimed
      : otherwise === "apart"
        ? known.length
        : firstAgreeing(known, lines);
    known.push(...lines.slice(known.length - start));
    return { ...chunk, startLine: start + 1, endLine: start + lines.length };
  });
}

/** The lines go on from line `start` (from 0) of the known ones: no gap, something new, and the same where they overlap. */
const agrees = (known: readonly string[], lines: readonly string[], start: number): boolean =>
  start >= 0 &&
  start <= known.length &&
  start + lines.length > known.length &&
  known.slice(start).every((line, at) => line === lines[at]);

function firstAgreeing(known: readonly string[], lines: readonly string[]): number {
  let start = Math.max(0, known.length - lines.length + 1);
  while (start < known.length && !agrees(known, lines, start)) start++;
  return start;
}

/** What the keyword index knows it by: a memory's path is a number that nobody searches by. */
export const calledOf = ({ path, memory }: Pick<StoredDocument, "path" | "memory">): Called =>
  memory?.entities ?? path;

/** The document as its pusher would send it: with its own boundaries where it had them. */
export function asUpload(document: StoredDocument, { text, chunks }: Rebuilt): UploadDocument {
  const { path, hash, mtime, title, source, givenMetadata } = document;
  const metadata = JSON.parse(givenMetadata) as NonNullable<UploadDocument["metadata"]>;
  const own = ownBoundaries(document, chunks);
  return {
    path,
    hash,
    mtime,
    text,
    ...(title !== null && { title }),
    ...(source !== null && { source }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(own !== undefined && { chunks: own }),
  };
}

/** A client's own boundaries; what was cut as plain text between them is left out here, and cut so again. */
function ownBoundaries({ ownChunks }: StoredDocument, chunks: readonly Chunk[]): Boundary[] | undefined {
  if (ownChunks !== 1) return undefined;
  const own = chunks.filter(
    (chunk, at) =>
      chunk.startColumn === undefined &&
      (chunks[at - 1]?.endLine ?? 0) < chunk.startLine &&
      (chunks[at + 1]?.startLine ?? Number.POSITIVE_INFINITY) > chunk.endLine,
  );
  return own.map(({ startLine, endLine, headings }) => ({ startLine, endLine, headings: [...headings] }));
}
