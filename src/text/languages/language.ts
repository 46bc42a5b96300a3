/**
 * Languages whose words are stemmed by rules of their own, where a text is written in one of them. Words of other scripts
 * than Latin and Cyrillic have the rules of their script in any text; all other Latin words those of English.
 */
export const LANGUAGES = [
  "german",
  "dutch",
  "swedish",
  "danish",
  "norwegian",
  "finnish",
  "hungarian",
  "french",
  "spanish",
  "portuguese",
  "italian",
  "romanian",
  "polish",
  "czech",
  "turkish",
  "ukrainian",
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Characters of private use, which no vowel sign is coded as: one at the end of each language's tokens, one ahead of markers. */
const FIRST_TAG = 0xf8e0;
const MARK = "\uf8ff";
const TAG = /[\uf8e0-\uf8fe]$/;

const TAGS: ReadonlyMap<Language, string> = new Map(
  LANGUAGES.map((language, at) => [language, String.fromCharCode(FIRST_TAG + at)]),
);

/** A stem as the index has it, of a text in that language: apart from the same letters in other languages. */
export const tagged = (stem: string, language: Language): string => stem + (TAGS.get(language) ?? "");

/** The stem that `tagged` made another of; a stem of English as it is. */
export const untagged = (term: string): string => term.replace(TAG, "");

/** The language of a term of the index; undefined: it is one of English, or of a script that has rules of its own. */
export const languageOfTerm = (term: string): Language | undefined =>
  TAG.test(term) ? LANGUAGES[term.charCodeAt(term.length - 1) - FIRST_TAG] : undefined;

/**
 * A word that the index has with every passage in that language and no text has: by it a search learns which languages there
 * are. The digit keeps stemming away.
 */
export const languageMarker = (language: Language): string => `${MARK}${language}0`;
