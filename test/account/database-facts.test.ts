import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { MIGRATION_NAMES } from "../../src/database/migrations/bundle.ts";
import { accountDatabase } from "../support/account/account-database.ts";
import { laggingDatabase } from "../support/account/lagging-database.ts";
import { queryRemotely } from "../support/account/remote-d1.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { DATABASE_FACTS } from "./facts.ts";
import { showFacts } from "./show-facts.ts";

const DAY_MS = 86_400_000;

let empty: TestDatabase;
let replica: TestDatabase;
beforeAll(async () => {
  empty = await openQuickDatabase({ isMigrated: false });
  replica = await openQuickDatabase({ isMigrated: false });
});
afterAll(() => Promise.all([empty.dispose(), replica.dispose()]));

const run = (database: D1Database, sql: string, ...params: readonly unknown[]) =>
  database.withSession("first-primary").batch([database.prepare(sql).bind(...params)]);
const rows = async (database: D1Database, sql: string) => (await run(database, sql))[0]?.results;
const list = (count: number, item: (at: number) => unknown = () => 1) =>
  Array.from({ length: count }, (_, at) => item(at)).join();

showFacts("D1", DATABASE_FACTS, {
  async parameters() {
    const select = (count: number) =>
      run(empty.database, `SELECT ${list(count, () => "?")}`, ...Array(count).fill(1));
    await select(100);
    await expect(select(101)).rejects.toThrow(/too many SQL variables/);
  },
  async statementBytes() {
    const select = (bytes: number) => run(empty.database, `SELECT 1 --${"x".repeat(bytes - 11)}`);
    await select(100_000);
    await expect(select(100_001)).rejects.toThrow(/too long|too big|TOOBIG/i);
  },
  async valueBytes() {
    await run(empty.database, "SELECT length(?)", "é".repeat(1_000_000));
    for (const [sql, value] of [
      ["SELECT length(?)", "é".repeat(1_000_001)],
      ["SELECT ? || ?1", "x".repeat(1_000_001)],
    ] as const)
      await expect(run(empty.database, sql, value)).rejects.toThrow("string or blob too big");
  },
  async columns() {
    const create = (count: number) =>
      run(empty.database, `CREATE TABLE wide${count} (${list(count, (at) => `c${at}`)})`);
    await create(100);
    await expect(create(101)).rejects.toThrow("too many columns");
    await run(empty.database, `INSERT INTO wide100 (${list(100, (at) => `c${at}`)}) VALUES (${list(100)})`);
  },
  async arguments() {
    const call = (count: number) =>
      run(empty.database, `SELECT json_array(${list(count, () => "abs('a,b(')")}) -- f(${list(40)})`);
    await call(32);
    await expect(call(33)).rejects.toThrow("too many arguments on function json_array");
    await run(empty.database, `SELECT 1 IN (${list(33)})`);
  },
  async patternBytes() {
    for (const operator of ["LIKE", "GLOB"]) {
      const match = (bytes: number) => run(empty.database, `SELECT 'a' ${operator} ?`, "x".repeat(bytes));
      await match(50);
      await expect(match(51)).rejects.toThrow("LIKE or GLOB pattern too complex");
    }
  },
  async compound() {
    const union = (terms: number) => run(empty.database, Array(terms).fill("SELECT 1").join(" UNION ALL "));
    await union(5);
    await expect(union(6)).rejects.toThrow("too many terms in compound SELECT");
  },
  async batch() {
    await run(empty.database, "CREATE TABLE whole (n INTEGER)");
    const batch = ["INSERT INTO whole VALUES (1)", "INSERT INTO nowhere VALUES (1)"];
    await expect(empty.database.batch(batch.map((sql) => empty.database.prepare(sql)))).rejects.toThrow();
    expect(await rows(empty.database, "SELECT * FROM whole")).toEqual([]);
  },
  async duration() {
    await run(empty.database, "CREATE TABLE slow (n INTEGER)");
    const { database, slow } = accountDatabase(empty.database, { plan: "paid", now: () => 0 });
    slow(/FROM slow/);
    const batch = ["INSERT INTO slow VALUES (1)", "SELECT * FROM slow"].map((sql) => database.prepare(sql));
    await expect(database.batch(batch)).rejects.toThrow("exceeded timeout which caused object to be reset");
    slow(undefined);
    expect(await rows(database, "SELECT * FROM slow")).toEqual([]);
  },
  async queries() {
    for (const [plan, most] of [
      ["free", 50],
      ["paid", 1_000],
    ] as const) {
      const { database, newInvocation } = accountDatabase(empty.database, { plan, now: () => 0 });
      const ask = (count: number) => database.batch(Array(count).fill(database.prepare("SELECT 1")));
      await ask(most);
      await expect(ask(1)).rejects.toThrow("Too many API requests by single worker invocation");
      expect(newInvocation()).toBe(most + 1);
      await ask(1);
    }
  },
  async rowsADay() {
    let nowMs = DAY_MS - 1;
    for (const [used, kind] of [
      [{ read: 5_000_000 }, "read"],
      [{ written: 100_000 }, "write"],
    ] as const) {
      nowMs = DAY_MS - 1;
      const { database, use } = accountDatabase(empty.database, { plan: "free", now: () => nowMs });
      use(used);
      await expect(run(database, "SELECT 1")).rejects.toThrow(
        `Your account has exceeded D1's free tier daily row ${kind} limit`,
      );
      nowMs = DAY_MS;
      expect(await rows(database, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
    }
  },
  async size() {
    await run(empty.database, "CREATE TABLE IF NOT EXISTS sized (n INTEGER)");
    for (const [plan, bytes] of [
      ["free", 500_000_000],
      ["paid", 10_000_000_000],
    ] as const) {
      const { database, grow } = accountDatabase(empty.database, { plan, now: () => 0 });
      grow(bytes - 1);
      const session = database.withSession();
      const insert = () => session.batch([session.prepare("INSERT INTO sized VALUES (1)")]);
      await insert();
      grow(bytes);
      await expect(insert()).rejects.toThrow("Exceeded maximum DB size");
      expect(await session.batch([session.prepare("SELECT 1")])).toHaveLength(1);
    }
  },
  async remoteTriggers() {
    const files = MIGRATION_NAMES.map((name) => readFileSync(`migrations/${name}`, "utf8"));
    const [tables = "", triggers = ""] = files;
    const { database, dispose } = await openQuickDatabase({ isMigrated: false });
    await queryRemotely(database, tables);
    await expect(queryRemotely(database, triggers)).rejects.toThrow("incomplete input");
    await run(database, "CREATE TRIGGER whole AFTER INSERT ON runs BEGIN SELECT 1; SELECT 2; END");
    await dispose();
  },
  async replicas() {
    await run(empty.database, "CREATE TABLE lag (n INTEGER)");
    await run(replica.database, "CREATE TABLE lag (n INTEGER)");
    const { database } = laggingDatabase(empty, replica);
    const writer = database.withSession("first-primary");
    await writer.batch([writer.prepare("INSERT INTO lag VALUES (1)")]);
    const seen = async (start: string) => {
      const session = database.withSession(start);
      return (await session.batch([session.prepare("SELECT n FROM lag")]))[0]?.results;
    };
    expect(await seen("first-unconstrained")).toEqual([]);
    expect(await seen(writer.getBookmark() ?? "")).toEqual([{ n: 1 }]);
  },
  async lag() {
    await run(empty.database, "CREATE TABLE late (n INTEGER)");
    await run(replica.database, "CREATE TABLE late (n INTEGER)");
    let nowMs = 0;
    const { database } = laggingDatabase(empty, replica, { now: () => nowMs, lagMs: 1_000 });
    const writer = database.withSession("first-primary");
    const write = (n: number) => writer.batch([writer.prepare(`INSERT INTO late VALUES (${n})`)]);
    const seen = async (session: D1DatabaseSession) =>
      (await session.batch<{ n: number }>([session.prepare("SELECT n FROM late")]))[0]?.results.map(
        ({ n }) => n,
      );
    await write(1);
    const bookmark = writer.getBookmark() ?? "";
    nowMs = 500;
    await write(2);
    const reader = database.withSession("first-unconstrained");
    expect(await seen(reader)).toEqual([]);
    expect(await seen(database.withSession(bookmark))).toEqual([1]);
    expect(await seen(reader)).toEqual([1]);
    nowMs = 1_500;
    expect(await seen(database.withSession(bookmark))).toEqual([1, 2]);
    expect(await seen(writer)).toEqual([1, 2]);
  },
});
