import { describe, expect, it } from "vitest";
import { createdBy, isSame, objectsOf, plainSql } from "../../../src/database/migrations/schema-objects.ts";

describe("what a statement creates", () => {
  it.each([
    ["CREATE TABLE a (n)", "a"],
    ["create unique index `b` on a (n)", "b"],
    ['-- why\nCREATE TABLE IF NOT EXISTS "c" (n)', "c"],
    ["CREATE VIRTUAL TABLE d USING fts5(t)", "d"],
    ["CREATE TRIGGER e AFTER INSERT ON a BEGIN SELECT 1; END", "e"],
    ["CREATE VIEW [f] AS SELECT 1", "f"],
    ["INSERT INTO a VALUES ('CREATE TABLE g (n)')", undefined],
    ["DROP TABLE a", undefined],
  ])("%s", (sql, name) => {
    expect(createdBy(sql)).toBe(name);
  });
});

describe("the objects after some statements", () => {
  it("are those created and not dropped; of an altered one only the name counts", () => {
    const objects = objectsOf([
      "CREATE TABLE a (n)",
      "CREATE TABLE b (n)",
      "CREATE INDEX i ON a (n)",
      "DROP INDEX IF EXISTS i",
      "ALTER TABLE b ADD COLUMN m",
    ]);
    expect([...objects]).toEqual([
      ["a", "CREATE TABLE a (n)"],
      ["b", undefined],
    ]);
    expect([isSame(objects.get("a"), "CREATE TABLE a (m)"), isSame(objects.get("b"), "anything")]).toEqual([
      false,
      true,
    ]);
  });
});

describe("SQL as it is compared", () => {
  it("has no comments and single blanks, but keeps what stands in quotes", () => {
    expect(plainSql("CREATE  TABLE a -- why\n (n TEXT DEFAULT '--  x', /* or */ m)")).toBe(
      "CREATE TABLE a (n TEXT DEFAULT '--  x', m)",
    );
    expect(isSame("CREATE TABLE a (n)", "create table a\n(n)")).toBe(true);
  });
});
