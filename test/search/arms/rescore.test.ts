import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeywordCandidate, RESCORED, rescore } from "../../../src/search/arms/keyword/rescore.ts";
import { byScore } from "../../../src/search/fusion/lists.ts";
import { analyseQuery, inverseFrequency, type TermStatistics } from "../../../src/search/query/analyse.ts";

const STATISTICS: TermStatistics = {
  chunkCount: 100,
  chunkFrequency: new Map([
    ["cach", 10],
    ["size", 20],
    ["limit", 5],
  ]),
};
const IDF = {
  cache: inverseFrequency(100, 10),
  size: inverseFrequency(100, 20),
  limit: inverseFrequency(100, 5),
};
const FAR = " -".repeat(40);

let documents = 0;

function candidate(id: string, text: string, more: Partial<KeywordCandidate> = {}): KeywordCandidate {
  return {
    id,
    documentNum: ++documents,
    documentChunks: 1,
    title: "",
    text,
    language: "markdown",
    bm25: 1,
    ...more,
  };
}

const asked = (query: string) => ({ query: analyseQuery(query), statistics: STATISTICS });

function partsOf(query: string, text: string, title = "") {
  const [first] = rescore(asked(query), [candidate("a", text, { title })]);
  return first?.parts;
}

describe("rescore", () => {
  it("sums the idf of distinct terms that start within 50 characters, in title and text", () => {
    expect(partsOf("cache size", "caching caches sizes")?.window).toBeCloseTo(IDF.cache + IDF.size);
    expect(partsOf("cache size", `cache${FAR}size`)?.window).toBeCloseTo(IDF.cache);
    expect(partsOf("cache size", "its size", "Cache")?.window).toBeCloseTo(IDF.cache + IDF.size);
  });

  it("takes a start 50 characters later for near and one of 51 for far", () => {
    const at = (start: number) => `cache${" ".repeat(start - 5)}size`;
    expect(partsOf("cache size", at(50))?.window).toBeCloseTo(IDF.cache + IDF.size);
    expect(partsOf("cache size", at(51))?.window).toBeCloseTo(IDF.cache);
  });

  it("counts neighbours of the query that follow within 18 characters, with saturation", () => {
    const once = IDF.size;
    expect(partsOf("cache size", "cache size")?.pairs).toBeCloseTo(once);
    expect(partsOf("cache size", "size cache")?.pairs).toBe(0);
    expect(partsOf("cache size", `cache${" ".repeat(18)}size`)?.pairs).toBeCloseTo(once);
    expect(partsOf("cache size", `cache${" ".repeat(19)}size`)?.pairs).toBe(0);
    expect(partsOf("cache size", `cache size${FAR}cache size`)?.pairs).toBeCloseTo((once * 2.2 * 2) / 3.2);
  });

  it("counts the rarest part of a name where code defines it, half for a member, nothing where it is used", () => {
    const of = (text: string, language = "typescript") =>
      rescore(asked("cacheSize"), [candidate("a", text, { language })])[0]?.parts.definition;
    const whole = inverseFrequency(100, 0);
    expect(of("export const cacheSize = 1;")).toBeCloseTo(whole);
    expect(of("  cacheSize(): number {")).toBeCloseTo(whole / 2);
    expect(of("  grow(cacheSize);")).toBe(0);
    expect(of("export const cacheSize = 1;", "markdown")).toBe(0);
  });

  it("counts the terms of the best heading, by the cube of their share of its words", () => {
    expect(partsOf("cache size", "text", "Guide\nCache size")?.heading).toBeCloseTo(IDF.cache + IDF.size);
    expect(partsOf("cache size", "text", "The cache\nNotes")?.heading).toBeCloseTo(IDF.cache);
    expect(partsOf("cache size", "text", "Cache eviction")?.heading).toBeCloseTo(IDF.cache / 8);
    expect(partsOf("cache size", "cache size", "")?.heading).toBe(0);
  });

  it("counts no heading of code, which are the names declared there", () => {
    const code = candidate("a", "text", { title: "cache", language: "python" });
    expect(rescore(asked("cache"), [code])[0]?.parts.heading).toBe(0);
  });

  it("counts terms that occur only inside longer words", () => {
    expect(partsOf("limit", "the unlimited plan")?.inside).toBeCloseTo(IDF.limit);
    expect(partsOf("limit", "rate_limitless")?.inside).toBeCloseTo(IDF.limit);
    expect(partsOf("limit", "limits, unlimited")?.inside).toBe(0);
  });

  it("adds what the document's other candidates scored, by the root of its number of chunks", () => {
    const of = { documentNum: 99, documentChunks: 4 };
    const all = [
      candidate("a", "x", { ...of, bm25: 3 }),
      candidate("b", "x", { ...of, bm25: 1 }),
      candidate("c", "x"),
    ];
    const sources = new Map(rescore(asked("q"), all).map(({ id, parts }) => [id, parts.source]));
    expect(sources).toEqual(
      new Map([
        ["a", 2],
        ["b", 2],
        ["c", 0],
      ]),
    );
  });

  it("adds the idf of a name's rarest part when the raw text holds it whole", () => {
    expect(partsOf("cacheLimit", "set cacheLimit to 5")?.identifiers).toBeCloseTo(inverseFrequency(100, 0));
    expect(partsOf("cache-limit", "set cache-limit to 5")?.identifiers).toBeCloseTo(IDF.limit);
    expect(partsOf("cache-limit", "set cache limit to 5")?.identifiers).toBe(0);
  });

  it("weighs the parts in one sum", () => {
    const [first] = rescore(asked("cache size"), [candidate("a", "cache size", { bm25: 2 })]);
    expect(first?.score).toBeCloseTo(2 + 0.5 * (IDF.cache + IDF.size) + 0.1 * IDF.size);
  });

  it("finds words across accents, width and CJK pairs", () => {
    expect(partsOf("ｃａｃｈｅ size", "Câche SIZES")?.window).toBeCloseTo(IDF.cache + IDF.size);
    expect(partsOf("会议", "我们的会议")?.window).toBeGreaterThan(0);
  });

  it("lets the rest of the pool follow with their bm25", () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      candidate(`c${index}`, "cache", { bm25: 60 - index }),
    );
    const tail = rescore(asked("cache"), many).slice(RESCORED);
    expect(tail.map(({ id, score }) => [id, score])).toEqual(
      many.slice(RESCORED).map(({ id, bm25 }) => [id, bm25]),
    );
  });

  it("scores the best alike whether or not the rest was read, even where all are equally good", () => {
    const rows = fc.array(fc.record({ bm25: fc.integer({ min: 1, max: 3 }), documentNum: fc.nat(9) }), {
      minLength: RESCORED,
      maxLength: 2 * RESCORED,
    });
    fc.assert(
      fc.property(rows, fc.boolean(), fc.constantFrom(1, 10), (made, isMatched, documentChunks) => {
        const all = made
          .sort((a, b) => b.bm25 - a.bm25)
          .map((row, at) =>
            candidate(`c${(at * 37) % 101}`, isMatched ? "cache" : "x", { ...row, documentChunks }),
          );
        const long = rescore(asked("cache size limit"), all, RESCORED);
        const short = rescore(asked("cache size limit"), all.slice(0, RESCORED));
        expect(long.slice(0, RESCORED)).toEqual(short);
        expect([...long].sort(byScore)).toEqual(long);
      }),
    );
  });

  it("orders the same candidates alike whatever their order, invents and loses none", () => {
    const words = fc.array(fc.constantFrom("cache", "size", "limit", "unlimited", "x", "."), {
      maxLength: 12,
    });
    const some = fc.uniqueArray(fc.record({ id: fc.nat(99), words, bm25: fc.integer({ min: 0, max: 5 }) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(some, (rows) => {
        const all = rows.map(({ id, words: text, bm25 }) => candidate(`c${id}`, text.join(" "), { bm25 }));
        const scored = rescore(asked("cache size limit"), all);
        expect(rescore(asked("cache size limit"), [...all].reverse())).toEqual(scored);
        expect(scored.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        expect(scored.every(({ score, bm25 }) => score >= bm25)).toBe(true);
      }),
    );
  });

  it("reads two megabytes of one word", () => {
    const huge = candidate("a", "cache ".repeat(350_000));
    expect(rescore(asked("cache size"), [huge])[0]?.parts.window).toBeCloseTo(IDF.cache);
  });
});
