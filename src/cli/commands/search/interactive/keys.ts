import type { Key as NodeKey } from "node:readline";
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

export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "edit"; readonly edit: Edit }
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "profile"; readonly by: 1 | -1 }
  | { readonly kind: "open" | "copy" | "again" | "leave" | "interrupt" | "suspend" | "redraw" };

export type Move = "up" | "down" | "pageUp" | "pageDown" | "first" | "last";

const edit = (name: Edit): Key => ({ kind: "edit", edit: name });
const move = (name: Move): Key => ({ kind: "move", move: name });

const NAMED: Readonly<Record<string, Key>> = {
  up: move("up"),
  down: move("down"),
  pageup: move("pageUp"),
  pagedown: move("pageDown"),
  left: edit("left"),
  right: edit("right"),
  home: edit("start"),
  end: edit("end"),
  backspace: edit("backspace"),
  delete: edit("delete"),
  return: { kind: "open" },
  enter: { kind: "open" },
  tab: { kind: "profile", by: 1 },
  escape: { kind: "leave" },
};

const WITH_CONTROL: Readonly<Record<string, Key>> = {
  c: { kind: "interrupt" },
  d: { kind: "leave" },
  p: move("up"),
  n: move("down"),
  y: { kind: "copy" },
  r: { kind: "again" },
  l: { kind: "redraw" },
  z: { kind: "suspend" },
  a: edit("start"),
  e: edit("end"),
  b: edit("left"),
  f: edit("right"),
  h: edit("backspace"),
  w: edit("deleteWord"),
  u: edit("deleteToStart"),
  k: edit("deleteToEnd"),
  home: move("first"),
  end: move("last"),
};

const PRINTABLE = /^[^\p{Cc}]+$/u;

/** What a press of a key means, as Node's readline decodes it; undefined: nothing. */
export function keyOf(typed: string | undefined, { name = "", ctrl, meta, shift }: NodeKey): Key | undefined {
  if (ctrl === true) return WITH_CONTROL[name];
  if (meta === true) return name === "y" ? { kind: "copy" } : name === "escape" ? NAMED.escape : undefined;
  if (name === "tab" && shift === true) return { kind: "profile", by: -1 };
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  return typed !== undefined && PRINTABLE.test(typed) ? { kind: "text", text: typed } : undefined;
}
