import { isCjk } from "../../text/words/cjk.ts";

/**
 * More words than this say no more about what is sought, and each costs a posting list. A question has about ten; a
 * query of 2,000 characters has at most this many content words in practice.
 */
export const MAX_MATCH_WORDS = 128;

const HAS_TOKEN = /[\p{L}\p{N}]/u;
const NUL = "\0";

/**
 * The text for FTS5's MATCH that finds what contains any of the words. Every word is a quoted string, so that nothing
 * a user types is syntax, and FTS5 stems it itself: words, never stems. Undefined when there is nothing to look for.
 * A single CJK character is sought as the beginning of a token, because the index holds pairs.
 */
export function matchText(words: readonly string[]): string | undefined {
  const sought = [...new Set(words)].filter((word) => HAS_TOKEN.test(word)).slice(0, MAX_MATCH_WORDS);
  return sought.length === 0 ? undefined : sought.map(quoted).join(" OR ");
}

function quoted(word: string): string {
  const string = `"${word.toWellFormed().replaceAll(NUL, " ").replaceAll('"', '""')}"`;
  const isSingle = isCjk(word) && [...word].length === 1;
  return isSingle ? `${string} *` : string;
}
