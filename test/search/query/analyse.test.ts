import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import {
  analyseQuery,
  embeddingWords,
  MAX_QUERY_CHARS,
  matchWords,
  stemsToLookUp,
} from "../../../src/search/query/analyse.ts";

function refusal(raw: string): AppError {
  try {
    analyseQuery(raw);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("not refused");
}

describe("analyseQuery", () => {
  it("keeps surface forms, with their stems beside them", () => {
    const { words, terms } = analyseQuery("How are databases migrated?");
    expect(words).toEqual(["databases", "migrated"]);
    expect(terms).toEqual([
      { word: "databases", stem: "databas" },
      { word: "migrated", stem: "migrat" },
    ]);
  });

  it("has one term for words of one stem, and each word once", () => {
    const { words, terms } = analyseQuery("test tests testing test");
    expect(words).toEqual(["test", "tests", "testing"]);
    expect(terms).toEqual([{ word: "test", stem: "test" }]);
  });

  it("joins adjacent content words, across dropped ones, but not CJK pairs", () => {
    expect(analyseQuery("the data in a base file").joined).toEqual(["database", "basefile"]);
    expect(analyseQuery("会议决定").joined).toEqual([]);
  });

  it("adds the parts of names to what is sought and embedded", () => {
    const query = analyseQuery("IL6 getUserById");
    expect(query.parts).toEqual(["il", "6", "get", "user", "by", "id"]);
    expect(matchWords(query)).toEqual(expect.arrayContaining(["il6", "getuserbyid", "user"]));
    expect(embeddingWords(query)).toEqual(["il6", "getuserbyid", "il", "6", "get", "user", "by", "id"]);
  });

  it("normalises width and trims", () => {
    expect(analyseQuery("  ＡＰＩ　ｋｅｙ ").text).toBe("API key");
  });

  it("takes quoted phrases as filters and their words as words", () => {
    const query = analyseQuery('cache "cold start" latency');
    expect(query.phrases).toEqual(["cold start"]);
    expect(query.words).toEqual(["cache", "cold", "start", "latency"]);
  });

  it("looks up the stems of terms, parts and names, each once", () => {
    const stems = stemsToLookUp(analyseQuery("caching JINA_API_KEY caches"));
    expect(stems).toEqual(["cach", "jina", "api", "kei"]);
  });

  it("has nothing to look for in punctuation alone, without raising", () => {
    expect(matchWords(analyseQuery("?! — 👍"))).toEqual([]);
  });

  it.each(["", "   \n\t", "\0", "\u3000"])("refuses the empty query %j", (raw) => {
    expect(refusal(raw)).toMatchObject({ code: "invalid_input", message: "The query is empty." });
  });

  it("refuses a query above the limit by naming it, and takes one at the limit", () => {
    expect(refusal("x".repeat(MAX_QUERY_CHARS + 1)).message).toContain("2000");
    expect(analyseQuery("x".repeat(MAX_QUERY_CHARS)).words).toHaveLength(1);
  });
});
