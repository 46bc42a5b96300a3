import { pageOfDocuments, readDocument } from "../documents/documents.ts";
import type { PassageSource } from "../documents/passages/fetch-document.ts";
import type { Passage } from "../documents/passages/fetch-passages.ts";
import { readChunk } from "../documents/passages/read-chunk.ts";
import { rootedCitation } from "../search/views/citation.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { parseLines, parsePlace } from "../text/place.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";

/** Documents that one request for a pattern reads at a time. */
const PAGE = 100;

/** Documents and chunks of a workspace, for what reads passages. */
export const passageSource = (context: OpenWorkspace): PassageSource => ({
  document: (path, { root, lines }) => readDocument(context, { root, path, lines: parseLines(lines) }),
  documents: (place) => pageOfDocuments(context, { ...place, limit: PAGE }),
  chunk: (id) => readChunk(context, id),
});

/** Where a passage is, with its root: what `get` takes again. */
export const citationOf = ({ root, citation }: Passage): string => rootedCitation(root, citation);

interface CutText {
  readonly text: string;
  /** Whole lines that are there. */
  readonly lines: number;
}

/** No text has fewer tokens than this many characters each, estimated. */
const MOST_CHARS_PER_TOKEN = 16;

/** Whole lines from the beginning that take at most so many tokens; where not even one does, the beginning of it. */
export function firstLines(text: string, tokens: number): CutText {
  const within = text.slice(0, tokens * MOST_CHARS_PER_TOKEN);
  const ends = [...within.matchAll(/\n/g)].map(({ index }) => index + 1);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(within.slice(0, ends[middle - 1])) <= tokens) low = middle;
    else high = middle - 1;
  }
  if (low > 0) return { text: within.slice(0, ends[low - 1]), lines: low };
  // No character takes more than four tokens; half of one is none.
  const start = within.slice(0, Math.floor(tokens / 4));
  return { text: start.isWellFormed() ? start : start.slice(0, -1), lines: 0 };
}

/** Where a passage goes on after its first lines, or characters of its first line, as `get` takes it. */
export function placeAfter(passage: Passage, { text, lines }: CutText): string {
  const { root, path, startLine, endLine, citation } = passage;
  const { startColumn = 1, endColumn } = citation === path ? {} : parsePlace(citation);
  const from = lines > 0 ? `L${startLine + lines}` : `L${startLine}C${startColumn + text.length}`;
  return rootedCitation(root, `${path}#${from}-L${endLine}${endColumn === undefined ? "" : `C${endColumn}`}`);
}
