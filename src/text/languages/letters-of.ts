import type { StopLanguage } from "../words/stop-words.ts";

/** Letters that only some languages of Latin letters write. Several name the same letter: each counts a part then. */
const LETTERS: readonly (readonly [letters: RegExp, languages: readonly StopLanguage[]])[] = [
  [/ß/, ["german"]],
  [/[äö]/, ["german", "swedish", "finnish"]],
  [/ü/, ["german", "turkish", "hungarian"]],
  [/å/, ["swedish", "danish", "norwegian"]],
  [/[øæ]/, ["danish", "norwegian"]],
  [/[ñ¿¡]/, ["spanish"]],
  [/[ãõ]/, ["portuguese"]],
  [/[êâô]/, ["portuguese", "french", "vietnamese"]],
  [/[ùèœîû]/, ["french", "italian"]],
  [/[òì]/, ["italian"]],
  [/[őű]/, ["hungarian"]],
  [/[łąęśźżćń]/, ["polish"]],
  [/[řěůčšžťďň]/, ["czech"]],
  [/[ğışİ]/, ["turkish"]],
  [/[ăâîșțşţ]/, ["romanian"]],
  [/[đơưạảấầẩậắằẵặẹẻẽếềểệịọỏốồổộớờởợụủứừửựỳỷỹ]/, ["vietnamese"]],
  [/[áíóú]/, ["spanish", "portuguese", "hungarian", "czech"]],
];

/** All of them are beyond ASCII. */
const BEYOND_ASCII = /[^\0-\u007f]/;

/** For each letter of a lower-case word that only some languages write, those. */
export const languagesWriting = (word: string): readonly StopLanguage[] =>
  BEYOND_ASCII.test(word) ? LETTERS.flatMap(([letters, some]) => (letters.test(word) ? some : [])) : [];

/** Languages that write one of a text's letters and in which English words have none. */
export const accentedLanguages = (text: string): readonly StopLanguage[] => [
  ...new Set(languagesWriting(text.normalize("NFC").toLowerCase())),
];

/** Whether a composed lower-case text has a letter that the language writes and English does not. */
export const hasLetterOf = (text: string, language: StopLanguage): boolean =>
  BEYOND_ASCII.test(text) && LETTERS.some(([letters, some]) => some.includes(language) && letters.test(text));
