import { AppError } from "../../../errors.ts";
import type { Steps } from "../../../text/steps.ts";
import type { Chunk, ChunkBoundary } from "../chunk.ts";
import { cutSections } from "../cut-sections.ts";
import { chunkOfLines, type LineRange, lineEnd, lineStart, type SourceLines } from "../lines.ts";
import type { Section } from "../markdown/outline.ts";
import { outlineText } from "../text.ts";

/** Characters (UTF-16 units) of a chunk that a client may ask for. */
const MAX_BOUNDARY_CHARS = 8000;

/**
 * Chunks at a client's own boundaries, whatever their estimated tokens; lines they leave out are cut as plain text.
 * Throws AppError("invalid_input") when a boundary is out of range, out of order, overlapping or too long.
 */
export function* chunkByBoundaries(
  source: SourceLines,
  boundaries: readonly ChunkBoundary[],
): Steps<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  const gaps: Section[] = [];
  const addGap = (range: LineRange) => gaps.push({ ...range, headings: [] });
  let next = 0;
  for (const [index, boundary] of boundaries.entries()) {
    checkBoundary(source, boundary, { index, firstLine: next + 1 });
    const range = { from: boundary.startLine - 1, to: boundary.endLine };
    if (range.from > next) addGap({ from: next, to: range.from });
    chunks.push(chunkOfLines(source, range, boundary.headings ?? []));
    next = range.to;
  }
  if (next < source.count) addGap({ from: next, to: source.count });
  if (gaps.length > 0) {
    const outline = yield* outlineText(source);
    chunks.push(...(yield* cutSections(source, { ...outline, sections: gaps })));
  }
  return chunks.sort(
    (one, other) => one.startLine - other.startLine || (one.startColumn ?? 0) - (other.startColumn ?? 0),
  );
}

function checkBoundary(
  source: SourceLines,
  boundary: ChunkBoundary,
  { index, firstLine }: { index: number; firstLine: number },
): void {
  const { startLine, endLine } = boundary;
  const fail = (allowed: string): never => {
    const message = `Chunk boundary ${index} (lines ${startLine} to ${endLine}) is not allowed: ${allowed}`;
    throw new AppError("invalid_input", message, { details: { index, startLine, endLine } });
  };
  if (!Number.isInteger(startLine) || !Number.isInteger(endLine))
    fail("lines are whole numbers, the first is 1");
  if (startLine < 1 || endLine > source.count) fail(`lines run from 1 to ${source.count}`);
  if (endLine < startLine) fail("endLine is startLine or greater");
  if (startLine < firstLine) {
    fail(`boundaries are in ascending order and do not overlap; the first free line is ${firstLine}`);
  }
  const chars = lineEnd(source, endLine - 1) - lineStart(source, startLine - 1);
  if (chars > MAX_BOUNDARY_CHARS)
    fail(`a chunk has at most ${MAX_BOUNDARY_CHARS} characters, this one ${chars}`);
}
