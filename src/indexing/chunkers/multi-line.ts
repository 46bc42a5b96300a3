import { type LineRange, lineEnd, lineStart, type SourceLines } from "../lines.ts";
import type { CodeSyntax, LongString } from "./code-syntax.ts";

/** What a line of code begins with. */
export const LINE = { blank: 0, code: 1, comment: 2, string: 3 } as const;

const BACKSLASH = 92;
const LAST_WHITE_SPACE = 32;
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
  line: number;
  unendedTags: number;
}

/** A comment that opens at `at`, on a line that ends at `end`. */
export interface BlockStart {
  readonly at: number;
  readonly open: string;
  readonly close: string;
  readonly end: number;
}

/** A comment in which a line opens another one was never closed: then it ends with its line. */
export function afterBlockComment(scan: Scan, { at, open, close, end }: BlockStart): number {
  const { text } = scan.source;
  const closeAt = findClose(scan, close, at + open.length);
  if (closeAt === -1) return end;
  const stop = closeAt + close.length;
  if (closeAt <= end) return stop;
  for (let line = scan.line + 1; line < scan.source.count && lineStart(scan.source, line) < closeAt; line++) {
    if (text.startsWith(open, firstCharacter(scan.source, line))) {
      scan.kinds.fill(LINE.blank, scan.line + 1, line);
      return end;
    }
    scan.kinds[line] = LINE.comment;
  }
  return stop;
}

/** Position after the string over several lines that opens at `at`; its other lines are marked. */
export function afterLongString(scan: Scan, long: LongString, at: number): number {
  const { source } = scan;
  let closeAt = findClose(scan, long.close, at + long.open.length);
  while (closeAt !== -1 && long.hasEscapes && isEscaped(source.text, closeAt)) {
    closeAt = findClose(scan, long.close, closeAt + 1);
  }
  if (closeAt === -1) return at + long.open.length;
  return wasNeverClosed(scan, long, { at, closeAt })
    ? lineEnd(source, scan.line)
    : markStringTo(scan, closeAt + long.close.length);
}

const LETTER = /[A-Za-z]/;

/** What may stand before a string; after a word or a full stop, a triple quote is the end of one. */
const BEFORE_DOCSTRING = /(?:^|[\s=([{,:+%*|])[rbfuRBFU]{0,2}$/;

function wasNeverClosed(scan: Scan, { form, open, close }: LongString, { at, closeAt }: Span): boolean {
  const { source, line } = scan;
  const end = lineEnd(source, line);
  if (form === "docstring" && !BEFORE_DOCSTRING.test(source.text.slice(Math.max(0, at - 4), at))) return true;
  if (form === undefined || closeAt <= end) return false;
  const first = firstCharacter(source, line);
  const indent = first - lineStart(source, line);
  if (form === "docstring") {
    if (first !== at) return false;
    const closeLine = lastLineBefore(source, line, closeAt);
    const isOpener = firstCharacter(source, closeLine) === closeAt;
    if (isOpener && LETTER.test(source.text.charAt(closeAt + close.length))) return true;
    return hasDedent(source, { from: line + 1, to: closeLine + 1 }, indent, undefined);
  }
  if (source.text.slice(at + open.length, end).trim() === "") return false;
  return hasDedent(source, { from: line + 1, to: lastLineBefore(source, line, closeAt) + 1 }, indent, "}");
}

interface Span {
  readonly at: number;
  readonly closeAt: number;
}

/** Whether a line is indented less than `indent` characters, and begins with `mark` if one is given. */
function hasDedent(source: SourceLines, lines: LineRange, indent: number, mark: string | undefined): boolean {
  for (let line = lines.from; line < lines.to; line++) {
    const first = firstCharacter(source, line);
    if (first === lineEnd(source, line) || first - lineStart(source, line) >= indent) continue;
    if (mark === undefined || source.text.charAt(first) === mark) return true;
  }
  return false;
}

function lastLineBefore(source: SourceLines, line: number, offset: number): number {
  let last = line;
  while (last + 1 < source.count && lineStart(source, last + 1) <= offset) last++;
  return last;
}

function firstCharacter(source: SourceLines, line: number): number {
  const end = lineEnd(source, line);
  let at = lineStart(source, line);
  while (at < end && source.text.charCodeAt(at) <= LAST_WHITE_SPACE) at++;
  return at;
}

/** Position after a `$tag$ … $tag$` string; after the first tag when it is not ended. */
export function afterDollarQuote(scan: Scan, at: number): number {
  DOLLAR_TAG.lastIndex = at;
  const tag = scan.unendedTags < MAX_UNENDED_TAGS ? DOLLAR_TAG.exec(scan.source.text)?.[0] : undefined;
  if (tag === undefined) return at + 1;
  const closeAt = findClose(scan, tag, at + tag.length);
  if (closeAt !== -1) return markStringTo(scan, closeAt + tag.length);
  scan.unendedTags += 1;
  return at + tag.length;
}

function markStringTo(scan: Scan, stop: number): number {
  const { source, kinds } = scan;
  for (let line = scan.line + 1; line < source.count && lineStart(source, line) < stop; line++) {
    kinds[line] = LINE.string;
  }
  return stop;
}

function findClose(scan: Scan, close: string, from: number): number {
  const known = scan.nextClose.get(close);
  if (known !== undefined && (known === -1 || known >= from)) return known;
  const found = scan.source.text.indexOf(close, from);
  scan.nextClose.set(close, found);
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
