import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATION_NAMES } from "../../src/database/migrations/bundle.ts";
import { accountDatabase } from "../support/account/account-database.ts";
import { accountQueue } from "../support/account/account-queue.ts";
import { laggingDatabase } from "../support/account/lagging-database.ts";
import { queryRemotely } from "../support/account/remote-d1.ts";
import { direction, fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { FACTS } from "./facts.ts";

type Show = () => Promise<void>;

const DAY_MS = 86_400_000;
const EMBEDDER = "@cf/baai/bge-base-en-v1.5";

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

const DATABASE: Readonly<Partial<Record<keyof typeof FACTS, Show>>> = {
  async parameters() {
    const select = (count: number) =>
      run(
        empty.database,
        `SELECT ${Array.from({ length: count }, () => "?").join()}`,
        ...Array(count).fill(1),
      );
    await select(100);
    await expect(select(101)).rejects.toThrow(/too many SQL variables/);
  },
  async statementBytes() {
    const select = (bytes: number) => run(empty.database, `SELECT 1 --${"x".repeat(bytes - 11)}`);
    await select(100_000);
    await expect(select(100_001)).rejects.toThrow(/too long|too big|TOOBIG/i);
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
};

const VALUES = Array.from({ length: 768 }, (_, at) => (at === 0 ? 1 : 0));
const vector = (id: string, metadata: Record<string, string> = {}) => ({
  ...{ id, namespace: "n", values: VALUES, metadata },
});
const QUERY = { topK: 10, namespace: "n", returnMetadata: "none", returnValues: false } as const;

const INDEX: typeof DATABASE = {
  async vectorDelay() {
    let nowMs = 0;
    const index = fakeVectorize({ now: () => nowMs, visibleAfterMs: 60_000 });
    await index.upsert([vector("a")]);
    expect((await index.query(VALUES, QUERY)).matches).toEqual([]);
    nowMs = 60_000;
    expect((await index.query(VALUES, QUERY)).matches).toHaveLength(1);
  },
  async vectorUpsert() {
    const index = fakeVectorize({ now: () => 0 });
    const vectors = Array.from({ length: 1_001 }, (_, at) => vector(`v${at}`));
    await index.upsert(vectors.slice(1));
    await expect(index.upsert(vectors)).rejects.toThrow(/^VECTOR_UPSERT_ERROR/);
  },
  async vectorTopK() {
    const index = fakeVectorize({ now: () => 0 });
    await index.query(VALUES, { ...QUERY, topK: 100 });
    await index.query(VALUES, { ...QUERY, topK: 50, returnValues: true });
    await expect(index.query(VALUES, { ...QUERY, topK: 101 })).rejects.toThrow(/^VECTOR_QUERY_ERROR/);
    await expect(index.query(VALUES, { ...QUERY, topK: 51, returnMetadata: "all" })).rejects.toThrow();
  },
  async vectorIds() {
    const index = fakeVectorize({ now: () => 0 });
    await index.upsert([vector("x".repeat(64))]);
    await expect(index.upsert([vector("x".repeat(65))])).rejects.toThrow(/64 bytes/);
  },
  async vectorFilters() {
    const index = fakeVectorize({ now: () => 0, indexed: [] });
    await index.upsert([vector("before", { root: "notes" })]);
    index.createMetadataIndex("root");
    await index.upsert([vector("after", { root: "notes" }), vector("long", { root: `${"x".repeat(64)}y` })]);
    const found = async (root: string) =>
      (await index.query(VALUES, { ...QUERY, filter: { root } })).matches.map(({ id }) => id);
    expect([await found("notes"), await found("x".repeat(64))]).toEqual([["after"], ["long"]]);
  },
};

const MODELS: typeof DATABASE = {
  async aiTexts() {
    const ai = fakeAi();
    const embed = (count: number) => ai.run(EMBEDDER, { text: Array(count).fill("a") });
    await embed(100);
    await expect(embed(101)).rejects.toThrow(/^3003/);
    await expect(embed(0)).rejects.toThrow(/^3003/);
  },
  async aiTokens() {
    const beginning = "one ".repeat(510);
    expect(direction(`${beginning} unread`)).toEqual(direction(beginning));
    expect(direction(`unread ${beginning}`)).not.toEqual(direction(beginning));
  },
  async aiPooling() {
    expect(direction("heron", "mean")).not.toEqual(direction("heron", "cls"));
  },
  async aiNeurons() {
    const ai = fakeAi();
    ai.neuronsLeft = 0.001;
    await ai.run(EMBEDDER, { text: ["a heron"] });
    await expect(ai.run(EMBEDDER, { text: ["a heron"] })).rejects.toThrow(/^3036/);
  },
};

const MESSAGES: typeof DATABASE = {
  async queueBytes() {
    const { send } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("x".repeat(128_000 - 2));
    await expect(send("x".repeat(128_000 - 1))).rejects.toThrow(/exceeds limit/);
  },
  async queueAgain() {
    const { send, drain, dead } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("a");
    let deliveries = 0;
    const failing = async () => {
      deliveries += 1;
      throw new Error("down");
    };
    expect([await drain(failing), deliveries, dead()]).toEqual([4, 4, ["a"]]);
  },
  async queueTwice() {
    const { send, repeat, drain } = accountQueue<string>({ retries: 3, batch: 10 });
    await send("a");
    repeat();
    const delivered: string[] = [];
    await drain(async (messages) => void delivered.push(...messages));
    expect(delivered).toEqual(["a", "a"]);
  },
};

const SHOWN = { ...DATABASE, ...INDEX, ...MODELS, ...MESSAGES };

describe("the stand-in of an account", () => {
  it.each(Object.entries(FACTS).map(([name, { fact }]) => [fact, name] as const))("%s", async (_, name) => {
    await SHOWN[name as keyof typeof FACTS]?.();
    expect(Object.keys(SHOWN)).toContain(name);
  });

  it("has a source and a date for each fact", () => {
    for (const { source, read } of Object.values(FACTS)) {
      expect(source).toMatch(/^https:\/\/(?:developers\.cloudflare\.com|github\.com)\/\S+$/);
      expect(read).toMatch(/^20\d\d-\d\d$/);
    }
  });
});
