/** Size of a terminal, in characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How the rows of the screen are shared out, from the top: query, list, rule, preview, notes, help. */
export interface Layout {
  readonly list: number;
  /** 0: there is no room for one, nor for the rule above it. */
  readonly preview: number;
  readonly notes: number;
}

/** A smaller terminal shows nothing but that it is too small. */
const SMALLEST: Size = { columns: 20, rows: 6 };

/** The query line and the help line. */
const FIXED_ROWS = 2;
/** Fewer rows than this between them show hits only. */
const MIN_ROWS_WITH_PREVIEW = 10;
const LIST_SHARE = 0.4;
const MIN_LIST_ROWS = 3;
const MAX_NOTE_ROWS = 2;
const RULE_ROWS = 1;

export const isTooSmall = ({ columns, rows }: Size): boolean =>
  columns < SMALLEST.columns || rows < SMALLEST.rows;

/** Shares out the rows between so many hits and so many lines of notes. */
export function layOut({ rows }: Size, hits: number, noteLines: number): Layout {
  const notes = Math.min(noteLines, MAX_NOTE_ROWS, Math.max(0, rows - FIXED_ROWS - MIN_LIST_ROWS));
  const between = rows - FIXED_ROWS - notes;
  if (between < MIN_ROWS_WITH_PREVIEW || hits === 0) return { list: between, preview: 0, notes };
  const list = Math.min(hits, Math.max(MIN_LIST_ROWS, Math.floor(between * LIST_SHARE)));
  return { list, preview: between - list - RULE_ROWS, notes };
}
