import { isCjk } from "./cjk.ts";
import { fold, normalise, withoutUnseen } from "./fold.ts";

const WORD = /[\p{L}\p{N}]+/gu;
/** What holds whole words, and parts nothing that one word is. */
const RUN = /[A-Za-z\d\u0080-\uffff]+/g;
const NON_ASCII = /[\u0080-\uffff]/;
/** A place within a word of ASCII that makes parts of it; few words of a text have one. */
const SEAM = /[a-z][A-Z\d]|[A-Z]\d|\d[A-Za-z]|[A-Z]{2}[a-z]/g;
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
  if (!NON_ASCII.test(text)) return wordsWithSeams(text).flatMap(partsOfWord);
  const runs = withoutUnseen(normalise(text)).match(RUN) ?? [];
  const words = runs.flatMap((run) => (NON_ASCII.test(run) ? (run.match(WORD) ?? []) : wordsWithSeams(run)));
  return words.flatMap(partsOfWord);
}

/** The words of a text of ASCII that may have parts, in order. */
function wordsWithSeams(text: string): string[] {
  const words: string[] = [];
  SEAM.lastIndex = 0;
  for (let seam = SEAM.exec(text); seam !== null; seam = SEAM.exec(text)) {
    let start = seam.index;
    while (start > 0 && isWordCode(text.charCodeAt(start - 1))) start--;
    let end = SEAM.lastIndex;
    while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
    words.push(text.slice(start, end));
    SEAM.lastIndex = end;
  }
  return words;
}

/** A digit or a letter of ASCII. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

function partsOfWord(word: string): string[] {
  if (word.length < 2 || word.length > MAX_WORD_CHARS) return [];
  if (!(HAS_DIGIT_AND_LETTER.test(word) || HAS_HUMP.test(word)) || isCjk(word)) return [];
  const parts = word.match(PART) ?? [];
  return parts.length > 1 && parts.length <= MAX_PARTS ? parts.map(fold) : [];
}
