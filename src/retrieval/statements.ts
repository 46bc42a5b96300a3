import { fold } from "../text/fold.ts";
import { writtenDate } from "../text/written-date.ts";
import { findTerm } from "./occurrences.ts";
import type { WeighedTerm } from "./proximity.ts";

/** One thing that a text says: a list item, a row, a heading or a paragraph. */
export interface Statement {
  readonly text: string;
  /** Milliseconds: the day that it begins with, or that of the heading above it; undefined: none. */
  readonly datedAt: number | undefined;
}

const HEADING = /^ {0,3}(#{1,6})\s/;
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)]|\|)\s/;
/** A day so near the start of a statement is its date; later ones are what it speaks of. */
const LEADING_CHARS = 12;

/** Takes a text apart into what it says. Lines of a paragraph belong together; a list item, a row and a heading end it. */
export function statementsOf(text: string): readonly Statement[] {
  const statements: { text: string; datedAt: number | undefined }[] = [];
  let section: { readonly level: number; readonly datedAt: number } | undefined;
  let isOpen = false;
  for (const line of text.split("\n")) {
    const level = HEADING.exec(line)?.[1]?.length;
    if (level !== undefined) {
      const inHeading = writtenDate(line)?.instant;
      if (inHeading !== undefined) section = { level, datedAt: inHeading };
      else if (section !== undefined && level <= section.level) section = undefined;
    }
    if (line.trim() === "") isOpen = false;
    else if (isOpen && level === undefined && !ITEM.test(line)) appendTo(statements, line);
    else {
      statements.push({ text: line, datedAt: leadingDate(line) ?? section?.datedAt });
      isOpen = level === undefined;
    }
  }
  return statements;
}

function appendTo(statements: { text: string }[], line: string): void {
  const last = statements.at(-1);
  if (last !== undefined) last.text += `\n${line}`;
}

function leadingDate(line: string): number | undefined {
  const date = writtenDate(line);
  return date !== undefined && date.start <= LEADING_CHARS ? date.instant : undefined;
}

/** Σ idf of the terms that stand in a statement or in the headings above it. */
export function coverage(
  statement: string,
  { terms, stems }: { readonly terms: readonly WeighedTerm[]; readonly stems: Map<string, string> },
): number {
  const folded = fold(statement);
  const found = terms.filter(({ stem }) => findTerm(folded, stem, stems).whole.length > 0);
  return found.reduce((sum, { idf }) => sum + idf, 0);
}
