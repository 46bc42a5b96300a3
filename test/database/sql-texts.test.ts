import { describe, expect, it } from "vitest";
import {
  columnOf,
  insertFields,
  jsonFields,
  jsonObject,
  selectFields,
} from "../../src/database/fragments/sql-columns.ts";
import { jsonParts } from "../../src/database/json-rows.ts";
import { ftsTable, vocabularyTable } from "../../src/database/keyword-tables.ts";
import { createdBy, isSame, objectsOf, plainSql } from "../../src/database/migrations/schema-objects.ts";
import {
  type DocumentNames,
  listOfNames,
  type NamesWrite,
  namesJson,
} from "../../src/database/name-writes.ts";
import { statement, valuesOf } from "../../src/database/statement.ts";
import { raiseVersion } from "../../src/database/versions.ts";

describe("the columns of fields", () => {
  it("are in lower case, with an underscore before what was a capital", () => {
    expect(["type", "timesObserved", "aBC"].map(columnOf)).toEqual(["type", "times_observed", "a_b_c"]);
    expect(selectFields("d", ["type", "timesObserved"])).toBe(
      "d.type AS type, d.times_observed AS timesObserved",
    );
    expect(insertFields(["type", "timesObserved"])).toBe("type, times_observed");
  });

  it("are read from JSON by the names of the fields, of the row or of an object in it", () => {
    expect(jsonFields(["type", "timesObserved"])).toBe("value->>'$.type', value->>'$.timesObserved'");
    expect(jsonFields(["type"], ".memory")).toBe("value->>'$.memory.type'");
  });

  it("are written as JSON by the names of the fields, lists and objects as what they are", () => {
    expect(jsonObject(["tags", "timesObserved"], ["tags"])).toBe(
      "json_object('tags', json(tags), 'timesObserved', times_observed)",
    );
  });
});

describe("a statement", () => {
  it.each<[string, string, readonly string[]]>([
    ["SELECT :aB, :a_1", "SELECT ?1, ?2", ["aB", "a_1"]],
    ["SELECT :A", "SELECT ?1", ["A"]],
    ["SELECT '--', :a -- :b", "SELECT '--', ?1 -- :b", ["a"]],
    ["SELECT :1", "SELECT :1", []],
    ["SELECT 1", "SELECT 1", []],
  ])("%j has its parameters numbered", (text, sql, names) => {
    expect(statement(text)).toEqual({ sql, names });
  });

  it("takes null, 0 and an empty text for values", () => {
    const { names, sql } = statement("SELECT :a, :b, :c");
    expect(valuesOf({ names, sql }, { a: null, b: 0, c: "" })).toEqual([null, 0, ""]);
  });
});

it.each([
  [
    raiseVersion(),
    "UPDATE workspaces SET version = workspaces.version + 1 WHERE workspaces.num = :workspace RETURNING num, version",
  ],
  [
    raiseVersion({ set: "a = 1", from: "x", where: "y", returning: "z" }),
    "UPDATE workspaces SET version = workspaces.version + 1, a = 1 FROM x WHERE y RETURNING z",
  ],
])("a version is raised for its workspace, or as is said: %#", (sql, expected) => {
  expect(sql.replace(/\s+/g, " ")).toBe(expected);
});

it("a workspace's own tables are named by its whole number", () => {
  expect([ftsTable(3), vocabularyTable(3), ftsTable(3.9)]).toEqual([
    "chunks_fts_3",
    "vocab_3",
    "chunks_fts_3",
  ]);
});

describe("the objects of statements", () => {
  it.each([
    ["CREATE UNIQUE INDEX IF NOT EXISTS a ON b (c)", "a"],
    ["CREATE VIRTUAL TABLE IF NOT EXISTS a USING fts5(b)", "a"],
    ["/* why */ CREATE /* how */ TRIGGER a AFTER", "a"],
    ["EXPLAIN CREATE TABLE a (b)", undefined],
    ["ALTER TABLE a ADD COLUMN b", undefined],
  ])("%j creates %s", (sql, name) => {
    expect(createdBy(sql)).toBe(name);
  });

  it("are gone once dropped, and there again once made anew", () => {
    const objects = objectsOf([
      ...[
        "CREATE TABLE a (n)",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER t AFTER",
        "CREATE INDEX i ON a (n)",
      ],
      ...["DROP TABLE a", "drop view if exists v", "DROP TRIGGER `t`", "DROP INDEX i", "CREATE TABLE a (m)"],
      "SELECT 'DROP TABLE a'",
    ]);
    expect([...objects]).toEqual([["a", "CREATE TABLE a (m)"]]);
  });

  it("are compared without comments, blanks and case, not without what quotes hold", () => {
    expect(plainSql('  SELECT "a  b", `c -- d` -- e\n')).toBe('SELECT "a  b", `c -- d`');
    expect(isSame("CREATE TABLE a (n)", " CREATE TABLE  a (n) -- x\n")).toBe(true);
    expect(isSame("CREATE TABLE a (n DEFAULT 'x  y')", "CREATE TABLE a (n DEFAULT 'x y')")).toBe(false);
  });
});

describe("rows as JSON", () => {
  it("fill a list up to its bytes, brackets and commas counted", () => {
    // Each row has 4 bytes: two quotes, a letter, a comma.
    expect(jsonParts(["a", "b", "c"], 2 + 3 * 4)).toHaveLength(1);
    expect(jsonParts(["a", "b", "c"], 2 + 3 * 4 - 1)).toEqual(['["a","b"]', '["c"]']);
    expect(jsonParts(["é", "b"], 2 + 2 * 4)).toEqual(['["é"]', '["b"]']);
    expect(jsonParts([])).toEqual([]);
  });

  it("are refused one by one above what a value may hold", () => {
    const row = (bytes: number) => "x".repeat(bytes - 2);
    expect(jsonParts([row(1_999_998)])).toHaveLength(1);
    expect(() => jsonParts(["a", row(1_999_999)])).toThrow(
      expect.objectContaining({
        code: "too_large",
        message: "One record has 2000000 bytes as JSON; the database takes 2000000",
      }),
    );
  });
});

type Relations = NamesWrite["relations"];

describe("names as JSON", () => {
  const name = (slug: string, text: string, type = "other", parts: readonly string[] = []) => ({
    ...{ slug, name: text, type, evidence: 50, parts },
  });
  const chunk = (ordinal: number, names: readonly ReturnType<typeof name>[], relations: Relations = []) => ({
    ...{ ordinal, names, relations },
  });
  const rows = (...documents: readonly DocumentNames[]) =>
    namesJson(documents).flatMap((part) => JSON.parse(part) as object[]);

  it.each<[string, readonly ReturnType<typeof name>[], object]>([
    ["the name with fewer signs", [name("a", "A!!"), name("a", "A")], { name: "A" }],
    ["the first of names that are as long", [name("a", "A1"), name("a", "a1")], { name: "A1" }],
    ["the first name where a later one is longer", [name("a", "A"), name("a", "A!!")], { name: "A" }],
    [
      "the first type that says something",
      [name("a", "A"), name("a", "A", "person"), name("a", "A", "place")],
      { type: "person" },
    ],
    ["other where no type says anything", [name("a", "A"), name("a", "A")], { type: "other" }],
    [
      "the first parts that there are",
      [name("a", "A"), name("a", "A", "other", ["x"]), name("a", "A", "other", ["y"])],
      { parts: '["x"]' },
    ],
    ["no parts where there are none", [name("a", "A")], { parts: null }],
  ])("hold of one name %s", (_, names, expected) => {
    expect(rows({ path: "a", names: [chunk(0, names)] })).toMatchObject([expected]);
  });

  it("hold each name once, with the documents that name it, their chunks and what these say of two names", () => {
    const relation = { from: "a", to: "b", type: "uses" };
    const ended = { in: { 0: 50 } };
    const documents = [
      {
        path: "x",
        names: [
          chunk(0, [name("a", "A")], [relation]),
          chunk(1, []),
          chunk(2, [name("a", "A"), name("b", "B")]),
        ],
      },
      { path: "y", names: [chunk(0, [name("a", "A")])] },
      { path: "z", names: [chunk(0, [])] },
    ];
    expect(rows(...documents)).toMatchObject([
      {
        slug: "a",
        spots: [
          { path: "x", spot: { in: { 0: 50, 2: 50 }, to: { "0 uses b": 1 } } },
          { path: "y", spot: ended },
        ],
      },
      { slug: "b", spots: [{ path: "x", spot: { in: { 2: 50 }, by: { "0 uses a": 1 } } }] },
    ]);
    expect(documents.map(({ names }) => listOfNames(names))).toEqual(['["a","b"]', '["a"]', "[]"]);
    expect(namesJson([])).toEqual([]);
  });

  it("hold no relation of a name with itself, or with one that its document does not have", () => {
    const relations = [
      { from: "a", to: "a", type: "is" },
      { from: "a", to: "x", type: "uses" },
      { from: "x", to: "a", type: "uses" },
    ];
    const document = { path: "x", names: [chunk(0, [name("a", "A")], relations)] };
    expect(rows(document)).toMatchObject([{ spots: [{ path: "x", spot: { in: { 0: 50 } } }] }]);
    expect(JSON.stringify(rows(document))).not.toMatch(/"(to|by)"/);
  });

  it("hold names that JavaScript has for its own", () => {
    const names = [name("constructor", "constructor"), name("proto", "__proto__")];
    const relations = [{ from: "constructor", to: "proto", type: "uses" }];
    const document = { path: "x", names: [chunk(0, names, relations)] };
    expect(rows(document)).toMatchObject([
      { slug: "constructor", spots: [{ spot: { to: { "0 uses proto": 1 } } }] },
      { slug: "proto" },
    ]);
  });
});
