import { WEIGHT_PER_TOKEN } from "../../text/tokens/estimate-tokens.ts";
import { CHARS_A_STEP, type Steps } from "../../text/steps.ts";
import type { Chunk } from "./chunk.ts";
import { cutPoints, hashText, KEY_SPAN, type PieceSize } from "./cut-points.ts";
import {
  chunkOfLines,
  isBlankRange,
  type LineRange,
  lineEnd,
  lineStart,
  lineText,
  lowerBound,
  type SourceLines,
  weightOfLines,
} from "./lines.ts";
import { chunksOfLongLine } from "./long-line.ts";
import { fitHeadings, headingTokens } from "./markdown/headings.ts";
import { BOUNDARY, type Outline, type Section } from "./markdown/outline.ts";

/** Estimated tokens of a chunk with its heading path, at most: it fits the window of the models it is sent to. */
export const MAX_CHUNK_TOKENS = 400;

/** A cut is the best one within this many estimated tokens before and after it. */
const WINDOW_TOKENS = 150;
/** Estimated tokens of the preceding chunk that a chunk may repeat: whole lines, and of a line that is cut whole sentences. */
const MAX_OVERLAP_TOKENS = 80;
/** Part of the heading path kept for the names of small declarations. */
const MAX_NAMES_TOKENS = 40;
const NAME_SEPARATOR = ", ";
const MAX_NAME_CHARS = 60;

interface Plan {
  readonly source: SourceLines;
  readonly outline: Outline;
  /** For a line inside a block, the weight of the whole block; else 0. */
  readonly blockWeights: Uint32Array;
}

/** The chunks of an outline, in order, together covering every line. */
export function* cutSections(source: SourceLines, outline: Outline): Steps<readonly Chunk[]> {
  const plan = { source, outline, blockWeights: weighBlocks(source, outline.blocks) };
  const chunks: (readonly Chunk[])[] = [];
  for (const section of outline.sections) chunks.push(yield* cutSection(plan, section));
  return chunks.flat();
}

function weighBlocks(source: SourceLines, blocks: readonly LineRange[]): Uint32Array {
  const weights = new Uint32Array(source.count);
  for (const { from, to } of blocks) weights.fill(weightOfLines(source, from, to), from + 1, to);
  return weights;
}

function* cutSection(plan: Plan, section: Section): Steps<readonly Chunk[]> {
  const reserved = section.names === undefined ? 0 : MAX_NAMES_TOKENS;
  const headings = fitHeadings(section.headings);
  const limit = (MAX_CHUNK_TOKENS - headingTokens(headings) - reserved) * WEIGHT_PER_TOKEN;
  const size = { limit, window: Math.min(WINDOW_TOKENS * WEIGHT_PER_TOKEN, limit / 2) };
  const overlap = section.withoutOverlap === true ? 0 : MAX_OVERLAP_TOKENS * WEIGHT_PER_TOKEN;
  const chunks: Chunk[] = [];
  let from = section.from;
  for (let line = section.from; line < section.to; line++) {
    if (line % CHARS_A_STEP === 0) yield CHARS_A_STEP;
    if (weightOfLines(plan.source, line, line + 1) <= limit) continue;
    chunks.push(...(yield* cutLines(plan, { ...section, headings, from, to: line }, size)));
    const long = { text: lineText(plan.source, line), line: line + 1, headings };
    chunks.push(...(yield* chunksOfLongLine(long, { ...size, overlap })));
    from = line + 1;
  }
  chunks.push(...(yield* cutLines(plan, { ...section, headings, from }, size)));
  return chunks;
}

function* cutLines(plan: Plan, section: Section, size: PieceSize): Steps<readonly Chunk[]> {
  const { from, to } = section;
  if (from >= to) return [];
  const { source } = plan;
  const cuts = yield* cutPoints(
    {
      count: to - from,
      weightBefore: (at) => weightOfLines(source, from, from + at),
      keyOf: (at) => lineKey(plan, from + at, size.limit),
    },
    size,
  );
  const starts = [from, ...cuts.map((cut) => from + cut)];
  const chunks: Chunk[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? to;
    const before = section.withoutOverlap === true ? start : (starts[index - 1] ?? start);
    const range = { from: overlapStart(source, { before, start, end, limit: size.limit }), to: end };
    const chunk = chunkOfLines(source, range, withNames(section, { from: start, to: end }));
    chunks.push(chunk);
    yield chunk.text.length;
  }
  return chunks;
}

function lineKey({ source, outline, blockWeights }: Plan, line: number, limit: number): number {
  const blockWeight = blockWeights[line] ?? 0;
  if (blockWeight > 0 && blockWeight <= limit) return 0;
  const strength = outline.strengths[line] ?? BOUNDARY.line;
  return strength * KEY_SPAN + hashText(source.text, lineStart(source, line), lineEnd(source, line));
}

/** First line of a chunk that begins at `start`, moved back over lines of its predecessor, blank ones not first. */
function overlapStart(
  source: SourceLines,
  { before, start, end, limit }: { before: number; start: number; end: number; limit: number },
): number {
  const most = MAX_OVERLAP_TOKENS * WEIGHT_PER_TOKEN;
  let first = start;
  for (let line = start - 1; line > before; line--) {
    if (weightOfLines(source, line, start) > most || weightOfLines(source, line, end) > limit) break;
    if (!isBlankRange(source, line, line + 1)) first = line;
  }
  return first;
}

function withNames({ headings, names = [] }: Section, range: LineRange): readonly string[] {
  const own = lowerBound(names.length, (at) => (names[at]?.line ?? range.from) < range.from);
  let path = "";
  for (let index = own; index < names.length; index++) {
    const { line, name } = names[index] ?? { line: range.to, name: "" };
    if (line >= range.to) break;
    const longer = path === "" ? name.slice(0, MAX_NAME_CHARS) : path + NAME_SEPARATOR + name;
    if (headingTokens([longer]) >= MAX_NAMES_TOKENS - 1) break;
    path = longer;
  }
  return path === "" ? headings : [...headings, path];
}
