import type { Boundary } from "../../../../documents/contract.ts";
import type { Passage } from "../evaluation.ts";

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Entries in a row with the same source are parts of one page or session. */
  readonly source?: string | undefined;
}

interface LaidOutDocument {
  readonly path: string;
  readonly text: string;
  readonly chunks: readonly Boundary[];
  /** The entry of each line, from line 1 on. */
  readonly entryOfLine: readonly string[];
}

/** Characters of a client's chunk, the contract's bound; a longer entry is several chunks. */
const MAX_CHUNK_CHARS = 8_000;
/** Characters of a heading, the contract's bound. */
const MAX_HEADING_CHARS = 500;
/** A document's number as letters that spell no word, as they have no vowels; five of them name four million, and more follow. */
const LETTERS = "bcdfghjklmnpqrstvwxyz";
const NAME_LETTERS = 5;

/**
 * Lays entries out as documents: one document a source, or one an entry. Chunks are whole entries with their title as
 * heading. Names are letters without meaning, because a file's name is searched too and a number could answer a query;
 * `folderOf` puts a document into a folder, so that a search can be kept inside it.
 */
export function layOutEntries(
  entries: readonly Entry[],
  folderOf: (entry: Entry) => string = () => "",
): readonly LaidOutDocument[] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isNext = entry.source !== undefined && entry.source === last?.[0]?.source;
    if (last !== undefined && isNext) last.push(entry);
    else groups.push([entry]);
  }
  return groups.map((group, at) => {
    const folder = group[0] === undefined ? "" : folderOf(group[0]);
    return layOut(group, `${folder}${documentName(at)}.txt`);
  });
}

/** A name of letters without meaning for the document at that place. */
export function documentName(at: number): string {
  let rest = at;
  let name = "";
  for (let place = 0; place < NAME_LETTERS || rest > 0; place++) {
    name = (LETTERS[rest % LETTERS.length] ?? "") + name;
    rest = Math.floor(rest / LETTERS.length);
  }
  return `q${name}`;
}

/** Entries that follow each other as one document. */
export function layOut(entries: readonly Entry[], path: string): LaidOutDocument {
  const lines: string[] = [];
  const chunks: Boundary[] = [];
  const entryOfLine: string[] = [];
  for (const { id, title, text } of entries) {
    const own = linesOf(text);
    const headings = title.trim() === "" ? [] : [title.slice(0, MAX_HEADING_CHARS).toWellFormed()];
    for (const [from, to] of pieces(own))
      chunks.push({ startLine: lines.length + from + 1, endLine: lines.length + to, headings });
    lines.push(...own);
    entryOfLine.push(...own.map(() => id));
  }
  return { path, text: `${lines.join("\n")}\n`, chunks, entryOfLine };
}

/** An entry's lines, at least one; lines longer than a chunk are broken at a space where they have one. */
function linesOf(text: string): readonly string[] {
  const clean = text.toWellFormed().replaceAll("\0", " ");
  const whole = clean.endsWith("\n") ? clean.slice(0, -1) : clean;
  return whole.split("\n").flatMap(breakLine);
}

function breakLine(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > MAX_CHUNK_CHARS) {
    const space = rest.lastIndexOf(" ", MAX_CHUNK_CHARS);
    const isLow = (rest.charCodeAt(MAX_CHUNK_CHARS) & 0xfc00) === 0xdc00;
    const end = space > 0 ? space : MAX_CHUNK_CHARS - (isLow ? 1 : 0);
    parts.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...parts, rest];
}

/** Ranges of lines [from, to) that a chunk can hold, as few as a greedy cut makes. */
function pieces(lines: readonly string[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let chars = 0;
  for (const [at, line] of lines.entries()) {
    const last = ranges.at(-1);
    if (last !== undefined && chars + 1 + line.length <= MAX_CHUNK_CHARS) {
      last[1] = at + 1;
      chars += 1 + line.length;
    } else {
      ranges.push([at, at + 1]);
      chars = line.length;
    }
  }
  return ranges;
}

/** Finds the entry that a hit begins in; undefined for lines of no document laid out here. */
export function entryFinder(
  documents: readonly LaidOutDocument[],
): (hit: Pick<Passage, "path" | "startLine">) => string | undefined {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return ({ path, startLine }) => byPath.get(path)?.entryOfLine[startLine - 1];
}
