import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { MIGRATION_NAMES } from "../../../src/database/migrations/bundle.ts";
import { splitSql } from "../../../src/database/migrations/split-sql.ts";

const TRIGGER = `CREATE TRIGGER IF NOT EXISTS gone AFTER DELETE ON a WHEN old.end > 1 BEGIN
  DELETE FROM b WHERE note = 'a;b'; -- one; two
  UPDATE c SET n = CASE WHEN n > 1 THEN 0 ELSE 1 END;
END`;

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ["two statements", "SELECT 1;\nSELECT 2;", ["SELECT 1", "SELECT 2"]],
  ["a last statement without a semicolon", "SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]],
  ["a trigger with a body, and what follows it", `${TRIGGER};\nSELECT 1;`, [TRIGGER, "SELECT 1"]],
  [
    "a temporary trigger",
    `CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; SELECT 2;`,
    ["CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END", "SELECT 2"],
  ],
  [
    "a table whose name is trigger",
    "CREATE TABLE trigger_x (a);SELECT 1;",
    ["CREATE TABLE trigger_x (a)", "SELECT 1"],
  ],
  ["quotes", `SELECT ';''', ";", \`;\`, [;];SELECT 2;`, [`SELECT ';''', ";", \`;\`, [;]`, "SELECT 2"]],
  ["comments", "-- a;b\nSELECT 1; /* ; */ SELECT 2; -- end;", ["-- a;b\nSELECT 1", "/* ; */ SELECT 2"]],
  [
    "CASE … END outside a trigger",
    "SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 2;",
    ["SELECT CASE 1 WHEN 1 THEN 2 END", "SELECT 2"],
  ],
  ["nothing but blanks and semicolons", " ;; -- only a comment\n;", []],
];

/** wrangler returns a lone statement as it stands; ours never keeps the semicolon. */
const likeOurs = (statements: readonly string[]): readonly string[] =>
  statements
    .map((statement) => statement.trim().replace(/;$/, "").trim())
    .filter((statement) => statement !== "");

describe("splitting a script into statements", () => {
  it.each(CASES)("handles %s", (_title, sql, statements) => {
    expect(splitSql(sql)).toEqual(statements);
  });

  it.each(MIGRATION_NAMES)("splits %s as wrangler does", (name) => {
    const sql = readFileSync(join("migrations", name), "utf8");
    expect(splitSql(sql)).toEqual(likeOurs(unstable_splitSqlQuery(sql)));
  });

  it("splits any run of statements and triggers as wrangler does", () => {
    const parts = fc.constantFrom(
      "SELECT 1;",
      `${TRIGGER};`,
      "-- c;\n",
      "SELECT ';' /* ; */;",
      "EXPLAIN SELECT 2;",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 2, maxLength: 12 }), (scripts) => {
        const sql = `SELECT 0; ${scripts.join(" ")} SELECT 3;`;
        expect(splitSql(sql)).toEqual(likeOurs(unstable_splitSqlQuery(sql)));
      }),
    );
  });

  it("loses nothing but semicolons and blanks of any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '"', ";", "a", "-", "/", "*", "\n", "[", "]") }),
        (sql) => {
          const kept = splitSql(sql).join("");
          expect(sql).toContain(splitSql(sql)[0] ?? "");
          expect(kept.length).toBeLessThanOrEqual(sql.length);
        },
      ),
    );
  });
});
