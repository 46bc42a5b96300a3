import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspaces } from "../../src/database/schema/workspaces.ts";
import { translateDatabaseError } from "../../src/database/failures/database-errors.ts";
import { openSession } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { createMeter } from "../../src/models/ports.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const ADD = statement<{ num: number }>(
  "INSERT INTO workspaces (slug, name, identity, created_at) VALUES (:slug, :slug, 'x:y', :now) RETURNING num",
);
const BY_SLUG = statement<{ num: number; slug: string }>(
  "SELECT num, slug FROM workspaces WHERE slug = :slug",
);

describe("statement", () => {
  it("numbers parameters by their first place, and a name has one number", () => {
    const { sql, names } = statement("SELECT :b, :a, :b");
    expect(sql).toBe("SELECT ?1, ?2, ?1");
    expect(names).toEqual(["b", "a"]);
  });

  it("leaves strings and comments as they are", () => {
    const text = "SELECT 'a:b', '$.it''s:here' -- :no\n, :yes";
    expect(statement(text)).toEqual({ sql: text.replace(":yes", "?1"), names: ["yes"] });
  });
});

describe("a session", () => {
  let opened: TestDatabase;
  const meter = createMeter();
  const session = () => openSession(opened.database, { from: "primary", meter });
  beforeAll(async () => {
    opened = await openQuickDatabase();
  });
  afterAll(() => opened.dispose());

  it("answers a batch by name: one statement, several, and one that is left out", async () => {
    const db = session();
    const answers = await db.batch({
      two: [db.bind(ADD, { slug: "a", now: 1 }), db.bind(ADD, { slug: "b", now: 1 })],
      none: undefined,
      one: db.bind(BY_SLUG, { slug: "b" }),
    });
    expect(answers).toEqual({ two: [{ num: 1 }, { num: 2 }], none: [], one: [{ num: 2, slug: "b" }] });
    expect(await db.batch({ none: undefined })).toEqual({ none: [] });
  });

  it("refuses a value that is missing and ignores one that is not asked for", async () => {
    expect(() => session().bind(BY_SLUG, { num: 1 })).toThrow("No value for :slug");
    expect(await session().first(BY_SLUG, { slug: "a", other: 1 })).toEqual({ num: 1, slug: "a" });
  });

  it("counts the rows of drizzle's queries as it counts those of SQL", async () => {
    const before = meter.rowsRead;
    const { orm } = session();
    const [row] = await orm.select().from(workspaces).where(eq(workspaces.slug, "b"));
    expect(row).toMatchObject({ num: 2, slug: "b", settings: "{}" });
    expect(meter.rowsRead).toBeGreaterThan(before);
    const [[first], second] = await orm.batch([
      orm.select({ num: workspaces.num }).from(workspaces).where(eq(workspaces.slug, "a")),
      orm.select().from(workspaces).where(eq(workspaces.slug, "none")),
    ]);
    expect(first).toEqual({ num: 1 });
    expect(second).toEqual([]);
  });

  it("translates an error of drizzle's queries too", async () => {
    const thrown = await session()
      .orm.all("SELECT 1 FROM chunks_fts_99")
      .catch((error: unknown) => error);
    expect(translateDatabaseError(thrown)).toMatchObject({ code: "unauthorized" });
  });
});
