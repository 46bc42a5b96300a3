import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localModels } from "../../../src/local-parts.ts";
import type { IndexMessage } from "../../../src/env.ts";
import { createHandlers } from "../../../src/wiring.ts";
import { inAccount } from "../../support/account/account.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { boundAs, type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";
import { simulatedClock } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;
/** A move takes fewer messages than this. */
const MOST = 400;

let many: ManyDatabases;
const clock = simulatedClock();
const sent: IndexMessage[] = [];
const queue = {
  send: async (message: IndexMessage) => {
    sent.push(message);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  },
};

/** A new isolate of a deployment with all databases, by its plan, with what its invocations use. */
function deployment(plan: "paid" | "free") {
  const { DB, ...others } = boundAs(many.databases);
  const env = testEnv(DB as D1Database, { ...others, INDEX_QUEUE: queue, PLAN: plan });
  const account = inAccount(env, { now: clock.now });
  const worker = createHandlers({ local: localModels }, clock.now);
  return { client: createClient(worker as never, env, account, clock.now), used: account.used };
}

/** Hands the Worker the messages of moves, each in its time, until there are none. */
async function deliverMoves(client: TestClient, meanwhile: () => Promise<unknown> = async () => undefined) {
  for (let count = 0; count < MOST; count++) {
    const at = sent.findIndex(({ task }) => task === "moves");
    const [message] = at === -1 ? [] : sent.splice(at, 1);
    if (message === undefined) return;
    await meanwhile();
    clock.advance(16_000);
    await client.deliver(message);
  }
  throw new Error("the move has no end");
}

const moveOf = async (client: TestClient, slug: string, method = "GET", body?: object) => {
  const token = await client.owner();
  return client.call(method, `/v1/workspaces/${slug}/move`, { token, ...(body && { body }) });
};
const files = (name: string) => ({
  [`${name}.md`]: `# ${name}\n\nHerons eat frogs near ${name}.\n\n${"The weir is old. ".repeat(200)}\n`,
});
const paths = ({ hits }: { hits: { path: string }[] }) =>
  [...new Set(hits.map(({ path }) => path))].toSorted();

/** All cron finds due of moves, as it does an hour later. */
async function anHourLater(client: TestClient, database: number): Promise<void> {
  clock.advance(HOUR_MS);
  sent.splice(0);
  await client.deliver({ task: "cron", database, scheduledMs: clock.now() });
  await deliverMoves(client);
}

beforeAll(async () => {
  many = await openManyDatabases(3);
});
afterAll(() => many.dispose());

describe.each<"paid" | "free">(["paid", "free"])(
  "a workspace that its owner moves, on the %s plan",
  (plan) => {
    it("goes there in the background and on to another one, written to and searched all the while", async () => {
      const { client, used } = deployment(plan);
      const slug = `m-${plan}`;
      const token = await client.workspace(slug);
      for (const name of ["a", "b", "c"]) await client.upload(token, files(name));
      const [{ database: home } = {}] = (
        await client.call("GET", "/v1/workspaces", { token: await client.owner() })
      ).body.workspaces;
      const to = home === 3 ? 2 : 3;
      const begun = await moveOf(client, slug, "POST", { to });
      expect([begun.status, begun.body.move.phase, begun.body.database]).toEqual([200, "copy", home]);
      expect((await moveOf(client, slug, "POST", { to })).body.move).toMatchObject({ from: home, to });
      const other = await moveOf(client, slug, "POST", { to: 6 - home - to });
      expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
      let count = 0;
      const refused: string[] = [];
      used();
      await deliverMoves(client, async () => {
        count += 1;
        if (count > 6) return;
        const { status, body } = await client.upload(token, files(`d${count}`));
        if (status !== 200) refused.push(body.error.code);
        expect((await client.search(token, "herons frogs")).body.hits.length).toBeGreaterThan(2);
      });
      expect(refused.filter((code) => code !== "workspace_moving")).toEqual([]);
      const most = Math.max(...used().map(({ queries }) => queries));
      console.info(`${plan}: a message of a move issued ${most} statements at most`);
      expect(most).toBeLessThanOrEqual(plan === "free" ? 50 : 1_000);
      const after = await moveOf(client, slug);
      expect(after.body).toMatchObject({
        database: to,
        move: { from: home, to, phase: "empty", error: null },
      });
      const found = (await client.search(token, "herons frogs", { limit: 50 })).body;
      expect(paths(found)).toEqual(expect.arrayContaining(["a.md", "b.md", "c.md", "d1.md"]));
      const back = await moveOf(client, slug, "POST", { to: home });
      expect([back.status, back.body.error.code]).toEqual([409, "conflict"]);
      await anHourLater(client, home);
      expect((await moveOf(client, slug)).body).toMatchObject({ database: to, move: null });
      expect(await many.rows(home, "SELECT name FROM sqlite_master WHERE name LIKE 'moving%'")).toEqual([]);
      for (const table of ["documents", "chunks", "tokens", "recalls", "moves", "moved_keys"])
        expect(await many.rows(home, `SELECT 1 FROM ${table} WHERE workspace = 1`), table).toEqual([]);
      // There and back again.
      expect((await moveOf(client, slug, "POST", { to: home })).status).toBe(200);
      await deliverMoves(client);
      expect((await moveOf(client, slug)).body.database).toBe(home);
      expect(paths((await client.search(token, "herons frogs", { limit: 50 })).body)).toEqual(paths(found));
      await anHourLater(client, to);
      const owner = await client.owner();
      expect((await client.call("DELETE", `/v1/workspaces/${slug}`, { token: owner })).status).toBe(200);
    });
  },
);
