import { fold } from "../words/fold.ts";
import { remembered } from "../words/remembered.ts";
import { isStopWord, latinLanguagesOf, type StopLanguage } from "../words/stop-words.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { hasLetterOf, languagesWriting } from "./letters-of.ts";

// The language of a text, by the words that every sentence of it has and by its letters. Measured against trigram profiles
// in test/quality/README.md: they know no more of a short note, and take 34 to 250 KB of the Worker.

/** Characters that are looked at: a page says it. */
const MAX_CHARS = 1_500;
/** English shows itself in the first so many: by this share of words that no other language writes. */
const FIRST_CHARS = 400;
const ENGLISH_SHARE = 0.08;
const ASCII_WORDS = /[a-z]{2,}/g;
const ENGLISH_WORDS = /\b(?:the|and|that|with|this|these|which|from|were|been|their|they|your|you)\b/g;

/** Finnish writes every other word with a long vowel, and has few words that all sentences share. */
const LONG_VOWEL = /(?:aa|ää|uu|yy|öö|sta|ssa|stä|ssä|lla|llä|lta|ltä|ksi|iin|een)[nt]?$/u;
const MAY_HAVE_LONG_VOWEL = /[aäuyöint]$/;
const LONG_VOWEL_SHARE = 0.35;

/** A single letter stands for anything. */
const LATIN_WORDS = /(?<![\p{L}\p{N}_.])\p{sc=Latin}{2,}(?![\p{L}\p{N}_(=[])/gu;
/** The same of a text of ASCII. */
const ASCII_LATIN_WORDS = /(?<![a-z\d_.])[a-z]{2,}(?![a-z\d_(=[])/g;
const ACCENTED = /[\u0080-\uffff]/;

/** Points that a text needs for a language that is not English, and times as many as for English. */
const MIN_POINTS = 1.9;
/** The same of a text without one of its letters. */
const MIN_PLAIN_POINTS = 2.9;
const TIMES_ENGLISH = 1.3;
/** … and for each of its words. */
const MIN_SHARE = 0.14;
/** Points of a word with a letter of the language's own. */
const ACCENTED_POINTS = 0.5;
/** Points of a word that is a word of English too. */
const SHARED = 0.25;

const isLanguage = (name: StopLanguage): name is Language & StopLanguage =>
  (LANGUAGES as readonly string[]).includes(name);

/** English words that stand in no other language's sentences together. */
const MIN_ENGLISH = 2;

/** A language that has rules of its own, or `other`: English or another one. */
export type TextLanguage = Language | "other";

/**
 * The language of a text whose words have rules of their own; `other`: it is English or another one; undefined: it is too
 * little to tell, or code. Of the same text always the same.
 */
export function languageOf(text: string): TextLanguage | undefined {
  if (isEnglish(text.slice(0, FIRST_CHARS).toLowerCase())) return "other";
  const part = text.slice(0, MAX_CHARS);
  const isAscii = !ACCENTED.test(part);
  const lower = isAscii ? part.toLowerCase() : part.normalize("NFC").toLowerCase();
  const cyrillic = isAscii ? undefined : cyrillicLanguage(lower);
  if (cyrillic !== undefined) return cyrillic;
  const words = [...new Set(lower.match(isAscii ? ASCII_LATIN_WORDS : LATIN_WORDS))];
  const points = pointsOf(words);
  const [best] = [...points].sort(([, a], [, b]) => b - a);
  if (best === undefined) return undefined;
  const english = words.filter((word) => isStopWord(word, "english") && !isStopWord(word, best[0])).length;
  const unknown = english >= MIN_ENGLISH ? "other" : undefined;
  const least = hasLetterOf(lower, best[0]) ? MIN_POINTS : MIN_PLAIN_POINTS;
  const needed = Math.max(least, TIMES_ENGLISH * english, MIN_SHARE * words.length);
  if (best[1] < needed) return unknown;
  return isLanguage(best[0]) ? best[0] : "other";
}

/** Most texts are, and so it is asked first. */
function isEnglish(lower: string): boolean {
  const own = lower.match(ENGLISH_WORDS)?.length ?? 0;
  return own >= MIN_ENGLISH && own > ENGLISH_SHARE * (lower.match(ASCII_WORDS)?.length ?? 0);
}

/** The language by whose rules a text by itself is indexed; undefined: by those of English. */
export function indexLanguage(text: string): Language | undefined {
  const language = languageOf(text);
  return language === "other" ? undefined : language;
}

const FINNISH = ["finnish"] as const;

/** In which languages a word with accents is without content, and which write its letters. */
const accentedWord = remembered((word) => {
  const folded = fold(word);
  return {
    stopIn: latinLanguagesOf(folded),
    share: isStopWord(folded, "english") ? SHARED : 1,
    writtenIn: languagesWriting(word),
  };
});

function pointsOf(words: readonly string[]): ReadonlyMap<StopLanguage, number> {
  const points = new Map<StopLanguage, number>();
  const add = (languages: readonly StopLanguage[], points_: number) => {
    for (const language of languages) points.set(language, (points.get(language) ?? 0) + points_);
  };
  for (const word of words) {
    if (ACCENTED.test(word)) {
      const { stopIn, share, writtenIn } = accentedWord(word);
      add(stopIn, share);
      add(writtenIn, ACCENTED_POINTS);
    } else {
      const stopIn = latinLanguagesOf(word);
      if (stopIn.length > 0) add(stopIn, isStopWord(word, "english") ? SHARED : 1);
    }
    if (MAY_HAVE_LONG_VOWEL.test(word) && LONG_VOWEL.test(word)) add(FINNISH, LONG_VOWEL_SHARE);
  }
  return points;
}

const CYRILLIC = /\p{sc=Cyrillic}/u;
const UKRAINIAN = /[іїєґ]/gu;
const NOT_UKRAINIAN = /[ыэъё]/gu;

/** All others of Cyrillic letters have the rules of Russian. */
function cyrillicLanguage(text: string): "other" | "ukrainian" | undefined {
  if (!CYRILLIC.test(text)) return undefined;
  const own = text.match(UKRAINIAN)?.length ?? 0;
  return own > (text.match(NOT_UKRAINIAN)?.length ?? 0) ? "ukrainian" : "other";
}
