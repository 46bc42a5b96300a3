import { afterAll, beforeAll, expect, it } from "vitest";
import worker from "../../../src/worker.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { fakeAi } from "../../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import { type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

let many: ManyDatabases;
let client: TestClient;

beforeAll(async () => {
  many = await openManyDatabases(2);
  const { DB, ...others } = many.bindings();
  const models = { AI: fakeAi(), VECTORIZE: fakeVectorize({ now: Date.now }) };
  const env = { PLATFORM: "cloudflare", MODEL_BUDGET_PER_DAY: "13", ...others, ...models };
  client = createClient(worker as never, testEnv(DB as D1Database, env));
});
afterAll(() => many.dispose());

it("each database has an equal part of the day's model calls; one that used its own up stops none of the others", async () => {
  const tokens = [await client.workspace("first"), await client.workspace("second")];
  for (const token of tokens) await client.upload(token, { "a.md": "# Birds\n\nHerons eat frogs.\n" });
  const [first = "", second = ""] = tokens;
  const degraded = async (token: string, query: string): Promise<string[]> =>
    (await client.search(token, query)).body.degraded;
  let searches = 0;
  while (!(await degraded(second, `herons number ${searches}`)).includes("model_budget")) {
    searches += 1;
    expect(searches).toBeLessThan(20);
  }
  expect(await degraded(first, "frogs of the herons")).not.toContain("model_budget");
  const owner = await client.owner();
  const { models } = (await client.call("GET", "/v1/deployment", { token: owner })).body;
  const calls = [];
  for (const database of [1, 2])
    calls.push(Number((await many.rows(database, "SELECT calls FROM day_use"))[0]?.calls));
  expect([models.budget, models.calls]).toEqual([12, (calls[0] ?? 0) + (calls[1] ?? 0)]);
  expect(calls[1]).toBeGreaterThanOrEqual(6);
});
