import { ara, jpn, kor, por, spa, zho } from "stopword";
import { fold } from "./fold.ts";

/**
 * English function and question words. Measured on judged sets: shorter lists, keeping the question words, and adding
 * filler ("way", "use", "example") all rank worse.
 */
const ENGLISH = `a an and are as at be been being but by can could did do does doing for from had has have having
  he her hers him his how i if in into is it its me my no nor not of on or our ours she should so than that the
  their theirs them then there these they this those to was we were what when where which who whom whose why will
  with would you your yours s t ll re ve don doesn didn isn aren wasn`;

/** Words that the library's Chinese list, made of single characters, spells in parts or lacks. */
const CHINESE_WORDS = `我们 你们 他们 她们 它们 什么 怎么 怎样 如何 为什么 什么时候 哪里 哪个 哪些 这个 那个 这些 那些 可以
  没有 以及 如果 因为 所以 但是 不是 就是 多少`;

const wordSet = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => fold(word).split(/\s+/)).filter((word) => word !== ""));

const LISTS = {
  english: wordSet([ENGLISH]),
  spanish: wordSet(spa),
  portuguese: wordSet(por),
  arabic: wordSet(ara),
  chinese: wordSet([...zho, CHINESE_WORDS]),
  japanese: wordSet(jpn),
  korean: wordSet(kor),
} as const;

/** A language whose words without content we know. */
export type StopLanguage = keyof typeof LISTS;

/** Fewer than two words of a Romance language may be a name or a loan: not enough to choose its list. */
const MIN_ROMANCE_STOP_WORDS = 2;

/** Whether the folded word says nothing about content in that language. */
export const isStopWord = (word: string, language: StopLanguage): boolean => LISTS[language].has(word);

/**
 * The languages whose lists apply to a query of these folded words: English always, a language of a script of its own
 * when that script occurs, Spanish and Portuguese with two of their stop words and no English one.
 */
export function stopLanguages(words: readonly string[]): readonly StopLanguage[] {
  const text = words.join(" ");
  const languages: StopLanguage[] = ["english"];
  if (/\p{Script=Arabic}/u.test(text)) languages.push("arabic");
  if (/\p{Script=Hangul}/u.test(text)) languages.push("korean");
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) languages.push("japanese");
  else if (/\p{Script=Han}/u.test(text)) languages.push("chinese");
  if (words.some((word) => isStopWord(word, "english") && !isRomance(word))) return languages;
  return [...languages, ...romanceLanguages(words)];
}

const isRomance = (word: string) => isStopWord(word, "spanish") || isStopWord(word, "portuguese");

function romanceLanguages(words: readonly string[]): StopLanguage[] {
  return (["spanish", "portuguese"] as const).filter(
    (language) => words.filter((word) => isStopWord(word, language)).length >= MIN_ROMANCE_STOP_WORDS,
  );
}
