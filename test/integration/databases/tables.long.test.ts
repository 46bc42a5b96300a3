import { afterAll, beforeAll, expect, it } from "vitest";
import { MIGRATION_NAMES } from "../../../src/database/migrations/bundle.ts";
import worker from "../../../src/local.ts";
import { mintProof } from "../../../src/workspaces/token.ts";
import { createClient, SECRET, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { boundAs } from "../../support/worlds/many-databases.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

let opened: TestDatabase[];
let client: TestClient;

beforeAll(async () => {
  opened = [];
  for (let at = 0; at < 2; at++) opened.push(await openQuickDatabase({ isMigrated: false }));
  const { DB, ...others } = boundAs(opened.map(({ database }) => database));
  client = createClient(worker as never, testEnv(DB as D1Database, others));
});
afterAll(async () => {
  for (const { dispose } of opened) await dispose();
});

it("the tables of each database are made by its number, and stand together where none is named", async () => {
  const token = await mintProof(SECRET, Date.now());
  const state = async (query = "") => {
    const { body } = await client.call("GET", `/v1/migrations${query}`, { token });
    return [body.databases, body.state, body.applied.length];
  };
  const make = async (query: string) => {
    for (;;) {
      const { status, body } = await client.call("POST", `/v1/migrations${query}`, { token });
      expect(status).toBe(200);
      if (body.pending.length === 0) return;
    }
  };
  expect(await state()).toEqual([2, "behind", 0]);
  await make("");
  const all = MIGRATION_NAMES.length;
  expect([await state("?database=1"), await state("?database=2"), await state()]).toEqual([
    [2, "current", all],
    [2, "behind", 0],
    [2, "behind", 0],
  ]);
  await make("?database=2");
  expect([await state("?database=2"), await state()]).toEqual([
    [2, "current", all],
    [2, "current", all],
  ]);
  const none = await client.call("POST", "/v1/migrations?database=3", { token });
  expect([none.status, none.body.error.message]).toEqual([400, "database: this deployment has 2"]);
  const made = [await client.workspace("a"), await client.workspace("b")];
  expect(made.map((one) => one.split(".")[2])).toEqual(["1", "2-2"]);
});

it("a new beginning ends the tokens of every database, and new ones count", async () => {
  const old = [await client.workspace("c"), await client.workspace("d")];
  const owner = await client.owner();
  const { body } = await client.call("POST", "/v1/tokens/epoch", { token: owner, body: { name: "new" } });
  for (const token of old) expect((await client.call("GET", "/v1/status", { token })).status).toBe(401);
  expect((await client.call("GET", "/v1/workspaces", { token: owner })).status).toBe(401);
  for (const slug of ["c", "d"]) {
    const minted = await client.call("POST", "/v1/tokens", {
      token: body.token,
      body: { scope: "read", workspace: slug },
    });
    expect((await client.call("GET", "/v1/status", { token: minted.body.token })).body.workspace).toBe(slug);
  }
});
