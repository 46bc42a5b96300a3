import { MEMORY_ROOT } from "../config.ts";
import { pageOfDocuments, readDocument } from "../documents/documents.ts";
import { isNotFound, type PassageSource } from "../documents/passages/fetch-document.ts";
import type { Passage } from "../documents/passages/fetch-passages.ts";
import { memoryPlaceIn } from "../text/places/memory-place.ts";
import { readChunk } from "../documents/passages/read-chunk.ts";
import { readMemory } from "../memories/memories.ts";
import { citationWithRoot, rootedCitation } from "../search/views/citation.ts";
import { countTokens } from "../text/tokens/count-tokens.ts";
import { longestFitting } from "../text/passage.ts";
import { upToWord } from "../text/words/word-edges.ts";
import { setIn } from "../text/line-ends.ts";
import { parseLines, parsePlace } from "../text/places/place.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";

/** Documents that one request for a pattern reads at a time. */
const PAGE = 100;

/** Documents and chunks of a workspace, for what reads passages. */
export const passageSource = (context: OpenWorkspace): PassageSource => ({
  document: (path, { root, lines, anchor }) =>
    readDocument(context, { root, path, lines: parseLines(lines), anchor }),
  documents: (place) => pageOfDocuments(context, { ...place, limit: PAGE }),
  chunk: (id) => readChunk(context, id),
});

/**
 * The memory that a text leads to where no document is called so: by the start of its id, or by the id of one that was merged
 * into it; with lines of it, `#L3-L9`. Undefined: none, or the token sees a part only, in which a merged one may not lie.
 */
export async function memoryLedTo(
  context: OpenWorkspace,
  text: string,
): Promise<{ readonly id: string; readonly lines: string } | undefined> {
  const named = context.confines === undefined ? memoryPlaceIn(text) : undefined;
  if (named === undefined) return undefined;
  try {
    const { memory } = await readMemory(context, named.id, { history: false });
    return { id: memory.id, lines: named.lines };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Where a passage is, with its root: what `get` takes again. A memory's own words cite it without one. */
export const citationOf = (passage: Passage): string =>
  passage.citation.startsWith(passage.path)
    ? rootedCitation(passage.root, passage.citation)
    : citationWithRoot(passage);

interface CutText {
  readonly text: string;
  /** Whole lines that are there. */
  readonly lines: number;
}

/** The longest token of o200k, a run of spaces; where an estimate has longer ones, less of the text is looked at. */
const MOST_CHARS_PER_TOKEN = 128;

/** Whole lines from the beginning that take at most so many tokens as they are shown; where not even one does, the beginning of it. */
export function firstLines(text: string, tokens: number): CutText {
  const within = text.slice(0, tokens * MOST_CHARS_PER_TOKEN);
  const ends = [...within.matchAll(/\n/g)].map(({ index }) => index + 1);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(setIn(within.slice(0, ends[middle - 1]))) <= tokens) low = middle;
    else high = middle - 1;
  }
  if (low > 0) return { text: within.slice(0, ends[low - 1]), lines: low };
  return { text: startOfLine(text, tokens), lines: 0 };
}

/** Of a long line so much is looked at: few lines of words have more characters to a token. */
const CHARS_PER_TOKEN = 8;
/** No character takes more tokens. */
const TOKENS_PER_CHAR = 4;

/** The beginning of a text of one long line that takes at most so many tokens, up to a word. */
function startOfLine(text: string, tokens: number): string {
  const fits = (chars: number): boolean => countTokens(setIn(text.slice(0, chars))) <= tokens;
  const longest = Math.min(text.length, tokens * CHARS_PER_TOKEN);
  return upToWord(text, longestFitting(longest, fits) || Math.floor(tokens / TOKENS_PER_CHAR));
}

/** Where a passage goes on after its first lines, or characters of its first line, as `get` takes it. */
export function placeAfter(passage: Passage, { text, lines }: CutText): string {
  const { root, path, startLine, endLine, citation } = passage;
  const { startColumn = 1, endColumn } = citation === path ? {} : parsePlace(citation);
  const from = lines > 0 ? `L${startLine + lines}` : `L${startLine}C${startColumn + text.length}`;
  return rootedCitation(root, `${path}#${from}-L${endLine}${endColumn === undefined ? "" : `C${endColumn}`}`);
}

/** A passage as `get` shows it; its text exactly as pushed. */
export interface ShownPassage {
  readonly citation: string;
  readonly text: string;
  /** Id of the memory that it is of; undefined: of a file. */
  readonly memory?: string;
  /** Where it goes on, if it was cut. */
  readonly next?: string;
  readonly note?: string;
}

/** Passages of one answer: each is a read of the database. */
const MAX_PASSAGES = 100;
/** Fewer are no beginning of a passage worth having, tokens. */
const MIN_CUT_TOKENS = 28;

/** A passage under its citation. */
export function passageText({ citation, text, next, note }: ShownPassage): string {
  const body = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const notes = [next === undefined ? undefined : `cut: get ${next}`, note].filter(Boolean);
  return `==> ${citation} <==\n${setIn(body)}${notes.map((text) => `[${text}]\n`).join("")}`;
}

const costOf = (passage: ShownPassage): number => countTokens(passageText(passage));

/** As many first lines as fit with what stands around them; the first passage begins whatever its name costs. */
function cutTo(passage: Passage, tokens: number): ShownPassage {
  const citation = citationOf(passage);
  const around = costOf({ citation, text: "", next: citation });
  let room = Math.max(tokens - around, MIN_CUT_TOKENS);
  for (;;) {
    const cut = firstLines(passage.text, room);
    const isWhole = cut.text.length === passage.text.length;
    const shown = { citation, text: cut.text, ...(!isWhole && { next: placeAfter(passage, cut) }) };
    if (room === MIN_CUT_TOKENS || costOf(shown) <= tokens) return shown;
    // The indents of many short lines.
    room = Math.max(Math.floor(room * 0.8), MIN_CUT_TOKENS);
  }
}

/** An answer that fills with passages in order until its tokens are spent: heads and notes count. */
export function startPage(budget: number) {
  const passages: ShownPassage[] = [];
  let room = budget;
  let left = 0;
  let next: string | undefined;
  const leave = (name: string): void => {
    next ??= name;
    left += 1;
  };
  return {
    isFull: (): boolean => left > 0 || room < MIN_CUT_TOKENS || passages.length >= MAX_PASSAGES,
    /** Shows a passage, or as much of it as fits; the page is full behind one that is cut. */
    add(passage: Passage): void {
      const citation = citationOf(passage);
      const memory = passage.root === MEMORY_ROOT ? { memory: passage.path } : {};
      const whole = { citation, text: passage.text, ...memory };
      const cost = costOf(whole);
      if (cost <= room) {
        passages.push(whole);
        room -= cost;
        return;
      }
      const cut = cutTo(passage, room);
      if (passages.length > 0 && costOf(cut) > room) leave(citation);
      else passages.push({ ...cut, ...memory });
      room = 0;
    },
    /** Counts what was not read. */
    leave,
    shown: () => ({ passages, ...(next !== undefined && { left, next }) }),
  };
}
