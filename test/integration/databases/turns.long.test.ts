import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env, IndexMessage } from "../../../src/env.ts";
import { ROUNDS, type TestClient } from "../../support/client.ts";
import { type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

const COUNT = 4;
const slugs = Array.from({ length: COUNT }, (_, at) => `w${at + 1}`);

let many: ManyDatabases;
let client: TestClient;
const sent: IndexMessage[] = [];
const tokens: string[] = [];
const queue = {
  send: async (message: IndexMessage) => {
    sent.push(message);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  },
};
/** Takes what was sent. */
const taken = (): IndexMessage[] => sent.splice(0);
const pending = async (): Promise<number[]> => {
  const counts: number[] = [];
  for (let database = 1; database <= COUNT; database++) {
    const [row] = await many.rows(
      database,
      "SELECT count(*) AS n FROM chunks WHERE vector_state = 'pending'",
    );
    counts.push(Number(row?.n));
  }
  return counts;
};
const push = async (name: string) => {
  for (const token of tokens)
    await client.upload(token, { [`${name}.md`]: `# ${name}\n\nHerons eat frogs.\n` });
};

beforeAll(async () => {
  many = await openManyDatabases(COUNT);
  client = many.isolate({ INDEX_QUEUE: queue });
  for (const slug of slugs) tokens.push(await client.workspace(slug));
});
afterAll(() => many.dispose());

describe("the background of four databases", () => {
  it("is told of a write by a message that names the database, the first one by none", async () => {
    taken();
    await push("told");
    expect(taken()).toEqual(
      slugs.map((_, at) => ({ workspace: at + 1, task: "sweep", ...(at > 0 && { database: at + 1 }) })),
    );
    expect(await pending()).toEqual([1, 1, 1, 1]);
  });

  it("has a turn of cron for each, which works there alone", async () => {
    await client.sweep();
    const turns = taken();
    expect(turns).toEqual(
      [2, 3, 4].map((database) => ({ task: "cron", database, scheduledMs: ROUNDS.sweep })),
    );
    expect(await pending()).toEqual([0, 1, 1, 1]);
    for (const turn of turns) await client.deliver(turn);
    expect(await pending()).toEqual([0, 0, 0, 0]);
    for (const database of [2, 3, 4])
      expect(await many.rows(database, "SELECT kind FROM runs WHERE error IS NOT NULL")).toEqual([]);
  });

  it("works on one database in an invocation, and sends the messages for others on, each once", async () => {
    await push("batched");
    taken();
    const of = (database: number) => ({ workspace: database, task: "sweep", database });
    await client.deliver(of(3), of(2), of(3), of(2), of(4));
    expect(await pending()).toEqual([1, 1, 0, 1]);
    expect(taken()).toEqual([of(2), of(4)]);
    await client.deliver({ workspace: 1, task: "sweep" }, of(2));
    expect(await pending()).toEqual([0, 1, 0, 1]);
    for (const database of [2, 4]) await client.deliver(of(database));
    expect(await pending()).toEqual([0, 0, 0, 0]);
  });

  it("does a day's work in every database, and the directory's where there are several", async () => {
    taken();
    await client.daily();
    const turns = taken().filter(({ task }) => task === "cron");
    expect(turns.map(({ database }) => database)).toEqual([2, 3, 4]);
    await many.databases[0]?.prepare("DELETE FROM directory WHERE num IN (2, 4)").run();
    for (const turn of turns) await client.deliver(turn);
    expect(await many.rows(1, "SELECT num, slug, database FROM directory ORDER BY num")).toEqual(
      slugs.map((slug, at) => ({ num: at + 1, slug, database: at + 1 })),
    );
  });

  it("goes on in the others while one of them fails, the first one or another", async () => {
    await push("failing");
    for (const name of ["DB", "DB_3"] as const) {
      taken();
      const down = {
        withSession: () => {
          throw new Error("D1_ERROR: Network connection lost.");
        },
      } as unknown as D1Database;
      const isolate = many.isolate({ INDEX_QUEUE: queue, [name]: down } as Partial<Env>);
      const ended = await isolate.sweep().then(
        () => "well",
        () => "failed",
      );
      expect(ended).toBe(name === "DB" ? "failed" : "well");
      const turns = taken();
      expect(turns).toHaveLength(3);
      for (const turn of turns) await isolate.deliver(turn).catch(() => undefined);
      expect(await pending()).toEqual(name === "DB" ? [1, 0, 0, 0] : [0, 0, 0, 0]);
    }
  });

  it("drops a message for a database that is not bound, and keeps nothing from its turn", async () => {
    await push("unbound");
    await client.deliver({ task: "cron", database: 9, scheduledMs: ROUNDS.sweep });
    await client.deliver({ workspace: 2, task: "sweep", database: 2 });
    expect((await pending())[1]).toBe(0);
  });

  it("is shown to its owner in pages over all of them, and counted together", async () => {
    const token = await client.owner();
    const kinds: string[] = [];
    let cursor = "";
    for (;;) {
      const { body } = await client.call("GET", `/v1/runs?limit=2${cursor}`, { token });
      kinds.push(...body.runs.map(({ startedAt }: { startedAt: string }) => startedAt));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    let all = 0;
    for (let database = 1; database <= COUNT; database++)
      all += Number((await many.rows(database, "SELECT count(*) AS n FROM runs"))[0]?.n);
    expect(kinds).toHaveLength(all);
    expect(kinds).toEqual(kinds.toSorted().toReversed());
    const { body } = await client.call("GET", "/v1/deployment", { token });
    expect(body.workspaces).toBe(COUNT);
    expect(
      body.databases.map((one: { database: number; workspaces: number }) => [one.database, one.workspaces]),
    ).toEqual([1, 2, 3, 4].map((database) => [database, 1]));
    expect(body.databaseBytes).toBe(
      body.databases.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0),
    );
  });
});
