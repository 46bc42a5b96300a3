import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backoffMs } from "../../src/database/leases.ts";
import { nextUtcMidnight } from "../../src/text/dates/utc-day.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`n${at}.md`, `Note ${at} about herons.\n`]),
);

/** Tells `onRead` of the rows that each batch reads. */
const meteredDatabase = (database: D1Database, onRead: (rows: number) => void): D1Database =>
  new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== "withSession" || typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const session = value.apply(target, args) as D1DatabaseSession;
        const batch = async (statements: D1PreparedStatement[]) => {
          const answers = await session.batch(statements);
          onRead(answers.reduce((sum, { meta }) => sum + meta.rows_read, 0));
          return answers;
        };
        return {
          prepare: (sql: string) => session.prepare(sql),
          batch,
          getBookmark: () => session.getBookmark(),
        };
      };
    },
  });

describe("a sweep", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  /** What waits in the outbox, is worked on, or is not shown yet. */
  const open = async () => {
    const lists = ["outbox", "claims", "sent_calls"].map((table) =>
      world.database.prepare(`SELECT * FROM ${table}`).all(),
    );
    return (await Promise.all(lists)).flatMap(({ results }) => results);
  };

  it("embeds every text once though several sweeps run at once", async () => {
    await world.client.upload(token, FILES);
    await Promise.all([world.client.sweep(), world.isolate().sweep(), world.isolate().sweep()]);
    await world.client.sweep();
    expect(world.ai.embedded).toHaveLength(30);
    expect(new Set(world.ai.embedded).size).toBe(30);
    expect(await open()).toEqual([]);
  });

  it("takes over what a dead run had leased, only after its lease", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await world.database
      .prepare(`INSERT INTO claims (lease, lease_until, chunks)
        SELECT 'dead', ?, json_array(json_array(id, workspace, embed_hash)) FROM chunks`)
      .bind(Date.now() + 60_000)
      .run();
    await world.client.sweep();
    expect(world.ai.embedded).toHaveLength(0);
    await world.database.prepare("UPDATE claims SET lease_until = 0").run();
    await world.client.sweep();
    expect(world.ai.embedded).toHaveLength(1);
  });

  it("sends a text that changed while its old form was being embedded", async () => {
    await world.client.upload(token, { "a.md": "# Heron\n\nIt nests.\n" });
    world.ai.failure = () => {
      world.ai.failure = undefined;
      return undefined;
    };
    const run = world.ai.run;
    world.ai.run = async (...args) => {
      world.ai.run = run;
      const answer = await run(...args);
      // Another text in the middle of the sweep: the old one's vector is no longer wanted.
      await world.isolate().upload(token, { "a.md": "# Eel\n\nIt nests.\n" });
      return answer;
    };
    await world.client.sweep();
    await world.client.sweep();
    await world.client.sweep();
    expect(world.ai.embedded.at(-1)).toContain("Eel");
    expect(await open()).toEqual([]);
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index).toMatchObject({ pendingChunks: 0, invisibleVectors: 0 });
  });

  it("deletes vectors in slices the platform takes", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`n${at}.md`, `Note ${at}.\n`]));
    await world.client.upload(token, many);
    await world.client.sweep();
    await world.client.sweep();
    await world.client.call("POST", "/v1/roots/notes/prune", {
      token,
      body: { origin: "0".repeat(32), paths: Object.keys(many), confirm: true },
    });
    await world.client.sweep();
    await world.vectorize.describe();
    expect(world.vectorize.visible.size).toBe(0);
    expect(world.vectorize.calls.delete).toBe(2);
    expect(await open()).toEqual([]);
  });

  it("confirms visibility by the index's own progress, past other writers' mutations", async () => {
    await world.dispose();
    world = await createWorld({}, 0);
    token = await world.client.workspace("default");
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await world.client.sweep();
    world.vectorize.interleave();
    await world.client.sweep();
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index.invisibleVectors).toBe(0);
  });

  it("reads next to nothing when there is nothing to do, however much there is", async () => {
    const readByIdleSweep = async (): Promise<number> => {
      for (let run = 0; run < 3; run++) await world.client.sweep();
      // Runs look at the keyword indexes of the last ten minutes' writes.
      await world.database.prepare("UPDATE workspaces SET indexed_at = indexed_at - 600001").run();
      let rowsRead = 0;
      const metered = meteredDatabase(world.database, (rows) => {
        rowsRead += rows;
      });
      await world.isolate({ DB: metered }).sweep();
      return rowsRead;
    };
    await world.client.upload(token, FILES);
    await world.client.search(token, "herons");
    const few = await readByIdleSweep();
    expect(few).toBeLessThan(65);
    const more = Object.entries(FILES).flatMap(([path, text]) =>
      Array.from({ length: 5 }, (_, copy) => [`${copy}-${path}`, `${text}\n\nCopy ${copy}.`]),
    );
    await world.client.upload(token, { ...FILES, ...Object.fromEntries(more) });
    expect(await readByIdleSweep()).toBe(few);
  });

  it("logs what it did", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await world.client.sweep();
    await world.client.sweep();
    await world.client.sweep();
    const { results } = await world.database
      .prepare("SELECT kind, work FROM runs")
      .all<{ kind: string; work: string }>();
    expect(results.map(({ kind }) => kind)).toContain("cron");
    expect(results.reduce((sum, { work }) => sum + JSON.parse(work).embedded, 0)).toBe(1);
  });
});

describe("backing off", () => {
  it("doubles, with jitter in the upper half, up to an hour", () => {
    expect([1, 2, 3].map((attempts) => backoffMs(attempts, 1))).toEqual([2_000, 4_000, 8_000]);
    expect(backoffMs(1, 0)).toBe(1_000);
    expect(backoffMs(30, 1)).toBe(3_600_000);
  });

  it("waits for midnight UTC when a daily quota is used up", () => {
    expect(nextUtcMidnight(Date.UTC(2026, 10, 30, 23, 59))).toBe(Date.UTC(2026, 11, 1));
  });
});
