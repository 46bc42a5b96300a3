import { beforeEach, describe, expect, it } from "vitest";
import { mendTable, scanTable } from "../../src/audit/sql/audit.ts";
import { TABLE_AUDITS, type TableCheck } from "../../src/audit/sql/tables.ts";
import { DEFAULTS } from "../../src/config.ts";
import { auditDatabase, NOW_MS } from "./audit-database.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("a check of tables", () => {
  const { here, place, all, column, write } = auditDatabase();
  beforeEach(() => all("DELETE FROM outbox"));

  const scan = async (check: TableCheck, more = {}) => {
    const from = { workspace: place.workspace, after: "", limit: 100, nowMs: NOW_MS, ...more };
    return scanTable(here.db, TABLE_AUDITS[check], from);
  };
  const mend = (check: TableCheck, keys: readonly unknown[]) => {
    const { workspace } = place;
    return mendTable(here.db, TABLE_AUDITS[check], { workspace, nowMs: NOW_MS, keys: keys.map(String) });
  };
  const work = (columns: Readonly<Record<string, unknown>>, workspace = place.workspace) => {
    const row = { workspace, chunk: crypto.randomUUID(), op: "upsert", next_at: 0, ...columns };
    const values = Object.values(row).map((value) => (typeof value === "string" ? `'${value}'` : value));
    return all(`INSERT INTO outbox (${Object.keys(row)}) VALUES (${values})`);
  };
  const version = async () => column(`SELECT version FROM workspaces WHERE num = ${place.workspace}`);

  const leased = (leaseUntil: unknown) => ({ lease: "l", lease_until: leaseUntil });
  it.each([
    ["whose lease ended a quarter of an hour ago", leased(NOW_MS - 15 * MINUTE_MS), false],
    ["whose lease ended before that", leased(NOW_MS - 15 * MINUTE_MS - 1), true],
    ["whose lease ends in two leases", leased(NOW_MS + 2 * DEFAULTS.leaseMs), false],
    ["whose lease ends after that", leased(NOW_MS + 2 * DEFAULTS.leaseMs + 1), true],
    ["whose lease never ends", leased("NULL"), true],
    ["due in 25 hours", { next_at: NOW_MS + 25 * HOUR_MS }, false],
    ["due after that", { next_at: NOW_MS + 25 * HOUR_MS + 1 }, true],
    ["sent, whatever it was due", { state: "sent", sent_at: NOW_MS, next_at: 2 * NOW_MS }, false],
    ["sent six hours ago", { state: "sent", sent_at: NOW_MS - 6 * HOUR_MS }, false],
    ["sent before that", { state: "sent", sent_at: NOW_MS - 6 * HOUR_MS - 1 }, true],
    ["given up", { state: "parked" }, false],
    ["of no known state", { state: "odd" }, true],
  ])("takes work %s for stuck or not", async (_, columns, isStuck) => {
    const given = Object.entries(columns).filter(([, value]) => value !== "NULL");
    await work(Object.fromEntries(given));
    await work(Object.fromEntries(given), place.other);
    const { found } = await scan("stuck_work");
    expect(found).toHaveLength(isStuck ? 1 : 0);
    const before = await all("SELECT * FROM outbox ORDER BY seq");
    await mend("stuck_work", await column("SELECT seq FROM outbox"));
    const after = await all("SELECT * FROM outbox ORDER BY seq");
    const freed = {
      state: "due",
      lease: null,
      lease_until: null,
      mutation: null,
      sent_at: null,
      next_at: NOW_MS,
    };
    expect(after).toEqual([{ ...before[0], ...(isStuck && freed) }, before[1]]);
  });

  it("gives what was given up new attempts, and nothing else", async () => {
    await work({ state: "parked", attempts: 8, last_error: "e" });
    await work({ attempts: 3 });
    await work({ state: "parked", attempts: 8 }, place.other);
    const { found } = await scan("failed_work");
    expect(found.map(({ note }) => note)).toEqual(["e"]);
    await mend("failed_work", await column("SELECT seq FROM outbox"));
    expect(await all("SELECT state, attempts, next_at AS at FROM outbox ORDER BY seq")).toEqual([
      { state: "due", attempts: 0, at: NOW_MS },
      { state: "due", attempts: 3, at: 0 },
      { state: "parked", attempts: 8, at: 0 },
    ]);
  });

  it("has the vector deleted of work for a chunk that is gone, not of work for one that is there", async () => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    await work({ attempts: 3, lease: "l", lease_until: 1 });
    await work({}, place.other);
    expect((await scan("orphan_work")).found).toHaveLength(1);
    await mend("orphan_work", await column("SELECT seq FROM outbox"));
    expect(await all("SELECT op, attempts, lease FROM outbox ORDER BY seq")).toEqual([
      { op: "upsert", attempts: 0, lease: null },
      { op: "delete", attempts: 0, lease: null },
      { op: "upsert", attempts: 0, lease: null },
    ]);
  });

  it.each([
    ["pending", true],
    ["embedded", true],
    ["visible", false],
    ["none", false],
  ])("misses the work of a chunk that is %s: %s", async (state, isMissed) => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    await all(`UPDATE chunks SET vector_state = '${state}' WHERE workspace = ${place.workspace}`);
    expect((await scan("missing_work")).found).toEqual([]);
    await all("DELETE FROM outbox");
    const { found } = await scan("missing_work");
    expect(found.map(({ note }) => note)).toEqual(isMissed ? ["notes:a.md#L1-L1"] : []);
    await mend("missing_work", await column("SELECT rid FROM chunks"));
    expect(await column("SELECT workspace FROM outbox")).toEqual(isMissed ? [place.workspace] : []);
    expect(await column(`SELECT vector_state FROM chunks WHERE workspace = ${place.workspace}`)).toEqual([
      state,
    ]);
  });

  it.each([
    ["pending", false],
    ["embedded", true],
    ["visible", true],
    ["none", false],
  ])("misses the embedding of a chunk that is %s: %s", async (state, isMissed) => {
    await write(place.workspace, { "a.md": "Heron.\n", "b.md": "Eel.\n" });
    await all(`UPDATE chunks SET vector_state = '${state}' WHERE workspace = ${place.workspace}`);
    await all(`INSERT INTO embeddings SELECT workspace, 'fake|cls|2|1', 'chunk', embed_hash, x'01', 0 FROM chunks
      WHERE workspace = ${place.workspace} AND text = 'Eel.'`);
    const { found } = await scan("missing_embedding");
    expect(found.map(({ note }) => note)).toEqual(isMissed ? ["notes:a.md#L1-L1"] : []);
    await all("DELETE FROM outbox");
    await mend("missing_embedding", isMissed ? await column("SELECT rid FROM chunks") : []);
    const states = `SELECT vector_state FROM chunks WHERE workspace = ${place.workspace} ORDER BY text DESC`;
    expect(await column(states)).toEqual([isMissed ? "pending" : state, state]);
    expect(await column("SELECT count(*) FROM outbox")).toEqual([isMissed ? 1 : 0]);
  });

  it.each(["documents", "chunks", "bytes"])(
    "sees that the total of %s is wrong, and mends it",
    async (total) => {
      await write(place.workspace, { "a.md": "Heron.\n" });
      for (const one of [place.workspace, place.other])
        await all(`UPDATE workspaces SET ${total} = ${total} + 1 WHERE num = ${one}`);
      expect((await scan("workspace_totals")).found).toHaveLength(1);
      const before = await version();
      await mend("workspace_totals", []);
      expect(
        await all(`SELECT documents, chunks, bytes FROM workspaces WHERE num = ${place.workspace}`),
      ).toEqual([{ documents: 1, chunks: 1, bytes: 7 }]);
      expect(await column(`SELECT ${total} FROM workspaces WHERE num = ${place.other}`)).toEqual([1]);
      expect(await version()).toEqual([Number(before[0]) + 1]);
    },
  );

  it("of more rows than a part has goes on after the last one, and ends with a part that is not full", async () => {
    for (const state of ["parked", "due", "parked"]) await work({ state });
    const first = await scan("failed_work", { limit: 2 });
    const next = await scan("failed_work", { limit: 2, after: first.next });
    expect([first.checked, first.found.length, next.checked, next.found.length, next.next]).toEqual([
      ...[2, 1, 1, 1],
      undefined,
    ]);
    expect((await scan("failed_work", { limit: 3 })).next).toBeDefined();
    for (const after of ["[1", "{}"])
      await expect(scan("failed_work", { after })).rejects.toThrow(SyntaxError);
  });

  it("takes sums of votes that differ by less than a millionth for equal", async () => {
    await write(place.workspace, { "a.md": "Heron.\n" });
    const sum = (net: number) =>
      all(`UPDATE chunks SET votes_net = ${net}, votes_at = ${NOW_MS} WHERE workspace = ${place.workspace}`);
    await all(`INSERT INTO feedback (workspace, recall, hit, token, value, at, chunk, root, path)
      SELECT workspace, 'r', id, 't', 1, ${NOW_MS}, id, 'notes', 'a.md' FROM chunks WHERE workspace = ${place.workspace}`);
    const wrong = async () => (await scan("wrong_votes")).found.length;
    await sum(1.0000005);
    expect(await wrong()).toBe(0);
    await sum(1.000002);
    expect(await wrong()).toBe(1);
    await mend("wrong_votes", await column("SELECT rid FROM chunks"));
    expect(await wrong()).toBe(0);
    expect(await column(`SELECT votes_net FROM chunks WHERE workspace = ${place.workspace}`)).toEqual([1]);
  });

  const PAST = (workspace: number, id: string) =>
    all(`INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
        times_observed, first_observed, last_observed, tags, entities, metadata)
      VALUES (${workspace}, '${id}', 'superseded', 0, '', 'fact', 0.5, 3, 0.5, 1, 0, 0, '[]', '[]', '{}')`);
  const memory = (workspace: number, path: string) =>
    all(
      `UPDATE documents SET kind = 'memory', root = 'memories' WHERE workspace = ${workspace} AND path = '${path}'`,
    );

  it("of memories takes away those that are there twice, of their workspace", async () => {
    for (const one of [place.workspace, place.other]) {
      await write(one, { twice: "Heron.\n" });
      await memory(one, "twice");
      await PAST(one, "twice");
    }
    await PAST(place.workspace, "once");
    expect((await scan("memory_twice")).found).toMatchObject([{ id: "twice", note: "superseded" }]);
    await mend("memory_twice", ["twice", "once"]);
    expect(
      await column(`SELECT id FROM past_memories WHERE workspace >= ${place.workspace} ORDER BY workspace`),
    ).toEqual(["once", "twice"]);
  });

  it("of older texts takes away those of no memory, live or past", async () => {
    await write(place.workspace, { live: "Heron.\n" });
    await memory(place.workspace, "live");
    await PAST(place.workspace, "past");
    await PAST(place.other, "elsewhere");
    for (const id of ["live", "past", "elsewhere", "none"])
      await all(`INSERT INTO memory_observations (workspace, memory, text, type, confidence, at)
        VALUES (${place.workspace}, '${id}', '', 'fact', 1, 0)`);
    expect((await scan("observation_without_memory")).found.map(({ id }) => id)).toEqual([
      "elsewhere",
      "none",
    ]);
    await mend("observation_without_memory", await column("SELECT num FROM memory_observations"));
    expect(
      await column(`SELECT memory FROM memory_observations WHERE workspace = ${place.workspace} ORDER BY 1`),
    ).toEqual(["live", "past"]);
  });

  it.each(["contexts", "name_requests"])("of %s takes away those of chunks that are gone", async (table) => {
    await all(`DELETE FROM ${table}`);
    await write(place.workspace, { "a.md": "Heron.\n" });
    await all(`INSERT INTO ${table} (chunk, workspace, document) SELECT id, workspace, document FROM chunks
      WHERE workspace = ${place.workspace}`);
    await all(`INSERT INTO ${table} (chunk, workspace, document) VALUES ('gone', ${place.workspace}, 1)`);
    await all(`INSERT INTO ${table} (chunk, workspace, document) VALUES ('of others', ${place.other}, 1)`);
    expect((await scan("question_without_chunk")).found.map(({ id }) => id)).toEqual(["gone"]);
    await mend("question_without_chunk", await column(`SELECT chunk FROM ${table}`));
    expect(await column(`SELECT count(*) FROM ${table}`)).toEqual([2]);
    expect(await column(`SELECT chunk FROM ${table} WHERE chunk = 'gone'`)).toEqual([]);
    await all(`DELETE FROM ${table}`);
  });
});
