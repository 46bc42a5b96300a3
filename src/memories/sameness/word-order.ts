import { stem } from "../../text/words/stem.ts";
import { COMMA, LINE, type Sentence, withSmallFirst } from "./said-words.ts";
import {
  ADJUNCT_OPENERS,
  ADJUNCT_WORDS,
  CLAUSE_WORDS,
  COPULAS,
  DENIALS,
  DETERMINERS,
  FOCUS_WORDS,
  FORMS_OF_BE,
  NOUN_OPENERS,
  POSSESSIVES,
  QUANTIFIERS,
  VERBS_OF_VERBS,
} from "./word-lists.ts";

/** Longer ones are lists and code. */
const MAX_MOVED_WORDS = 60;

const isEqual = (a: Sentence, b: Sentence): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);

const has = (words: Sentence, ...lists: readonly ReadonlySet<string>[]): boolean =>
  words.some((word) => lists.some((list) => list.has(word)));

/** Whether two sentences say the same in the same words: in the same order, or in another that changes nothing. */
export function isSameSentence(a: Sentence, b: Sentence): boolean {
  if (isEqual(a, b)) return true;
  if (Math.max(a.length, b.length) > MAX_MOVED_WORDS || a.at(-1) === "?") return false;
  return (
    [[a, b] as const, [b, a] as const].some(
      ([one, other]) => isEqual(withoutFrontComma(one), other) || isMoved(one, other),
    ) || isTurned(a, b)
  );
}

/** Without the only comma, behind what stands first: "on Fridays, we deploy". With two openers it says which goes where. */
function withoutFrontComma(words: Sentence): Sentence {
  const at = words.indexOf(COMMA);
  const isIdle =
    at > 0 &&
    at === words.lastIndexOf(COMMA) &&
    opens(words.slice(0, at)) &&
    !has(words.slice(1, at + 2), ADJUNCT_OPENERS);
  return isIdle ? words.toSpliced(at, 1) : words;
}

function opens([opener = "", ...others]: Sentence): boolean {
  if (has(others, DENIALS)) return false;
  return others.length === 0 ? ADJUNCT_WORDS.has(opener) : ADJUNCT_OPENERS.has(opener);
}

/** Whether what `b` begins with, a time, a place or a condition, is what `a` ends with: "on Fridays we deploy". */
function isMoved(a: Sentence, b: Sentence): boolean {
  const comma = b.indexOf(COMMA);
  for (let at = 1; at < b.length; at++) {
    if (comma !== -1 && comma !== at) continue;
    const [adjunct, rest] = [b.slice(0, at), b.slice(comma === at ? at + 1 : at)];
    const moved = [...rest, ...adjunct];
    const isSame = isEqual(a, moved) || isEqual(withSmallFirst(a), moved);
    if (isSame && mayMove(adjunct, rest)) return true;
  }
  return false;
}

/** The rest is one clause of one verb, without a "not" or an "all", and what moves belongs to all of it. */
function mayMove(adjunct: Sentence, rest: Sentence): boolean {
  const last = adjunct.at(-1) ?? "";
  return (
    opens(adjunct) &&
    !has(rest, DENIALS, QUANTIFIERS, FOCUS_WORDS, CLAUSE_WORDS) &&
    !has([last], FOCUS_WORDS, CLAUSE_WORDS) &&
    rest.every((word, at) => isPlain(word) && !bringsVerb(rest, at)) &&
    (adjunct[0] !== "for" || rest[0] === "use") &&
    !(NOUN_OPENERS.has(adjunct[0] ?? "") && endsWithObject(rest))
  );
}

const isPlain = (word: string): boolean => ![COMMA, ":", "!"].includes(word) && !word.startsWith(LINE);

/** Whether a word has another verb with it: one that says or wants, an infinitive, an "-ing" that is no progressive. */
function bringsVerb(words: Sentence, at: number): boolean {
  const [word = "", before = "", next = ""] = [words[at], words[at - 1], words[at + 1]];
  if (VERBS_OF_VERBS.has(word) || VERBS_OF_VERBS.has(stem(word))) return true;
  if (word === "to") return !(DETERMINERS.has(next) || /^[\p{Lu}\p{N}]/u.test(next));
  return /\p{Ll}ing$/u.test(word) && !FORMS_OF_BE.has(before);
}

const NOUN_WORDS = 3;
const PLACES: ReadonlySet<string> = new Set(["on", "in", "at"]);

/** Whether a thing stands last, of which an adjunct may speak: "cancel the meeting", not "runs on the cluster". */
function endsWithObject(words: Sentence): boolean {
  const at = words.findLastIndex((word) => DETERMINERS.has(word) || word.endsWith("'s"));
  return (
    at > 0 &&
    at >= words.length - NOUN_WORDS &&
    !PLACES.has(words[at - 1] ?? "") &&
    !has(words.slice(at), FORMS_OF_BE)
  );
}

/** Whether one names what the other describes, turned round: "the port is 8080" and "8080 is the port". */
function isTurned(a: Sentence, b: Sentence): boolean {
  const at = a.findIndex((word) => COPULAS.has(word));
  if (at < 1 || a.filter((word) => COPULAS.has(word)).length > 1) return false;
  if (has(a, DENIALS, FOCUS_WORDS, CLAUSE_WORDS, QUANTIFIERS)) return false;
  const [left, right] = [a.slice(0, at), a.slice(at + 1)];
  return (
    isEqual(b, [...right, a[at] ?? "", ...left]) &&
    ((isValue(left) && isDescription(right)) || (isValue(right) && isDescription(left)))
  );
}

const isValue = (words: Sentence): boolean =>
  words.length === 1 ||
  (words.length === 2 && (/^\p{N}/u.test(words[0] ?? "") || words.every((word) => /^\p{Lu}/u.test(word))));

/** Of what it is the one: "the owner of billing", "our port", "Anna's desk". */
const isDescription = (words: Sentence): boolean =>
  words.length > 1 &&
  (words.includes("of") ||
    has(words.slice(0, 1), POSSESSIVES, THE) ||
    words.some((word) => word.endsWith("'s")));
const THE: ReadonlySet<string> = new Set(["the"]);
