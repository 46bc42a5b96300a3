import { readdirSync, readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { TABLES, tablesMigration } from "../../scripts/migrations/tables.ts";
import { splitSql } from "../../src/database/migrations/split-sql.ts";
import { EMPTIED_TABLES } from "../../src/workspaces/sql/empty-workspace.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

describe("the migrations", () => {
  it("are the tables as the schema makes them, and triggers: npm run migrations would change nothing", async () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(["0001_tables.sql", "0002_triggers.sql"]);
    expect(read("0001_tables.sql")).toBe(await tablesMigration());
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

describe("the schema", () => {
  it("leaves no table with rows of a workspace out when one is deleted", () => {
    const ofAWorkspace = TABLES.filter((table) => "workspace" in getTableColumns(table)).map(getTableName);
    const emptiedElsewhere = ["chunks", "outbox", "generations", "generation_chunks"];
    expect([...Object.keys(EMPTIED_TABLES), ...emptiedElsewhere].toSorted()).toEqual(ofAWorkspace.toSorted());
  });
});
