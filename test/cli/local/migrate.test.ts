import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type MigratableDatabase, migrate } from "../../../src/cli/local/migrate.ts";

const NOTHING = "export default { fetch: () => new Response() };";
const WITH_TRIGGER = `CREATE TABLE a (n INTEGER); CREATE TABLE log (n INTEGER);
CREATE TRIGGER note AFTER INSERT ON a BEGIN
  INSERT INTO log VALUES (new.n); INSERT INTO log VALUES (new.n + 1);
END;`;

let folder = "";
let runtime: Miniflare;
let db: MigratableDatabase;
const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "migrate-"));
  const manifest = { mainModule: "w.js", modules: { "w.js": { type: "esm" as const, contents: NOTHING } } };
  const env = { DB: { type: "d1" as const, id: "test" } };
  const config = { name: "w", compatibilityDate: "2026-11-01", manifest, env };
  runtime = new Miniflare({ cf: false, telemetry: { enabled: false }, workers: [{ config }] });
  db = await runtime.getD1Database("DB");
});
afterEach(async () => {
  await runtime.dispose();
  rmSync(folder, { recursive: true });
});

it("applies what is missing in the order of the numbers, each once", async () => {
  write("0010_b.sql", "ALTER TABLE a ADD COLUMN m INTEGER;");
  write("0002_a.sql", WITH_TRIGGER);
  expect(await migrate(db, folder)).toEqual(["0002_a.sql", "0010_b.sql"]);
  await db.prepare("INSERT INTO a VALUES (1, 2)").run();
  const { results } = await db.prepare("SELECT n FROM log ORDER BY n").all();
  expect(results).toEqual([{ n: 1 }, { n: 2 }]);
  write("0011_c.sql", "CREATE TABLE c (n)");
  expect(await migrate(db, folder)).toEqual(["0011_c.sql"]);
  expect(await migrate(db, folder)).toEqual([]);
});

it("keeps its marks where wrangler looks for them", async () => {
  write("0001_a.sql", WITH_TRIGGER);
  await migrate(db, folder);
  const { results } = await db.prepare("SELECT * FROM d1_migrations ORDER BY id").all();
  expect(results).toEqual([
    { id: 1, name: "0001_a.sql", applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
  ]);
});

it("leaves nothing of a migration that fails, and applies it whole once it is right", async () => {
  write("0001_a.sql", "CREATE TABLE a (n INTEGER); CREATE TABL b (n);");
  await expect(migrate(db, folder)).rejects.toThrow(/syntax error/);
  write("0001_a.sql", "CREATE TABLE a (n INTEGER); CREATE TABLE b (n);");
  expect(await migrate(db, folder)).toEqual(["0001_a.sql"]);
});

it("refuses a database of another version and changes nothing in it", async () => {
  write("0001_workspaces.sql", WITH_TRIGGER);
  await migrate(db, folder);
  await db.prepare("INSERT INTO a VALUES (1)").run();
  rmSync(join(folder, "0001_workspaces.sql"));
  write("0001_tables.sql", "CREATE TABLE b (n)");
  const schema = () => db.prepare("SELECT group_concat(sql) AS sql FROM sqlite_master").first();
  const before = await schema();
  await expect(migrate(db, folder)).rejects.toMatchObject({
    code: "misconfigured",
    message: expect.stringMatching(/recall export --to .*recall import .*push/s),
    details: { reason: "other_version" },
  });
  expect(await schema()).toEqual(before);
  expect((await db.prepare("SELECT n FROM log").all()).results).toHaveLength(2);
});

it("names what is wrong with a database that is none of ours, on one line", async () => {
  await db.prepare("CREATE TABLE d1_migrations (other)").run();
  write("0001_a.sql", WITH_TRIGGER);
  await expect(migrate(db, folder)).rejects.toMatchObject({
    code: "misconfigured",
    message: expect.stringMatching(
      /^The database .* cannot be opened or migrated \(.*no such column: name.*\)\. .*recall import/,
    ),
    details: { reason: "damaged" },
  });
});
