import { CHARS_A_STEP, type Steps } from "../../../text/steps.ts";
import { lineEnd, lineStart, type SourceLines } from "../lines.ts";
import type { CodeSyntax } from "./code-syntax.ts";
import {
  afterBlockComment,
  afterDollarQuote,
  afterLongString,
  LINE,
  markHeredoc,
  type Scan,
} from "./multi-line.ts";

const BACKSLASH = 92;
const SLASH = 47;
const DOLLAR = 36;
const LAST_WHITE_SPACE = 32;
/** Longer text between slashes is a division. */
const MAX_REGEX_CHARS = 300;
/** A slash after one of these, or at the start of a line, begins a regular expression. */
const BEFORE_REGEX = new Set([..."(,=:[!&|?{};+*%~^<>"].map((mark) => mark.charCodeAt(0)));

/** The LINE kind of each line, in steps. Linear; a string or comment that never ends is taken to end with its line. */
export function* classifyLines(source: SourceLines, syntax: CodeSyntax): Steps<Uint8Array> {
  const kinds = new Uint8Array(source.count);
  const scan: Scan = {
    source,
    syntax,
    kinds,
    opens: openers(syntax),
    nextClose: new Map(),
    nextOpener: new Map(),
    margins: new Map(),
    line: 0,
    unendedTags: 0,
  };
  let at = 0;
  let stepAt = 0;
  while (scan.line < source.count) {
    at = scanLine(scan, Math.max(at, lineStart(source, scan.line)));
    scan.line += 1;
    if (at - stepAt < CHARS_A_STEP) continue;
    yield at - stepAt;
    stepAt = at;
  }
  return kinds;
}

function openers(syntax: CodeSyntax): Uint8Array {
  const opens = new Uint8Array(128);
  const blocks = syntax.blockComments.map(([open]) => open.trimStart());
  const marks = [
    ...syntax.lineComments,
    ...blocks,
    ...syntax.longStrings.map(({ open }) => open),
    ...syntax.quotes,
  ];
  for (const mark of marks) opens[mark.charCodeAt(0)] = 1;
  if (syntax.hasRegexLiterals) opens[SLASH] = 1;
  if (syntax.hasDollarQuotes) opens[DOLLAR] = 1;
  return opens;
}

/** Reads from `from` to the end of the line on which what is open there ends; returns that position. */
function scanLine(scan: Scan, from: number): number {
  const { source, opens, kinds } = scan;
  let first = scan.line;
  let end = lineEnd(source, first);
  for (let at = from; at < end; ) {
    const code = source.text.charCodeAt(at);
    const isFirst = kinds[scan.line] === LINE.blank;
    if (isFirst && code > LAST_WHITE_SPACE) kinds[scan.line] = LINE.code;
    if (code > 127 || opens[code] !== 1) {
      at += 1;
      continue;
    }
    at = afterOpener(scan, { at, end, isFirst });
    if (at > end) {
      first = advance(scan, at);
      end = lineEnd(source, first);
    }
  }
  markHeredoc(scan, from, end);
  return end;
}

function advance(scan: Scan, at: number): number {
  while (scan.line + 1 < scan.source.count && lineStart(scan.source, scan.line + 1) <= at) scan.line += 1;
  return scan.line;
}

interface Opening {
  readonly at: number;
  readonly end: number;
  /** Nothing but white space comes before it on its line. */
  readonly isFirst: boolean;
}

/** Position after what opens at `at`; the next character when nothing does. */
function afterOpener(scan: Scan, { at, end, isFirst }: Opening): number {
  const { source, syntax } = scan;
  const { text } = source;
  if (syntax.lineComments.some((open) => text.startsWith(open, at))) {
    if (isFirst) scan.kinds[scan.line] = LINE.comment;
    return end;
  }
  for (const [open, close] of syntax.blockComments) {
    if (!startsBlock(text, open, at)) continue;
    if (isFirst) scan.kinds[scan.line] = LINE.comment;
    return afterBlockComment(scan, { at, open, close, end });
  }
  for (const long of syntax.longStrings) {
    if (text.startsWith(long.open, at)) return afterLongString(scan, long, at);
  }
  if (syntax.hasDollarQuotes && text.charCodeAt(at) === DOLLAR) return afterDollarQuote(scan, at);
  if (syntax.quotes.includes(text.charAt(at))) return afterQuote(text, at, end);
  if (syntax.hasRegexLiterals && text.charCodeAt(at) === SLASH) return afterRegex(scan, at, end);
  return at + 1;
}

function startsBlock(text: string, open: string, at: number): boolean {
  if (!open.startsWith("\n")) return text.startsWith(open, at);
  return (at === 0 || text.charAt(at - 1) === "\n") && text.startsWith(open.slice(1), at);
}

function afterQuote(text: string, at: number, end: number): number {
  const quote = text.charCodeAt(at);
  for (let next = at + 1; next < end; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH) next++;
    else if (code === quote) return next + 1;
  }
  return end;
}

function afterRegex(scan: Scan, at: number, end: number): number {
  const { text } = scan.source;
  let before = at - 1;
  const start = lineStart(scan.source, scan.line);
  while (before >= start && text.charCodeAt(before) <= LAST_WHITE_SPACE) before--;
  if (before >= start && !BEFORE_REGEX.has(text.charCodeAt(before))) return at + 1;
  let isInClass = false;
  const stop = Math.min(end, at + MAX_REGEX_CHARS);
  for (let next = at + 1; next < stop; next++) {
    const mark = text.charAt(next);
    if (mark === "\\") next++;
    else if (mark === "[") isInClass = true;
    else if (mark === "]") isInClass = false;
    else if (mark === "/" && !isInClass) return next + 1;
  }
  return at + 1;
}
