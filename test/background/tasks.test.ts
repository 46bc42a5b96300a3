import { describe, expect, it } from "vitest";
import type { TaskContext } from "../../src/background/task-context.ts";
import { TASKS } from "../../src/background/tasks.ts";
import { DAY_MS, DEFAULTS, PLAN_LIMITS, type Plan } from "../../src/config.ts";
import { markRoot } from "../../src/documents/sql/deletions.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { idsFrom } from "../../src/text/time-ordered-id.ts";
import { memoryDatabase } from "../memories/memory-database.ts";
import { LIVE_IDENTITY, NOW_MS } from "../support/worlds/sql-world.ts";
import { IDENTITY, NO_INDEX, notes, taskDatabase } from "./task-database.ts";

const { free } = PLAN_LIMITS;

describe("a slice of a task", () => {
  const { here, all, column, empty, newWorkspace, write, task, count } = taskDatabase();

  it("takes what is gone out of the recall log, then searches older than the days that it is kept", async () => {
    const workspace = await newWorkspace();
    for (const [at, ms] of [NOW_MS - 2 * DAY_MS - 1, NOW_MS - 2 * DAY_MS, NOW_MS].entries())
      await all(`INSERT INTO recalls (workspace, id, at, token, query, profile, hits, outcome, degraded, cached, total_ms, tokens)
        VALUES (${workspace}, '${idsFrom(ms)}-7000-8000-000000000000', ${at}, 't', 'q', 'edge', '[]', 'found', '[]', 0, 1, 1)`);
    await all(
      `INSERT INTO dropped_documents (workspace, root, path, hash) VALUES (${workspace}, 'r', 'p', '')`,
    );
    const slice = task("recalls");
    expect(await slice()).toEqual({ counts: { documents: 1, searches: 3, votes: 0 } });
    expect(await slice()).toEqual({ counts: { pruned: 1 } });
    expect(await column("SELECT at FROM recalls ORDER BY at")).toEqual([1, 2]);
    expect(await slice()).toBeUndefined();
  });

  it("sweeps so many rows as it is given, and is the last where there were fewer", async () => {
    const workspace = await newWorkspace(IDENTITY);
    await write(workspace, notes(5));
    const slice = task("sweep", { sweep: { rows: 1, slices: 2 } });
    expect(await slice()).toMatchObject({ counts: { claimed: 2, embedded: 2 }, isLast: false });
    expect(await slice()).toMatchObject({ counts: { claimed: 2 }, isLast: false });
    expect(await slice()).toMatchObject({ counts: { claimed: 1 }, isLast: true });
  });

  it.each(["free"] as const)("looks vectors up as often as the plan %s allows", async (plan) => {
    const workspace = await newWorkspace(IDENTITY);
    const { sweepLookups } = PLAN_LIMITS[plan];
    await write(workspace, notes(sweepLookups + 1));
    await all("UPDATE chunks SET vector_state = 'embedded'");
    await all(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
      SELECT ${workspace}, 1, 'r', 1, 0, json_group_array(json_array(id, embed_hash)) FROM chunks`);
    const vectors = {
      ...NO_INDEX,
      visible: async (ids: readonly string[]) => ids,
      progress: async () => ({}),
    };
    const { counts } = (await task("sweep", { plan, models: { vectors } })()) ?? {};
    expect(counts?.confirmed).toBe(sweepLookups);
    expect(await column("SELECT count(*) FROM chunks WHERE vector_state = 'embedded'")).toEqual([1]);
  });

  it.each([
    ["as many vectors are not shown as a search compares exactly", free.maxPendingScan, 2],
    ["more are not shown", free.maxPendingScan + 1, 1],
  ])("switches to a generation when %s", async (_, unseen, generation) => {
    const workspace = await newWorkspace(IDENTITY);
    await all(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
      VALUES (${workspace}, 2, '${IDENTITY}', 'building', 0, 0)`);
    await all(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${unseen})
      INSERT INTO generation_chunks SELECT ${workspace}, 2, 'c' || i, 'sent', 1, 0 FROM n`);
    const slice = task("generations");
    await slice();
    expect(await column("SELECT generation FROM workspaces")).toEqual([generation]);
  });

  it("empties deleted roots of its workspace first, then the workspace, as many rows as the plan has", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) {
      await write(workspace, notes(free.sweepRows + 1));
      await markRoot(here.db, { workspace, root: "notes", prefix: "" });
      await all("UPDATE workspaces SET gone_at = 1");
    }
    const slice = task("deletions", { workspace: other });
    const { sweepRows: rows } = free;
    expect(await slice()).toEqual({ counts: { chunks: rows, documents: rows, others: 0 } });
    expect(await slice()).toEqual({ counts: { chunks: 1, documents: 1, others: 0 } });
    expect((await slice())?.counts.others).toBeGreaterThan(0);
    expect(await column("SELECT DISTINCT workspace FROM documents")).toEqual([one]);
    expect(await count("deletions")).toBe(1);
  });

  it.each([["free", 2]] as const)(
    "cuts anew as many documents as the plan %s allows, of its workspace",
    async (plan, most) => {
      const [one, other] = [await newWorkspace(), await newWorkspace()];
      for (const workspace of [one, other]) {
        await write(workspace, notes(most + 1));
        await all(`INSERT INTO rechunks (workspace, started_at) VALUES (${workspace}, 0)`);
      }
      await all("UPDATE documents SET chunker = 0");
      const slice = task("rechunk", { plan, workspace: other });
      expect(await slice()).toEqual({ counts: { documents: most, lost: 0 } });
      expect(await slice()).toEqual({ counts: { documents: 1, lost: 0 } });
      expect(await slice()).toEqual({ counts: { finished: 1 } });
      expect(await slice()).toBeUndefined();
      expect(await column("SELECT workspace FROM rechunks")).toEqual([one]);
    },
  );

  it.each([
    ["contexts", "free", 4],
    ["names", "free", 4],
  ] as const)(
    "asks a text model for %s of as many chunks as the plan %s allows",
    async (name, plan, most) => {
      const [one, other] = [await newWorkspace(), await newWorkspace()];
      const table = name === "contexts" ? "contexts" : "name_requests";
      await all(`DELETE FROM ${table}`);
      for (const workspace of [one, other]) {
        await write(workspace, notes(most + 1));
        await all(`INSERT INTO ${table} (chunk, workspace, document, next_at)
        SELECT id, workspace, document, 0 FROM chunks WHERE workspace = ${workspace}`);
      }
      const answer = JSON.stringify({ context: "Of birds.", names: [], relations: [] });
      const generator = { model: "writer", generate: async () => answer };
      expect(await task(name, { plan, workspace: other })()).toBeUndefined();
      const counts = (await task(name, { plan, workspace: other, models: { generator } })())?.counts ?? {};
      expect(Object.values(counts)).toEqual([most, 0]);
      expect(await column(`SELECT count(*) FROM ${table} GROUP BY workspace ORDER BY workspace`)).toEqual([
        ...[most + 1, 1],
      ]);
    },
  );

  it("counts the memories whose quality changed, and is the last", async () => {
    const workspace = await newWorkspace();
    await write(workspace, notes(1));
    await all("UPDATE documents SET quality = 0.9, kind = 'memory'");
    expect(await task("quality")()).toEqual({ counts: { memories: 1 }, isLast: true });
  });

  it("cleans up at its time, once", async () => {
    const at = NOW_MS - DEFAULTS.answerTtlSeconds * 1_000;
    await all(`DELETE FROM answers`);
    for (const [request, made] of [
      ["kept", at + 1],
      ["dropped", at],
    ])
      await all(`INSERT INTO answers VALUES (1, '${request}', 1, '', ${made})`);
    expect(await task("clean")()).toEqual({ counts: {}, isLast: true });
    expect(await column("SELECT request FROM answers")).toEqual(["kept"]);
  });

  it("keeps what models said of queries to its size", async () => {
    // As long as the sample of the oldest, on average: twice as many bytes as may be kept.
    const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)`;
    await all(`${rows} INSERT INTO query_results (workspace, query_hash, vector, scores, used_at)
      SELECT 1, i, iif(i <= 100, zeroblob(100000), x'01'), iif(i <= 100, hex(zeroblob(24940)), '{}'), ${NOW_MS} FROM n`);
    const fit = Math.floor(DEFAULTS.maxQueryResultBytes / 150_000);
    expect(await task("caches")()).toEqual({ counts: { pruned: 2_000 - fit } });
    expect(await column("SELECT min(num) FROM query_results")).toEqual([2_001 - fit]);
  });

  it("drops old caches, runs and days of searches together", async () => {
    await empty("runs", "search_days", "generated");
    const old = NOW_MS - 100 * DAY_MS;
    await all(`INSERT INTO generated VALUES (1, 'expansion', 'k', '', ${old})`);
    await all(`INSERT INTO runs (kind, started_at, ended_at, work) VALUES ('r', ${old}, 0, '{}')`);
    await all("INSERT INTO search_days (workspace, day, latencies) VALUES (1, '2020-01-01', '[]')");
    const slice = task("caches");
    expect(await slice()).toEqual({ counts: { pruned: 3 } });
    expect(await slice()).toBeUndefined();
  });

  it.each([["free", true]] as const)(
    "audits a page on the plan %s, and is the last: %s",
    async (plan, isLast) => {
      await newWorkspace();
      expect(await task("audit", { plan })()).toMatchObject({ isLast });
    },
  );
});

describe("comparing memories in the background", () => {
  const { here, addWorkspace, create, rows } = memoryDatabase();
  const NEURAL = {
    ...hashEmbedder,
    kind: "neural",
    space: { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 },
  };
  const compare = (plan: Plan, kind: string, workspace: number | undefined = here.workspace) => {
    const vectors = { ...NO_INDEX, nearest: async () => [] };
    const models = { embedder: { ...NEURAL, kind }, reranker: undefined, vectors };
    const settings = { models, plan, now: () => NOW_MS } as unknown as TaskContext["settings"];
    const due = { identities: [], hasStaleIdentity: false, tasks: new Set() } as TaskContext["due"];
    const sweepElsewhere = async () => undefined;
    return TASKS.memories({ settings, session: here.db, workspace, due, sweepElsewhere })();
  };
  /** Memories of different words with one embedding, which wait to be compared. */
  const alike = async (digits: string, into = here.workspace) => {
    // The first two say the same.
    const same: Record<string, string> = { a: "On Fridays it nests.", b: "It nests on Fridays." };
    for (const digit of digits) await create(digit, same[digit] ?? `The ${digit}${digit} nests.`, { into });
    await here.db.batch({
      embedded: [
        here.database.prepare(`INSERT OR REPLACE INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash,
          unhex('000000803F7F00'), 0 FROM chunks WHERE workspace = ${into}`),
        here.database.prepare(`UPDATE chunks SET vector_state = 'embedded' WHERE workspace = ${into}`),
        here.database.prepare(`UPDATE documents SET compared = 0 WHERE workspace = ${into}`),
      ],
    });
  };

  it.each([
    ["neural", 1],
    ["embedded", 0],
  ])("makes one of those that say the same to a model that is %s", async (kind, merged) => {
    await alike("ab");
    expect((await compare("paid", kind))?.counts.merged).toBe(merged);
  });

  it("takes as many at once as the plan allows, of its workspace", async () => {
    const there = await addWorkspace();
    for (const workspace of [here.workspace, there]) await alike("abcdef", workspace);
    expect((await compare("free", "embedded"))?.counts).toEqual({ compared: 4, merged: 0 });
    expect((await compare("paid", "embedded"))?.counts).toEqual({ compared: 2, merged: 0 });
    expect(await rows("SELECT 1 FROM documents WHERE workspace = ?1 AND compared = 0", there)).toHaveLength(
      6,
    );
  });
});
