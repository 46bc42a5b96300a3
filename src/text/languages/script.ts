// Scripts as ranges of code points, which is how the words of an index lie: sorted by their first character.

/** Characters from the first up to, and without, the second. */
export interface Script {
  readonly start: string;
  readonly end: string;
}

/** The Unicode blocks of scripts, by their first and last code point; Chinese and Japanese share theirs. */
const BLOCKS: readonly (readonly [name: string, first: number, last: number])[] = [
  ["Latin", 0x61, 0x24f],
  ["Greek", 0x370, 0x3ff],
  ["Cyrillic", 0x400, 0x52f],
  ["Armenian", 0x531, 0x58f],
  ["Hebrew", 0x591, 0x5ff],
  ["Arabic", 0x600, 0x6ff],
  ["Devanagari", 0x900, 0x97f],
  ["Bengali", 0x980, 0x9ff],
  ["Gurmukhi", 0xa01, 0xa7f],
  ["Gujarati", 0xa80, 0xaff],
  ["Tamil", 0xb80, 0xbff],
  ["Telugu", 0xc00, 0xc7f],
  ["Kannada", 0xc80, 0xcff],
  ["Malayalam", 0xd00, 0xd7f],
  ["Sinhala", 0xd80, 0xdff],
  ["Thai", 0xe00, 0xe7f],
  ["Lao", 0xe80, 0xeff],
  ["Burmese", 0x1000, 0x109f],
  ["Georgian", 0x10a0, 0x10ff],
  ["Ethiopic", 0x1200, 0x139f],
  ["Khmer", 0x1780, 0x17ff],
  ["East Asian", 0x2e80, 0x9fff],
  ["Hangul", 0xac00, 0xd7a3],
];

const LETTER = /\p{L}/gu;

/** A script is a text's own when it has this share of the letters: names and code stand in questions of any. */
const MAIN_SHARE = 2 / 3;

/** The script of most letters of a folded text; undefined: none has most, or it is not known. */
export function mainScript(folded: string): Script | undefined {
  const letters = folded.match(LETTER) ?? [];
  const counts = new Map<(typeof BLOCKS)[number], number>();
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    const block = BLOCKS.find(([, first, last]) => code >= first && code <= last);
    if (block !== undefined) counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  const [main] = [...counts].sort(([, a], [, b]) => b - a);
  if (main === undefined || main[1] < MAIN_SHARE * letters.length) return undefined;
  const [[, first, last]] = main;
  return { start: String.fromCodePoint(first), end: String.fromCodePoint(last + 1) };
}
