import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../src/contract/common.ts";
import type { Outage } from "../../src/contract/outages.ts";
import { createRootMemory, readStatus } from "../../src/workspaces/sql/status-reads.ts";
import { findAccess } from "../../src/workspaces/sql/token-store.ts";
import { workspaceStatus } from "../../src/workspaces/status.ts";
import { claimsOf } from "../support/known-token.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("what status reads", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  const LINES = [1, 2, 3].map((line) => ({ startLine: line, endLine: line }));
  let workspace = 0;
  let other = 0;
  beforeEach(async () => {
    [workspace, other] = [await newWorkspace(), await newWorkspace()];
    for (const of of [workspace, other]) {
      await write(of, { "a.md": "One.\nTwo.\nThree.\n" }, { chunks: LINES });
      await write(of, { "b.md": "Four.\n" });
    }
  });
  const chunks = async (path: string, of = workspace) =>
    (await column(`SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document
      WHERE d.workspace = ${of} AND d.path = '${path}' ORDER BY c.ordinal`)) as string[];
  const outbox = (chunk: string, state: string, error: string | null = null, of = workspace) =>
    all(`INSERT OR REPLACE INTO outbox (workspace, chunk, op, state, next_at, last_error)
      VALUES (${of}, '${chunk}', 'upsert', '${state}', 1, ${error === null ? "NULL" : `'${error}'`})`);
  const asked = (table: string, chunk: string, error: string | null = null, of = workspace) =>
    all(`INSERT OR REPLACE INTO ${table} (chunk, workspace, document, attempts, next_at, last_error)
      VALUES ('${chunk}', ${of}, 1, 0, 0, ${error === null ? "NULL" : `'${error}'`})`);
  /** As an isolate reads it that knows nothing yet. */
  const status = (memory = createRootMemory(), { version = 0, nowMs = NOW_MS } = {}) =>
    readStatus(here.db, { num: workspace, version, nowMs }, memory);
  const counts = async () => (await status()).counts;

  it("counts a document once however many of its passages failed, and the failed work by passage", async () => {
    const [first = "", second = "", third = ""] = await chunks("a.md");
    const [single = ""] = await chunks("b.md");
    for (const chunk of [first, second]) await outbox(chunk, "parked");
    await outbox(third, "due");
    expect(await counts()).toMatchObject({ failedDocuments: 1, failedWork: 2 });
    await outbox(single, "parked");
    await outbox("a chunk that is gone", "parked");
    for (const chunk of await chunks("a.md", other)) await outbox(chunk, "parked", null, other);
    expect(await counts()).toMatchObject({ failedDocuments: 2, failedWork: 4 });
  });

  it("names the documents that failed, those with the most first, with what was met", async () => {
    const [first = "", second = ""] = await chunks("a.md");
    const [single = ""] = await chunks("b.md");
    const failures = async () => (await status()).failures;
    expect(await failures()).toEqual([]);
    await outbox(single, "parked", "Too long");
    for (const chunk of [first, second]) await outbox(chunk, "parked", chunk === first ? "No quota" : null);
    for (const chunk of await chunks("a.md", other)) await outbox(chunk, "parked", "Theirs", other);
    expect(await failures()).toEqual([
      { root: "notes", path: "a.md", chunks: 2, error: "No quota" },
      { root: "notes", path: "b.md", chunks: 1, error: "Too long" },
    ]);
  });

  it("counts passages by how far their vectors are", async () => {
    const set = (path: string, at: number, state: string, of = workspace) =>
      all(`UPDATE chunks SET vector_state = '${state}' WHERE ordinal = ${at} AND document =
        (SELECT num FROM documents WHERE workspace = ${of} AND path = '${path}')`);
    await set("a.md", 0, "embedded");
    await set("a.md", 1, "visible");
    await set("a.md", 2, "failed");
    await set("a.md", 0, "embedded", other);
    expect(await counts()).toMatchObject({ pendingChunks: 2, invisibleVectors: 1 });
  });

  it("counts what a text model is still to be asked, of this workspace", async () => {
    const [first = "", second = "", third = ""] = await chunks("a.md");
    const [theirs = ""] = await chunks("a.md", other);
    for (const chunk of [first, second, third]) await asked("contexts", chunk);
    for (const chunk of [first, second]) await asked("name_requests", chunk);
    for (const table of ["contexts", "name_requests"]) await asked(table, theirs, null, other);
    expect(await counts()).toMatchObject({ pendingContexts: 3, pendingNames: 2 });
  });

  it("tells of the newest error of the vectors, else of one of the contexts, else of one of the names", async () => {
    const [first = "", second = "", third = ""] = await chunks("a.md");
    const [theirs = ""] = await chunks("a.md", other);
    for (const table of ["contexts", "name_requests"]) await asked(table, theirs, "of another", other);
    await outbox(theirs, "due", "of another", other);
    expect((await counts()).lastError).toBeNull();
    await asked("name_requests", first, "names");
    expect((await counts()).lastError).toBe("names");
    await asked("contexts", first, "contexts");
    expect((await counts()).lastError).toBe("contexts");
    await outbox(first, "due", "older");
    await outbox(second, "due", "newer");
    await outbox(third, "due");
    expect((await counts()).lastError).toBe("newer");
  });

  it("lists roots by name with what can be reached of them, and when they were indexed last", async () => {
    await write(workspace, { "z.md": "Old.\n" }, { root: "archive", nowMs: NOW_MS - 5 });
    await write(workspace, { "c.md": "Newest.\n" }, { nowMs: NOW_MS + 7 });
    await write(workspace, { "gone/d.md": "Deleted.\n" });
    await all(`INSERT INTO deletions (workspace, root, prefix, at)
      SELECT ${workspace}, 'notes', 'gone/', max(version) FROM documents WHERE workspace = ${workspace}`);
    const { roots } = await status();
    expect(roots).toEqual([
      { root: "archive", documents: 1, chunks: 1, bytes: 5, indexedAt: NOW_MS - 5 },
      { root: "notes", documents: 3, chunks: 5, bytes: 31, indexedAt: NOW_MS + 7 },
    ]);
  });

  it("adds up roots once a version, and again after a minute", async () => {
    const memory = createRootMemory();
    const version = async () =>
      Number((await column(`SELECT version FROM workspaces WHERE num = ${workspace}`))[0]);
    const bytes = async (nowMs = NOW_MS) =>
      (await status(memory, { version: await version(), nowMs })).roots.map((root) => root.bytes);
    expect(await bytes()).toEqual([23]);
    // Not as a write changes it, which raises the version.
    await all(`UPDATE documents SET bytes = 100 WHERE workspace = ${workspace} AND path = 'b.md'`);
    expect(await bytes(NOW_MS + 59_999)).toEqual([23]);
    expect(await bytes(NOW_MS + 60_000)).toEqual([117]);
    await write(workspace, { "c.md": "Five.\n" });
    expect(await bytes()).toEqual([123]);
    await write(other, { "c.md": "Six.\n" });
    expect(await bytes()).toEqual([123]);
  });

  it("is answered with the workspace's own row, the parts at work and the sums of the roots", async () => {
    const row = (await findAccess(here.db, claimsOf({ workspace }))).workspace;
    if (row === undefined) throw new Error("There is no workspace");
    const work = { kind: "chunker", unit: "documents", done: 1, total: 2 } as never;
    const outage = { part: "embedder", reason: "timeout", message: "No answer within 4000 ms" } as const;
    const statusFor = (scope: Scope, outages: Outage[] = [outage]) =>
      workspaceStatus(
        {
          session: here.db,
          claims: { id: "t", workspace, scope, expiresAt: null },
          nowMs: NOW_MS,
          workspace,
          row: { ...row, name: "Mine", version: 7 },
        } as never,
        {
          ...{ embedder: "e", reranker: "r", vectors: "v", plan: "free" },
          rootMemory: createRootMemory(),
          reindexWork: async () => [work],
          outages: () => outages,
        },
      );
    const answer = await statusFor("write");
    expect(answer).toMatchObject({
      ...{ workspace: row.slug, name: "Mine", scope: "write", version: 7 },
      ...{ documents: 2, chunks: 4, bytes: 23, reindex: [work] },
      roots: [{ root: "notes", documents: 2, bytes: 23, indexedAt: new Date(NOW_MS).toISOString() }],
      index: { embedder: "e", reranker: "r", vectors: "v", indexedAt: new Date(NOW_MS).toISOString() },
      searches: { day: "2026-06-01", count: 0, p50Ms: null, p95Ms: null, days: [] },
      plan: { plan: "free", returnsAt: "2026-06-02T00:00:00.000Z", left: { rowsWritten: 1, neurons: 1 } },
    });
    expect(answer.roots[0]).not.toHaveProperty("chunks");
    expect(answer).not.toHaveProperty("outages");
    expect((await statusFor("admin")).outages).toEqual([outage]);
    expect(await statusFor("admin", [])).not.toHaveProperty("outages");
  });
});
