import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";

// Snowball's algorithms on folded words, so that a word without its accents has the stem of the word with them. Where an
// algorithm goes by an accent that the spelling makes certain, it is put back first; what it leaves apart for want of
// accents is brought together afterwards.

const ACCENTS = /\p{M}+/gu;
const withoutAccents = (text: string) => text.normalize("NFD").replace(ACCENTS, "");

/** Umlauts as they are typed without their keys. In "neue" and "Steuer" the e belongs to the vowel before. */
const TYPED_UMLAUT = /(?<![aeioquy])([aou])e(?![aeiou])/g;

/** A participle without what stands around its stem: geweekt, gemietet. Of a noun that looks so it is the same in all forms. */
const PARTICIPLE = /^ge(.{3,}?)(?:e?[td])$/;

/** Stems of folded words end in a soft consonant where the word itself has a hard one: dozen doos, brieven brief. */
const dutchStem = (word: string): string =>
  dutch(word)
    .replace(PARTICIPLE, "$1")
    .replace(/([aeou])\1/g, "$1")
    .replace(/z$/, "s")
    .replace(/v$/, "f");

/** Once more, for what the first time left of an ending; and without the article, of which the algorithm knows a half. */
const swedishStem = (word: string): string =>
  swedish(swedish(word))
    .replace(/([^aeiouy])et$/, "$1")
    .replace(/ian$/, "i")
    .replace(/([lr])n$/, "$1")
    .replace(/([^aeiouy])e([lr])$/, "$1$2");

/** Strong and weak grades of the consonants before a Finnish ending: kaupunki, kaupungin; koti, kodin. */
const GRADES: readonly (readonly [pattern: RegExp, weak: string])[] = [
  [/([aeiouy])k+aa?$/, "$1a"],
  [/nk([aeiouy]*)$/, "ng$1"],
  [/mp([aeiouy]*)$/, "mm$1"],
  [/nt([aeiouy]*)$/, "nn$1"],
  [/lt([aeiouy]*)$/, "ll$1"],
  [/rt([aeiouy]*)$/, "rr$1"],
  [/([kpt])\1([aeiouy]*)$/, "$1$2"],
  [/([aeiouyh])t([aeiouy]*)$/, "$1d$2"],
  [/([aeiouy])as$/, "$1a"],
  [/(.{3}[aeiouy]?[^aeiouy])i[mn]$/, "$1"],
  [/(.{3})[aeiouy]+$/, "$1"],
];

/**
 * The vowel that is a diphthong where it is stressed: riega regar, cuenta contar; and a noun with the stem of its verb: revisión
 * revisar.
 */
const spanishStem = (word: string): string =>
  withoutAccents(spanish(word.replace(/([cs])ion$/, "$1ión")))
    .replace(/([sx])ion$/, "$1")
    .replace(/([^aeiou])ie([^aeiou]+)$/, "$1e$2")
    .replace(/([^aeiougq])ue([^aeiou]+)$/, "$1o$2");

/** Stems of folded words by Snowball. */
export const SNOWBALL = {
  german: (word) => german(word.replace(TYPED_UMLAUT, "$1")).replace(PARTICIPLE, "$1"),
  dutch: dutchStem,
  swedish: swedishStem,
  danish: (word) => danish(word.replace(/aa/g, "a")),
  norwegian: (word) => norwegian(word.replace(/aa/g, "a")),
  finnish: (word) => GRADES.reduce((stem, [pattern, weak]) => stem.replace(pattern, weak), finnish(word)),
  hungarian: (word) => hungarian(word),
  french: (word) => french(word).replace(/e+$/, ""),
  spanish: spanishStem,
  portuguese: (word) => withoutAccents(portuguese(word.replace(/cao$/, "ção").replace(/coes$/, "ções"))),
  italian: (word) => italian(word),
  romanian: (word) => withoutAccents(romanian(word)),
  russian,
} as const satisfies Record<string, (word: string) => string>;
