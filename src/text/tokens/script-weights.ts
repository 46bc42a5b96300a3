// What characters beyond ASCII cost in byte-pair vocabularies, in tokens; fitted like the weights of count-tokens.ts.

interface Script {
  /** The first code above the range. */
  readonly below: number;
  /** Tokens of each character; 0: a Latin letter with marks, of a word. */
  readonly each: number;
  /** Tokens of a run's beginning, however long it is; undefined: a part of the run that it stands in. */
  readonly start: number | undefined;
}

const script = (below: number, each: number, start = 0): Script => ({ below, each, start });
const joined = (below: number, each: number): Script => ({ below, each, start: undefined });

/** Every bound is a multiple of 16, so one entry of a table serves 16 characters. */
const SCRIPTS: readonly Script[] = [
  script(0xc0, 0.5), // signs of Latin 1
  script(0x250, 0), // Latin with marks
  script(0x300, 0.5), // phonetic letters
  joined(0x370, 0.5), // combining marks
  script(0x400, 0.31, 0.41), // Greek
  script(0x450, 0.03, 1.6), // Cyrillic as Russian writes it
  joined(0x460, 1.03), // letters of Ukrainian, Serbian, Belarusian and others
  script(0x530, 0.5), // further Cyrillic
  script(0x590, 0.13, 1.34), // Armenian
  script(0x600, 0.44), // Hebrew
  script(0x700, 0.13, 0.95), // Arabic
  script(0x900, 0.5), // Syriac and others
  script(0x980, 0.385), // Devanagari
  script(0xe00, 0.29, 0.49), // other Indic scripts
  script(0xe80, 0.42), // Thai
  script(0x10a0, 0.5), // Lao, Tibetan, Burmese
  script(0x1100, 0.15, 1.15), // Georgian
  script(0x1e00, 0.5), // Ethiopic, Khmer and others
  script(0x2000, 0), // Latin with further marks
  script(0x2070, 0.5), // dashes, quotes, ellipsis
  script(0x2e80, 1.22), // arrows, mathematics, boxes, dingbats
  script(0x3040, 1.05), // CJK punctuation
  script(0x30a0, 0.17, 0.84), // hiragana
  script(0x3100, 0.28, 1.45), // katakana
  script(0x4e00, 1.5), // rare ideographs
  script(0xa000, 0.6, 1), // common ideographs
  script(0xac00, 1.5), // Yi and others
  script(0xd7b0, 0.385, 1.1), // Hangul syllables
  script(0xe000, 0.87), // each half of an emoji or of a rare ideograph
  script(0xff00, 1.22), // private use, compatibility forms
  script(0x10000, 1.1), // full-width forms
];

const SCRIPT_AT = scriptTable();

function scriptTable(): Uint8Array {
  const table = new Uint8Array(0x10000 >> 4);
  let from = 0;
  for (const [at, { below }] of SCRIPTS.entries()) {
    table.fill(at, from, below >> 4);
    from = below >> 4;
  }
  return table;
}

const scriptAt = (text: string, at: number): Script | undefined =>
  SCRIPTS[SCRIPT_AT[text.charCodeAt(at) >> 4] ?? 0];

/** Whether a character beyond ASCII is a Latin letter. */
export const isLatin = (text: string, at: number): boolean => scriptAt(text, at)?.each === 0;

/** Tokens of a run of characters beyond ASCII. A script that follows another one begins anew. */
export function scriptTokens(text: string, from: number, to: number): number {
  let tokens = 0;
  let current: Script | undefined;
  for (let at = from; at < to; at++) {
    const of = scriptAt(text, at);
    tokens += of?.each ?? 0;
    if (of === current || of?.start === undefined) continue;
    tokens += of.start;
    current = of;
  }
  return tokens;
}
