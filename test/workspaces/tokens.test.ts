import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { insertToken, listTokens, revokeToken } from "../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

describe("rows of tokens", () => {
  let opened: TestDatabase;
  let db: Session;
  beforeAll(async () => {
    opened = await openQuickDatabase();
    db = openSession(opened.database, { from: "primary", meter: createMeter() });
    const token = { scope: "read" as const, label: "", createdAt: 1 };
    await insertToken(db, { ...token, id: "one", workspace: 1 });
    await insertToken(db, { ...token, id: "two", workspace: 2 });
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
});
