import type { Hit } from "../../../../search/contract/hits.ts";
import { percent } from "../../../../search/views/answer-words.ts";
import { citationWithRoot } from "../../../../search/views/citation.ts";
import { answerNotes, NOTHING_INDEXED } from "../../../render/answer-notes.ts";
import { renderHit, showsRoots } from "../../../render/search-hits.ts";
import { columnsOf, cutTo, ELLIPSIS, unitsWithin, wrap } from "../../../terminal/columns.ts";
import { isolatedLine, isolatedPath } from "../../../terminal/isolates.ts";
import { safeLine } from "../../../terminal/terminal-safe.ts";
import type { Line } from "./keys.ts";
import { chosenHit, hitsOf, type State } from "./state.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How the rows of the screen are shared out, from the top: query, list, rule, preview, notes, help. */
interface Layout {
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

const isTooSmall = ({ columns, rows }: Size): boolean => columns < SMALLEST.columns || rows < SMALLEST.rows;

/** Shares out the rows between so many hits and so many lines of notes. */
function layOut({ rows }: Size, hits: number, noteLines: number): Layout {
  const notes = Math.min(noteLines, MAX_NOTE_ROWS, Math.max(0, rows - FIXED_ROWS - MIN_LIST_ROWS));
  const between = rows - FIXED_ROWS - notes;
  if (between < MIN_ROWS_WITH_PREVIEW || hits === 0) return { list: between, preview: 0, notes };
  const list = Math.min(hits, Math.max(MIN_LIST_ROWS, Math.floor(between * LIST_SHARE)));
  return { list, preview: between - list - RULE_ROWS, notes };
}

const PROMPT = "> ";
/** What stands at the right goes before the query has fewer columns than this. */
const MIN_QUERY_COLUMNS = 24;
/** The cursor stands behind the last character. */
const CURSOR_COLUMNS = 1;

function endWithin(text: string, columns: number): string {
  let start = text.length;
  let used = 0;
  for (const character of [...text].reverse()) {
    used += columnsOf(character);
    if (used > columns) break;
    start -= character.length;
  }
  return text.slice(start);
}

/** A text cut at its start: the end of a path says more than where it begins. */
const cutStart = (text: string, columns: number): string =>
  columnsOf(text) <= columns ? text : ELLIPSIS + endWithin(text, Math.max(0, columns - 1));

/** The query with the part around the cursor in sight, and what is said of the answer at the right. */
function typedRow({ text, cursor }: Line, right: string, columns: number) {
  const safe = safeLine(text);
  const fits = columns - PROMPT.length - columnsOf(right) - GAP.length >= MIN_QUERY_COLUMNS;
  const side = fits ? right : "";
  const room = columns - PROMPT.length - (fits ? columnsOf(side) + GAP.length : 0) - CURSOR_COLUMNS;
  const head = cutStart(safe.slice(0, cursor), room);
  const rest = safe.slice(cursor);
  const left = room - columnsOf(head);
  const tail = columnsOf(rest) <= left ? rest : rest.slice(0, unitsWithin(rest, left));
  const shown = PROMPT + head + tail;
  const blanks = Math.max(0, columns - columnsOf(shown) - columnsOf(side));
  return {
    text: cutTo(side === "" ? shown : shown + " ".repeat(blanks) + side, columns),
    cursorColumn: PROMPT.length + columnsOf(head),
  };
}

export interface Frame {
  /** At most as many as the screen has rows, each at most as wide as it has columns. */
  readonly lines: readonly string[];
  /** From 0. */
  readonly cursor: { readonly row: number; readonly column: number };
}

const CHOSEN = "▸ ";
const NOT_CHOSEN = "  ";
const GAP = "  ";
const RULE = "─";
const REVERSE = "\u001b[7m";
const DIM = "\u001b[2m";
const RED = "\u001b[31m";
const RESET = "\u001b[0m";
/** Citations take at most this share of a row, so that relevance and headings have their place. */
const CITATION_SHARE = 0.6;
const MIN_HEADING_COLUMNS = 8;
/** Of a relevance, `99%` at most. */
const PERCENT_COLUMNS = 3;
/** From the longest to what every terminal has room for. */
const HELP = [
  "Enter opens  ↑↓ choose  Tab profile  Ctrl-Y copies citation  Esc leaves",
  "Enter opens  Tab profile  Ctrl-Y copies  Esc leaves",
  "Enter opens  Esc leaves",
  "Esc leaves",
] as const;

const styled = (text: string, style: string, color: boolean): string =>
  color && text !== "" ? style + text + RESET : text;

export const citationOf = (hit: Hit, withRoot: boolean): string =>
  safeLine(withRoot ? citationWithRoot(hit) : hit.citation);

const withRoots = (state: State): boolean => state.shown.kind === "answer" && showsRoots(state.shown.answer);

function listRows(state: State, height: number, { columns, color }: RenderOptions): readonly string[] {
  const hits = hitsOf(state);
  const first = Math.max(0, Math.min(state.chosen - Math.floor(height / 2), hits.length - height));
  const seen = hits.slice(first, first + height);
  const citations = seen.map((hit) => citationOf(hit, withRoots(state)));
  const widest = Math.max(0, ...citations.map(columnsOf));
  const width = Math.min(widest, Math.floor(columns * CITATION_SHARE));
  return seen.map((hit, at) => {
    const citation = cutStart(citations[at] ?? "", width);
    const isChosen = first + at === state.chosen;
    const mark = isChosen ? CHOSEN : NOT_CHOSEN;
    const rest = `${" ".repeat(width - columnsOf(citation))}${GAP}${percent(hit.relevance).padStart(PERCENT_COLUMNS)}`;
    const start = `${mark}${citation}${rest}`;
    const room = columns - columnsOf(start) - GAP.length;
    const heading = safeLine(hit.headings.at(-1) ?? hit.memory?.type ?? "");
    const shown = heading !== "" && room >= MIN_HEADING_COLUMNS ? GAP + cutTo(heading, room) : "";
    const row = cutTo(start + shown, columns);
    // Last, so that no mark of direction is cut from its end.
    const isWhole = row === start + shown;
    const directed = isWhole ? `${mark}${isolatedPath(citation)}${rest}${isolatedLine(shown)}` : row;
    if (!isChosen || !color) return directed;
    return REVERSE + directed + " ".repeat(columns - columnsOf(row)) + RESET;
  });
}

function previewRows(
  state: State,
  { preview }: Layout,
  { columns, color }: RenderOptions,
): readonly string[] {
  const hit = chosenHit(state);
  if (hit === undefined || preview === 0) return [];
  const body = renderHit(hit, 1, { columns, color, outIsTerminal: true, withRoot: false }).slice(
    1,
    1 + preview,
  );
  return [styled(RULE.repeat(columns), DIM, color), ...body];
}

function emptyText({ shown, place, isWaiting }: State): string {
  if (shown.kind === "failure") return shown.message;
  if (shown.kind === "answer") return answerNotes(shown.answer) ?? "Nothing found.";
  if (isWaiting) return "";
  return place === undefined
    ? "Type to search."
    : place === ""
      ? NOTHING_INDEXED
      : `Type to search ${place}.`;
}

function emptyRows(state: State, height: number, { columns, color }: RenderOptions): readonly string[] {
  const rows = wrap(safeLine(emptyText(state)), columns).slice(0, height);
  const style = state.shown.kind === "failure" ? RED : DIM;
  return rows.map((row) => styled(cutTo(row, columns), style, color));
}

function noteLines({ shown }: State, columns: number): readonly string[] {
  const note =
    shown.kind === "answer" && shown.answer.hits.length > 0 ? answerNotes(shown.answer) : undefined;
  return note === undefined ? [] : wrap(safeLine(note), columns);
}

/** The first lines, the last of them marked where more would follow. */
const firstOf = (lines: readonly string[], count: number): readonly string[] =>
  lines.slice(0, count).map((line, at) => (at === count - 1 && count < lines.length ? `${line} …` : line));

function rightOf(state: State): string {
  const hits = hitsOf(state).length;
  const place = state.isWaiting ? "searching" : hits === 0 ? "" : `${state.chosen + 1}/${hits}`;
  return place === "" ? state.profile : `${state.profile}  ${place}`;
}

function lastRow({ message }: State, { columns, color }: RenderOptions): string {
  if (message !== undefined) return cutTo(safeLine(message), columns);
  const help = HELP.find((text) => columnsOf(text) <= columns) ?? "";
  return styled(help, DIM, color);
}

interface RenderOptions {
  readonly columns: number;
  readonly color: boolean;
}

/** Rows of hits that the screen has room for: by so many a page goes on. */
export function listHeight(state: State, size: Size): number {
  return layOut(size, hitsOf(state).length, noteLines(state, size.columns).length).list;
}

/** The screen for a state. Pure: the same state and size, the same picture. */
export function render(state: State, size: Size, color: boolean): Frame {
  const { columns, rows } = size;
  if (isTooSmall(size)) {
    const text = cutTo("Too small", columns);
    return { lines: rows > 0 ? [text] : [], cursor: { row: 0, column: Math.max(0, columns - 1) } };
  }
  const options = { columns, color };
  const hits = hitsOf(state).length;
  const notes = noteLines(state, columns);
  const layout = layOut(size, hits, notes.length);
  const typed = typedRow(state.line, rightOf(state), columns);
  const list = hits > 0 ? listRows(state, layout.list, options) : emptyRows(state, layout.list, options);
  const preview = previewRows(state, layout, options);
  const filled = [typed.text, ...list, ...preview];
  const noted = firstOf(notes, layout.notes).map((note) => styled(cutTo(note, columns), DIM, color));
  const blanks = Array.from({ length: Math.max(0, rows - filled.length - noted.length - 1) }, () => "");
  const lines = [...filled, ...blanks, ...noted, lastRow(state, options)];
  return { lines: lines.slice(0, rows), cursor: { row: 0, column: typed.cursorColumn } };
}
