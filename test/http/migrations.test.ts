import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIGRATION_NAMES } from "../../src/database/migrations/bundle.ts";
import worker from "../../src/local.ts";
import { mintProof, mintToken, type TokenClaims } from "../../src/workspaces/token.ts";
import { createClient, SECRET, testEnv } from "../support/client.ts";
import { claimsOf } from "../support/known-token.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openQuickDatabase({ isMigrated: false });
});
afterEach(() => opened.dispose());

const caller = () => createClient(worker as never, testEnv(opened.database));
const tokenOf = (claims: Partial<TokenClaims>) =>
  mintToken(SECRET, claimsOf({ workspace: null, scope: "owner", ...claims }));
const proof = () => mintProof(SECRET, Date.now());
const run = (sql: string) => opened.database.prepare(sql).run();

async function migrated({ call }: ReturnType<typeof caller>): Promise<void> {
  const token = await proof();
  for (;;) {
    const { status, body } = await call("POST", "/v1/migrations", { token });
    expect(status).toBe(200);
    if (body.pending.length === 0) return;
  }
}

describe("a server whose database has no tables", () => {
  it("says so with a code of its own, and when to come back, whatever it is asked", async () => {
    const { call } = caller();
    const member = await tokenOf({ workspace: 1, scope: "admin" });
    const owner = await tokenOf({});
    const answers = await Promise.all([
      call("POST", "/v1/search", { token: member, body: { query: "keys" } }),
      call("GET", "/v1/status", { token: member }),
      call("GET", "/v1/documents", { token: member }),
      call("POST", "/v1/memories", {
        token: member,
        body: { text: "a note" },
        headers: { "idempotency-key": "1" },
      }),
      call("POST", "/v1/workspaces", { token: owner, body: { slug: "home" } }),
    ]);
    for (const { status, headers, body } of answers) {
      expect([status, headers.get("retry-after"), body.error.code]).toEqual([503, "5", "schema_mismatch"]);
      expect(body.error.message).toContain(`The database lacks ${MIGRATION_NAMES.join(", ")}.`);
      expect(body.error.details).toEqual({ reason: "behind" });
    }
  });

  it("makes them for its owner, also under an Idempotency-Key, and then works", async () => {
    const { call } = caller();
    const token = await proof();
    const before = await call("GET", "/v1/migrations", { token });
    expect(before.body).toMatchObject({ state: "behind", applied: [], missing: [] });
    const headers = { "idempotency-key": "once" };
    const once = await call("POST", "/v1/migrations", { token, headers });
    expect(once.body.pending[0]).toMatchObject({ name: MIGRATION_NAMES[0], done: 40 });
    expect((await call("POST", "/v1/migrations", { token, headers })).body.pending).not.toEqual(
      once.body.pending,
    );
    await migrated(caller());
    const after = await call("GET", "/v1/migrations", { token });
    expect(after.body).toEqual({
      ...{ state: "current", applied: MIGRATION_NAMES, pending: [] },
      ...{ unknown: [], missing: [], different: [] },
    });
    const first = (await call("POST", "/v1/tokens", { token, body: { scope: "owner" } })).body.token;
    expect((await call("POST", "/v1/workspaces", { token, body: { slug: "home" } })).status).toBe(401);
    expect((await call("POST", "/v1/workspaces", { token: first, body: { slug: "home" } })).status).toBe(200);
  });

  it("shows its state to any token and changes it for an owner's only", async () => {
    const { call } = caller();
    const reader = await tokenOf({ workspace: 1, scope: "read" });
    const admin = await tokenOf({ workspace: 1, scope: "admin" });
    expect((await call("GET", "/v1/migrations", { token: reader })).body.state).toBe("behind");
    const refused = await call("POST", "/v1/migrations", { token: admin });
    expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
    const { status } = await call("GET", "/v1/migrations", {});
    expect(status).toBe(401);
  });
});

describe("a server with tables", () => {
  it("takes no revoked token for its migrations", async () => {
    const { call } = caller();
    await migrated(caller());
    const owner = await caller().owner();
    const minted = await call("POST", "/v1/tokens", { token: owner, body: { scope: "owner" } });
    await call("DELETE", `/v1/tokens/${minted.body.id}`, { token: owner });
    const { status } = await call("POST", "/v1/migrations", { token: minted.body.token });
    expect(status).toBe(401);
  });

  it("of another version names what it does not know, and is not touched", async () => {
    const { call } = caller();
    await migrated(caller());
    await run("INSERT INTO d1_migrations (name) VALUES ('0999_later.sql')");
    await run("DROP TABLE feedback");
    const token = await proof();
    expect((await call("GET", "/v1/migrations", { token })).body).toMatchObject({
      ...{
        state: "other_version",
        unknown: ["0999_later.sql"],
        missing: expect.arrayContaining(["feedback"]),
      },
    });
    const { status, body } = await call("POST", "/v1/migrations", { token });
    expect([status, body.error.code, body.error.details]).toEqual([
      503,
      "schema_mismatch",
      { reason: "other_version" },
    ]);
  });

  it("that is damaged says what is missing; a statement that fails for another reason stays a bug of ours", async () => {
    const { call } = caller();
    await migrated(caller());
    const token = await caller().owner();
    await run("DROP TRIGGER entity_deleted");
    const { body } = await call("GET", "/v1/migrations", { token });
    expect(body).toMatchObject({ state: "damaged", missing: ["entity_deleted"] });
    const refused = await call("POST", "/v1/migrations", { token });
    expect(refused.body.error).toMatchObject({
      code: "schema_mismatch",
      message: expect.stringContaining("entity_deleted is missing"),
      details: { reason: "damaged" },
    });
    await run("ALTER TABLE workspaces RENAME COLUMN slug TO other");
    const broken = await call("GET", "/v1/workspaces", { token });
    expect([broken.status, broken.body.error.code]).toEqual([500, "internal"]);
  });
});
