import { describe, expect, it } from "vitest";
import { contentTokens, contentWords } from "../../../src/text/words/content-words.ts";
import { stopLanguages } from "../../../src/text/words/stop-words.ts";

describe("contentWords", () => {
  it("drops English function and question words", () => {
    expect(contentWords("What is the best way to configure the API?")).toEqual([
      "best",
      "way",
      "configure",
      "api",
    ]);
  });

  it("keeps every word when nothing else is left", () => {
    expect(contentWords("to be or not to be")).toEqual(["to", "be", "or", "not", "to", "be"]);
  });

  it("applies the Spanish and Portuguese lists only to a query with two of their words and no English one", () => {
    expect(contentWords("¿Dónde está la base de datos?")).toEqual(expect.arrayContaining(["base", "datos"]));
    expect(contentWords("la base de datos")).toEqual(["base", "datos"]);
    expect(contentWords("qual é o horário da reunião")).toEqual(["horario", "reuniao"]);
    expect(contentWords("los angeles office")).toEqual(["los", "angeles", "office"]);
    expect(contentWords("what is de la cruz")).toEqual(["de", "la", "cruz"]);
  });

  it("drops Arabic stop words", () => {
    expect(contentWords("كتاب على الطاولة")).toEqual(["كتاب", "الطاولة"]);
  });

  it("drops Chinese stop words before it makes pairs, but not inside words", () => {
    expect(contentWords("我们的会议")).toEqual(["会议"]);
    expect(contentWords("目的地")).toEqual(["目的", "的地"]);
  });

  it("drops Japanese particles before it makes pairs", () => {
    expect(contentWords("会議の時間")).toEqual(["会議", "時間"]);
  });

  it("strips Korean particles, unless less than a word would stay", () => {
    expect(contentWords("학교에서 회의를")).toEqual(["학교", "회의"]);
    expect(contentWords("나이")).toEqual(["나이"]);
    expect(contentWords("공부하는 사람")).toEqual(["공부", "사람"]);
    expect(contentWords("무엇을 회의")).toEqual(["회의"]);
  });

  it("takes a single CJK character for a word", () => {
    expect(contentWords("京")).toEqual(["京"]);
  });

  it("is the empty list for text without letters and numbers", () => {
    expect(contentWords("?!… 👍")).toEqual([]);
  });
});

it("always knows English and adds languages by script", () => {
  expect(stopLanguages(["数据库"])).toEqual(["english", "chinese"]);
  expect(stopLanguages(["データベース"])).toEqual(["english", "japanese"]);
  expect(stopLanguages(["데이터"])).toEqual(["english", "korean"]);
  expect(stopLanguages(["كتاب"])).toEqual(["english", "arabic"]);
  expect(stopLanguages(["no", "de", "base"])).toEqual(["english", "spanish", "portuguese"]);
  expect(stopLanguages(["the", "de", "la"])).toEqual(["english"]);
});

it("keeps repeated tokens of a chunk and drops English stop words only", () => {
  expect(contentTokens("The index and the Index de la base")).toEqual(["index", "index", "de", "la", "base"]);
});
