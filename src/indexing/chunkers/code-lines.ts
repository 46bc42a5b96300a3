import { lineEnd, lineStart, type SourceLines } from "../lines.ts";
import type { CodeSyntax, LongString } from "./code-syntax.ts";

/** What a line of code begins with. */
export const LINE = { blank: 0, code: 1, comment: 2, string: 3 } as const;

const BACKSLASH = 92;
const SLASH = 47;
const DOLLAR = 36;
const LAST_WHITE_SPACE = 32;
/** Longer text between slashes is a division. */
const MAX_REGEX_CHARS = 300;
/** After so many opening tags without an end, the text is no code of this language. */
const MAX_UNENDED_TAGS = 20;
const MAX_HEREDOC_LINES = 2000;
const HEREDOC = /<<[-~<]?[ \t]?(["']?)([A-Za-z_]\w{0,63})\1/;
const DOLLAR_TAG = /\$\w{0,63}\$/y;
/** A slash after one of these, or at the start of a line, begins a regular expression. */
const BEFORE_REGEX = new Set([..."(,=:[!&|?{};+*%~^<>"].map((mark) => mark.charCodeAt(0)));

interface Scan {
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

/** The LINE kind of each line. Linear; a string or comment that never ends is taken to end with its line. */
export function classifyLines(source: SourceLines, syntax: CodeSyntax): Uint8Array {
  const kinds = new Uint8Array(source.count);
  const scan: Scan = {
    source,
    syntax,
    kinds,
    opens: openers(syntax),
    nextClose: new Map(),
    line: 0,
    unendedTags: 0,
  };
  let at = 0;
  while (scan.line < source.count) {
    at = scanLine(scan, Math.max(at, lineStart(source, scan.line)));
    scan.line += 1;
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

/** Moves to the line of `at`. */
function advance(scan: Scan, at: number): number {
  while (scan.line + 1 < scan.source.count && lineStart(scan.source, scan.line + 1) <= at) scan.line += 1;
  return scan.line;
}

interface Opening {
  readonly at: number;
  /** End of the line. */
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

interface BlockStart {
  readonly at: number;
  readonly open: string;
  readonly close: string;
  readonly end: number;
}

/** A comment in which a line opens another one was never closed: then it ends with its line. */
function afterBlockComment(scan: Scan, { at, open, close, end }: BlockStart): number {
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

function firstCharacter(source: SourceLines, line: number): number {
  const end = lineEnd(source, line);
  let at = lineStart(source, line);
  while (at < end && source.text.charCodeAt(at) <= LAST_WHITE_SPACE) at++;
  return at;
}

function afterLongString(scan: Scan, long: LongString, at: number): number {
  const { source } = scan;
  let closeAt = findClose(scan, long.close, at + long.open.length);
  while (closeAt !== -1 && long.hasEscapes && isEscaped(source.text, closeAt)) {
    closeAt = findClose(scan, long.close, closeAt + 1);
  }
  if (closeAt === -1) return at + long.open.length;
  return long.opensAtLineStart && opensAnother(source.text, closeAt, closeAt + long.close.length)
    ? lineEnd(source, scan.line)
    : markStringTo(scan, closeAt + long.close.length);
}

const WORD = /[A-Za-z]/;

function opensAnother(text: string, closeAt: number, after: number): boolean {
  if (!WORD.test(text.charAt(after))) return false;
  let at = closeAt - 1;
  while (at >= 0 && (text.charAt(at) === " " || text.charAt(at) === "\t")) at--;
  return at >= 0 && text.charAt(at) === "\n";
}

function afterDollarQuote(scan: Scan, at: number): number {
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

function markHeredoc(scan: Scan, from: number, end: number): void {
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
