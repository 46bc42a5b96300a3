import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyseQuery, matchWords } from "../../../src/search/query/analyse.ts";
import { MAX_MATCH_WORDS, matchText } from "../../../src/search/query/match-text.ts";
import { indexableText } from "../../../src/text/words/tokenise.ts";

const TEXTS = ["the databases of Kyoto", "東京都の会議", "getUserById in C++", "near title text"];

function keywordTable(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE VIRTUAL TABLE fts USING
    fts5(title, text, context, ident, content='', contentless_delete=1, tokenize='porter unicode61')`);
  const insert = db.prepare("INSERT INTO fts(rowid, text) VALUES (?, ?)");
  for (const [index, text] of TEXTS.entries()) insert.run(index + 1, indexableText(text));
  return db;
}

const db = keywordTable();
const find = db.prepare("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank");

function search(words: readonly string[], typed?: string): number[] {
  const match = matchText(words, typed);
  return match === undefined ? [] : find.all(match).map(({ rowid }) => Number(rowid));
}

it("finds a text by any of the words, in any form of the same stem", () => {
  expect(search(["database", "nowhere"])).toEqual([1]);
  expect(search(matchWords(analyseQuery("What about the databases?")))).toEqual([1]);
});

it("finds a CJK text by a pair and by any single character of it", () => {
  expect(search(matchWords(analyseQuery("会议 会議")))).toEqual([2]);
  for (const character of "東京都会議") expect(search([character])).toEqual([2]);
});

it("is undefined when there is nothing to match", () => {
  expect(matchText([])).toBeUndefined();
  expect(matchText(["", "?!", '"', "\0", "\ud800", "👍"])).toBeUndefined();
});

it("quotes every word and doubles quotes within", () => {
  expect(matchText(["a", 'b"c'])).toBe('"a" OR "b""c"');
});

it.each([
  "NEAR(a b, 5)",
  "title:text",
  "text*",
  "^near",
  "a AND",
  "NOT",
  "OR OR",
  '"open',
  "a:b:c",
  "{x y}:z",
  "-",
  "(((a",
  "+a",
  "𝒜\ud835",
  "a\0b",
])("takes %j for words, not for syntax", (input) => {
  expect(() => search([input])).not.toThrow();
  expect(() => search(matchWords(analyseQuery(input)))).not.toThrow();
});

it("never makes FTS5 raise, whatever the words", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ maxLength: 30 }),
    fc.constantFrom('"', "NEAR(", "title:", "*", "^", "OR", "\0", "'", "--"),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      expect(() => search(words)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

it("never makes FTS5 raise, whatever the query", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 2_000 }), (raw) => {
      fc.pre(raw.trim() !== "" && raw.replaceAll("\0", " ").trim() !== "" && raw.length <= 2_000);
      expect(() => search(matchWords(analyseQuery(raw)))).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

it("finds what begins with a word that is being typed, also beyond its stem", () => {
  for (const typed of ["dat", "datab", "databa", "databas", "databases"])
    expect(search([], typed)).toEqual([1]);
  expect(search([], "tit")).toEqual([4]);
  expect(search([], "zzz")).toEqual([]);
  const rotation = keywordTable();
  rotation.prepare("INSERT INTO fts(rowid, text) VALUES (9, 'the rotation of authentications')").run();
  const found = rotation.prepare("SELECT rowid FROM fts WHERE fts MATCH ?");
  for (const word of ["rotation", "authentication"])
    for (let length = 3; length <= word.length; length++)
      expect(found.all(matchText([], word.slice(0, length)) ?? "")).toHaveLength(1);
});

it("never makes FTS5 raise while a query is typed, whatever it is", () => {
  const unit = fc.constantFrom(..."ab é字*\"'^:()-\0\ud800OR ");
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit: "binary", maxLength: 30 })),
      (raw) => {
        fc.pre(raw.replaceAll("\0", " ").trim() !== "");
        const query = analyseQuery(raw, { isTyping: true });
        expect(() => search(matchWords(query), query.typed)).not.toThrow();
        expect(() => search([raw], raw)).not.toThrow();
      },
    ),
    { numRuns: 300 },
  );
});

it("keeps queries of 2,000 characters within what FTS5 takes", () => {
  const many = Array.from({ length: 666 }, (_, index) => `${index}`.padStart(2, "x")).join(" ");
  expect(matchText(many.split(" "))?.split(" OR ")).toHaveLength(MAX_MATCH_WORDS);
  expect(() => search(matchWords(analyseQuery(many.slice(0, 2_000))))).not.toThrow();
  expect(() => search(matchWords(analyseQuery("字".repeat(2_000))))).not.toThrow();
});
