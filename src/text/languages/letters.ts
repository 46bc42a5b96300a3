import { fold } from "../words/fold.ts";
import { remembered } from "../words/remembered.ts";
import { simplifiedHan } from "./han-variants.ts";

/**
 * Letters that are one to a reader, or that people type as others: those of no accent that Unicode would take off, Arabic
 * alef and hamza forms, Hebrew letters at the end of a word, digits of other scripts. `a-b` each; nothing after the dash:
 * it goes.
 */
const LETTERS = `ß-ss œ-oe æ-ae ø-o ł-l đ-d ð-d þ-th ħ-h ı-i ŧ-t ŋ-n ё-е ґ-г
  أ-ا إ-ا آ-ا ٱ-ا ى-ي ی-ي ئ-ي ؤ-و ة-ه ک-ك ھ-ه ہ-ه ء- ـ-
  ך-כ ם-מ ן-נ ף-פ ץ-צ \u093c- \u0901-\u0902`;

/** Digits of Arabic, Persian, Devanagari, Bengali, Thai, Lao, Khmer and Burmese, from their zero. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x17e0, 0x1040];

const TABLE: ReadonlyMap<string, string> = new Map([
  ...LETTERS.split(/\s+/).map((pair): [string, string] => {
    const [from = "", to = ""] = pair.split("-");
    return [from, to];
  }),
  ...ZEROS.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [
      String.fromCodePoint(zero + digit),
      String(digit),
    ]),
  ),
]);

const FOLDED = new RegExp(`[${[...TABLE.keys()].join("")}]|\\p{Script=Han}`, "gu");

const NON_ASCII = /[\u0080-\uffff]/;
const FOREIGN_RUN = /[\u0080-\uffff]+/g;

/** In a word of two letters it is a letter, or water would be "what": ماء مائي. */
const SHORT_HAMZA = /(?<=(?<!\p{L})(?:[وبفك]?ال|لل)?\p{sc=Arabic}ا)ء(?!\p{L})/gu;

/** The two ways of writing Japanese syllables, one to a reader: ジャガイモ, じゃがいも. */
const KATAKANA = /[ァ-ヶ]/g;
const HIRAGANA_BEFORE = 0x60;
const asHiragana = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - HIRAGANA_BEFORE);

const foldRun = remembered((run) =>
  run
    .replace(SHORT_HAMZA, "ي")
    .replace(KATAKANA, asHiragana)
    .replace(FOLDED, (letter) => TABLE.get(letter) ?? simplifiedHan(letter))
    .normalize("NFC"),
);

/**
 * A folded text with one letter for those that are one to a reader; traditional Chinese in simplified characters. The index
 * and the texts that are compared with it have these. Doing it twice changes nothing more.
 */
export const foldLetters = (text: string): string =>
  NON_ASCII.test(text) ? text.replace(FOREIGN_RUN, (run) => foldRun(run)) : text;

/** A text as the index and all that is compared with it has its letters. */
export const indexLetters = (text: string): string => foldLetters(fold(text));
