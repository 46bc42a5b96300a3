import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
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

type Change = readonly [pattern: RegExp, replacement: string];

const changed = (word: string, changes: readonly Change[]): string =>
  changes.reduce((stem, [pattern, replacement]) => stem.replace(pattern, replacement), word);

/** Two endings and what then looks like one are the most. */
const ROUNDS = 3;

/** Once more and again, for what is left of an ending that looks like one: a word and its forms end alike. */
function untilSame(word: string, stemmer: (word: string) => string, rounds = ROUNDS): string {
  const stem = stemmer(word);
  return stem === word || rounds === 1 ? stem : untilSame(stem, stemmer, rounds - 1);
}

/** A double consonant at the end: Bus Busse, Lehrerin Lehrerinnen. */
const DOUBLED: Change = [/([^aeiouy])\1$/, "$1"];

/** Umlauts as they are typed without their keys. In "neue" and "Steuer" the e belongs to the vowel before. */
const TYPED_UMLAUT: Change = [/(?<![aeioquy])([aou])e(?![aeiou])/g, "$1"];

/** A participle without what stands around its stem: geweekt, gemietet. Of a noun that looks so it is the same in all forms. */
const PARTICIPLE: Change = [/^ge(.{3,}?)(?:e?[td])$/, "$1"];

/** What verbs end in by person, and loans by number, of which the algorithm knows nothing: sichert sicherte, Konto Konten. */
const GERMAN: readonly Change[] = [
  PARTICIPLE,
  [/(?<=.{3})e?t$/, ""],
  [/(?<=.{3}[aiouy])s$/, ""],
  [/(?<=.{3})(?:um|us|[ao])$/, ""],
  DOUBLED,
];

/** Once more for the ending that a verb's hid: sichert, sicher. */
const germanStem = (word: string): string =>
  german(changed(german(changed(word, [TYPED_UMLAUT, [/(?<=.{3}e[lr])n$/, ""]])), GERMAN));

/** Stems of folded words end in a soft consonant where the word itself has a hard one: dozen doos, brieven brief. */
const DUTCH: readonly Change[] = [
  PARTICIPLE,
  [/([aeou])\1/g, "$1"],
  [/(?<=.{3})[td]$/, ""],
  [/z$/, "s"],
  [/v$/, "f"],
];

const dutchStem = (word: string): string => changed(dutch(word), DUTCH);

/** Without the article, of which the algorithm knows a half, and the vowel that comes and goes: nyckel nycklar. */
const SWEDISH: readonly Change[] = [
  [/([^aeiouy])et$/, "$1"],
  [/ian$/, "i"],
  [/(?<=.{3})an$/, ""],
  [/([lr])n$/, "$1"],
  [/([^aeiouy])e([lr])$/, "$1$2"],
  [/(?<=.{3}[^aeiouy])r$/, ""],
  [/ck$/, "k"],
  [/tt$/, "t"],
];

const swedishStem = (word: string): string => changed(swedish(swedish(word)), SWEDISH);

/** What a verb and an adjective end in, after Danish and Norwegian stems. */
const NORDIC: readonly Change[] = [
  [/(?<=.{3})ede?$/, ""],
  [/(?<=.{2}[^aeiouy])t$/, ""],
];

/** The letter å as two, ø as it is typed without its key; and short words that end in a vowel, with what the algorithm takes for a part of them. */
const NORDIC_LETTERS: readonly Change[] = [
  [/aa/g, "a"],
  [/(?<=^[^aeiouy]{1,3}a?e)(?:et|en|er|erne|ene)$/, ""],
  [/oe/g, "o"],
];

const DANISH: readonly Change[] = [...NORDIC, [/([^aeiouy])e([lr])$/, "$1$2"]];

const danishStem = (word: string): string => changed(danish(changed(word, NORDIC_LETTERS)), DANISH);

const NORWEGIAN: readonly Change[] = [
  ...NORDIC,
  [/([lr])n$/, "$1"],
  [/([^aeiouy])e([lr])$/, "$1$2"],
  [/([^aeiouy])\1(?=[lr]$)/, "$1"],
  [/(?<=.{3}[^aeiouy])r$/, ""],
];

const norwegianStem = (word: string): string => changed(norwegian(changed(word, NORDIC_LETTERS)), NORWEGIAN);

/**
 * Strong and weak grades of the consonants before a Finnish ending (kaupunki kaupungin, koti kodin, suodatin suodattimen), and
 * what ends nouns.
 */
const FINNISH: readonly Change[] = [
  [/([aeiouy])k+aa?$/, "$1a"],
  [/(?<=.{3})ej$/, ""],
  [/nk([aeiouy]*)$/, "ng$1"],
  [/mp([aeiouy]*)$/, "mm$1"],
  [/nt([aeiouy]*)$/, "nn$1"],
  [/lt([aeiouy]*)$/, "ll$1"],
  [/rt([aeiouy]*)$/, "rr$1"],
  [/([kpt])\1([aeiouy]*)$/, "$1$2"],
  [/([aeiouylr])p([aeiouy]*)$/, "$1v$2"],
  [/([aeiouy])tt?i[mn]$/, "$1t"],
  [/([aeiouyh])t([aeiouy]*)$/, "$1d$2"],
  [/(?<=.{2})as$/, "a"],
  [/^(.[aeiouy]+)s$/, "$1d"],
  [/(?<=.{3})i(?:[mn]|nn)$/, ""],
  [/(?<=.{3})[uy](?:s|ks|st|d)$/, ""],
  [/(.{3})[aeiouy]+$/, "$1"],
  DOUBLED,
];

const finnishStem = (word: string): string => untilSame(word, (one) => changed(finnish(one), FINNISH));

/**
 * The vowel that is a diphthong where it is stressed: riega regar, cuenta contar; and a noun with the stem of its verb: revisión
 * revisar.
 */
const SPANISH: readonly Change[] = [
  [/([sx])ion$/, "$1"],
  [/([^aeiou])ie([^aeiou]+)$/, "$1e$2"],
  [/([^aeiougq])ue([^aeiou]+)$/, "$1o$2"],
  [/c$/, "z"],
];

const spanishStem = (word: string): string =>
  changed(withoutAccents(spanish(spanish(word.replace(/([cs])ion$/, "$1ión")))), SPANISH);

/** Plurals that change the end of a word: reunião reuniões, papel papéis, homem homens. A letter that one of two spellings leaves out: factura fatura. */
const PORTUGUESE_WORDS: readonly Change[] = [
  [/(?<=[aeiou])[cp](?=t|cao$|coes$)/, ""],
  [/(?:oes|aes|aos)$/, "ao"],
  [/(?<=.{2}[aeou])is$/, "l"],
  [/ns$/, "m"],
  [/cao$/, "ção"],
];

/** How a consonant is written before e: pagar paguei, ficar fiquei. */
const PORTUGUESE: readonly Change[] = [
  [/gu$/, "g"],
  [/qu$/, "c"],
];

const portugueseStem = (word: string): string =>
  changed(withoutAccents(portuguese(changed(word, PORTUGUESE_WORDS))), PORTUGUESE);

/**
 * Of verbs, of which the algorithm knows little: infinitive, imperative, past, first person (cserélni cserélte cseréljük, fagyasztani
 * fagyasszuk). The vowel before the last consonant that comes and goes (bokor bokrok), before the algorithm takes it for "when".
 */
const HUNGARIAN_WORDS: readonly Change[] = [
  [/^meg(?=.{5})/, ""],
  [/^(.?[^aeiou]?[aeiou][bdgkpt])[oe]r$/, "$1r"],
  [/(?<=.{3})[ae]?ni$/, ""],
  [/(?<=.{2})ssz(?:[aeu]k|unk|[ae][dm]?|[ae]t[eo]k)$/, "szt"],
  [/(?<=.{2}z)z(?:[aeu]k|unk|[ae][dmn]?|[ae]t[eo]k)$/, ""],
  [/(?<=.{3}[aeiou])tt(?:[ae][klm]?|u(?:n?k))$/, "t"],
  [/(?<=.{3}[jlnrsz])t(?:[ae][klm]?|u(?:n?k))$/, ""],
  [/(?<=.{3}[^aeiou])j(?:[ae][km]|uk|unk|[ae]t[eo]k)$/, ""],
  [/(?<=[btr])ol$/, "ól"],
  [/(?<=.{3})(?:n[ae]l|kent)$/, ""],
];

/** Nouns that end in a vowel and have a v before endings, and others whose last letters look like an ending: szó szavak, ablak ablakok. */
const HUNGARIAN: readonly Change[] = [
  [/(?<=.{3})[aeo]k$/, ""],
  [/(?<=sz)(?:av|o)$/, ""],
  [/(?<=^[^aeiou]{1,2}[aeiou])v$/, ""],
  [/(?<=[^aeiou])v$/, "u"],
  [/(?<=.{2}[^aeiou])o$/, ""],
];

/** A word of three letters has no ending: híd. */
const hungarianStem = (word: string): string =>
  changed(word.length <= 3 ? word : hungarian(changed(word, HUNGARIAN_WORDS)), HUNGARIAN);

/** What is left of articles and verbs, and a diphthong that is none in the plural: casă casei, drum drumuri, fereastră ferestre. */
const ROMANIAN: readonly Change[] = [
  [/(?<=.{3})ur$/, ""],
  [/(?<=.{4})(?:[aei]r|at)$/, ""],
  [/(?<=.{2})[aei]+$/, ""],
  [/([eo])a(?=[^aeiou]+$)/, "$1"],
];

const romanianStem = (word: string): string => changed(withoutAccents(romanian(word)), ROMANIAN);

/** What verbs end in; travail travaux, nouveau nouvelle, jeu jeux, puceron pucerons, loyer loyers, dernier dernière, peindre peignons. */
const FRENCH: readonly Change[] = [
  [/eau$/, "el"],
  [/(?<=[eo]u)x$/, ""],
  [/(?<=.{3})eron$/, ""],
  [/(?<=.{4})ent$/, ""],
  [/ail$/, "al"],
  [/([aeo])indr$/, "$1ign"],
  [/e+$/, ""],
  [/(?<=.{3})er$/, ""],
  [/y$/, "i"],
];

/** The vowel before the last consonant that comes and goes: рынок рынка, настройка настроек, окно окон. */
const RUSSIAN: readonly Change[] = [
  [/([^аеиоуыэюя])[оеё]([кнлц])$/u, "$1$2"],
  [/(?<=[аеиоуыэюя])е([кнц])$/u, "$1"],
  [/[йь]([кнц])$/u, "$1"],
];

/** The vowel that the algorithm leaves of some forms: βιβλίο βιβλία, εργασία εργασίες. */
const GREEK: readonly Change[] = [[/(?<=.{3})ι$/u, ""]];

/** Stems of folded words by Snowball. */
export const SNOWBALL = {
  german: germanStem,
  dutch: dutchStem,
  swedish: swedishStem,
  danish: danishStem,
  norwegian: norwegianStem,
  finnish: finnishStem,
  hungarian: hungarianStem,
  french: (word) => changed(french(word), FRENCH),
  spanish: spanishStem,
  portuguese: portugueseStem,
  // A short noun that the algorithm takes for a verb: chiavi, navi.
  italian: (word) => italian(word.replace(/([cg])hi$/, "$1i").replace(/(?<=^[^aeiou]{1,2}i?)avi$/, "ave")),
  romanian: romanianStem,
  russian: (word) => changed(russian(word), RUSSIAN),
  greek: (word) => changed(greek(word), GREEK),
} as const satisfies Record<string, (word: string) => string>;
