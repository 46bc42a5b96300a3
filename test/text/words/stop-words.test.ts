import { describe, expect, it } from "vitest";
import { contentTokens, contentWords } from "../../../src/text/words/content-words.ts";
import { isStopWord, type StopLanguage, stopLanguages } from "../../../src/text/words/stop-words.ts";

describe("a word without content", () => {
  it.each<[StopLanguage, readonly string[], readonly string[]]>([
    ["english", ["which", "ll", "doesn"], ["way", "use", "and/or", "The"]],
    ["spanish", ["esta", "estan", "cuantos", "donde", "nuestras"], ["casa", "está"]],
    ["portuguese", ["esta", "estao", "onde", "faco"], ["casa", "são"]],
    ["arabic", ["توجد", "لماذا", "على"], ["اليوم", "الوقت", "نهاية", "كتاب"]],
    ["chinese", ["什么", "可以", "的"], ["年", "月", "日", "小", "会议"]],
    ["japanese", ["何", "どこ", "の"], ["会議"]],
    ["korean", ["있다", "무엇"], ["시간", "도착하다", "회의"]],
  ])("in %s", (language, without, withContent) => {
    expect(without.filter((word) => !isStopWord(word, language))).toEqual([]);
    expect(withContent.filter((word) => isStopWord(word, language))).toEqual([]);
  });

  it("is a single word where a language's list holds phrases", () => {
    expect(isStopWord("", "korean")).toBe(false);
    expect(["korean", "english"].map((language) => isStopWord("수 있다", language as StopLanguage))).toEqual([
      false,
      false,
    ]);
  });
});

describe("the languages of a query", () => {
  it.each<[string, readonly string[], readonly StopLanguage[]]>([
    ["Japanese signs beside Chinese ones", ["データベース", "設計"], ["english", "japanese"]],
    ["Hiragana alone", ["これ"], ["english", "japanese"]],
    ["Chinese beside Arabic", ["数据", "كتاب"], ["english", "arabic", "chinese"]],
    ["Korean beside Chinese", ["数据", "데이터"], ["english", "korean", "chinese"]],
    ["one Spanish word", ["la", "marlin"], ["english"]],
    ["two Spanish words", ["los", "del", "marlin"], ["english", "spanish"]],
    ["two Portuguese words", ["dos", "pela"], ["english", "portuguese"]],
    ["an English word that is Romance too", ["me", "la", "los"], ["english", "spanish"]],
    ["an English word that is not", ["with", "la", "los"], ["english"]],
    ["no word", [], ["english"]],
  ])("with %s", (_, words, languages) => {
    expect(stopLanguages(words)).toEqual(languages);
  });
});

describe("the content of a query", () => {
  it.each<[string, string, readonly string[]]>([
    ["keeps its order and what is said twice", "cache and the limit of cache", ["cache", "limit", "cache"]],
    ["is all of its words where none has content", "what is the", ["what", "is", "the"]],
    ["is all of a CJK query where none has content", "什么", ["什么"]],
    ["loses the longest ending", "서울에서는", ["서울"]],
    ["keeps two syllables before an ending", "회의는", ["회의"]],
    ["keeps the ending of what would be one syllable", "책은", ["책은"]],
    ["loses what is none without its ending", "무엇을 데이터", ["데이", "이터"]],
    ["mixes scripts", "the 東京 tower", ["東京", "tower"]],
    ["loses Japanese question words", "会議はどこ", ["会議"]],
  ])("%s", (_, text, words) => {
    expect(contentWords(text)).toEqual(words);
  });

  it("is in pairs for a chunk, without English words only", () => {
    expect(contentTokens("The 東京都 is the 的")).toEqual(["東京", "京都", "的"]);
  });
});
