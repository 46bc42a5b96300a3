import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localModels } from "../../../src/local-parts.ts";
import type { IndexMessage } from "../../../src/env.ts";
import { databasesOf } from "../../../src/database/several/databases.ts";
import { openSession } from "../../../src/database/session.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { createHandlers } from "../../../src/wiring.ts";
import { accessRecorder } from "../../../src/workspaces/access-log/record-access.ts";
import { inAccount } from "../../support/account/account.ts";
import { createClient, SECRET, type TestClient, testEnv } from "../../support/client.ts";
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

/** A request that was answered before the handover has its line written after it, by an isolate that knows nothing of that. */
async function lateLine(home: number, to: number): Promise<void> {
  const databases = databasesOf(many.databases);
  const open = (database: number) =>
    openSession(databases, { database, from: "primary", meter: createMeter() });
  const workspace = Number((await many.rows(to, "SELECT num FROM workspaces WHERE gone_at IS NULL"))[0]?.num);
  const access = {
    at: clock.now(),
    token: "late",
    door: "http",
    route: "GET /v1/late",
    outcome: "ok",
    address: "local",
  };
  const work: (() => Promise<unknown>)[] = [];
  accessRecorder({ secret: SECRET, open }).note(
    { ...access, workspace, database: home, isRead: false } as Parameters<
      ReturnType<typeof accessRecorder>["note"]
    >[0],
    (later) => work.push(later),
  );
  for (const later of work) await later();
  const lines = await many.rows(to, "SELECT token, seq FROM access_log ORDER BY seq DESC LIMIT 1");
  expect(lines[0]?.token).toBe("late");
}

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
      expect(most).toBeLessThanOrEqual(plan === "free" ? 50 : 1_000);
      const after = await moveOf(client, slug);
      expect(after.body).toMatchObject({
        database: to,
        move: { from: home, to, phase: "empty", error: null },
      });
      const found = (await client.search(token, "herons frogs", { limit: 50 })).body;
      expect(paths(found)).toEqual(expect.arrayContaining(["a.md", "b.md", "c.md", "d1.md"]));
      await lateLine(home, to);
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

/** The workspace and the databases it is in and moves to. */
async function begunMove(client: TestClient, slug: string) {
  const { database: home } = (await moveOf(client, slug)).body;
  const to = home === 3 ? 2 : 3;
  sent.splice(0);
  expect((await moveOf(client, slug, "POST", { to })).status).toBe(200);
  return { home, to };
}

describe("what a move is to those who search", () => {
  it("costs no hop, but for an isolate's first search after it, which is led on", async () => {
    const { client } = deployment("paid");
    const token = await client.workspace("hops");
    await client.upload(token, files("a"));
    await client.sweep();
    const hops = async (isolate: TestClient, query: string) =>
      (await isolate.search(token, query)).body.timings.hops;
    const three = async (isolate: TestClient, word: string) => [
      await hops(isolate, `herons ${word}`),
      await hops(isolate, `frogs ${word}`),
      await hops(isolate, `frogs ${word}`),
    ];
    const { client: cold } = deployment("paid");
    // Without a model there is nobody else to ask: a first search reads the workspace's state, too.
    const before = await three(cold, "before");
    await begunMove(client, "hops");
    const during: number[] = [];
    await deliverMoves(client, async () => during.push(await hops(cold, `frogs ${during.length}`)));
    const after = await three(deployment("paid").client, "after");
    // A new isolate looks where the token says, asks the directory there, and begins anew.
    expect([...before, ...after]).toEqual([2, 1, 1, 4, 1, 1]);
    expect(during.toSorted()).toEqual([...during.slice(1).map(() => 1), 3]);
  });
});

it("what a workspace brings along, waiting to be embedded, is worked on at once where it has come to", async () => {
  const { client } = deployment("paid");
  const token = await client.workspace("pending");
  await client.upload(token, files("a"));
  const { to } = await begunMove(client, "pending");
  const waiting = `SELECT count(*) AS n FROM chunks WHERE vector_state = 'pending'
    AND workspace = (SELECT num FROM workspaces WHERE slug = 'pending')`;
  await deliverMoves(client);
  expect((await many.rows(to, waiting))[0]?.n).toBeGreaterThan(0);
  const sweeps = sent.splice(0).filter(({ task }) => task === "sweep");
  expect(sweeps).toEqual([{ task: "sweep", workspace: expect.any(Number), database: to }]);
  for (const message of sweeps) await client.deliver(message);
  expect(await many.rows(to, waiting)).toEqual([{ n: 0 }]);
});

describe("a move that is not to be", () => {
  it("is refused for a database that there is not, for a workspace that there is not, and where there is one database", async () => {
    const { client } = deployment("paid");
    await client.workspace("refused");
    const codes = async (
      asked: Promise<{ status: number; body: { error?: { code: string; message: string } } }>,
    ) => {
      const { status, body } = await asked;
      return [status, body.error?.code, body.error?.message];
    };
    expect(await codes(moveOf(client, "refused", "POST", { to: 4 }))).toEqual([
      ...[400, "invalid_input", "to: this deployment has the databases 1 to 3"],
    ]);
    expect((await moveOf(client, "nobody", "POST", { to: 2 })).status).toBe(404);
    const [only] = many.databases;
    const one = createClient(
      createHandlers({ local: localModels }, clock.now) as never,
      testEnv(only as D1Database),
      undefined,
      clock.now,
    );
    await one.workspace("alone");
    const [status, code, message] = await codes(moveOf(one, "alone", "POST", { to: 2 }));
    expect([status, code]).toEqual([400, "invalid_input"]);
    expect(message).toContain("has one database");
    expect((await moveOf(one, "alone")).body).toEqual({
      ...{ workspace: "alone", database: 1, databases: 1, move: null },
    });
  });

  it.each([
    ["stopped", "DELETE /move"],
    ["ended by the workspace's deletion", "DELETE"],
  ])("is %s before the other database takes over, and leaves nothing there", async (name) => {
    const { client } = deployment("paid");
    const slug = name === "stopped" ? "stopped" : "deleted";
    const token = await client.workspace(slug);
    const owner = await client.owner();
    await client.upload(token, files("a"));
    const { database: home } = (await moveOf(client, slug)).body;
    const to = home === 3 ? 2 : 3;
    sent.splice(0);
    const before = await many.rows(to, "SELECT num FROM workspaces");
    await moveOf(client, slug, "POST", { to });
    const [message] = sent.splice(0).filter(({ task }) => task === "moves");
    await client.deliver(message as IndexMessage);
    sent.splice(0);
    expect((await many.rows(to, "SELECT 1 FROM moves")).length).toBe(1);
    if (name === "stopped") expect((await moveOf(client, slug, "DELETE")).body.move.phase).toBe("stopping");
    else await client.call("DELETE", `/v1/workspaces/${slug}`, { token: owner });
    clock.advance(HOUR_MS);
    await anHourLater(client, home);
    for (const database of [home, to])
      for (const table of ["moves", "moved_keys", "sqlite_master WHERE name LIKE 'moving%'"])
        expect(await many.rows(database, `SELECT * FROM ${table}`), `${table} in ${database}`).toEqual([]);
    expect(await many.rows(to, "SELECT num FROM workspaces")).toEqual(before);
    const status = await client.call("GET", "/v1/status", { token });
    expect(status.status).toBe(name === "stopped" ? 200 : 401);
    if (name === "stopped") {
      expect((await moveOf(client, slug, "DELETE")).body).toMatchObject({ database: home, move: null });
      expect(paths((await client.search(token, "herons")).body)).toEqual(["a.md"]);
      return;
    }
    for (let turn = 0; turn < 4; turn++) await client.deliver({ task: "deletions", database: home });
    expect(await many.rows(home, `SELECT num FROM workspaces WHERE slug = '${slug}'`)).toEqual([]);
    expect((await client.call("POST", "/v1/workspaces", { token: owner, body: { slug } })).status).toBe(200);
  });
});
