/** Width on a terminal. Good for scripts and emoji; a font may still differ. */

const TAKES_NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const TAKES_TWO =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const LAST_ASCII = 0x7e;
/** What a tab takes at most: how far the next stop is depends on what stands before it. */
const TAB_COLUMNS = 8;
export const ELLIPSIS = "…";

function columnsOfCharacter(character: string): number {
  if (character === "\t") return TAB_COLUMNS;
  if ((character.codePointAt(0) ?? 0) <= LAST_ASCII) return 1;
  if (TAKES_NONE.test(character)) return 0;
  return TAKES_TWO.test(character) ? 2 : 1;
}

/** Columns that a line takes at most; it has no control characters but tabs. */
export function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) columns += columnsOfCharacter(character);
  return columns;
}

/** Longest start of a line, in UTF-16 units, that takes at most so many columns; never half a pair. */
export function unitsWithin(line: string, columns: number): number {
  let units = 0;
  let used = 0;
  for (const character of line) {
    used += columnsOfCharacter(character);
    if (used > columns) return units;
    units += character.length;
  }
  return units;
}

/** The line, cut with an ellipsis when it takes more columns. */
export function cutTo(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  return line.slice(0, unitsWithin(line, Math.max(0, columns - 1))) + ELLIPSIS;
}

/** Words on lines of at most so many columns; a longer word has its own line. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || columnsOf(longer) <= columns) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Blanks before a line, and a label with two blanks or more after it. */
const HANG = /^ {0,20}(?:\S{1,20} {2,20})?/;
/** Narrower columns beside a label are unreadable. */
const MIN_COLUMNS = 20;

/**
 * Lines of prose as a terminal of so many columns has them, broken between words and going on where their text began;
 * what fits stays as it is, and so do all where columns are infinite.
 */
export const wrapLines = (lines: readonly string[], columns: number): readonly string[] =>
  lines.flatMap((line) => {
    if (columnsOf(line) <= columns) return [line];
    const head = HANG.exec(line)?.[0] ?? "";
    const [first = "", ...others] = wrap(
      line.slice(head.length),
      Math.max(MIN_COLUMNS, columns - columnsOf(head)),
    );
    return [head + first, ...others.map((other) => " ".repeat(columnsOf(head)) + other)];
  });

/** The same for a text of several lines. */
export const wrapText = (text: string, columns: number): string =>
  wrapLines(text.split("\n"), columns).join("\n");
