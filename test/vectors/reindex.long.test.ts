import { beforeEach, describe, expect, it } from "vitest";
import { CHUNKER_VERSION } from "../../src/config.ts";
import { reindex, reindexWork } from "../../src/vectors/reindex.ts";
import type { WorkspaceRow } from "../../src/workspaces/sql/workspace-store.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MINUTE_MS = 60_000;
const NEXT = "next|cls|2|1";

describe("indexing anew", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  let other = 0;
  beforeEach(async () => {
    await empty("generations", "rechunks", "workspaces", "chunks", "documents", "outbox");
    workspace = await newWorkspace();
    other = await newWorkspace();
  });
  const generation = (num: number, state: string, done: number, startedAt = NOW_MS - MINUTE_MS) =>
    all(`INSERT INTO generations (workspace, num, identity, state, done, started_at, next_at, last_error)
      VALUES (${workspace}, ${num}, '${NEXT}', '${state}', ${done}, ${startedAt}, 0, 'e${num}')`);
  const work = (chunks = 100) => reindexWork(here.db, { num: workspace, chunks }, NOW_MS);
  const iso = (ms: number) => new Date(ms).toISOString();

  it.each([
    ["that has not begun", 0, 0, null],
    ["of a quarter", 25, 25, iso(NOW_MS + 3 * MINUTE_MS)],
    ["of all but one", 99, 99, iso(NOW_MS + Math.floor(MINUTE_MS / 99))],
    ["of all", 100, 100, null],
    ["of more than there are by now", 120, 100, null],
  ])("tells when work %s ends", async (_, done, told, endsAt) => {
    await generation(2, "building", done);
    expect(await work()).toEqual([
      {
        ...{ kind: "identity", unit: "chunks", done: told, total: 100, endsAt, lastError: "e2" },
        startedAt: iso(NOW_MS - MINUTE_MS),
      },
    ]);
  });

  it("tells of what is built and what is emptied, in their order, and not of what settles", async () => {
    await generation(4, "building", 1);
    await generation(3, "settling", 1);
    await generation(2, "retiring", 1);
    expect((await work()).map(({ kind, lastError }) => [kind, lastError])).toEqual([
      ["old_vectors", "e2"],
      ["identity", "e4"],
    ]);
  });

  it.each([
    ["of an older chunker, but for those given up", 0, 1],
    ["after the last that was cut, when all are", 1, 2],
  ])("counts as left the documents %s", async (_, recutAll, left) => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    await write(other, { "a.md": "A.\n" });
    const [first] = await column(`SELECT num FROM documents WHERE workspace = ${workspace} ORDER BY num`);
    await all(`UPDATE documents SET chunker = ${CHUNKER_VERSION - 1} WHERE path = 'a.md'`);
    await all(`UPDATE documents SET chunker = ${-CHUNKER_VERSION} WHERE path = 'b.md'`);
    await all(`INSERT INTO rechunks (workspace, recut_all, cursor, done, started_at)
      VALUES (${workspace}, ${recutAll}, ${first}, 4, ${NOW_MS - 4 * MINUTE_MS})`);
    expect(await work()).toEqual([
      {
        ...{ kind: "chunker", unit: "documents", done: 4, total: 4 + left, lastError: null },
        ...{ startedAt: iso(NOW_MS - 4 * MINUTE_MS), endsAt: iso(NOW_MS + left * MINUTE_MS) },
      },
    ]);
  });

  const ask = async (wish: { failed?: boolean; all?: boolean }, identity: string) => {
    const [row] = await all<WorkspaceRow>(`SELECT *, num FROM workspaces WHERE num = ${workspace}`);
    const context = { session: here.db, workspace, nowMs: NOW_MS, row };
    const asked = { failed: false, all: false, ...wish };
    return reindex(context as unknown as Parameters<typeof reindex>[0], asked, identity);
  };
  const begun = () => all("SELECT workspace, identity, fresh FROM generations ORDER BY workspace");
  const recut = () => all("SELECT workspace, recut_all AS isAll FROM rechunks ORDER BY workspace");

  it.each([
    ["what is stale", {}, LIVE_IDENTITY, [], 0],
    ["what is of another model", {}, NEXT, [0, 0], 0],
    ["everything", { all: true }, LIVE_IDENTITY, [1], 1],
    ["everything, with another model", { all: true }, NEXT, [0, 0], 1],
    ["everything, and what failed", { all: true, failed: true }, LIVE_IDENTITY, [1], 1],
  ])("begins with %s", async (_, wish, identity, fresh, isAll) => {
    for (const one of [workspace, other]) await write(one, { "a.md": "A.\n" });
    await all("UPDATE documents SET chunker = 0");
    await ask(wish, identity);
    expect((await begun()).map((one) => one.fresh)).toEqual(fresh);
    expect(await recut()).toEqual([{ workspace, isAll }]);
  });

  it("of what failed gives that of its workspace new attempts, and begins nothing", async () => {
    for (const one of [workspace, other]) await write(one, { "a.md": "A.\n" });
    await all("UPDATE documents SET chunker = 0");
    await all(
      `INSERT INTO outbox (workspace, chunk, op, state, next_at) SELECT workspace, id, 'upsert', 'parked', 0 FROM chunks`,
    );
    expect(await ask({ failed: true }, NEXT)).toEqual({ retried: 1, work: [] });
    expect([await begun(), await recut()]).toEqual([[], []]);
    expect(await column("SELECT state FROM outbox ORDER BY workspace")).toEqual(["due", "parked"]);
  });
});
