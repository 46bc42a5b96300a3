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

/** Ahead of a language's name: a character of private use that no vowel sign is coded as. */
const MARK = "\uf8ff";

/**
 * A word that the index has with every passage in that language and no text has: by it a search learns which languages there
 * are. The digit keeps stemming away.
 */
export const languageMarker = (language: Language): string => `${MARK}${language}0`;
