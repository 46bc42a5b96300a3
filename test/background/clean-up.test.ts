import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "../../src/background/clean-up.ts";
import { pruneCaches } from "../../src/background/prune-caches.ts";
import { DAY_MS, DEFAULTS, UNDO_MS } from "../../src/config.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("cleaning up", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  beforeEach(async () => {
    await empty("embeddings", "query_results", "dropped_texts", "generations");
  });

  const remove = (workspace: number, path: string) =>
    removeDocuments(here.db, { workspace, root: "notes", paths: [path], nowMs: NOW_MS });
  const keepVectors = (workspace: number, identity: string) =>
    all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      SELECT workspace, '${identity}', embed_hash, x'01', ${NOW_MS} FROM chunks WHERE workspace = ${workspace}`);
  const keepScores = (workspace: number) =>
    all(`INSERT INTO query_results (workspace, query_hash, model, scores, used_at)
      SELECT workspace, 'q', 'm', json_group_object(sent_hash, 0.5), ${NOW_MS} FROM chunks WHERE workspace = ${workspace}`);

  it("drops the vectors of a text that is gone, of every identity compared by or built, its workspace's only", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) {
      await write(workspace, { "a.md": "Gone.\n", "b.md": "Stays.\n" });
      for (const identity of ["fake|cls|2|1", "next|cls|2|1"]) await keepVectors(workspace, identity);
      await all(`INSERT INTO query_results (workspace, query_hash, identity, vector, used_at)
        VALUES (${workspace}, 'q', 'fake|cls|2|1', x'01', 0)`);
    }
    await all(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
      VALUES (${one}, 2, 'next|cls|2|1', 'building', 0, 0)`);
    await remove(one, "a.md");
    await cleanUp(here.db, NOW_MS);
    expect(await all("SELECT workspace, count(*) AS n FROM embeddings GROUP BY 1 ORDER BY 1")).toEqual([
      { workspace: one, n: 2 },
      { workspace: other, n: 4 },
    ]);
    expect(await column("SELECT count(*) FROM query_results")).toEqual([2]);
    expect(await column("SELECT * FROM dropped_texts")).toEqual([]);
  });

  it("drops the scores of a text that is gone, and rows without any, in its workspace only", async () => {
    const [one, other, alone] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) {
      await write(workspace, { "a.md": "Gone.\n", "b.md": "Stays.\n" });
      await keepScores(workspace);
    }
    await write(alone, { "a.md": "Gone.\n" });
    await keepScores(alone);
    for (const workspace of [one, alone]) await remove(workspace, "a.md");
    await cleanUp(here.db, NOW_MS);
    expect(
      await all(
        "SELECT workspace, (SELECT count(*) FROM json_each(scores)) AS n FROM query_results ORDER BY 1",
      ),
    ).toEqual([
      { workspace: one, n: 1 },
      { workspace: other, n: 2 },
    ]);
  });

  it("drops the scores of a text that is gone, and keeps the query's vector beside them", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Gone.\n" });
    await keepScores(workspace);
    await all("UPDATE query_results SET identity = 'i', vector = x'01'");
    await remove(workspace, "a.md");
    await cleanUp(here.db, NOW_MS);
    expect(await all("SELECT scores, hex(vector) AS vector FROM query_results")).toEqual([
      { scores: "{}", vector: "01" },
    ]);
  });

  it("keeps what another chunk of the workspace still says", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Same.\n", "b.md": "Same.\n" });
    await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      SELECT DISTINCT workspace, 'fake|cls|2|1', embed_hash, x'01', 0 FROM chunks WHERE workspace = ${workspace}`);
    await keepScores(workspace);
    await remove(workspace, "a.md");
    await cleanUp(here.db, NOW_MS);
    expect([await column("SELECT 1 FROM embeddings"), await column("SELECT 1 FROM query_results")]).toEqual([
      [1],
      [1],
    ]);
  });

  const ANSWER_MS = DEFAULTS.answerTtlSeconds * 1_000;
  const RECEIPT = "INSERT INTO mutations VALUES ('m', 'r', 1, :at)";
  const WRITE =
    "INSERT INTO idempotency (token, key, request, claim, lease_until, created_at) VALUES ('t', 'k', 'r', 'c', 0, :at)";
  it.each([
    ["an answer", "answers", "INSERT INTO answers VALUES (1, 'r', 1, '', :at)", ANSWER_MS],
    ["the answer of a repeated write", "idempotency", WRITE, DEFAULTS.idempotencyMs],
    ["a call's receipt", "mutations", RECEIPT, DAY_MS + 1],
  ])("drops %s exactly when its time is over", async (_, table, insert, ttl) => {
    await all(`DELETE FROM ${table}`);
    await all(insert.replace(":at", String(NOW_MS)));
    await cleanUp(here.db, NOW_MS + ttl - 1);
    expect(await column(`SELECT count(*) FROM ${table}`)).toEqual([1]);
    await cleanUp(here.db, NOW_MS + ttl);
    expect(await column(`SELECT count(*) FROM ${table}`)).toEqual([0]);
  });

  it("keeps a receipt as long as a row of its run waits for it", async () => {
    await all(RECEIPT.replace(":at", "0"));
    await all(
      "INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks) VALUES (1, 1, 'r', 1, 0, '[]')",
    );
    await cleanUp(here.db, NOW_MS);
    expect(await column("SELECT id FROM mutations")).toEqual(["m"]);
    await all("DELETE FROM sent_calls WHERE run = 'r'");
    await cleanUp(here.db, NOW_MS);
    expect(await column("SELECT id FROM mutations")).toEqual([]);
  });

  it("drops a memory a day after it was forgotten, with what was said of it, and nothing of other memories", async () => {
    const past = (workspace: number, id: string, state: string, leftAt: number) =>
      all(`INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
          times_observed, first_observed, last_observed, tags, entities, metadata)
        VALUES (${workspace}, '${id}', '${state}', ${leftAt}, '', 'fact', 0.5, 3, 0.5, 1, 0, 0, '[]', '[]', '{}')`);
    await past(1, "old", "forgotten", NOW_MS - UNDO_MS);
    await past(1, "fresh", "forgotten", NOW_MS - UNDO_MS + 1);
    await past(1, "replaced", "superseded", 0);
    for (const [workspace, memory] of [
      [1, "old"],
      [1, "fresh"],
      [1, "replaced"],
      [2, "old"],
    ])
      await all(`INSERT INTO memory_observations (workspace, memory, text, type, confidence, at)
        VALUES (${workspace}, '${memory}', '', 'fact', 0.5, 0)`);
    await cleanUp(here.db, NOW_MS);
    expect(await column("SELECT id FROM past_memories ORDER BY id")).toEqual(["fresh", "replaced"]);
    expect(await all("SELECT workspace, memory FROM memory_observations ORDER BY num")).toEqual([
      { workspace: 1, memory: "fresh" },
      { workspace: 1, memory: "replaced" },
      { workspace: 2, memory: "old" },
    ]);
  });

  it("drops what a model wrote, and a query's vector, a month after the last use, no sooner", async () => {
    const month = 30 * DAY_MS;
    for (const [key, usedAt] of [
      ["unused", NOW_MS - month - 1],
      ["used", NOW_MS - month],
    ]) {
      await all(`INSERT INTO generated VALUES (1, 'expansion', '${key}', '', ${usedAt})`);
      await all(`INSERT INTO query_results (workspace, query_hash, used_at) VALUES (1, '${key}', ${usedAt})`);
      await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
        VALUES (1, 'i', '${key}', x'01', ${usedAt})`);
    }
    expect(await pruneCaches(here.db, NOW_MS, 1e9)).toBe(2);
    expect(await column("SELECT key FROM generated")).toEqual(["used"]);
    expect(await column("SELECT query_hash FROM query_results")).toEqual(["used"]);
    expect(await column("SELECT count(*) FROM embeddings")).toEqual([2]);
  });

  it("drops what is unused by its whole key", async () => {
    const old = NOW_MS - 31 * DAY_MS;
    await all(`INSERT INTO generated VALUES (1, 'names', 'k', '', ${old}), (2, 'names', 'k', '', ${NOW_MS}),
      (1, 'context', 'k', '', ${NOW_MS})`);
    await all(`INSERT INTO query_results (workspace, query_hash, used_at) VALUES (1, 'q', ${old}), (2, 'q', ${NOW_MS}),
      (1, 'r', ${NOW_MS})`);
    expect(await pruneCaches(here.db, NOW_MS, 1e9)).toBe(2);
    for (const table of ["generated", "query_results"]) {
      const left = `SELECT workspace FROM ${table} WHERE used_at IN (${old}, ${NOW_MS}) ORDER BY workspace`;
      expect([table, await column(left)]).toEqual([table, [1, 2]]);
    }
  });
});
