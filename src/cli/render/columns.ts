/** Width on a terminal. Good for scripts and emoji; a font may still differ. */

const TAKES_NONE = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const TAKES_TWO =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const LAST_ASCII = 0x7e;
export const ELLIPSIS = "…";

function columnsOfCharacter(character: string): number {
  if ((character.codePointAt(0) ?? 0) <= LAST_ASCII) return 1;
  if (TAKES_NONE.test(character)) return 0;
  return TAKES_TWO.test(character) ? 2 : 1;
}

/** Columns that a line without control characters takes. */
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
