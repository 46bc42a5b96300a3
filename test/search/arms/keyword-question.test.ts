import { describe, expect, it } from "vitest";
import { expansion } from "../../../src/search/arms/expansion/expansion.ts";
import {
  expansionRequest,
  maxExpandedChars,
  parseExpansion,
} from "../../../src/search/arms/expansion/generated-expansion.ts";
import { MATCHES, matchesWithPhrases, rankByKeyword } from "../../../src/search/arms/keyword/keyword.ts";
import { keywordQuery, matchesRead, matchSql } from "../../../src/search/arms/keyword/matches.ts";
import { bestWindow, findTerm, insideScore, pairScore } from "../../../src/search/arms/keyword/proximity.ts";
import { frequencies } from "../../../src/search/arms/keyword/vocabulary.ts";
import { answered, match, NEURAL, planOf, stateOf } from "../fakes.ts";

describe("the question to the keyword index", () => {
  const asked = async (query: string, filters = {}) => {
    const plan = await planOf({ query, filters, limit: 3 });
    return keywordQuery(plan, plan.query);
  };

  it.each([
    ["words alone", "signing keys", {}, 100],
    ["a phrase", '"signing keys"', {}, 1_000],
    ["a glob that SQL knows whole", "keys", { glob: "*.md" }, 100],
    ["a glob across parts that SQL knows whole", "keys", { glob: "**/*.md" }, 100],
    ["a glob that SQL only narrows", "keys", { glob: "**/?.md" }, 1_000],
    ["another filter", "keys", { prefix: "a/" }, 100],
  ])("has a limit by what is checked afterwards: %s", async (_, query, filters, limit) => {
    expect((await asked(query, filters))?.limit).toBe(limit);
  });

  it.each([
    ["its words beside each other", 'x "A1  B1"', ['text : "a1 b1"']],
    ["nothing for signs alone", 'x "?!"', []],
    [
      "each pair of a Chinese one, and its last character as a beginning",
      'x "会议室"',
      [expect.stringContaining('"会议" * AND "议室" *')],
    ],
    ["a Latin word in a Chinese one whole", 'x "api 会议"', [expect.stringMatching(/"api" AND "会议" \*/)]],
    ["every phrase of several", 'x "a1 b1" "c1 d1"', ['text : "a1 b1"', 'text : "c1 d1"']],
  ])("requires of a phrase %s", async (_, query, required) => {
    expect((await asked(query))?.required).toEqual(required);
  });

  it("asks for all phrases in one expression, and for none where there is none", async () => {
    const of = async (query: string) => matchSql(7, (await asked(query)) ?? { filters: {} }, ":match");
    const plain = await of("keys");
    expect([plain.values.phrases, plain.where.includes(":phrases")]).toEqual([undefined, false]);
    const both = await of('x "a1 b1" "c1 d1"');
    expect(both.values.phrases).toBe('(text : "a1 b1") AND (text : "c1 d1")');
    expect(both.where).toContain("MATCH :phrases");
  });

  it.each([
    ["a stand-in", {}, false, true],
    ["a stand-in whose arm is off", { "arms.vector": false }, false, false],
    ["a model", {}, true, false],
  ])("reads stored vectors for %s", async (_, settings, isNeural, isRead) => {
    const plan = await planOf({ query: "keys", settings }, isNeural ? NEURAL() : undefined);
    const [read] = matchesRead(MATCHES, plan, plan.query);
    expect([
      /NULL AS vector/.test(read?.statement.sql ?? ""),
      /LEFT JOIN embeddings/.test(read?.statement.sql ?? ""),
    ]).toEqual([...[!isRead, isRead]]);
    expect(read?.values.space === null).toBe(!isRead);
    expect(read?.statement.sql).toMatch(/ORDER BY k\.rank LIMIT 100$/);
  });
});

describe("what the keyword index answered", () => {
  const known = async (query: string) => ({
    query: (await planOf({ query })).query,
    statistics: { chunkCount: 10, chunkFrequency: new Map<string, number>() },
  });

  it("is scored again as far as the arm's pool goes, of what holds the phrases", async () => {
    const rows = [
      match("1", 9, { text: "keys for signing" }),
      match("2", 8, { text: "the signing keys" }),
      match("3", 7, { text: "signing keys again" }),
      match("4", 6, { text: "signing keys last" }),
    ];
    const ids = rankByKeyword(await known('"signing keys"'), rows, { pool: { ofArm: 2, sourceRows: 9 } }).map(
      ({ id }) => id,
    );
    expect(ids.toSorted()).toEqual(["2", "3"]);
  });

  it("is looked at with its headings, one a line", async () => {
    const [row] = rankByKeyword(
      await known("alpha beta"),
      [match("1", 1, { headings: ["alpha", "beta"], text: "x" })],
      { pool: { ofArm: 9, sourceRows: 9 } },
    );
    expect(row?.parts.window).toBeGreaterThan(0);
    expect(row?.parts.pairs).toBeGreaterThan(0);
  });

  it("is, without its phrases, nothing to compare, and unknown until it is read", async () => {
    const plan = await planOf({ query: '"old keys"' });
    const rows = [match("1", 1, { text: "old keys" }), match("2", 1, { text: "keys" })];
    expect(matchesWithPhrases(stateOf(plan, [answered(MATCHES, rows)]))?.map(({ id }) => id)).toEqual(["1"]);
    const alone = await planOf({ query: "keys", profile: "vector" }, NEURAL());
    expect(matchesWithPhrases(stateOf(alone))).toBeUndefined();
  });

  it("counts chunks by stem", () => {
    expect([...frequencies('{"kei":3,"sign":0}')]).toEqual([
      ["kei", 3],
      ["sign", 0],
    ]);
  });
});

describe("terms in a text", () => {
  const terms = (...idf: readonly number[]) => idf.map((one, at) => ({ stem: `term${at}`, idf: one }));
  const at = (...places: readonly (readonly [start: number, end: number])[]) => ({
    whole: places.map(([start, end]) => ({ start, end })),
    isInside: false,
  });

  it.each([
    ["within 50 characters", [at([0, 4]), at([50, 54])], 3],
    ["not within 51", [at([0, 4]), at([51, 55])], 2],
    ["one that left the window", [at([0, 4], [60, 64]), at([40, 44])], 3],
    ["each once", [at([0, 4], [10, 14]), at([100, 104])], 2],
    ["whichever comes first", [at([45, 49]), at([0, 4])], 3],
    ["not before they have come", [at([100, 104]), at([0, 4])], 2],
    ["none", [at(), at()], 0],
    ["again after they have left", [at([0, 4], [200, 204]), at([100, 104], [210, 214])], 3],
  ])("count together: %s", (_, found, best) => {
    expect(bestWindow(terms(1, 2), found)).toBe(best);
  });

  it.each([
    ["18 characters after the end", [at([0, 4]), at([22, 26])], 1],
    ["19 characters after it", [at([0, 4]), at([23, 27])], 0],
    ["right at the end", [at([0, 4]), at([4, 8])], 1],
    ["before the end", [at([0, 4]), at([3, 8])], 0],
    ["before the first word", [at([10, 14]), at([0, 4])], 0],
    ["twice", [at([0, 4], [100, 104]), at([5, 9], [105, 109])], (2.2 * 2) / 3.2],
    ["after the second of two", [at([0, 4], [50, 54]), at([60, 64])], 1],
  ])("are a pair where the second starts %s", (_, found, score) => {
    // By the rarer word's weight no pair is worth more than by the other's.
    expect(pairScore(terms(1, 5), found)).toBeCloseTo(score, 10);
    expect(pairScore(terms(5, 1), found)).toBeCloseTo(score, 10);
  });

  it("are pairs only of neighbours", () => {
    expect(pairScore(terms(1, 1, 1), [at([0, 4]), at(), at([5, 9])])).toBe(0);
  });

  it.each([
    ["inside alone", "term", { whole: [], isInside: true }, 2],
    ["inside and whole", "term", { whole: [{ start: 0, end: 4 }], isInside: true }, 0],
    ["nowhere", "term", { whole: [], isInside: false }, 0],
    ["inside, of three letters", "ter", { whole: [], isInside: true }, 0],
  ])("count as inside longer words: %s", (_, stem, found, score) => {
    expect(insideScore([{ stem, idf: 2 }], [found])).toBe(score);
  });

  it.each([
    ["a word", "the keys hang", "kei", [[4, 8]], false],
    [
      "a word at the beginning and the end",
      "keys and keys",
      "kei",
      [
        [0, 4],
        [9, 13],
      ],
      false,
    ],
    ["no longer word", "migration", "rat", [], true],
    ["a word behind an underscore", "a_term", "term", [[2, 6]], false],
    ["a word of another stem that begins alike", "terminal", "term", [], true],
    ["a stem of one letter", "c and cd", "c", [[0, 1]], true],
    ["a pair of Chinese", "开会议室", "会议", [[1, 3]], false],
    ["none", "nothing", "term", [], false],
  ])("are found as %s", (_, text, term, whole, isInside) => {
    const found = findTerm(text, { stem: term });
    expect([found.whole.map(({ start, end }) => [start, end]), found.isInside]).toEqual([whole, isInside]);
  });

  it("are found 200 times at most", () => {
    expect(findTerm("term ".repeat(201), { stem: "term" }).whole).toHaveLength(200);
    expect(findTerm("会议".repeat(201), { stem: "会议" }).whole).toHaveLength(200);
  });
});

describe("an expansion as it is written", () => {
  const written = (parts: object) =>
    JSON.stringify({ rewrites: [], paraphrases: [], passage: "A text.", ...parts });
  const rewrites = (query: string, ...texts: readonly string[]) =>
    parseExpansion(query, written({ rewrites: texts })).expansion?.rewrites;

  it.each([
    ["a fence of its language", "```json\n", "\n```"],
    ["a fence in capitals", "```JSON\n", "\n```"],
    ["a fence without a language", "```\n", "\n```"],
    ["white space around it", "  \n", "\n  "],
    ["a fence within white space", "\n```json\n", "\n```\n"],
  ])("is read without %s", (_, before, after) => {
    expect(parseExpansion("red tea", `${before}${written({})}${after}`).expansion?.passage).toBe("A text.");
  });

  it.each([
    ["a fence that is not closed", "```json\n", ""],
    ["a fence that is not opened", "", "\n```"],
    ["a fence of another language", "```yaml\n", "\n```"],
    ["words before a fence", "Here: ```json\n", "\n```"],
    ["a fence that other signs close", "```json\n", "\nabc"],
  ])("is not read with %s", (_, before, after) => {
    expect(parseExpansion("red tea", `${before}${written({})}${after}`)).toEqual({ reason: "not_json" });
  });

  it("is read up to 20,000 characters", () => {
    const of = (length: number) => written({}).padEnd(length, " ");
    expect(parseExpansion("red tea", of(20_000)).expansion).toBeDefined();
    expect(parseExpansion("red tea", of(20_001))).toEqual({ reason: "too_long" });
  });

  it("has two paraphrases, the first", () => {
    const { expansion } = parseExpansion("red tea", written({ paraphrases: ["one", "two", "three"] }));
    expect(expansion?.paraphrases).toEqual(["one", "two"]);
  });

  it.each([
    ["a number with digits behind its dot", "at 3.55", ["at 3.55 x", "at 3.5 x"], ["at 3.55 x"]],
    ["no number that is torn apart", "at 3.55", ["at 3.5 5 x", "at 3 55 x"], []],
    ["a number with a colon", "at 10:30", ["at 10:30 x", "at 10 30 x"], ["at 10:30 x"]],
    ["two numbers with a dash are two", "of 10-30", ["of 30 10 x"], ["of 30 10 x"]],
    ["half of the keywords", "red tea", ["red leaf", "green leaf"], ["red leaf"]],
  ])("keeps %s", (_, query, texts, kept) => {
    expect(rewrites(query, ...texts)).toEqual(kept);
  });

  it("takes a row of controls for one space", () => {
    expect(rewrites("red tea", "red\u0000\u0001tea leaf")).toEqual(["red tea leaf"]);
  });

  it("is asked for by the query as it is normalised, and measured by it", () => {
    expect(JSON.parse(expansionRequest("  ｒed  ").prompt)).toEqual({ query: "red" });
    expect(maxExpandedChars(`${" ".repeat(500)}${"x".repeat(81)}${" ".repeat(500)}`)).toBe(162);
    expect(maxExpandedChars("x".repeat(80))).toBe(160);
  });
});

it("looks up the stems of all rewrites, each once", async () => {
  const plan = await planOf({ query: "keys", expand: true }, NEURAL());
  const texts = { rewrites: ["rotating keys", "keys vault"], paraphrases: [] };
  const state = stateOf(plan, [], { expansion: { expansion: texts, vectors: [] } });
  const { database = [] } = expansion.reads.hop2?.(state) ?? {};
  const read = database.find(({ name }) => name === "frequencies of rewrites");
  // And their forms in the other languages that an index may hold.
  const stems = JSON.parse(String(read?.values.stems)) as string[];
  expect(stems).toEqual(expect.arrayContaining(["kei", "rotat", "vault"]));
  expect(stems).toHaveLength(new Set(stems).size);
  expect(read?.answer([{ frequency: '{"kei":2}' }])).toEqual(new Map([["kei", 2]]));
  expect(read?.answer([])).toEqual(new Map());
});
