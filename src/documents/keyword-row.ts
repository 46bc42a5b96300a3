import { joinsWords, splitsOf } from "../text/languages/compounds.ts";
import { languageOf } from "../text/languages/detect.ts";
import { type Language, languageMarker } from "../text/languages/language.ts";
import { tokenOf } from "../text/languages/tokens.ts";
import { shortenDataUris } from "../text/passage.ts";
import { atOnce, type Steps } from "../text/steps.ts";
import { identifierParts } from "../text/words/identifier-parts.ts";
import { countTokens, indexableText, tokenise, wordsOfIndexable } from "../text/words/tokenise.ts";
import type { Chunk } from "./chunkers/chunk.ts";

/**
 * A chunk with its context never exceeds this many words. Chunks of 100 words or more need none: more context, or a
 * fixed amount for every chunk, made long chunks worse on judged sets.
 */
const CONTEXT_BUDGET_WORDS = 100;

/** Chunks looked at for one context: a hundred chunks of a word each fill it, more than that have no words. */
const MAX_CONTEXT_CHUNKS = 100;

/** Longer words are encoded data and say nothing about what follows them. */
const MAX_CONTEXT_WORD_CHARS = 64;

/** Characters of one context: a hundred words of any language fit. Bounds what a document's index can take up. */
const MAX_CONTEXT_CHARS = 1000;

/** What the keyword index holds for one chunk: the columns of its FTS5 row. */
export interface KeywordRow {
  /** Headings; in a document's first chunk also the file's name and its parts, or the names given to a memory. */
  readonly title: string;
  readonly text: string;
  /** The words before the chunk in its document, for chunks too short to say what they are about. */
  readonly context: string;
  /** Parts of words that a tokenizer keeps whole (`IL6`, `getUserById`), each once; and the language, where it is not English. */
  readonly ident: string;
}

/** What a document is called beside its headings: the path of a file, the names that its writer gave a memory. */
export type Called = string | readonly string[];

/**
 * The keyword rows of a document's chunks, in their order. A row depends only on what the document is called, the chunk
 * and what comes before it. Lines that two chunks share are counted once. A memory's path is no name, and no row has it;
 * the names given to it are in its first row, so that a search finds it by them although its text has none.
 */
export const keywordRows = (called: Called, chunks: readonly Chunk[]): KeywordRow[] =>
  atOnce(keywordSteps(called, chunks));

/** The same in steps, one a chunk. */
export function* keywordSteps(called: Called, chunks: readonly Chunk[]): Steps<KeywordRow[]> {
  const rows: KeywordRow[] = [];
  const fresh: (readonly string[])[] = [];
  let before: Indexed | undefined;
  for (const [index, chunk] of chunks.entries()) {
    const text = shortenDataUris(chunk.text);
    const whole = [...chunk.headings, text].join("\n");
    const found = languageOf(whole) ?? before?.language;
    const language = found === "other" ? undefined : found;
    const indexable = indexableText(text, language);
    if (before !== undefined) fresh.push(freshWords(before, chunk));
    rows.push({
      title: indexableText(titleOf(chunk, index === 0 ? called : []), language),
      text: withParts(indexable, whole, language),
      context: contextFrom(fresh, CONTEXT_BUDGET_WORDS - countTokens(indexable, CONTEXT_BUDGET_WORDS)),
      ident: partsOf(whole, language).join(" "),
    });
    before = { chunk, indexable, language };
    yield chunk.text.length;
  }
  return rows;
}

/** A chunk as it is in the index. */
interface Indexed {
  readonly chunk: Chunk;
  readonly indexable: string;
  /** What tells too little of its language has that of the chunk before it. Undefined: it is indexed as English. */
  readonly language: Language | undefined;
}

/** Parts of identifiers; with them the language, where it is not English. */
function partsOf(text: string, language: Language | undefined): readonly string[] {
  const identifiers = identifierParts(text);
  if (language === undefined) return [...new Set(identifiers)];
  const tokens = identifiers.map((part) => tokenOf(part, language));
  return [...new Set([...tokens, languageMarker(language)])];
}

/** A text with the parts of its compounds, and of its headings', behind it, in a language that joins words. */
function withParts(indexable: string, text: string, language: Language | undefined): string {
  if (language === undefined || !joinsWords(language)) return indexable;
  const parts = [...new Set(tokenise(text))].flatMap((word) => splitsOf(word, language)).flat();
  return [indexable, ...new Set(parts.map((part) => tokenOf(part, language)))].join(" ");
}

/** One chunk's row of `keywordRows`, made only from the part of the document that it depends on. */
export function keywordRowAt(called: Called, chunks: readonly Chunk[], at: number): KeywordRow | undefined {
  return keywordRows(called, chunks.slice(Math.max(0, at - MAX_CONTEXT_CHUNKS), at + 1)).at(-1);
}

function titleOf({ headings }: Chunk, called: Called): string {
  if (typeof called !== "string") return [...headings, ...called].join("\n");
  const name = fileStem(called);
  return [...headings, name, identifierParts(name).join(" ")].join("\n");
}

/** The file's name without folders and extension. A leading dot belongs to the name. */
export function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The words of a chunk before the place where the next one begins, nearest first, as many as the largest context takes. */
function freshWords({ chunk, indexable, language }: Indexed, next: Chunk): readonly string[] {
  const before = partBefore(chunk, next);
  const whole = before === chunk.text ? indexable : indexableText(shortenDataUris(before), language);
  return wordsOfIndexable(whole)
    .filter(({ length }) => length <= MAX_CONTEXT_WORD_CHARS)
    .slice(-CONTEXT_BUDGET_WORDS)
    .reverse();
}

/** The nearest words first, from the last chunk back; `fresh` has those of each chunk that its successor lacks. */
function contextFrom(fresh: readonly (readonly string[])[], budget: number): string {
  const context: string[] = [];
  let chars = 0;
  const furthest = Math.max(0, fresh.length - MAX_CONTEXT_CHUNKS);
  for (let at = fresh.length - 1; at >= furthest && context.length < budget; at--) {
    for (const word of fresh[at] ?? []) {
      chars += word.length + 1;
      if (context.length >= budget || chars > MAX_CONTEXT_CHARS) return context.join(" ");
      context.push(word);
    }
  }
  return context.join(" ");
}

const columnOf = ({ startColumn }: Chunk) => startColumn ?? 1;

const startsBefore = (chunk: Chunk, other: Chunk) =>
  chunk.startLine < other.startLine ||
  (chunk.startLine === other.startLine && columnOf(chunk) < columnOf(other));

/** The part of a chunk's text that lies before the place where another begins. */
function partBefore(chunk: Chunk, other: Chunk): string {
  if (chunk.endLine < other.startLine) return chunk.text;
  if (!startsBefore(chunk, other)) return "";
  const lines = chunk.text.split("\n").slice(0, other.startLine - chunk.startLine + 1);
  const firstColumn = chunk.startLine === other.startLine ? columnOf(chunk) : 1;
  const last = (lines.at(-1) ?? "").slice(0, Math.max(0, columnOf(other) - firstColumn));
  return [...lines.slice(0, -1), last].join("\n");
}
