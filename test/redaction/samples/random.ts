const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const UPPER = LOWER.toUpperCase();

/** Makers of made-up secrets: of a length in characters, and of these characters. */
export interface Made {
  readonly digits: (length: number) => string;
  readonly hex: (length: number) => string;
  readonly low: (length: number) => string;
  readonly up: (length: number) => string;
  readonly any: (length: number) => string;
  readonly url: (length: number) => string;
  readonly base64: (length: number) => string;
  readonly letters: (length: number) => string;
  readonly uuid: () => string;
  /** A number from 0 up to, not with, this one. */
  readonly below: (limit: number) => number;
}

/** The same characters for the same seed in every run: SplitMix32. */
export function made(seed: number): Made {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
  const of = (alphabet: string) => (length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join("");
  const hex = of(`${DIGITS}abcdef`);
  return {
    below,
    hex,
    digits: of(DIGITS),
    low: of(LOWER + DIGITS),
    up: of(`${UPPER}234567`),
    any: of(LOWER + UPPER + DIGITS),
    url: of(`${LOWER + UPPER + DIGITS}_-`),
    base64: of(`${LOWER + UPPER + DIGITS}+/`),
    letters: of(LOWER + UPPER),
    uuid: () => [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join("-"),
  };
}
