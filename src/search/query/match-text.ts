import type { Language } from "../../text/languages/language.ts";
import { codeMarks } from "../../text/languages/marks.ts";
import { tokenOf } from "../../text/languages/tokens.ts";
import { charactersOf, isCjk } from "../../text/words/cjk.ts";
import { normalise } from "../../text/words/fold.ts";
import { finishedWords } from "./typed-word.ts";

/**
 * More words than this add nothing to what is sought, and each costs a posting list. A question has about ten; a
 * query of 2,000 characters has at most this many content words in practice.
 */
export const MAX_MATCH_WORDS = 128;

const HAS_TOKEN = /[\p{L}\p{N}]/u;
const NUL = "\0";

/** Those of the words that are looked for, each once. */
export const soughtWords = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word) => HAS_TOKEN.test(word)).slice(0, MAX_MATCH_WORDS);

/**
 * The text for FTS5's MATCH that finds what contains any of the words, or a word that begins with the `typed` one. Every
 * word is a quoted string, so that nothing a user types is syntax, and FTS5 stems it itself: words, never stems. Undefined
 * when there is nothing to look for. A single CJK character is sought as the beginning of a token, because the index holds
 * pairs.
 */
export function matchText(words: readonly string[], typed?: string): string | undefined {
  const all = [
    ...soughtWords(words).map((word) => quoted(word)),
    ...(typed === undefined ? [] : beginning(typed)),
  ];
  return all.length === 0 ? undefined : all.join(" OR ");
}

const string = (word: string) => `"${word.toWellFormed().replaceAll(NUL, " ").replaceAll('"', '""')}"`;

/** A word as FTS5 looks for it in texts of that language; without one as in English. */
export function quoted(word: string, language?: Language): string {
  const isSingle = isCjk(word) && charactersOf(word).length === 1;
  const token = string(tokenOf(word, language));
  return isSingle ? `${token} *` : token;
}

/** The index holds stems: of a word that is typed beyond its stem it knows the whole words alone. */
const beginning = (typed: string) => [`${string(codeMarks(typed))} *`, ...finishedWords(typed).map(string)];

/** Straight and typographic double quotes; a quote that is never closed is no phrase. */
const QUOTED = /["“”«„]([^"“”«»„]*)["“”»]/gu;
const SPACES = /\s+/gu;

/** Case, width and white space do not count in a phrase; accents and punctuation do. */
const foldPhrase = (text: string) => normalise(text).toLowerCase().replace(SPACES, " ").trim();

/** What a query has in double quotes, each once, in order; empty quotes do not count. */
export function quotedPhrases(query: string): string[] {
  const phrases = Array.from(query.matchAll(QUOTED), ([, phrase = ""]) => phrase.trim());
  return [...new Set(phrases.filter((phrase) => phrase !== ""))];
}

/** Whether the raw text holds the phrase as a run, whatever its case, width and white space. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  foldPhrase(text).includes(foldPhrase(phrase));

/** The same of all of them. A text is folded once: there may be many rows, and many phrases. */
export function phraseTest(phrases: readonly string[]): (text: string) => boolean {
  if (phrases.length === 0) return () => true;
  const folded = [...new Set(phrases.map(foldPhrase))];
  return (text) => {
    const whole = foldPhrase(text);
    return folded.every((phrase) => whole.includes(phrase));
  };
}

/** Rows whose raw text holds every one of the phrases. */
export function withPhrases<Row extends { readonly text: string }>(
  rows: readonly Row[],
  phrases: readonly string[],
): readonly Row[] {
  if (phrases.length === 0) return rows;
  const holdsAll = phraseTest(phrases);
  return rows.filter(({ text }) => holdsAll(text));
}
