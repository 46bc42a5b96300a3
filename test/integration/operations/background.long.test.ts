import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IndexMessage } from "../../../src/env.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const MINUTE_MS = 60_000;
/** D1 queries that one invocation of the free plan may make. */
const MAX_QUERIES = 50;
const FILES = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [`n${at}.md`, `# Note ${at}\n\nHeron${at} by the river.\n`]),
);

describe("background work on the free plan", () => {
  let world: SimulatedWorld;
  let token: string;
  const messages: IndexMessage[] = [];
  let queries = 0;

  beforeEach(async () => {
    messages.length = 0;
    world = await createSimulatedWorld(30_000);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  /** The database, with every statement counted. */
  const counted = (): D1Database =>
    new Proxy(world.database, {
      get: (target, name) => {
        if (name !== "withSession") return Reflect.get(target, name);
        return (constraint: string) => {
          const session = target.withSession(constraint);
          return {
            prepare: (sql: string) => session.prepare(sql),
            batch(statements: D1PreparedStatement[]) {
              queries += statements.length;
              return session.batch(statements);
            },
            getBookmark: () => session.getBookmark(),
          };
        };
      },
    });

  const free = (more = {}) =>
    world.isolate({
      PLAN: "free",
      DB: counted(),
      INDEX_QUEUE: {
        send: async (message) => {
          messages.push(message as IndexMessage);
          return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
        },
      },
      ...more,
    });

  /** Runs an invocation; answers the queries it took. */
  async function measured(run: () => Promise<unknown>): Promise<number> {
    queries = 0;
    await run();
    return queries;
  }

  /** A cron run, then its messages and theirs, one invocation each; answers the queries of each. */
  async function cronAndMessages(client: ReturnType<typeof free>, cron: "sweep" | "hourly" | "daily") {
    const taken = [await measured(() => client[cron]())];
    for (let message = messages.shift(); message !== undefined; message = messages.shift()) {
      const one = message;
      taken.push(await measured(() => client.deliver(one)));
      expect(taken.length).toBeLessThan(90);
    }
    return taken;
  }

  it.each([
    ["tells its progress", true],
    ["tells nothing, so that vectors are looked up", false],
  ])("stays within an invocation's queries and comes to an end where the index %s", async (_, tells) => {
    if (!tells) world.vectorize.describe = async () => ({});
    await world.client.upload(token, FILES);
    const client = free({ EMBEDDING_POOLING: "mean" });
    const taken: number[] = [];
    await world.database.prepare("UPDATE documents SET chunker = 0").run();
    for (const cron of ["sweep", "hourly", "sweep", "daily", "sweep", "sweep", "sweep"] as const) {
      taken.push(...(await cronAndMessages(client, cron)));
      world.clock.advance(5 * MINUTE_MS);
    }
    await world.client.call("DELETE", "/v1/roots/notes", { token });
    for (let round = 0; round < 4; round++) {
      taken.push(...(await cronAndMessages(client, "sweep")));
      world.clock.advance(5 * MINUTE_MS);
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(MAX_QUERIES);
    const { results } = await world.database
      .prepare("SELECT generation, documents, chunks FROM workspaces")
      .all();
    expect(results).toEqual([{ generation: 2, documents: 0, chunks: 0 }]);
    for (const table of ["outbox", "generations", "deletions", "rechunks", "dropped_texts"])
      expect([table, (await world.database.prepare(`SELECT * FROM ${table}`).all()).results]).toEqual([
        table,
        [],
      ]);
  });

  it("sends no message when there is nothing to do", async () => {
    const client = free();
    await cronAndMessages(client, "daily");
    const taken = await cronAndMessages(client, "sweep");
    expect(taken).toHaveLength(1);
    expect(taken.reduce((sum, count) => sum + count)).toBeLessThan(20);
  });

  it("passes over a message that asks for a task of another version", async () => {
    await world.client.upload(token, FILES);
    await free().deliver({ task: "daily" }, { task: "constructor" }, { task: "sweep" });
    const { results } = await world.database.prepare("SELECT kind, error FROM runs").all();
    expect(results).toEqual([{ kind: "queue", error: null }]);
  });

  it("logs each kind of work with what it did", async () => {
    await world.client.upload(token, FILES);
    await cronAndMessages(free(), "daily");
    const { results } = await world.database
      .prepare("SELECT DISTINCT kind FROM runs ORDER BY kind")
      .all<{ kind: string }>();
    expect(results.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["cron", "audit", "queue"]));
  });
});
