import { statedDay } from "../../../text/dates/stated-day.ts";
import { writtenDate } from "../../../text/dates/written-date.ts";

/** One thing that a text says: a sentence of a list item, a row, a heading or a paragraph. Offsets in the text, end exclusive. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  /** Milliseconds: the day that it begins with, or that of the heading above it; undefined: none. */
  readonly datedAt: number | undefined;
}

const HEADING = /^ {0,3}(#{1,6})\s/;
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)]|\|)\s/;
/** Where the next sentence of a line or a paragraph begins. */
const SENTENCE_END = /(?<=[.!?]["')\]]?)\s+(?=\S)|(?<=[。！？])/gu;

/** Without one, what stands before a dot is a number or a letter of a list. */
const WORD = /\p{L}{2}|\p{Lo}/u;

/** Takes a text apart into what it says, sentence by sentence, each dated as its block is. */
export const statementsOf = (text: string): readonly Statement[] =>
  blocksOf(text).flatMap((block) => sentencesOf(block, text));

function sentencesOf({ start, end, datedAt }: Statement, text: string): readonly Statement[] {
  const sentences: { start: number; end: number; datedAt: number | undefined }[] = [];
  let from = start;
  for (const { index } of text.slice(start, end).matchAll(SENTENCE_END)) {
    if (!WORD.test(text.slice(from, start + index))) continue;
    sentences.push({ start: from, end: start + index, datedAt });
    from = start + index;
  }
  return [...sentences, { start: from, end, datedAt }];
}

/** Lines of a paragraph belong together; a list item, a row and a heading end it. */
function blocksOf(text: string): readonly Statement[] {
  const statements: { start: number; end: number; datedAt: number | undefined }[] = [];
  let section: { readonly level: number; readonly datedAt: number } | undefined;
  let isOpen = false;
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const level = HEADING.exec(line)?.[1]?.length;
    const last = statements.at(-1);
    if (level !== undefined) section = sectionAfter(section, level, line);
    if (line.trim() === "") isOpen = false;
    else if (isOpen && last !== undefined && level === undefined && !ITEM.test(line)) last.end = end;
    else {
      statements.push({ start, end, datedAt: statedDay(line) ?? section?.datedAt });
      isOpen = level === undefined;
    }
    start = end + 1;
  }
  return statements;
}

/** The dated section that a heading opens, stays in, or ends. */
function sectionAfter<Section extends { readonly level: number; readonly datedAt: number }>(
  section: Section | undefined,
  level: number,
  heading: string,
): { readonly level: number; readonly datedAt: number } | undefined {
  const datedAt = writtenDate(heading)?.instant;
  if (datedAt !== undefined) return { level, datedAt };
  return section !== undefined && level > section.level ? section : undefined;
}
