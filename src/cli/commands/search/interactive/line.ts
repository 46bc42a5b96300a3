import { DEFAULTS } from "../../../../config.ts";

export interface Line {
  readonly text: string;
  /** Where the next character goes: a UTF-16 offset, always between two whole characters. */
  readonly cursor: number;
}

export const EMPTY_LINE: Line = { text: "", cursor: 0 };

/** What no query needs: controls, and line ends of pasted text. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const SPACE = /\s/u;

// What a person takes for one character may be several code points: a letter with marks, a family of emoji.
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const lengthAt = (text: string, at: number): number =>
  characters.segment(text).containing(at)?.segment.length ?? 0;
const lengthOfLast = (text: string): number => lengthAt(text, text.length - 1);
const lengthOfFirst = (text: string): number => lengthAt(text, 0);

const without = ({ text }: Line, from: number, to: number): Line => ({
  text: text.slice(0, from) + text.slice(to),
  cursor: from,
});

/** Typed or pasted text at the cursor; what would make the query longer than the server reads is left out. */
export function insert({ text, cursor }: Line, typed: string): Line {
  const clean = typed.toWellFormed().replace(CONTROLS, " ");
  const room = DEFAULTS.maxQueryChars - text.length;
  const added = (clean.length <= room ? clean : clean.slice(0, Math.max(0, room))).replace(
    /[\ud800-\udbff]$/,
    "",
  );
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

const before = ({ text, cursor }: Line): string => text.slice(0, cursor);
const after = ({ text, cursor }: Line): string => text.slice(cursor);

function wordStart(line: Line): number {
  const text = before(line).trimEnd();
  let start = text.length;
  while (start > 0 && !SPACE.test(text.charAt(start - 1))) start--;
  return start;
}

/** Every key that edits the line, by its name. */
export const EDITS = {
  backspace: (line) => without(line, line.cursor - lengthOfLast(before(line)), line.cursor),
  delete: (line) => without(line, line.cursor, line.cursor + lengthOfFirst(after(line))),
  deleteWord: (line) => without(line, wordStart(line), line.cursor),
  deleteToStart: (line) => without(line, 0, line.cursor),
  deleteToEnd: (line) => without(line, line.cursor, line.text.length),
  left: (line) => ({ ...line, cursor: line.cursor - lengthOfLast(before(line)) }),
  right: (line) => ({ ...line, cursor: line.cursor + lengthOfFirst(after(line)) }),
  start: (line) => ({ ...line, cursor: 0 }),
  end: (line) => ({ ...line, cursor: line.text.length }),
} as const satisfies Record<string, (line: Line) => Line>;

export type Edit = keyof typeof EDITS;
