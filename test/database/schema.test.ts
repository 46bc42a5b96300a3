import { readdirSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { TABLES, tableMigrations } from "../../scripts/migrations/tables.ts";
import { splitSql } from "../../src/database/migrations/split-sql.ts";
import { EMPTIED_TABLES } from "../../src/workspaces/sql/empty-workspace.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

describe("the migrations", () => {
  it("are the tables as the schema makes them, and triggers: npm run migrations would change nothing", async () => {
    const tables = await tableMigrations();
    expect(readdirSync(FOLDER).toSorted()).toEqual([...Object.keys(tables), "0002_triggers.sql"].toSorted());
    for (const [name, sql] of Object.entries(tables)) expect(read(name)).toBe(sql);
  });

  it("suit a remote D1, which splits at line ends: a trigger is one line, a comment has no quote or semicolon", () => {
    for (const name of readdirSync(FOLDER)) {
      const lines = read(name).split("\n");
      const comments = lines.filter((line) => line.startsWith("--"));
      expect(comments.filter((line) => /['"`;]/.test(line))).toEqual([]);
      const sql = lines.filter((line) => !line.startsWith("--")).join("\n");
      expect(splitSql(sql)).toEqual(
        sql
          .split(/;\n+/)
          .map((text) => text.trim())
          .filter(Boolean),
      );
    }
  });
});

describe("the directory", () => {
  it("names what a database held before it: live workspaces by their slug, those being deleted by their number", async () => {
    const opened = await openQuickDatabase({ isMigrated: false });
    const apply = (name: string) =>
      opened.database.batch(splitSql(read(name)).map((sql) => opened.database.prepare(sql)));
    await apply("0001_tables.sql");
    await opened.database
      .prepare(
        `INSERT INTO workspaces (num, slug, name, identity, created_at, gone_at)
         VALUES (3, 'docs', 'Docs', 'm', 30, NULL), (5, '~5', 'Old', 'm', 50, 60)`,
      )
      .run();
    await apply("0003_directory.sql");
    const { results } = await opened.database.prepare("SELECT * FROM directory ORDER BY num").all();
    expect(results).toEqual([
      { num: 3, slug: "docs", database: 1, created_at: 30 },
      { num: 5, slug: "~5", database: 1, created_at: 50 },
    ]);
    await opened.dispose();
  });
});

describe("the schema", () => {
  it("leaves no table with rows of a workspace out when one is deleted", () => {
    const ofAWorkspace = TABLES.filter((table) => "workspace" in getTableColumns(table)).map(getTableName);
    const emptiedElsewhere = ["chunks", "outbox", "generations", "generation_chunks", "moves", "moved_keys"];
    expect([...Object.keys(EMPTIED_TABLES), ...emptiedElsewhere].toSorted()).toEqual(ofAWorkspace.toSorted());
  });
});
