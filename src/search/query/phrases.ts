import { normalise } from "../../text/words/fold.ts";

/** Straight and typographic double quotes; a quote that is never closed is no phrase. */
const QUOTED = /["“”«„]([^"“”«»„]*)["“”»]/gu;
const SPACES = /\s+/gu;

/** Case, width and white space do not count in a phrase; accents and punctuation do. */
const foldPhrase = (text: string) => normalise(text).toLowerCase().replace(SPACES, " ").trim();

/** What a query has in double quotes, in order; empty quotes are none. */
export function quotedPhrases(query: string): string[] {
  return Array.from(query.matchAll(QUOTED), ([, phrase = ""]) => phrase.trim()).filter(
    (phrase) => phrase !== "",
  );
}

/** Whether the raw text holds the phrase as a run, whatever its case, width and white space. */
export function containsPhrase(text: string, phrase: string): boolean {
  return foldPhrase(text).includes(foldPhrase(phrase));
}
