import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeAi, fakeAi } from "../../support/fakes/fake-ai.ts";
import { type FakeVectorize, fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import { hopRecorder } from "../../support/hop-recorder.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { boundAs, type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";
import worker from "../../../src/worker.ts";

/** A database holds 1,000: the fifth is for what four have no room for. */
const FULL = 4;
const ROOM = 1_000;

let many: ManyDatabases;
let ai: FakeAi;
let vectorize: FakeVectorize;
const recorder = hopRecorder();

const isolate = (count: number): TestClient => {
  const watched = many.databases.slice(0, count).map((one) => recorder.watch(one, ["batch"]));
  const { DB, ...others } = boundAs(watched);
  const models = { AI: recorder.watch(ai, ["run"]), VECTORIZE: recorder.watch(vectorize, ["query"]) };
  return createClient(
    worker as never,
    testEnv(DB as D1Database, { PLATFORM: "cloudflare", ...others, ...models }),
  );
};

/** So many workspaces of a database with the numbers from `first` on, which nobody has pushed to. */
async function fill(database: number, first: number, count: number): Promise<void> {
  const numbers = `WITH RECURSIVE n(i) AS (VALUES (${first}) UNION ALL SELECT i + 1 FROM n WHERE i < ${first + count - 1})`;
  await many.databases[database - 1]
    ?.prepare(
      `INSERT INTO workspaces (num, slug, name, identity, created_at) ${numbers} SELECT i, 'x' || i, '', 'i', 1 FROM n`,
    )
    .run();
  await many.databases[0]
    ?.prepare(`INSERT INTO directory ${numbers} SELECT i, 'x' || i, ${database}, 1 FROM n`)
    .run();
}

beforeAll(async () => {
  many = await openManyDatabases(FULL + 1);
  ai = fakeAi();
  vectorize = fakeVectorize({ now: Date.now });
});
afterAll(() => many.dispose());

it("four databases and a fifth hold 5,000 workspaces; a search's hops are those of one database: 4, 3, 1", async () => {
  const four = isolate(FULL);
  const tokens: string[] = [];
  for (let at = 0; at < FULL; at++) tokens.push(await four.workspace(`real-${at}`));
  for (let at = 0; at < FULL; at++) await fill(at + 1, 1_001 + at * ROOM, ROOM - 1);
  const owner = await four.owner();
  const full = await four.call("POST", "/v1/workspaces", { token: owner, body: { slug: "too-many" } });
  expect([full.status, full.body.error.code]).toEqual([409, "limit_reached"]);
  expect(full.body.error.message).toContain("npm run deploy -- --databases 5");

  const five = isolate(FULL + 1);
  const inFifth = await five.workspace("real-4");
  tokens.push(inFifth);
  expect(inFifth.split(".")[2]).toBe("5000-5");
  await fill(FULL + 1, 6_001, ROOM - 1);
  const { body: listed } = await five.call("GET", "/v1/workspaces", { token: owner });
  expect(listed.workspaces).toHaveLength((FULL + 1) * ROOM);
  const { body: shared } = await five.call("GET", "/v1/deployment", { token: owner });
  expect(shared.databases.map(({ workspaces }: { workspaces: number }) => workspaces)).toEqual(
    Array(FULL + 1).fill(ROOM),
  );

  for (const [at, token] of tokens.entries()) {
    const client = isolate(FULL + 1);
    await client.upload(token, {
      "keys.md":
        "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys.\n",
      "lunch.md": "# Lunch\n\nThe kitchen serves soup on Mondays.\n",
    });
    for (let turn = 0; turn < 2; turn++) await client.deliver({ task: "sweep", database: at + 1 });
    const hopsOf = async (more: object = {}) => {
      const fresh = isolate(FULL + 1);
      recorder.reset();
      let counted = 0;
      fresh.watch(() => {
        counted = recorder.hops();
      });
      const { body } = await fresh.search(token, "when are keys rotated?", { ...more });
      expect(body.timings.hops).toBe(counted);
      expect(body.hits[0].path).toBe("keys.md");
      return counted;
    };
    expect([await hopsOf(), await hopsOf({ limit: 7 }), await hopsOf()]).toEqual([4, 3, 1]);
  }
});
