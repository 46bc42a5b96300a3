import { describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, testEnv } from "../../support/client.ts";
import { createWorld } from "../../support/worlds/world.ts";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `notes/n${at}.md`,
    `# Note ${at}\n\nThe harbour crane number ${at} lifts containers. Its signing key rotates on day ${at}.\n`,
  ]),
);

type Item = { status: string; answer: { hits: readonly { id: string; citation: string }[] } };

describe("searches at once", () => {
  const here = localWorkspace(FILES);
  const many = (searches: readonly object[]) =>
    here.client.call("POST", "/v1/searches", { token: here.token, body: { searches } });

  it("are answered as each is by itself, in their order", async () => {
    const queries = Array.from({ length: 20 }, (_, at) => ({ query: `crane number ${at}`, limit: 3 }));
    const { status, body } = await many(queries);
    expect(status).toBe(200);
    expect(body.results).toHaveLength(20);
    for (const [at, { query, ...more }] of queries.entries()) {
      const alone = await here.client.search(here.token, query, more);
      const { status: of, answer } = body.results[at] as Item;
      expect(of).toBe("answered");
      expect(answer.hits).toEqual(alone.body.hits);
    }
  });

  it("fail each by itself", async () => {
    const { status, body } = await many([
      { query: "crane" },
      { query: "crane", settings: { "no.such": 1 } },
      { query: "crane", cursor: "nonsense" },
    ]);
    expect(status).toBe(200);
    expect(body.results.map((item: Item) => item.status)).toEqual(["answered", "failed", "failed"]);
    expect(body.results[2].error).toEqual({
      code: "invalid_input",
      message: "cursor: send the `nextCursor` of an answer that this token got",
    });
  });

  it.each([[[]], [Array.from({ length: 21 }, () => ({ query: "crane" }))], [[{ query: 5 }]]])(
    "are refused where there are none, too many or wrong ones",
    async (searches) => {
      const { status, body } = await many(searches);
      expect([status, body.error.code]).toEqual([400, "invalid_input"]);
    },
  );
});

/** The database, whose batches are counted. */
function countingBatches(database: D1Database) {
  const seen = { batches: 0 };
  const session = (opened: D1DatabaseSession): D1DatabaseSession => ({
    prepare: (sql) => opened.prepare(sql),
    batch: (statements) => {
      seen.batches += 1;
      return opened.batch(statements);
    },
    getBookmark: () => opened.getBookmark(),
  });
  const counted = new Proxy(database, {
    get: (of, name: keyof D1Database) =>
      name === "withSession"
        ? (from?: string) => session(of.withSession(from))
        : (of[name] as (...given: unknown[]) => unknown).bind(of),
  });
  return { seen, counted };
}

describe("twenty searches at once", () => {
  const here = localWorkspace(FILES);

  it("ask the database at most one and a half times as often as one", async () => {
    const { seen, counted } = countingBatches(here.database.database);
    const client = createClient(local as never, testEnv(counted));
    const batchesOf = async (searches: readonly object[]): Promise<number> => {
      const before = seen.batches;
      const { status } = await client.call("POST", "/v1/searches", { token: here.token, body: { searches } });
      expect(status).toBe(200);
      return seen.batches - before;
    };
    const asked = (at: number) => ({ query: `which crane has the key of day ${at}`, log: false });
    await batchesOf([asked(99)]);
    const one = await batchesOf([asked(98)]);
    const twenty = await batchesOf(Array.from({ length: 20 }, (_, at) => asked(at)));
    expect(one).toBeGreaterThan(0);
    expect(twenty).toBeLessThanOrEqual(1.5 * one);
  });
});

describe("twenty searches at once, by meaning", () => {
  it("embed their queries together, each call counted once", async () => {
    const world = await createWorld();
    try {
      const token = await world.client.workspace("default");
      await world.client.upload(token, FILES);
      await world.client.sweep();
      const searches = Array.from({ length: 20 }, (_, at) => ({
        query: `crane of day ${at}`,
        profile: "vector",
      }));
      const before = world.ai.calls.length;
      const { body } = await world.client.call("POST", "/v1/searches", { token, body: { searches } });
      const embedding = world.ai.calls.slice(before).filter(({ texts }) => texts > 0);
      // One call; whatever else the machine does may come between queries, and part them.
      expect(embedding.length).toBeLessThanOrEqual(4);
      const used = body.results.map(
        ({ answer }: { answer: { use: { textsEmbedded: number } } }) => answer.use,
      );
      const sum = (name: string) =>
        used.reduce((so: number, use: Record<string, number>) => so + (use[name] ?? 0), 0);
      expect([sum("textsEmbedded"), sum("modelCalls")]).toEqual([20, embedding.length]);
      for (const { answer } of body.results) {
        expect(answer.degraded).toEqual([]);
        expect(answer.hits.length).toBeGreaterThan(0);
      }
    } finally {
      await world.dispose();
    }
  });
});
