import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIGRATION_NAMES, type Migration, readMigrations } from "../../../src/database/migrations/bundle.ts";
import { migrateStep } from "../../../src/database/migrations/migrate.ts";
import { readSchema, type SchemaState } from "../../../src/database/migrations/schema-state.ts";
import { splitSql } from "../../../src/database/migrations/split-sql.ts";
import { openSession } from "../../../src/database/session.ts";
import { createMeter } from "../../../src/models/ports.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const TABLES = `CREATE TABLE a (n INTEGER); CREATE TABLE log (n INTEGER);
CREATE TRIGGER note AFTER INSERT ON a BEGIN
  INSERT INTO log VALUES (new.n); INSERT INTO log VALUES (new.n + 1);
END;`;
const FIRST: Migration = { name: "0001_a.sql", statements: splitSql(TABLES) };
const SECOND: Migration = { name: "0002_b.sql", statements: ["ALTER TABLE a ADD COLUMN m INTEGER"] };
/** More than one step, and each row of it is there once only if no step was carried out twice. */
const LONG: Migration = {
  name: "0003_c.sql",
  statements: [
    "CREATE TABLE c (n INTEGER)",
    ...Array.from({ length: 99 }, (_, n) => `INSERT INTO c VALUES (${n})`),
  ],
};
/** Two steps. */
const SHORT: Migration = { ...LONG, statements: LONG.statements.slice(0, 50) };

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openQuickDatabase({ isMigrated: false });
});
afterEach(() => opened.dispose());

const session = (database = opened.database) =>
  openSession(database, { from: "primary", meter: createMeter() });
const step = (...migrations: readonly Migration[]) => migrateStep(session(), migrations);
const stateFor = async (...migrations: readonly Migration[]) =>
  (await readSchema(session(), migrations)).state;

async function all(...migrations: readonly Migration[]): Promise<SchemaState> {
  for (;;) {
    const state = await step(...migrations);
    if (state.pending.length === 0) return state;
  }
}

const rows = async (sql: string) => (await opened.database.prepare(sql).all()).results;
const ITS_SCHEMA =
  "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name";
const schema = () => rows(ITS_SCHEMA);

/** D1 whose call number `failing` is lost, before or after it has its effect. */
function breaking(failing: number, when: "before" | "after"): D1Database {
  let calls = 0;
  return {
    withSession: (start: string) => {
      const real = opened.database.withSession(start);
      return {
        prepare: (sql: string) => real.prepare(sql),
        getBookmark: () => real.getBookmark(),
        batch: async (statements: D1PreparedStatement[]) => {
          const isLost = ++calls === failing;
          if (isLost && when === "before") throw new Error("D1_ERROR: Network connection lost.");
          const answers = await real.batch(statements);
          if (isLost) throw new Error("D1_ERROR: Network connection lost.");
          return answers;
        },
      };
    },
  } as unknown as D1Database;
}

describe("migrations of a database", () => {
  it("are applied in their order, each once", async () => {
    expect((await all(FIRST, SECOND)).applied).toEqual(["0001_a.sql", "0002_b.sql"]);
    await opened.database.prepare("INSERT INTO a VALUES (1, 2)").run();
    expect(await rows("SELECT n FROM log ORDER BY n")).toEqual([{ n: 1 }, { n: 2 }]);
    expect((await all(FIRST, SECOND, LONG)).applied).toEqual(["0001_a.sql", "0002_b.sql", "0003_c.sql"]);
    expect(await all(FIRST, SECOND, LONG)).toMatchObject({ pending: [], missing: [], different: [] });
    expect(await rows("SELECT count(*) AS n FROM c")).toEqual([{ n: 99 }]);
  });

  it("are noted where wrangler looks for them", async () => {
    await all(FIRST);
    expect(await rows("SELECT * FROM d1_migrations ORDER BY id")).toEqual([
      { id: 1, name: "0001_a.sql", applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
    ]);
  });

  it("take as many calls as the free plan's queries an invocation want, and tell how far they are", async () => {
    expect((await step(LONG)).pending).toEqual([{ name: LONG.name, statements: 100, done: 40 }]);
    expect(await stateFor(FIRST, LONG)).toMatchObject({
      applied: [],
      pending: [
        { name: FIRST.name, statements: 3, done: 0 },
        { name: LONG.name, statements: 100, done: 40 },
      ],
    });
    expect((await step(LONG)).pending).toEqual([{ name: LONG.name, statements: 100, done: 80 }]);
    expect(await step(LONG)).toMatchObject({ applied: [LONG.name], pending: [] });
    expect(await rows("SELECT count(*) AS n FROM c")).toEqual([{ n: 99 }]);
  });

  it("leave nothing of a step that fails, say which one it was, and go on once it is right", async () => {
    const wrong = { name: "0001_a.sql", statements: ["CREATE TABLE a (n INTEGER)", "CREATE TABL b (n)"] };
    await expect(step(wrong)).rejects.toMatchObject({
      code: "schema_mismatch",
      message: expect.stringMatching(
        /^Statements 1 to 2 of 0001_a\.sql were refused and undone: .*syntax error/,
      ),
      details: { reason: "refused" },
    });
    expect(await schema()).toEqual([]);
    expect((await all(FIRST)).applied).toEqual(["0001_a.sql"]);
  });

  it("happen once when several run them at once", async () => {
    const both = await Promise.all([all(FIRST, LONG), all(FIRST, LONG), all(FIRST, LONG)]);
    for (const { applied } of both) expect(applied).toEqual([FIRST.name, LONG.name]);
    expect(await rows("SELECT count(*) AS n FROM c")).toEqual([{ n: 99 }]);
    expect(await rows("SELECT count(*) AS n FROM d1_migrations")).toEqual([{ n: 2 }]);
  });

  it("are whole to whoever reads while another run goes on", async () => {
    await step(FIRST, LONG);
    let calls = 0;
    const meanwhile = {
      withSession: (start: string) => {
        const real = opened.database.withSession(start);
        const batch = async (statements: D1PreparedStatement[]) => {
          if (++calls === 2) await all(FIRST, LONG);
          return real.batch(statements);
        };
        return { prepare: (sql: string) => real.prepare(sql), batch, getBookmark: () => real.getBookmark() };
      },
    } as unknown as D1Database;
    const { state } = await readSchema(session(meanwhile), [FIRST, LONG]);
    expect(calls).toBe(2);
    expect(state).toMatchObject({ applied: [FIRST.name, LONG.name], missing: [], different: [] });
  });

  it.each(["before", "after"] as const)(
    "go on after a connection that was lost in any call, %s it had its effect",
    async (when) => {
      let failing = 1;
      for (let isDone = false; !isDone; failing++) {
        await opened.dispose();
        opened = await openQuickDatabase({ isMigrated: false });
        const broken = breaking(failing, when);
        const first = await (async () => {
          for (;;) if ((await migrateStep(session(broken), [SHORT])).pending.length === 0) return "whole";
        })().catch((error: { code: string }) => error.code);
        expect([failing, first]).toEqual([failing, expect.stringMatching(/^(?:whole|unavailable)$/)]);
        isDone = first === "whole";
        expect((await all(SHORT)).applied).toEqual([SHORT.name]);
        expect(await rows("SELECT count(*) AS n FROM c")).toEqual([{ n: 49 }]);
      }
      // Each of the two steps reads, writes, and reads again.
      expect(failing).toBeGreaterThan(8);
    },
  );
});

describe("a database that is not as it should be", () => {
  it("of another version is refused, and nothing in it is changed", async () => {
    await all({ ...FIRST, name: "0001_workspaces.sql" });
    const before = await schema();
    expect(await stateFor(FIRST)).toMatchObject({ unknown: ["0001_workspaces.sql"] });
    await expect(step(FIRST)).rejects.toMatchObject({
      code: "schema_mismatch",
      message: expect.stringContaining("0001_workspaces.sql"),
      details: { reason: "other_version" },
    });
    expect(await schema()).toEqual(before);
  });

  it("half migrated by another tool keeps what it has, and gets the rest", async () => {
    await opened.database.prepare("CREATE TABLE a (n INTEGER)").run();
    await opened.database.prepare("CREATE  TABLE log\n(n   INTEGER)").run();
    await opened.database.prepare("INSERT INTO a VALUES (7)").run();
    expect(await all(FIRST)).toMatchObject({ applied: [FIRST.name], missing: [], different: [] });
    expect(await rows("SELECT n FROM a")).toEqual([{ n: 7 }]);
  });

  it("with another table of that name is left as it is, and the table is named", async () => {
    await opened.database.prepare("CREATE TABLE log (other TEXT)").run();
    await expect(step(FIRST)).rejects.toMatchObject({
      message: "log is in the database and is not what 0001_a.sql makes",
      details: { reason: "damaged" },
    });
    expect(await schema()).toHaveLength(1);
  });

  it.each([
    ["DROP TRIGGER note", { missing: ["note"], different: [] }, "note is missing"],
    ["DROP TABLE log; CREATE TABLE log (other TEXT)", { missing: [], different: ["log"] }, "log differs"],
  ])("after %s says so", async (sql, found, message) => {
    await all(FIRST);
    for (const one of splitSql(sql)) await opened.database.prepare(one).run();
    expect(await stateFor(FIRST, SECOND)).toMatchObject(found);
    await expect(step(FIRST, SECOND)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  it("is only read by the one who asks for its state", async () => {
    expect(await stateFor(FIRST)).toMatchObject({ applied: [], pending: [{ name: FIRST.name, done: 0 }] });
    expect(await schema()).toEqual([]);
  });
});

describe("the server's own migrations", () => {
  it("are the files of the folder, in their order", () => {
    expect(MIGRATION_NAMES).toEqual(readdirSync("migrations").sort());
  });

  it("make the tables that wrangler makes of them", async () => {
    await all(...(await readMigrations()));
    const isOurs = ({ name }: Record<string, unknown>) => !/migration|sqlite_sequence/.test(String(name));
    const mine = (await schema()).filter(isOurs);
    const theirs = await openQuickDatabase();
    const { results } = await theirs.database.prepare(ITS_SCHEMA).all();
    expect(mine.length).toBeGreaterThan(80);
    expect(mine).toEqual(results.filter(isOurs));
    await theirs.dispose();
  });
});
