import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statement } from "../../../src/database/statement.ts";
import { databasesOf } from "../../../src/database/several/databases.ts";
import { createApp } from "../../../src/http/app.ts";
import type { RequestContext } from "../../../src/workspaces/context.ts";
import { mintToken } from "../../../src/workspaces/token.ts";
import { SECRET } from "../../support/client.ts";
import { claimsOf } from "../../support/known-token.ts";
import { NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";

describe("the line of a request", () => {
  const { here } = sqlWorld();
  const print = console.log;
  const lines: unknown[] = [];
  beforeEach(() => {
    lines.length = 0;
    console.log = (line: string) => void lines.push(JSON.parse(line));
  });
  afterEach(() => {
    console.log = print;
  });

  it("counts what it read in every session, how long it took, and what its work noted", async () => {
    let nowMs = NOW_MS;
    const search = async ({ session, notes, meter }: RequestContext) => {
      await session.all(statement("SELECT num FROM workspaces"));
      const before = meter.rowsRead;
      await session.toPrimary().all(statement("SELECT num FROM workspaces"));
      notes.twice = meter.rowsRead === 2 * before && before > 0;
      nowMs += 7;
      return {};
    };
    await here.db.all(
      statement("INSERT INTO workspaces (slug, name, identity, created_at) VALUES ('one', '', 'i', 0)"),
    );
    const app = createApp({
      ...{
        services: { search },
        databases: databasesOf([here.opened.database]),
        secrets: [SECRET],
        corsOrigins: [],
        version: "1",
      },
      limiters: { token: undefined, address: undefined },
      now: () => nowMs,
    } as never);
    const claims = { id: "abcdefghijkmnpqr", workspace: 12, scope: "read" as const, expiresAt: null };
    const headers = {
      authorization: `Bearer ${await mintToken(SECRET, claimsOf(claims))}`,
      "content-type": "application/json",
    };
    await app.request("/v1/search", { method: "POST", headers, body: '{"query":"secret"}' });
    await app.request("/v1/search", { method: "POST" });
    await app.request("/v1/documents/a/b.md");
    expect(lines).toEqual([
      {
        ...{ request: expect.stringMatching(/^[0-9a-f-]{36}$/), token: "abcdefghijkmnpqr" },
        ...{ route: "POST /v1/search", status: 200, workspace: 12, twice: true, ms: 7 },
        ...{ hops: 0, rowsRead: expect.any(Number), rowsWritten: 0, modelCalls: 0 },
      },
      { request: expect.any(String), route: "POST /v1/search", status: 401, ms: 0 },
      { request: expect.any(String), route: "GET /v1/documents/:path", status: 401, ms: 0 },
    ]);
  });
});
