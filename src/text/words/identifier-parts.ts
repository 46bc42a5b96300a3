import { isCjk } from "./cjk.ts";
import { fold, normalise } from "./fold.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const PART = /\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[[\p{L}]--[\p{Lu}]]+|\p{Lu}+/gv;
const HAS_DIGIT_AND_LETTER = /\p{L}\p{N}|\p{N}\p{L}/u;
const HAS_HUMP = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
/** Longer words are hashes and encoded data, not names. */
const MAX_WORD_CHARS = 64;
/** A name of more parts than this is a hash or the like: its parts mean nothing. */
const MAX_PARTS = 8;

/**
 * The parts of every word that mixes letters and digits (`IL6` → `il`, `6`) or changes case inside (`getUserById` →
 * `get`, `user`, `by`, `id`), folded, in order, as often as they occur. Words that are joined by punctuation are
 * tokens of their own already; only what a tokenizer would keep whole is taken apart here.
 */
export function identifierParts(text: string): string[] {
  return (normalise(text).match(WORD) ?? []).flatMap(partsOfWord);
}

function partsOfWord(word: string): string[] {
  if (word.length < 2 || word.length > MAX_WORD_CHARS) return [];
  if (!(HAS_DIGIT_AND_LETTER.test(word) || HAS_HUMP.test(word)) || isCjk(word)) return [];
  const parts = word.match(PART) ?? [];
  return parts.length > 1 && parts.length <= MAX_PARTS ? parts.map(fold) : [];
}
