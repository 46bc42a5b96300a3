import type { Steps } from "../../../text/steps.ts";
import { type LineRange, lineEnd, lineStart, type SourceLines } from "../lines.ts";

/** How well a passage may begin at a line; the cutter takes the strongest beginning within its window. */
export const BOUNDARY = {
  /** A blank line or a closing bracket: only when nothing else is near. */
  poor: 1,
  line: 2,
  /** List item, table row, statement at the outer level. */
  item: 3,
  paragraph: 4,
  /** Start of a declaration, a fence, a cell. */
  block: 5,
} as const;

/** A name that holds from its line on, for chunks that hold several small declarations. */
export interface NamedLine {
  readonly line: number;
  readonly name: string;
}

/** A run of lines under one heading path; no chunk reaches beyond it. Lines are counted from 0. */
export interface Section extends LineRange {
  readonly headings: readonly string[];
  /** Names of what starts inside: a chunk carries those of its own lines as last heading. */
  readonly names?: readonly NamedLine[];
  /** Neighbouring chunks repeat no lines. */
  readonly withoutOverlap?: boolean;
}

/** What a chunker finds in a text: sections that cover all lines in order, and where they may be cut. */
export interface Outline {
  readonly title?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly sections: readonly Section[];
  /** One BOUNDARY value for each line. */
  readonly strengths: Uint8Array;
  /** Ordered runs of lines that stay whole where they fit one chunk. */
  readonly blocks: readonly LineRange[];
}

/** Finds the outline of a text, in steps. Pure and linear; may assume at least one line. */
export type Chunker = (source: SourceLines) => Steps<Outline>;

const SPACE = 32;
const TAB = 9;
const RETURN = 13;
/** Columns that a tab counts for when indentation is compared. */
const TAB_COLUMNS = 4;
const BLANK = -1;

/** Indentation of each line in columns, -1 for a blank line. */
export function indentations(source: SourceLines): Int32Array {
  const indents = new Int32Array(source.count);
  for (let line = 0; line < source.count; line++) indents[line] = indentation(source, line);
  return indents;
}

function indentation(source: SourceLines, line: number): number {
  const end = lineEnd(source, line);
  let columns = 0;
  for (let at = lineStart(source, line); at < end; at++) {
    const code = source.text.charCodeAt(at);
    if (code === SPACE) columns += 1;
    else if (code === TAB) columns += TAB_COLUMNS;
    else return code === RETURN && at === end - 1 ? BLANK : columns;
  }
  return BLANK;
}

/** Strengths from blank lines alone: a line after a blank one begins a paragraph. */
export function paragraphStrengths(indents: Int32Array): Uint8Array {
  const strengths = new Uint8Array(indents.length);
  for (let line = 0; line < indents.length; line++) {
    if (indents[line] === BLANK) strengths[line] = BOUNDARY.poor;
    else strengths[line] = line > 0 && indents[line - 1] === BLANK ? BOUNDARY.paragraph : BOUNDARY.line;
  }
  return strengths;
}
