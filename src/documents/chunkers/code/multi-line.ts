import { firstCharacter, lineEnd, lineStart, lowerBound, type SourceLines } from "../lines.ts";
import type { CodeSyntax, LongString } from "./code-syntax.ts";

/** What a line of code begins with. */
export const LINE = { blank: 0, code: 1, comment: 2, string: 3 } as const;

const BACKSLASH = 92;
/** After so many opening tags without an end, the text is no code of this language. */
const MAX_UNENDED_TAGS = 20;
const MAX_HEREDOC_LINES = 2000;
const HEREDOC = /<<[-~<]?[ \t]?(["']?)([A-Za-z_]\w{0,63})\1/;
const DOLLAR_TAG = /\$\w{0,63}\$/y;

/** What is read so far of a text; `kinds` and the counters change as the scan goes on. */
export interface Scan {
  readonly source: SourceLines;
  readonly syntax: CodeSyntax;
  readonly kinds: Uint8Array;
  /** 1 for the ASCII characters that may open a comment or a string. */
  readonly opens: Uint8Array;
  /** Next position of each closing mark, so that it is searched for once. */
  readonly nextClose: Map<string, number>;
  /** Next line that begins with an opening mark, by mark, so that it is looked for once. */
  readonly nextOpener: Map<string, number>;
  /** Least indentations before the next closing mark of each long string. */
  readonly margins: Map<LongString, Margin>;
  line: number;
  unendedTags: number;
}

interface BlockStart {
  readonly at: number;
  readonly open: string;
  readonly close: string;
  readonly end: number;
}

/** A comment in which a line opens another one was never closed: then it ends with its line. */
export function afterBlockComment(scan: Scan, { at, open, close, end }: BlockStart): number {
  const { source } = scan;
  const closeAt = findClose(scan, close, at + open.length);
  if (closeAt === -1) return end;
  const stop = closeAt + close.length;
  if (closeAt <= end) return stop;
  if (lineStart(source, nextOpenerLine(scan, open)) < closeAt) return end;
  markTo(scan, LINE.comment, closeAt);
  return stop;
}

/** First line after the current one that begins with `open`; the number of lines when none does. */
function nextOpenerLine({ source, nextOpener, line }: Scan, open: string): number {
  const known = nextOpener.get(open) ?? 0;
  if (known > line) return known;
  let next = line + 1;
  while (next < source.count && !source.text.startsWith(open, firstCharacter(source, next))) next++;
  nextOpener.set(open, next);
  return next;
}

/** Position after the string over several lines that opens at `at`; its other lines are marked. */
export function afterLongString(scan: Scan, long: LongString, at: number): number {
  const { source } = scan;
  const closeAt = findClose(scan, long.close, at + long.open.length, long.hasEscapes);
  if (closeAt === -1) return at + long.open.length;
  if (wasNeverClosed(scan, long, { at, closeAt })) return lineEnd(source, scan.line);
  const stop = closeAt + long.close.length;
  markTo(scan, LINE.string, stop);
  return stop;
}

const LETTER = /[A-Za-z]/;

/** What may stand before a string; after a word or a full stop, a triple quote is the end of one. */
const BEFORE_DOCSTRING = /(?:^|[\s=([{,:+%*|])[rbfuRBFU]{0,2}$/;

function wasNeverClosed(
  scan: Scan,
  long: LongString,
  { at, closeAt }: { at: number; closeAt: number },
): boolean {
  const { source, line } = scan;
  const { form, open, close } = long;
  const end = lineEnd(source, line);
  if (form === "docstring" && !BEFORE_DOCSTRING.test(source.text.slice(Math.max(0, at - 4), at))) return true;
  if (form === undefined || closeAt <= end) return false;
  const first = firstCharacter(source, line);
  const indent = first - lineStart(source, line);
  if (form === "docstring") {
    if (first !== at) return false;
    const isOpener = firstCharacter(source, lineAt(source, closeAt)) === closeAt;
    if (isOpener && LETTER.test(source.text.charAt(closeAt + close.length))) return true;
  } else if (source.text.slice(at + open.length, end).trim() === "") return false;
  return leastIndent(scan, long, closeAt) < indent;
}

/** For each line that a string could open on, the least indentation of the lines from the next one to its end. */
interface Margin {
  readonly closeAt: number;
  /** Line of the first entry. */
  readonly from: number;
  readonly least: Int32Array;
}

const NO_INDENT = 2 ** 31 - 1;

/**
 * Least indentation, in characters, of the lines after the current one up to that of `closeAt`: of all that are not
 * blank for a docstring, of those that begin with a brace for a template. Read once for all openers before one close.
 */
function leastIndent({ source, margins, line }: Scan, long: LongString, closeAt: number): number {
  const known = margins.get(long);
  if (known?.closeAt === closeAt && known.from <= line) return known.least[line - known.from] ?? NO_INDENT;
  const mark = long.form === "template" ? "}" : undefined;
  const closeLine = lineAt(source, closeAt);
  const least = new Int32Array(Math.max(1, closeLine - line + 1)).fill(NO_INDENT);
  for (let at = closeLine; at > line; at--) {
    const below = least[at - line] ?? NO_INDENT;
    least[at - line - 1] = Math.min(below, indentOf(source, at, mark));
  }
  margins.set(long, { closeAt, from: line, least });
  return least[0] ?? NO_INDENT;
}

/** Indentation of a line; NO_INDENT for a blank one, and for one that does not begin with the mark given. */
function indentOf(source: SourceLines, line: number, mark: string | undefined): number {
  const first = firstCharacter(source, line);
  const counts = first < lineEnd(source, line) && (mark === undefined || source.text.charAt(first) === mark);
  return counts ? first - lineStart(source, line) : NO_INDENT;
}

/** Line that holds the character at `offset`. */
const lineAt = ({ starts, count }: SourceLines, offset: number): number =>
  Math.max(0, lowerBound(count, (line) => (starts[line] ?? 0) <= offset) - 1);

/** Position after a `$tag$ … $tag$` string; after the first tag when it is not ended. */
export function afterDollarQuote(scan: Scan, at: number): number {
  DOLLAR_TAG.lastIndex = at;
  const tag = scan.unendedTags < MAX_UNENDED_TAGS ? DOLLAR_TAG.exec(scan.source.text)?.[0] : undefined;
  if (tag === undefined) return at + 1;
  const closeAt = findClose(scan, tag, at + tag.length);
  if (closeAt === -1) {
    scan.unendedTags += 1;
    return at + tag.length;
  }
  markTo(scan, LINE.string, closeAt + tag.length);
  return closeAt + tag.length;
}

/** Marks the lines after the current one that begin before `stop`. */
function markTo({ source, kinds, line: opener }: Scan, kind: number, stop: number): void {
  for (let line = opener + 1; line < source.count && lineStart(source, line) < stop; line++)
    kinds[line] = kind;
}

/** Position of the next closing mark, with `hasEscapes` of the next that no backslash escapes; -1 when none comes. */
function findClose({ source, nextClose }: Scan, close: string, from: number, hasEscapes?: true): number {
  const known = nextClose.get(close);
  if (known !== undefined && (known === -1 || known >= from)) return known;
  let found = source.text.indexOf(close, from);
  while (found !== -1 && hasEscapes && isEscaped(source.text, found))
    found = source.text.indexOf(close, found + 1);
  nextClose.set(close, found);
  return found;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/** Marks the lines of the here-document that a line of code opens, and moves to its last line. */
export function markHeredoc(scan: Scan, from: number, end: number): void {
  const { source, kinds } = scan;
  if (scan.syntax.hasHeredocs !== true || kinds[scan.line] !== LINE.code) return;
  if (scan.unendedTags >= MAX_UNENDED_TAGS) return;
  const line = source.text.slice(from, end);
  const mark = line.indexOf("<<");
  const name = mark === -1 ? undefined : HEREDOC.exec(line.slice(mark))?.[2];
  if (name === undefined) return;
  const last = heredocEnd(scan, name);
  if (last === -1) {
    scan.unendedTags += 1;
  } else {
    kinds.fill(LINE.string, scan.line + 1, last + 1);
    scan.line = last;
  }
}

/** Line that ends the here-document `name`; -1 when none does. */
function heredocEnd({ source, line: opener }: Scan, name: string): number {
  const stop = Math.min(source.count, opener + MAX_HEREDOC_LINES);
  for (let line = opener + 1; line < stop; line++) {
    const at = firstCharacter(source, line);
    if (source.text.startsWith(name, at) && !/\w/.test(source.text.charAt(at + name.length))) return line;
  }
  return -1;
}
