import { afterEach, beforeEach, expect, it } from "vitest";
import { HOUR_MS } from "../../src/config.ts";
import type { IndexMessage } from "../../src/env.ts";
import { localModels } from "../../src/local-parts.ts";
import { createHandlers } from "../../src/wiring.ts";
import { inAccount } from "../support/account/account.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { pageOf, webSite } from "../support/web-site.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { simulatedClock } from "../support/worlds/world.ts";

let database: Awaited<ReturnType<typeof openQuickDatabase>>;
let site: Awaited<ReturnType<typeof webSite>>;
let client: TestClient;
let token: string;
const sent: IndexMessage[] = [];
const clock = simulatedClock();

beforeEach(async () => {
  database = await openQuickDatabase();
  site = await webSite({
    "/": pageOf("Start", "Here it begins.", ["/heron", "/stork"]),
    "/heron": pageOf("Heron", "Herons fish at the weir."),
    "/stork": pageOf("Stork", "Storks nest on chimneys."),
  });
  sent.splice(0);
  const queue = { send: async (message: IndexMessage) => void sent.push(message) };
  const env = testEnv(database.database, { SOURCE_HOSTS: site.host, INDEX_QUEUE: queue as never });
  const worker = createHandlers({ local: localModels }, clock.now);
  client = createClient(worker as never, env, inAccount(env, { now: clock.now }), clock.now);
  token = await client.workspace("default");
});
afterEach(async () => {
  site.close();
  await database.dispose();
});

/** The round that is due every five minutes, and what it sends to the queue until nothing is left: the tasks of that. */
async function cron(): Promise<readonly (string | undefined)[]> {
  await client.sweep();
  const tasks: (string | undefined)[] = [];
  for (let message = sent.shift(); message !== undefined; message = sent.shift()) {
    tasks.push(message.task);
    await client.deliver(message);
  }
  return tasks;
}

/** The round of a day later. */
function nextDay(): Promise<readonly (string | undefined)[]> {
  clock.advance(25 * HOUR_MS);
  return cron();
}

const find = async (query: string): Promise<string[]> => {
  const { body } = await client.search(token, query, { view: "full" });
  return body.hits.map(({ path, text }: { path: string; text: string }) => `${path}: ${text}`);
};

it("a source that was added is pulled by cron alone: a page is found, then its change, then it is gone", async () => {
  const added = await client.call("POST", "/v1/workspaces/default/sources", {
    token: await client.owner(),
    body: { location: site.url, root: "birds" },
  });
  expect([added.status, added.body.state]).toEqual([200, "waiting"]);
  // Cron finds what no message does.
  sent.splice(0);
  await cron();
  const { body: status } = await client.call("GET", "/v1/status", { token });
  // Not five minutes later, when cron comes again.
  expect(status.index.pendingChunks).toBe(0);
  expect(await find("chimneys")).toEqual([expect.stringMatching(/^stork\.md: .*nest on chimneys/s)]);

  site.pages["/stork"] = pageOf("Stork", "Storks left for Africa.");
  await cron();
  expect(await find("Africa"), "before its time").toEqual([]);
  await nextDay();
  expect(await find("Africa")).toEqual([expect.stringContaining("left for Africa")]);
  expect(await find("chimneys")).toEqual([]);

  delete site.pages["/stork"];
  site.pages["/"] = pageOf("Start", "Here it begins.", ["/heron"]);
  await nextDay();
  expect(await find("Africa"), "one run may be mistaken").toHaveLength(1);
  await nextDay();
  expect(await find("Africa")).toEqual([]);
  expect(await find("weir")).toHaveLength(1);
  const tasks = await nextDay();
  expect([tasks.includes("sources"), tasks.includes("sweep")], "nothing changed").toEqual([true, false]);
  const { body } = await client.call("GET", "/v1/sources/birds", { token });
  expect(body).toMatchObject({ state: "waiting", documents: 2, lastError: null, counts: { asked: 2 } });
});
