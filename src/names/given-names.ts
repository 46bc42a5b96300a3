import { sentenceAt } from "./prose/cjk-names.ts";
import type { Mention } from "./types.ts";

/** More names are not looked for. */
const MAX_GIVEN = 500;
/** Mentions of one chunk, at most. */
const MAX_MENTIONS = 100;
/** What means something in a pattern with the flag `u`, which refuses any other escape: `-` stands for itself. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** A pattern of names that somebody gave by hand, in any case and as whole words, the longest first. */
export function givenPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const words = names
    .slice(0, MAX_GIVEN)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(SPECIAL, "\\$&").replace(/\s+/g, "\\s+"));
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${words.join("|")})(?![\\p{L}\\p{N}_]|[./-]\\p{L})`, "giu");
}

/** Where a text has one of the names, however it is written there: said by hand, one mention is evidence enough. */
export const givenMentions = (text: string, given: RegExp, sentenceStarts: readonly number[]): Mention[] =>
  Array.from(text.matchAll(given), ({ 0: name, index }): Mention => {
    const place = { start: index, end: index + name.length, sentence: sentenceAt(sentenceStarts, index) };
    return { name, type: "other", evidence: 1, ...place };
  }).slice(0, MAX_MENTIONS);
