/** Longer texts are compared by their beginning. */
const MAX_CHARS = 3_000;
/** Multipliers of xxHash32, which spread their bits over a hash. */
const SPREAD = { word: 0x9e3779b1, pair: 0x85ebca77 } as const;
const [DIGIT_0, DIGIT_9, UPPER_A, UPPER_Z, UNDERSCORE, LOWER_A, LOWER_Z] = [48, 57, 65, 90, 95, 97, 122];
const TO_LOWER = 32;
const FIRST_NON_ASCII = 128;
const SPACE = 32;

/** What of a text is compared: hashes, so that two texts are compared without their words. */
export interface Sketch {
  /** Of every two adjacent words, each once. */
  readonly pairs: ReadonlySet<number>;
  /** Of the numbers in it, whatever their order. */
  readonly numbers: number;
}

/** A text's sketch in one pass, about 2 µs for 1,000 characters; ASCII letters in lower case. */
export function sketchOf(text: string): Sketch {
  const pairs = new Set<number>();
  const end = Math.min(text.length, MAX_CHARS);
  let [word, before, numbers] = [0, 0, 0];
  let [isInWord, isNumber] = [false, true];
  for (let at = 0; at <= end; at++) {
    const unit = at === end ? SPACE : lowerCase(text.charCodeAt(at));
    if (isWordUnit(unit)) {
      word = (Math.imul(word, 31) + unit) | 0;
      isInWord = true;
      isNumber &&= unit <= DIGIT_9;
    } else if (isInWord) {
      pairs.add(mixed(before, word));
      if (isNumber) numbers = (numbers + Math.imul(word, SPREAD.word)) | 0;
      before = word;
      word = 0;
      [isInWord, isNumber] = [false, true];
    }
  }
  return { pairs, numbers };
}

/** Shared pairs over all pairs (Jaccard), 0 to 1; two texts without pairs share nothing. */
export function likeness(a: Sketch, b: Sketch): number {
  let shared = 0;
  for (const pair of a.pairs) if (b.pairs.has(pair)) shared++;
  return likenessOf(shared, a, b);
}

/** The same where it is known how many pairs they share. */
export function likenessOf(shared: number, { pairs: a }: Sketch, { pairs: b }: Sketch): number {
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

const lowerCase = (unit: number): number => (unit >= UPPER_A && unit <= UPPER_Z ? unit + TO_LOWER : unit);

const isWordUnit = (unit: number): boolean =>
  (unit >= LOWER_A && unit <= LOWER_Z) ||
  (unit >= DIGIT_0 && unit <= DIGIT_9) ||
  unit === UNDERSCORE ||
  unit >= FIRST_NON_ASCII;

function mixed(before: number, word: number): number {
  const sum = Math.imul(before ^ Math.imul(word, SPREAD.word), SPREAD.pair);
  return sum ^ (sum >>> 15);
}
