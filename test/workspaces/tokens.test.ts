import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { insertToken, listTokens, revokeToken } from "../../src/workspaces/sql/token-store.ts";
import { beginEpoch, EPOCH } from "../support/known-token.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

describe("rows of tokens", () => {
  let opened: TestDatabase;
  let db: Session;
  beforeAll(async () => {
    opened = await openQuickDatabase();
    db = openSession(opened.database, { from: "primary", meter: createMeter() });
    await beginEpoch(opened.database);
    const token = {
      scope: "read",
      name: "",
      createdAt: 1,
      expiresAt: null,
      parent: null,
      claims: "",
    } as const;
    await insertToken(db, { ...token, id: "one", workspace: 1 }, { epoch: EPOCH, byOwner: false });
    await insertToken(db, { ...token, id: "two", workspace: 2 }, { epoch: EPOCH, byOwner: false });
  });
  afterAll(() => opened.dispose());

  const revoked = async () =>
    Object.fromEntries((await listTokens(db, null)).map(({ token }) => [token.id, token.revokedAt]));

  it("are listed for one workspace alone", async () => {
    expect((await listTokens(db, 1)).map(({ token }) => token.id)).toEqual(["one"]);
  });

  it("are revoked by an admin of their workspace or by an owner, not by an admin of another", async () => {
    expect(await revokeToken(db, { id: "one", workspace: 2, nowMs: 5 })).toBe(false);
    expect(await revokeToken(db, { id: "two", workspace: 2, nowMs: 6 })).toBe(true);
    expect(await revoked()).toEqual({ one: null, two: 6 });
    expect(await revokeToken(db, { id: "one", workspace: null, nowMs: 7 })).toBe(true);
    expect(await revokeToken(db, { id: "one", workspace: 1, nowMs: 9 })).toBe(true);
    expect(await revoked()).toEqual({ one: 7, two: 6 });
  });

  it("end with all that came of them, however many steps away, and no others", async () => {
    const keep = (id: string, parent: string | null) =>
      insertToken(
        db,
        {
          ...{ id, parent, workspace: 3, scope: "admin", name: "", createdAt: 1, expiresAt: null },
          claims: id,
        },
        { epoch: EPOCH, byOwner: false },
      );
    await keep("root", null);
    for (const [id, parent] of ["a root", "b root", "a1 a", "a2 a1", "b1 b"].map((pair) => pair.split(" ")))
      await keep(id ?? "", parent ?? "");
    const live = async () => Object.entries(await revoked()).flatMap(([id, at]) => (at === null ? [id] : []));
    await revokeToken(db, { id: "a", workspace: 3, nowMs: 20 });
    expect((await live()).toSorted()).toEqual(["b", "b1", "root"]);
    await revokeToken(db, { id: "root", workspace: null, nowMs: 21 });
    expect(await live()).toEqual([]);
    expect(await revoked()).toMatchObject({ a: 20, a1: 20, a2: 20, b: 21, b1: 21, root: 21 });
  });
});
