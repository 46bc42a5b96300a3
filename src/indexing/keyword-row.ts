import { shortenDataUris } from "../text/data-uris.ts";
import { identifierParts } from "../text/identifier-parts.ts";
import { indexableText, wordsOfIndexable } from "../text/tokenise.ts";
import type { Chunk } from "./chunk.ts";

/**
 * A chunk with its context never exceeds this many words. Chunks of 100 words or more need none: more context, or a
 * fixed amount for every chunk, made long chunks worse on judged sets.
 */
const CONTEXT_BUDGET_WORDS = 100;

/** Chunks looked at for one context: a hundred chunks of a word each fill it, more than that have no words. */
const MAX_CONTEXT_CHUNKS = 100;

/** What the keyword index holds for one chunk: the columns of its FTS5 row. */
export interface KeywordRow {
  /** Headings; in a document's first chunk also the file's name and its parts. */
  readonly title: string;
  readonly text: string;
  /** The words before the chunk in its document, for chunks too short to say what they are about. */
  readonly context: string;
  /** Parts of words that a tokenizer keeps whole (`IL6`, `getUserById`), each once. */
  readonly ident: string;
}

/**
 * The keyword rows of a document's chunks, in their order. A row depends only on the path's last name, the chunk and
 * what comes before it. Lines that two chunks share are counted once.
 */
export function keywordRows(path: string, chunks: readonly Chunk[]): KeywordRow[] {
  const texts = chunks.map(({ text }) => shortenDataUris(text));
  const indexable = texts.map(indexableText);
  return chunks.map((chunk, index) => ({
    title: indexableText(titleOf(chunk, index === 0 ? path : undefined)),
    text: indexable[index] ?? "",
    context: contextOf(chunks, indexable, index),
    ident: [...new Set(identifierParts([...chunk.headings, texts[index]].join("\n")))].join(" "),
  }));
}

function titleOf({ headings }: Chunk, path: string | undefined): string {
  if (path === undefined) return headings.join("\n");
  const name = fileStem(path);
  return [...headings, name, identifierParts(name).join(" ")].join("\n");
}

/** The file's name without folders and extension. A leading dot belongs to the name. */
export function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The words before a chunk, nearest first, as many as its budget leaves. */
function contextOf(chunks: readonly Chunk[], indexable: readonly string[], at: number): string {
  let budget = CONTEXT_BUDGET_WORDS - wordsOfIndexable(indexable[at] ?? "").length;
  let covered = chunks[at];
  const context: string[] = [];
  const furthest = Math.max(0, at - MAX_CONTEXT_CHUNKS);
  for (let before = at - 1; before >= furthest && budget > 0 && covered !== undefined; before -= 1) {
    const chunk = chunks[before];
    if (chunk === undefined) continue;
    const fresh = partBefore(chunk, covered);
    const whole = fresh === chunk.text ? (indexable[before] ?? "") : indexableText(shortenDataUris(fresh));
    const words = wordsOfIndexable(whole).slice(-budget);
    context.push(...words.reverse());
    budget -= words.length;
    covered = startsBefore(chunk, covered) ? chunk : covered;
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
