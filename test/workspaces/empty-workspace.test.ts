import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { emptyWorkspace } from "../../src/workspaces/sql/empty-workspace.ts";
import { createWorkspace } from "../../src/workspaces/sql/make-workspace.ts";
import { findWorkspace, markWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const ROWS = 2;

let opened: TestDatabase;
let db: Session;
beforeAll(async () => {
  opened = await openQuickDatabase();
  db = openSession(opened.database, { from: "primary", meter: createMeter() });
});
afterAll(() => opened.dispose());
afterEach(async () => {
  const tables = ["outbox", "generations", "answers", "tokens", "workspaces", "directory"];
  await opened.database.batch(tables.map((table) => opened.database.prepare(`DELETE FROM ${table}`)));
});

const run = (sql: string) => opened.database.prepare(sql).run();
const count = async (what: string): Promise<number> =>
  (await opened.database.prepare(`SELECT count(*) AS n FROM ${what}`).first<number>("n")) ?? 0;

/** A workspace by its number, deleted at that time unless that is null. */
async function workspace(slug: string, goneAt: number | null): Promise<number> {
  await createWorkspace(db, { slug, name: slug, identity: "i", nowMs: 1 });
  const num = (await findWorkspace(db, slug))?.num ?? 0;
  if (goneAt !== null) await markWorkspace(db, { slug, nowMs: goneAt });
  return num;
}

/** Empties until nothing is left to do; answers what each slice took. */
async function empty(workspaceNum?: number) {
  const slices = [];
  for (;;) {
    const slice = await emptyWorkspace(db, { workspace: workspaceNum, rows: ROWS });
    if (slice === undefined) return slices;
    slices.push(slice.chunks + slice.documents + slice.others);
  }
}

/** Three kept answers of a workspace. */
const answers = (num: number) =>
  run(`INSERT INTO answers (workspace, request, version, body, created_at)
    VALUES (${num}, 'x', 1, '', 1), (${num}, 'y', 1, '', 1), (${num}, 'z', 1, '', 1)`);

const rowOf = (num: number) => count(`workspaces WHERE num = ${num}`);
const keywordsOf = (num: number) => count(`sqlite_master WHERE name = 'chunks_fts_${num}'`);

it("keeps the row of a workspace until its vectors have left, and takes its keyword index with it", async () => {
  const num = await workspace("a", 5);
  await run(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${num}, 'c', 'delete', 1)`);
  await run(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
    VALUES (${num}, 2, 'i', 'retiring', 1, 1)`);
  expect(await empty()).toEqual([]);
  await run("DELETE FROM outbox");
  expect(await empty()).toEqual([]);
  expect([await rowOf(num), await keywordsOf(num)]).toEqual([1, 1]);
  await run("DELETE FROM generations");
  expect(await empty()).toEqual([1]);
  expect([await rowOf(num), await keywordsOf(num)]).toEqual([0, 0]);
});

it("turns to the next workspace while the vectors of the first have not left", async () => {
  const [first, second] = [await workspace("a", 5), await workspace("b", 6)];
  await run(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${first}, 'c', 'delete', 1)`);
  expect(await empty()).toEqual([1]);
  expect([await rowOf(first), await rowOf(second)]).toEqual([1, 0]);
});

it("takes a slice of each table at a time, of deleted workspaces only, the first deleted first", async () => {
  const [late, early, alive] = [await workspace("a", 9), await workspace("b", 5), await workspace("c", null)];
  await Promise.all([late, early, alive].map(answers));
  expect((await emptyWorkspace(db, { workspace: undefined, rows: ROWS }))?.others).toBe(ROWS);
  const left = await Promise.all(
    [late, early, alive].map((num) => count(`answers WHERE workspace = ${num}`)),
  );
  expect(left).toEqual([3, 1, 3]);
  expect(await emptyWorkspace(db, { workspace: alive, rows: ROWS })).toBeUndefined();
  expect((await emptyWorkspace(db, { workspace: late, rows: ROWS }))?.others).toBe(ROWS);
  await empty();
  expect(await Promise.all([late, early, alive].map(rowOf))).toEqual([0, 0, 1]);
  expect(await count("answers")).toBe(3);
});

it("lets a run that still sends vectors of a half-built generation come to its end before these are deleted", async () => {
  const num = await workspace("a", 5);
  const generation = (at: number, state: string, nextAt: number, lease: string) =>
    run(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at, lease, lease_until,
      cursor_hash, cursor_rid) VALUES (${num}, ${at}, 'i', '${state}', 1, ${nextAt}, ${lease}, 'h', 7)`);
  await generation(2, "building", 10, "'l', 500");
  await generation(3, "building", 900, "'l', 500");
  await generation(4, "building", 20, "NULL, NULL");
  await generation(5, "retiring", 30, "'m', 600");
  await empty();
  const { results } = await opened.database
    .prepare("SELECT state, next_at, lease, cursor_hash, cursor_rid FROM generations ORDER BY num")
    .all();
  const retiring = { state: "retiring", lease: null, cursor_hash: "", cursor_rid: 0 };
  expect(results).toEqual([
    { ...retiring, next_at: 500 },
    { ...retiring, next_at: 900 },
    { ...retiring, next_at: 20 },
    { state: "retiring", next_at: 30, lease: "m", cursor_hash: "h", cursor_rid: 7 },
  ]);
});

it("deletes all tokens that were minted while the workspace was being deleted with the first slice", async () => {
  const [gone, alive] = [await workspace("a", 5), await workspace("b", null)];
  const tokens = [gone, gone, gone, alive].map((num, at) => `('t${at}', ${num}, 'read', '', 1, '')`);
  await run(
    `INSERT INTO tokens (id, workspace, scope, name, created_at, claims) VALUES ${tokens.join(", ")}`,
  );
  await emptyWorkspace(db, { workspace: gone, rows: ROWS });
  expect([await count("tokens"), await count(`tokens WHERE workspace = ${alive}`)]).toEqual([1, 1]);
});
