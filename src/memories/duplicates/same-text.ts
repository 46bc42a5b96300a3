import { shortHash } from "../../text/hash.ts";
import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import { inPlainCase } from "../sameness/said-words.ts";

/** Ends of a sentence that say nothing. A question mark does: a question is not its answer. */
const CLOSING = new Set(" .!。！…");

/**
 * A text as it is compared with others: composed, in lower case but for flags, paths and units, which their case tells
 * apart, spaces and line breaks as one space, without the end of its last sentence. Words, digits and signs inside stay:
 * `a != b` is not `a = b`.
 */
export const normalText = (text: string): string => withoutClosing(inPlainCase(text.normalize("NFC")));

/** Step by step from the end: an expression for a run at the end tries every run before it, to its end each time. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSING.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Equal for texts that say the same in the same words. */
export const normalHash = (text: string): Promise<string> => {
  const normal = normalText(text);
  // Nothing but signs, which force lets in: they are compared as they are.
  return shortHash(normal === "" ? text.trim() : normal);
};

/**
 * How much two texts are made of the same words, 0 to 1: twice the content words in both, over those of each (Dice). A
 * query that only names a word of a long text says little of it: 1 word in 20 → .1.
 */
export function wordOverlap(a: string, b: string): number {
  const own = new Set(contentTokens(a).map(stem));
  const others = new Set(contentTokens(b).map(stem));
  if (own.size + others.size === 0) return 0;
  const shared = [...own].filter((word) => others.has(word)).length;
  return (2 * shared) / (own.size + others.size);
}

// An embedding does not tell "port 8080" from "port 9090", nor "we do" from "we do not". What only looks alike stays:
// a fact that was merged away is lost to the search, one that is there twice is only there twice.

/** Cosine above which two memories of one type may say the same. */
export const SAME_FACT_COSINE = 0.9;

const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu;
const NEGATION =
  /(?<!\p{L})(?:not?|never|none|nothing|nobody|without|cannot|\p{L}+n['’]t|kein\p{L}*|nicht|nie|ne|pas|jamais|nunca|sin|не)(?!\p{L})|不|没|無|ない|안/giu;
const WORD = /[\p{L}\p{N}_./:@#-]+/gu;
/** With capitals, or signs inside: names of people, products and things in code. */
const LIKE_A_NAME = /\p{Lu}|[\p{L}\p{N}][_./:@#-]+[\p{L}\p{N}]/u;

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

const inOrder = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

/** Names of a text that the other does not mention at all. */
function namesBeyond(text: string, other: string): string[] {
  const known = new Set(tokenise(other).map(stem));
  const content = new Set(contentTokens(text).map(stem));
  const names = matches(text, WORD).filter((word) => LIKE_A_NAME.test(word));
  return names.filter((name) =>
    tokenise(name)
      .map(stem)
      .some((part) => content.has(part) && !known.has(part)),
  );
}

/**
 * Whether two texts that an embedding finds alike may be one fact: the same numbers, both affirm or both deny, and not
 * each with a name that the other lacks.
 */
export function maySayTheSame(a: string, b: string): boolean {
  if (!isSameList(inOrder(matches(a, NUMBER)), inOrder(matches(b, NUMBER)))) return false;
  if (matches(a, NEGATION).length % 2 !== matches(b, NEGATION).length % 2) return false;
  return namesBeyond(a, b).length === 0 || namesBeyond(b, a).length === 0;
}
