import type { Sentence } from "./said-words.ts";
import {
  ADJUNCT_OPENERS,
  ADJUNCT_WORDS,
  CLAUSE_WORDS,
  COPULAS,
  DENIALS,
  FOCUS_WORDS,
  POSSESSIVES,
} from "./word-lists.ts";

/** Longer ones are lists and code. */
const MAX_MOVED_WORDS = 60;

const isEqual = (a: Sentence, b: Sentence): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);

/** Whether two sentences say the same in the same words: in the same order, or in another that changes nothing. */
export function isSameSentence(a: Sentence, b: Sentence): boolean {
  if (isEqual(a, b)) return true;
  if (a.length !== b.length || a.length > MAX_MOVED_WORDS || a.at(-1) === "?") return false;
  return isMoved(a, b) || isMoved(b, a) || isTurned(a, b);
}

/** Whether what `b` begins with, a time, a place or a condition, is what `a` ends with: "on Fridays we deploy". */
function isMoved(a: Sentence, b: Sentence): boolean {
  for (let at = 1; at < b.length; at++) {
    const [adjunct, rest] = [b.slice(0, at), b.slice(at)];
    if (isEqual(a, [...rest, ...adjunct]) && mayMove(adjunct, rest)) return true;
  }
  return false;
}

const isBound = (word: string | undefined): boolean =>
  word === undefined || FOCUS_WORDS.has(word) || CLAUSE_WORDS.has(word);

/** The rest is one clause, and nothing at the seams belongs to what stands beside it. */
function mayMove(adjunct: Sentence, rest: Sentence): boolean {
  const [opener = "", ...others] = adjunct;
  const opens = others.length === 0 ? ADJUNCT_WORDS.has(opener) : ADJUNCT_OPENERS.has(opener);
  return (
    opens &&
    !rest.some((word) => CLAUSE_WORDS.has(word) || word === ",") &&
    ![rest[0], rest.at(-1), adjunct.at(-1)].some(isBound)
  );
}

/** Whether one names what the other describes, turned round: "the port is 8080" and "8080 is the port". */
function isTurned(a: Sentence, b: Sentence): boolean {
  const at = a.findIndex((word) => COPULAS.has(word));
  if (at < 1 || a.filter((word) => COPULAS.has(word)).length > 1) return false;
  if (a.some((word) => DENIALS.has(word) || FOCUS_WORDS.has(word) || CLAUSE_WORDS.has(word))) return false;
  const [left, right] = [a.slice(0, at), a.slice(at + 1)];
  return (
    isEqual(b, [...right, a[at] ?? "", ...left]) &&
    ((isValue(left) && isDescription(right)) || (isValue(right) && isDescription(left)))
  );
}

const isValue = (words: Sentence): boolean =>
  words.length === 1 || (words.length === 2 && /^\p{N}/u.test(words[0] ?? ""));

/** Of what it is the one: "the owner of billing", "our port", "Anna's desk". */
const isDescription = (words: Sentence): boolean =>
  words.length > 1 &&
  (words.includes("of") || POSSESSIVES.has(words[0] ?? "") || words.some((word) => word.endsWith("'s")));
