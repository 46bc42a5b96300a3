import { beforeEach, describe, expect, it } from "vitest";
import { databasesOf } from "../../src/database/several/databases.ts";
import { createBackground } from "../../src/background/scheduled.ts";
import { DAY_MS, DEFAULTS, type Plan } from "../../src/config.ts";
import { markRoot } from "../../src/documents/sql/deletions.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { type Generator, spaceKey } from "../../src/models/ports.ts";
import type { Settings } from "../../src/settings.ts";
import { ROUNDS } from "../support/client.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const IDENTITY = spaceKey(hashEmbedder.space);
/** Of several chunks. */
const LONG = `# A\n\n${"Heron nests. ".repeat(150)}\n\n# B\n\n${"Eels pass. ".repeat(150)}\n`;

describe("a background run", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  beforeEach(async () => {
    await empty("outbox", "contexts", "workspaces", "runs", "rechunks", "deletions", "chunks", "documents");
    await all("DELETE FROM outbox");
  });

  const CONTEXT = JSON.stringify({ context: "Of birds." });
  const background = (
    plan: Plan,
    answer: () => string = () => CONTEXT,
    now: () => number = () => NOW_MS,
    modelBudget: number | undefined = undefined,
  ) => {
    const messages: unknown[] = [];
    const generator: Generator = { model: "writer", generate: async () => answer() };
    const settings = {
      models: { embedder: hashEmbedder, reranker: undefined, vectors: undefined, generator },
      ...{ plan, modelBudget, now, recallLog: { queries: "off", days: 90 } },
      quotas: { modelCalls: 0 },
    } as unknown as Settings;
    const bindings = {
      databases: databasesOf([here.opened.database]),
      queue: { send: async (body: unknown) => messages.push(body) },
    };
    return { ...createBackground(settings, bindings), messages };
  };
  const contextual = async () => {
    const workspace = await newWorkspace(IDENTITY);
    await all(`INSERT INTO contextual_roots (workspace, root) VALUES (${workspace}, 'notes')`);
    await write(workspace, { "a.md": LONG });
    return workspace;
  };
  const pending = () => column("SELECT count(*) FROM chunks WHERE vector_state = 'pending'");
  const runs = () => column("SELECT kind FROM runs ORDER BY num");
  const broken = () => {
    throw new TypeError("a bug");
  };

  it("that fails still has what is left done by a run of its own", async () => {
    await contextual();
    const { queue, messages } = background("free", broken);
    await expect(queue([{ task: "contexts" }, { task: "sweep" }, { task: "clean" }])).rejects.toThrow(
      "a bug",
    );
    expect(messages).toEqual([{ task: "sweep" }, { task: "clean" }]);
    expect(await all("SELECT kind, error FROM runs")).toEqual([{ kind: "contexts", error: "a bug" }]);
  });

  it("goes on with the other kinds of work when one fails, and fails at the end", async () => {
    await contextual();
    const { queue } = background("paid", broken);
    await expect(queue([{ task: "contexts" }, { task: "sweep" }])).rejects.toThrow("a bug");
    expect([await pending(), await runs()]).toEqual([[0], ["contexts", "queue"]]);
  });

  it("fails with the first of several failures", async () => {
    const workspace = await contextual();
    await all(`INSERT INTO name_requests (chunk, workspace, document, next_at)
      SELECT id, workspace, document, 0 FROM chunks WHERE workspace = ${workspace}`);
    let asked = 0;
    const { queue } = background("paid", () => {
      asked += 1;
      throw new TypeError(asked === 1 ? "first" : "later");
    });
    await expect(queue([{ task: "contexts" }, { task: "names" }])).rejects.toThrow("first");
    expect(await column("SELECT error FROM runs ORDER BY num")).toEqual(["first", "later"]);
    await all("DELETE FROM name_requests");
  });

  it("has chunks embedded anew that got a context, in the workspace it was for", async () => {
    const workspace = await contextual();
    const { queue, messages } = background("paid");
    await queue([{ workspace, task: "contexts" }]);
    expect(messages).toEqual([{ workspace, task: "sweep" }]);
  });

  it.each([
    ["just at the end of its time", 0, [{ task: "sweep" }]],
    ["after its time", 1, [{ task: "contexts" }, { task: "sweep" }]],
  ])("begins no slice %s, leaves the rest to another run, and notes when it was", async (_, lateMs, left) => {
    const workspace = await contextual();
    await write(workspace, Object.fromEntries("bcdef".split("").map((name) => [`${name}.md`, LONG])));
    let nowMs = NOW_MS;
    const answer = () => {
      nowMs = NOW_MS + DEFAULTS.runBudgetMs + lateMs;
      return CONTEXT;
    };
    const { queue, messages } = background("paid", answer, () => nowMs);
    await queue([{ task: "contexts" }]);
    expect(messages).toEqual(left);
    expect(await all("SELECT kind, started_at AS began, ended_at AS ended FROM runs")).toEqual([
      { kind: "contexts", began: NOW_MS, ended: nowMs },
    ]);
  });

  it("asks for another run where its bounds left something, and for none where they did not", async () => {
    const workspace = await newWorkspace(IDENTITY);
    await write(workspace, { "a.md": "A.\n" });
    await markRoot(here.db, { workspace, root: "notes", prefix: "" });
    const { queue, messages } = background("free");
    await queue([{ task: "deletions" }]);
    await queue([{ task: "sweep" }]);
    expect(messages).toEqual([{ workspace: undefined, task: "deletions" }]);
  });

  it("sends no messages without end for what waits for the day's model calls", async () => {
    const workspace = await contextual();
    await all(`INSERT INTO name_requests (chunk, workspace, document, next_at)
      SELECT id, workspace, document, 0 FROM chunks WHERE workspace = ${workspace}`);
    const { queue, messages } = background("free", broken, () => NOW_MS, 0);
    await queue([{ task: "sweep" }]);
    for (let handled = 0; handled < messages.length && handled < 20; handled++)
      await queue([messages[handled] as { readonly task: string }]);
    expect(messages.length).toBeLessThan(10);
    await all("DELETE FROM name_requests");
  });

  const deletes = (workspace: number, count: number) =>
    all(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO outbox (workspace, chunk, op, next_at) SELECT ${workspace}, 'w${workspace} ' || i, 'delete', 0 FROM n`);
  const outbox = () => column("SELECT count(*) FROM outbox GROUP BY workspace ORDER BY workspace");

  it("after a search sweeps a hundred rows of its workspace, and leaves the others to a message", async () => {
    const [one, other] = [await newWorkspace(IDENTITY), await newWorkspace(IDENTITY)];
    for (const workspace of [one, other]) await deletes(workspace, 201);
    const { afterSearch, messages } = background("paid");
    await afterSearch({ workspace: other, database: 1 });
    expect([await outbox(), messages]).toEqual([[201, 101], [{ workspace: other, task: "sweep" }]]);
    expect(await all("SELECT workspace, kind, work ->> 'removed' AS removed FROM runs")).toEqual([
      { workspace: other, kind: "search", removed: 100 },
    ]);
  });

  it("after a search on the free plan only asks for a run of its own", async () => {
    const workspace = await newWorkspace(IDENTITY);
    await deletes(workspace, 1);
    const { afterSearch, messages } = background("free");
    await afterSearch({ workspace, database: 1 });
    expect([await outbox(), messages, await runs()]).toEqual([[1], [{ workspace, task: "sweep" }], []]);
  });

  it("of a message also does what is due of a text model and of comparing, once", async () => {
    const workspace = await contextual();
    await all("UPDATE documents SET compared = 0");
    await all(`INSERT INTO name_requests (chunk, workspace, document, next_at)
      SELECT id, workspace, document, 0 FROM chunks WHERE workspace = ${workspace}`);
    const { queue, messages } = background("free");
    await queue([
      { workspace, task: "sweep" },
      { workspace, task: "names" },
    ]);
    expect(messages.slice(0, 3)).toEqual(
      ["names", "contexts", "memories"].map((task) => ({ workspace, task })),
    );
    await all("DELETE FROM name_requests");
  });

  it.each([
    ["one workspace does its work", (one: number) => [one], 1],
    ["two workspaces does that of both", (one: number, other: number) => [one, other], 0],
    ["one, with another for all, does that of all", (one: number) => [one, undefined], 0],
  ])("of messages for %s", async (_, messagesOf, left) => {
    const [one, other] = [await newWorkspace(IDENTITY), await newWorkspace(IDENTITY)];
    for (const workspace of [one, other]) await write(workspace, { "a.md": "A.\n" });
    await background("paid").queue(messagesOf(one, other).map((workspace) => ({ workspace })));
    expect(await pending()).toEqual([left]);
  });

  it("does what it knows of messages that name other work, and notes nothing where there was none", async () => {
    await background("paid").queue([{ task: "toString" }, { task: "of another version" }, { task: "sweep" }]);
    expect(await runs()).toEqual([]);
  });

  it("by cron merges the keyword indexes that were written to lately, and no others", async () => {
    const [late, early] = [await newWorkspace(IDENTITY), await newWorkspace(IDENTITY)];
    for (const workspace of [late, early])
      for (let at = 0; at < 5; at++) await write(workspace, { [`${at}.md`]: `Gull ${at}.\n` });
    await all(`UPDATE workspaces SET indexed_at = ${NOW_MS} WHERE num = ${late}`);
    await all(`UPDATE workspaces SET indexed_at = ${NOW_MS - 2 * DAY_MS} WHERE num = ${early}`);
    const segments = async (workspace: number) =>
      (await column(`SELECT count(DISTINCT segid) FROM chunks_fts_${workspace}_idx`))[0];
    const before = await segments(early);
    await background("paid").cron(ROUNDS.sweep);
    expect([await segments(late), await segments(early)]).toEqual([1, before]);
    expect(before).toBeGreaterThan(1);
  });

  it("by cron does what makes work for the sweep first, and daily upkeep last", async () => {
    const workspace = await contextual();
    await markRoot(here.db, { workspace, root: "gone", prefix: "" });
    await all("INSERT INTO deletions (workspace, root, prefix, at) VALUES (1, 'r', '', 1)");
    await all("UPDATE documents SET compared = 0");
    const { cron, messages } = background("free");
    await cron(ROUNDS.daily);
    const tasks = [
      "deletions",
      "sweep",
      "memories",
      "contexts",
      "recalls",
      "clean",
      "merges",
      "caches",
      "quality",
      "audit",
    ];
    expect(messages).toEqual([...tasks.slice(1), "deletions"].map((task) => ({ task })));
  });

  it.each([
    ["every five minutes leaves what is parked and old", ROUNDS.sweep, "parked", 0],
    ["hourly begins to cut anew what an older chunker cut", ROUNDS.hourly, "parked", 1],
    ["daily gives what is parked new attempts", ROUNDS.daily, "due", 0],
  ])("by cron %s", async (_, cron, state, rechunks) => {
    const workspace = await newWorkspace(IDENTITY);
    await write(workspace, { "a.md": "A.\n" });
    await all("UPDATE documents SET chunker = chunker - 1");
    await all(
      `INSERT INTO outbox (workspace, chunk, op, state, next_at) SELECT workspace, id, 'upsert', 'parked', 0 FROM chunks`,
    );
    // The one kind of work of the free plan is something else.
    await all("INSERT INTO deletions (workspace, root, prefix, at) VALUES (1, 'r', '', 1)");
    await background("free").cron(cron);
    expect(await column("SELECT state FROM outbox")).toEqual([state]);
    expect(await column("SELECT count(*) FROM rechunks")).toEqual([rechunks]);
  });

  it("looks after workspaces that live by a model which is no more: their work waits, and the next is planned", async () => {
    const workspace = await newWorkspace("gone|cls|2|1");
    await write(workspace, { "a.md": "A.\n" });
    await background("paid").queue([{ task: "sweep" }]);
    expect(await all("SELECT attempts, failures, last_error FROM outbox")).toEqual([
      {
        attempts: 0,
        failures: 1,
        last_error: expect.stringContaining("capacity: Nothing here embeds as gone"),
      },
    ]);
    await background("free").cron(ROUNDS.sweep);
    expect(await column("SELECT identity FROM generations WHERE state = 'building'")).toContain(IDENTITY);
    await all("DELETE FROM generations");
  });
});
