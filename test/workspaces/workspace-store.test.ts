import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import {
  findAccess,
  insertToken,
  listTokens,
  markTokenUsed,
  revokeToken,
} from "../../src/workspaces/sql/token-store.ts";
import { createWorkspace } from "../../src/workspaces/sql/make-workspace.ts";
import {
  findWorkspace,
  listWorkspaces,
  markWorkspace,
  readSearchDays,
  readTotals,
  someWorkspace,
} from "../../src/workspaces/sql/workspace-store.ts";
import { claimsText } from "../../src/workspaces/token.ts";
import { beginEpoch, claimsOf, EPOCH } from "../support/known-token.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { interrupted } from "../support/worlds/sql-world.ts";

const NOON = Date.UTC(2026, 5, 10, 12);
const HOUR_MS = 3_600_000;
/** Keeps the row of a token of that name. */
const keep = async (
  id: string,
  workspace: number | null,
  more: { createdAt?: number; parent?: string } = {},
) =>
  insertToken(
    db,
    {
      ...{ id, workspace, scope: "read", name: "", createdAt: 1, expiresAt: null, parent: null },
      ...{ claims: claimsText(claimsOf({ id, workspace })), ...more },
    },
    { epoch: EPOCH, byOwner: false },
  );
const find = (id: string, workspace: number | null) => findAccess(db, claimsOf({ id, workspace }));
const DOOR = { door: "cli", address: "local" };

let opened: TestDatabase;
let db: Session;
beforeAll(async () => {
  opened = await openQuickDatabase();
  db = openSession(opened.database, { from: "primary", meter: createMeter() });
  await beginEpoch(opened.database);
  for (const slug of ["b", "a", "c"]) await create(slug);
});
afterAll(() => opened.dispose());

const run = (sql: string) => opened.database.prepare(sql).run();
const create = (slug: string) => createWorkspace(db, { slug, name: slug, identity: "i", nowMs: NOON });
const numberOf = async (slug: string): Promise<number> => (await findWorkspace(db, slug))?.num ?? 0;

describe("workspaces", () => {
  it("are listed by slug, and each name is given once", async () => {
    expect((await listWorkspaces(db)).map(({ slug }) => slug)).toEqual(["a", "b", "c"]);
    await expect(create("a")).rejects.toMatchObject({ code: "workspace_exists" });
    expect((await readTotals(db)).workspaces).toBe(3);
  });

  it("that are deleted are out of reach by every way, and give up their name but not their number", async () => {
    const num = await numberOf("c");
    await keep("of-c", num);
    await keep("of-a", await numberOf("a"));
    expect(await markWorkspace(db, { slug: "c", nowMs: NOON })).toBe(true);
    expect(await findWorkspace(db, "c")).toBeUndefined();
    expect((await listWorkspaces(db)).map(({ slug }) => slug)).toEqual(["a", "b"]);
    expect((await readTotals(db)).workspaces).toBe(2);
    expect(await find("of-c", num)).toEqual({});
    expect((await listTokens(db, null)).map(({ token }) => token.id)).toEqual(["of-a"]);
    expect(await markWorkspace(db, { slug: "c", nowMs: NOON })).toBe(false);
    await create("c");
    expect(await numberOf("c")).toBeGreaterThan(num);
  });

  it("are chosen at random among those that are there", async () => {
    const gone = await numberOf("c");
    await markWorkspace(db, { slug: "c", nowMs: NOON });
    await run(`UPDATE workspaces SET gone_at = 1 WHERE slug = 'b'`);
    const chosen = await Promise.all(Array.from({ length: 8 }, () => someWorkspace(db)));
    await run(`UPDATE workspaces SET gone_at = NULL WHERE slug = 'b'`);
    expect(new Set(chosen.map((one) => one?.num))).toEqual(new Set([await numberOf("a")]));
    expect(gone).not.toBe(await numberOf("a"));
  });

  it("that others create at the same moment take other numbers, up to five times; a name that they take is taken", async () => {
    const created: string[] = [];
    /** Others create one before each of the writes, of that name, so many times. */
    const race = (times: number, slugOf: (at: number) => string) => {
      let batches = 0;
      const session = interrupted(db, async (batch) => {
        batches = batch;
        if (batch % 2 === 1 || batch > 2 * times) return;
        created.push(slugOf(batch));
        await create(slugOf(batch));
      });
      const made = createWorkspace(session, { slug: "raced", name: "", identity: "i", nowMs: NOON });
      return made.then(
        () => ["created", batches],
        (error: { code?: string; message: string }) => [error.code ?? error.message, batches],
      );
    };
    expect(await race(4, (at) => `quicker-${at}`)).toEqual(["created", 10]);
    for (const table of ["workspaces", "directory"]) await run(`DELETE FROM ${table} WHERE slug = 'raced'`);
    expect(await race(5, (at) => `quick-${at}`)).toEqual([
      expect.stringMatching(/UNIQUE constraint|already exists/),
      10,
    ]);
    expect(await race(1, () => "raced")).toEqual(["workspace_exists", 3]);
    const slugs = [...new Set(created)].map((slug) => `'${slug}'`);
    for (const table of ["workspaces", "directory"])
      await run(`DELETE FROM ${table} WHERE slug IN (${slugs})`);
    const broken = { ...db, batch: () => Promise.reject(new Error("no such table: workspaces")) };
    const made = createWorkspace(broken as never, { slug: "x", name: "", identity: "i", nowMs: NOON });
    await expect(made).rejects.toThrow("no such table");
  });

  it("are a thousand at most", async () => {
    const { total } = (await opened.database
      .prepare("SELECT count(*) AS total FROM workspaces")
      .first<{ total: number }>()) ?? { total: 0 };
    await run(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${999 - total})
      INSERT INTO workspaces (slug, name, identity, created_at) SELECT 'many-' || i, 'm', 'i', 1 FROM n`);
    await create("the-last");
    await expect(create("one-more")).rejects.toMatchObject({ code: "limit_reached" });
    await expect(create("the-last")).rejects.toMatchObject({ code: "workspace_exists" });
    await run("DELETE FROM workspaces WHERE slug LIKE 'many-%'");
  });
});

describe("a token's row", () => {
  const usedAt = async (id: string) =>
    (await listTokens(db, null)).find(({ token }) => token.id === id)?.token.lastUsedAt ?? null;

  it("is found for an owner, and for a workspace together with that", async () => {
    await keep("owner", null);
    const owner = await find("owner", null);
    expect([owner.workspace, owner.token]).toEqual([undefined, { revokedAt: null, lastUsedAt: null }]);
    const found = await find("of-a", await numberOf("a"));
    expect([found.workspace?.slug, found.token?.revokedAt]).toEqual(["a", null]);
    const minted = await find("elsewhere", await numberOf("a"));
    expect([minted.workspace?.slug, minted.token]).toEqual(["a", undefined]);
  });

  it("notes its use once an hour, and no other token's", async () => {
    await markTokenUsed(db, { id: "of-a", nowMs: NOON, ...DOOR });
    await markTokenUsed(db, { id: "of-a", nowMs: NOON + HOUR_MS, ...DOOR });
    expect([await usedAt("of-a"), await usedAt("owner")]).toEqual([NOON, null]);
    await markTokenUsed(db, { id: "of-a", nowMs: NOON + HOUR_MS + 1, ...DOOR });
    expect(await usedAt("of-a")).toBe(NOON + HOUR_MS + 1);
  });

  it("is listed oldest first, with its workspace's name", async () => {
    await keep("early", await numberOf("b"), { createdAt: 0 });
    const listed = await listTokens(db, null);
    expect(listed.map(({ token, slug }) => [token.id, slug])).toEqual([
      ["early", "b"],
      ["of-a", "a"],
      ["owner", null],
    ]);
  });

  it("keeps by which door and from where it was used", async () => {
    const row = (await listTokens(db, null)).find(({ token }) => token.id === "of-a")?.token;
    expect([row?.lastDoor, row?.lastAddress]).toEqual(["cli", "local"]);
  });

  it("is not made by a parent that is revoked, or in an epoch that is over", async () => {
    await keep("parent", null);
    expect(await keep("child", null, { parent: "parent" })).toBe(true);
    await revokeToken(db, { id: "parent", workspace: null, nowMs: 5 });
    expect(await keep("orphan", null, { parent: "parent" })).toBe(false);
    expect(await keep("stray", null, { parent: "nobody" })).toBe(false);
    await run("UPDATE epochs SET epoch = 'another'");
    expect([await keep("late", null), (await find("owner", null)).token]).toEqual([false, undefined]);
    await run(`UPDATE epochs SET epoch = '${EPOCH}'`);
    await run("DELETE FROM tokens WHERE id IN ('parent', 'child')");
  });

  it("is revoked by itself, with the time of the first revocation", async () => {
    const admin = { workspace: await numberOf("a") };
    expect(await revokeToken(db, { id: "of-a", ...admin, nowMs: 5 })).toBe(true);
    expect(await revokeToken(db, { id: "owner", ...admin, nowMs: 5 })).toBe(false);
    expect(await revokeToken(db, { id: "of-a", workspace: null, nowMs: 9 })).toBe(true);
    const revoked = (await listTokens(db, null)).map(({ token }) => [token.id, token.revokedAt]);
    expect(revoked).toEqual([
      ["early", null],
      ["of-a", 5],
      ["owner", null],
    ]);
  });
});

it("tells of the searches of seven UTC days of the one workspace, newest first", async () => {
  const days = ["2026-06-03", "2026-06-04", "2026-06-10", "2026-06-07"];
  for (const [at, day] of days.entries())
    await run(
      `INSERT INTO search_days (workspace, day, searches, latencies) VALUES (7, '${day}', ${at}, '[1]')`,
    );
  await run(`INSERT INTO search_days (workspace, day, latencies) VALUES (8, '2026-06-09', '[]')`);
  const seen = async (nowMs: number) => (await readSearchDays(db, 7, nowMs)).map(({ day }) => day);
  const three = ["2026-06-10", "2026-06-07", "2026-06-04"];
  expect(await seen(Date.UTC(2026, 5, 10))).toEqual(three);
  expect(await seen(Date.UTC(2026, 5, 11) - 1)).toEqual(three);
  expect(await seen(Date.UTC(2026, 5, 11))).toEqual(three.slice(0, 2));
  expect(await readSearchDays(db, 7, NOON)).toMatchObject([{ searches: 2, latencies: [1] }, {}, {}]);
});
