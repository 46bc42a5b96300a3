import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as schema from "../../src/database/schema/documents.ts";
import { EMPTIED_TABLES } from "../../src/workspaces/sql/empty-workspace.ts";
import { openDatabase, type TestDatabase } from "../support/database.ts";

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

describe("the schema in code", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openDatabase();
  });
  afterAll(() => opened.dispose());

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    "describes %s as the migrations make it",
    async (name, table) => {
      const { results } = await opened.database
        .prepare(`SELECT name, "notnull", pk FROM pragma_table_info('${name}')`)
        .all<{ name: string; notnull: number; pk: number }>();
      const inCode = Object.values(getTableColumns(table)).map((column) => [column.name, column.notNull]);
      // A primary key of one INTEGER or TEXT column is not NULL by its nature, and said so only in code.
      expect(inCode).toEqual(results.map((row) => [row.name, row.notnull === 1 || row.pk > 0]));
    },
  );

  it("knows every table", async () => {
    const { results } = await opened.database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
      )
      .all<{ name: string }>();
    expect(results.map(({ name }) => name).toSorted()).toEqual(tables.map(getTableName).toSorted());
  });

  it("leaves no table with rows of a workspace out when one is deleted", () => {
    const ofAWorkspace = tables.filter((table) => "workspace" in getTableColumns(table)).map(getTableName);
    const emptiedElsewhere = ["chunks", "outbox", "generations", "generation_chunks"];
    expect([...Object.keys(EMPTIED_TABLES), ...emptiedElsewhere].toSorted()).toEqual(ofAWorkspace.toSorted());
  });
});
