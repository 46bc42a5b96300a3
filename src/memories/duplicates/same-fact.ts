import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";

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
