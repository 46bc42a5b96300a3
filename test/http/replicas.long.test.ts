import { afterEach, beforeEach, describe, expect, it } from "vitest";
import worker from "../../src/local.ts";
import { type LaggingDatabase, laggingDatabase } from "../support/account/lagging-database.ts";
import { createClient, testEnv } from "../support/client.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

let opened: readonly TestDatabase[];
let lagging: LaggingDatabase;
beforeEach(async () => {
  const [primary, replica] = [await openQuickDatabase(), await openQuickDatabase()];
  opened = [primary, replica];
  lagging = laggingDatabase(primary, replica);
});
afterEach(() => Promise.all(opened.map(({ dispose }) => dispose())));

/** Somebody who has no bookmark of anything that was written. */
const stranger = () => createClient(worker as never, testEnv(lagging.database));

const NOTE = { text: "The keys are rotated on Mondays." };

async function tokenOfNewWorkspace(): Promise<string> {
  const owner = stranger();
  const token = await owner.owner();
  await owner.call("POST", "/v1/workspaces", { token, body: { slug: "team" } });
  const minted = await owner.call("POST", "/v1/tokens", {
    token,
    body: { scope: "admin", workspace: "team" },
  });
  lagging.answered();
  return minted.body.token;
}

describe("a reader whose replica lags", () => {
  it.each([
    ["POST", "/v1/search", { query: "keys" }],
    ["GET", "/v1/status", undefined],
    ["GET", "/v1/documents", undefined],
    ["GET", "/v1/memories", undefined],
  ])("is let into a workspace that the replica does not know yet: %s %s", async (method, path, body) => {
    const token = await tokenOfNewWorkspace();
    const { status, body: answer } = await stranger().call(method, path, { token, body });
    expect([status, answer.error]).toEqual([200, undefined]);
    const answered = lagging.answered();
    expect([answered[0], new Set(answered.slice(1))]).toEqual(["replica", new Set(["primary"])]);
  });

  it("reads the replica alone once that has caught up", async () => {
    const token = await tokenOfNewWorkspace();
    await lagging.catchUp();
    expect((await stranger().call("GET", "/v1/documents", { token })).status).toBe(200);
    expect(new Set(lagging.answered())).toEqual(new Set(["replica"]));
  });

  it("reads what it wrote by its bookmark, and without one what the replica shows", async () => {
    const token = await tokenOfNewWorkspace();
    await lagging.catchUp();
    const writer = stranger();
    await writer.call("POST", "/v1/memories", { token, body: NOTE });
    const search = (who: ReturnType<typeof stranger>) =>
      who.call("POST", "/v1/search", { token, body: { query: "keys rotated" } });
    expect((await search(stranger())).body.hits).toHaveLength(0);
    expect((await search(writer)).body.hits).toHaveLength(1);
    expect((await search(stranger())).body.hits).toHaveLength(1);
  });

  it("is refused once its workspace is deleted, by the primary's word", async () => {
    const token = await tokenOfNewWorkspace();
    const owner = stranger();
    await owner.call("DELETE", "/v1/workspaces/team", { token: await owner.owner() });
    const { status, body } = await stranger().call("POST", "/v1/search", { token, body: { query: "keys" } });
    expect([status, body.error.code]).toEqual([401, "unauthorized"]);
  });

  it("is told of no missing tables by a replica that has none yet", async () => {
    const empty = await openQuickDatabase({ isMigrated: false });
    const [primary] = opened as readonly [TestDatabase];
    lagging = laggingDatabase(primary, empty);
    const token = await tokenOfNewWorkspace();
    for (const [method, path, body] of [
      ["GET", "/v1/status"],
      ["POST", "/v1/search", { query: "keys" }],
    ] as const)
      expect((await stranger().call(method, path, { token, ...(body && { body }) })).status).toBe(200);
    await empty.dispose();
  });
});
