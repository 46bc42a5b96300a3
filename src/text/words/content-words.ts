import { accentedLanguages } from "../languages/letters-of.ts";
import { bigrams, CJK_RUN, isCjk } from "./cjk.ts";
import { isStopWord, type StopLanguage, stopLanguages } from "./stop-words.ts";
import { tokenise, tokensBeforePairs } from "./tokenise.ts";

/** Korean case and topic particles, written onto the noun that they follow. */
const KOREAN_PARTICLES = `에서는 으로는 에게서 이라고 에서도 까지는 부터는 에서 에게 으로 까지 부터 처럼 보다 이나 에는 에도 라고
  한테 께서 마다 들은 들이 들을 은 는 이 가 을 를 에 의 로 와 과 도 만`;
/** Forms of to be and to do, written onto the noun: what makes a question or a polite sentence of it. */
const KOREAN_ENDINGS = `이었습니까 했습니까 입니까 인가요 이에요 예요 입니다 하나요 했나요 되나요 됐나요 합니까 합니다 했습니다
  하는 했던 해요 할까요`;
/** Longest first, so that 에서는 is taken before 는. */
const KOREAN_SUFFIXES = `${KOREAN_PARTICLES} ${KOREAN_ENDINGS}`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);
/** What stays of a Korean word must be a word: two syllables. */
const MIN_KOREAN_CHARS = 2;

const ASKS = /[?？؟]\s*$/u;

/** A piece of a text: a token of letters, or a run of CJK characters without stop words. */
const SEGMENTERS = new Map<string, Intl.Segmenter>();

/**
 * The words of a query that carry its content: tokens as the index has them, without stop words; Korean without
 * particles, CJK runs as pairs. All tokens when nothing else is left. In order, repeated as typed.
 */
export function contentWords(text: string): string[] {
  const { tokens, kept } = contentIn(text);
  return (kept.length > 0 ? kept : tokens).flatMap((word) => (isCjk(word) ? bigrams(word) : [word]));
}

/** Whether a text has words and none of them carries content: "what is it", "wo ist die". */
export function hasOnlyStopWords(text: string): boolean {
  const { tokens, kept } = contentIn(text);
  return tokens.length > 0 && kept.length === 0;
}

function contentIn(text: string): { readonly tokens: readonly string[]; readonly kept: readonly string[] } {
  const tokens = tokensBeforePairs(text);
  const languages = languagesIn(text, tokens);
  return { tokens, kept: tokens.flatMap((token) => contentOf(token, languages)) };
}

const ACCENTED = /[\u0080-\uffff]/;

const languagesIn = (text: string, tokens: readonly string[]): readonly StopLanguage[] =>
  stopLanguages(tokens, ACCENTED.test(text) ? accentedLanguages(text) : []);

/** A text's tokens without English stop words, in order, repeated: for vectors of whole chunks, where speed counts. */
export const contentTokens = (text: string): string[] =>
  tokenise(text).filter((token) => !isStopWord(token, "english"));

/** Whether a query is a sentence and not a list of keywords: it asks, or has words that say nothing of its content. */
export function isSentence(text: string): boolean {
  const tokens = tokensBeforePairs(text);
  const languages = languagesIn(text, tokens);
  return ASKS.test(text) || tokens.some((token) => contentOf(token, languages).join("") !== token);
}

function contentOf(token: string, languages: readonly StopLanguage[]): string[] {
  if (!isCjk(token)) return languages.some((language) => isStopWord(token, language)) ? [] : [token];
  if (languages.includes("korean") && /\p{Script=Hangul}/u.test(token)) return koreanContent(token);
  if (languages.includes("thai") && /\p{Script=Thai}/u.test(token))
    return runsWithoutStopWords(token, "thai");
  return runsWithoutStopWords(token, languages.includes("japanese") ? "japanese" : "chinese");
}

function koreanContent(word: string): string[] {
  if (isStopWord(word, "korean")) return [];
  const suffix = KOREAN_SUFFIXES.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= MIN_KOREAN_CHARS,
  );
  const bare = suffix === undefined ? word : word.slice(0, -suffix.length);
  return isStopWord(bare, "korean") ? [] : [bare];
}

const LOCALES = { chinese: "zh", japanese: "ja", thai: "th" } as const;

/** What is left of an ending between Japanese stop words: one syllable, or what no word begins with. */
const JAPANESE_REST = /^(?:\p{Script=Hiragana}|[ぁぃぅぇぉっゃゅょん]\p{Script=Hiragana}*)$/u;

/** A run cut at its stop words. Words are found with the platform's dictionary, so that 的 inside 目的 stays. */
function runsWithoutStopWords(run: string, language: keyof typeof LOCALES): string[] {
  const locale = LOCALES[language];
  const segmenter = SEGMENTERS.get(locale) ?? new Intl.Segmenter(locale, { granularity: "word" });
  SEGMENTERS.set(locale, segmenter);
  const kept = Array.from(segmenter.segment(run), ({ segment }) =>
    isStopWord(segment, language) ? " " : segment,
  );
  const runs = kept.join("").match(CJK_RUN) ?? [];
  return language === "japanese" ? runs.filter((one) => !JAPANESE_REST.test(one)) : runs;
}
