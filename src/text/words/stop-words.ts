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

/**
 * Forms of to be and to have, and question words, that the library's lists lack: in a question they are as frequent as
 * articles. None is an English stop word, which would hide that a query is English.
 */
const SPANISH_WORDS = `es son está están estaba fue fueron era eran ser estar hay hubo tiene tienen tengo puede puedo
  pueden cuánto cuánta cuántos cuántas cuándo dónde quiénes cuáles este esta estos estas esa esos esas aquel aquella
  aquellos aquellas nuestro nuestra nuestros nuestras`;
const PORTUGUESE_WORDS = `é são está estão estava foi foram era eram ser estar há houve tem têm tenho pode posso podem
  onde aonde quanto quanta quantos quantas quais faço`;

/** As above, and forms without hamza, which is how people type. */
const ARABIC_WORDS = "توجد يوجد يمكنني يمكنك سيكون ستكون تكون لماذا ولماذا لدينا لديك اين الذين";

/** Words that the library's Chinese list, made of single characters, spells in parts or lacks. */
const CHINESE_WORDS = `我们 你们 他们 她们 它们 什么 怎么 怎样 如何 为什么 什么时候 哪里 哪个 哪些 这个 那个 这些 那些 可以
  没有 以及 如果 因为 所以 但是 不是 就是 多少 过 过的 关于 请问 能不能 是否 哪儿 告诉`;

/** Question words and polite forms, in the pieces that the platform's dictionary cuts: the library has particles only. */
const JAPANESE_WORDS = `何 なに なん いつ どこ 誰 だれ なぜ どう どうして どうやって どの どれ どちら どんな いくつ いくら あの
  あれ した てい くだ さい ください ました でした でしょう 教え 私`;

/** Words of the library's Korean phrases that say nothing on their own either. */
const KOREAN_WORDS =
  "수 있다 있는 있나요 있습니까 없다 없는 하다 하는 대한 대해 관한 그것 이것 저것 무엇 뭐 누가 어디서 하나요";

/** Nouns in the library's lists, mostly of newspapers: in a note they are what is sought. */
const CONTENT = {
  arabic: "قوة زيارة لقاء نهاية صباح مساء سنة سنوات اليوم غدا الوقت مليون مليار",
  chinese: "年 月 日 时 分 秒 小",
  korean: "시간 시각 구토하다 토하다 도착하다 타인",
} as const;

const wordSet = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => fold(word).split(/\s+/)).filter((word) => word !== ""));

/** The library writes phrases among its Korean words; their single words are often nouns, so phrases are left out. */
const singleWords = (words: readonly string[]) => words.filter((word) => !word.includes(" "));

function without(words: ReadonlySet<string>, content: string): ReadonlySet<string> {
  const kept = wordSet([content]);
  return new Set([...words].filter((word) => !kept.has(word)));
}

const LISTS = {
  english: wordSet([ENGLISH]),
  spanish: wordSet([...spa, SPANISH_WORDS]),
  portuguese: wordSet([...por, PORTUGUESE_WORDS]),
  arabic: without(wordSet([...ara, ARABIC_WORDS]), CONTENT.arabic),
  chinese: without(wordSet([...zho, CHINESE_WORDS]), CONTENT.chinese),
  japanese: wordSet([...jpn, JAPANESE_WORDS]),
  korean: without(wordSet([...singleWords(kor), KOREAN_WORDS]), CONTENT.korean),
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
