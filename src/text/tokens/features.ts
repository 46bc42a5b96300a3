import { MAX_PIECE } from "./pieces.ts";

// What is known of a piece, as hashes: the last one to four letters at each place, its beginnings, and itself.

const GRAMS_AT_PLACE = 4;
/** Longer ones are not remembered as a whole. */
const MAX_BEGINNING = 24;
/** Stands before a piece. */
const START = 1;

const SLOT_BITS = 17;
/** Slots of the table of weights. */
export const SLOTS = 1 << SLOT_BITS;

const FIRST = 0x85ebca6b;
const SECOND = 0x1b873593;
const THIRD = 0x5bd1e995;
const FOURTH = 0x3c6ef372 | 1;
const BEGINNING = 0x9e3779b1;
const WHOLE = 0x7f4a7c15;
const SCATTER = 0x2c1b3c6d;

/** Hashes of a piece, written anew for each. */
export const grams = new Int32Array(MAX_PIECE * GRAMS_AT_PLACE);
export const beginnings = new Int32Array(MAX_BEGINNING);

/** How many of `grams` and of `beginnings` a piece of so many characters has. */
export const gramCount = (length: number): number => length * GRAMS_AT_PLACE;
export const beginningCount = (length: number): number => Math.min(length, MAX_BEGINNING) - 1;

/** The slot in which what a hash weighs stands; other hashes share it. */
export const slotOf = (hash: number): number => Math.imul(hash ^ (hash >>> 15), SCATTER) >>> (32 - SLOT_BITS);

/** Writes what is known of a piece to `grams` and `beginnings`. */
export function hashPiece(text: string, from: number, to: number): void {
  let [one, two, three] = [START, START, START];
  let beginning = 0;
  let gram = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const last = Math.imul(code, FIRST);
    const lastTwo = last + Math.imul(one, SECOND);
    const lastThree = lastTwo + Math.imul(two, THIRD);
    grams[gram++] = last;
    grams[gram++] = lastTwo + 1;
    grams[gram++] = lastThree + 2;
    grams[gram++] = lastThree + Math.imul(three, FOURTH) + 3;
    beginning = Math.imul(beginning ^ (beginning >>> 15), BEGINNING) + code + 1;
    const length = at - from;
    if (length > 0 && length < MAX_BEGINNING) beginnings[length - 1] = beginning;
    three = two;
    two = one;
    one = code;
  }
  if (to - from > 1 && to - from <= MAX_BEGINNING) beginnings[to - from - 2] = beginning ^ WHOLE;
}

/** A hash of the piece itself. */
export function hashOfPiece(text: string, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (hash >>> 15), BEGINNING) + text.charCodeAt(at);
  return Math.imul(hash ^ (hash >>> 13), SCATTER);
}
