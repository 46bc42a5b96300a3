import { describe, expect, it } from "vitest";
import { giveFeedback, listFeedback, takeFeedback } from "../../src/recalls/feedback.ts";
import { deleteRecalls, pageOfRecalls, recallAnswer, reportRecalls } from "../../src/recalls/recalls.ts";
import { clearRecalls, type RecallRow } from "../../src/recalls/sql/recall-reads.ts";
import { NOW_MS, recallDatabase, searchId } from "./recall-database.ts";

const ROW: RecallRow = {
  ...{ id: searchId(NOW_MS), at: NOW_MS, token: "t1", session: null, query: "q", queryHash: null },
  ...{ profile: "edge", settingsHash: null, filters: null, outcome: "found", degraded: "[]", cached: 0 },
  ...{ totalMs: 1, tokens: 1, hits: "[]", gone: "[]", votes: "[]" },
};
const hit = (path: string, startLine: number, endLine: number) => ({
  ...{ chunk: path, root: "notes", path, startLine, endLine, score: 1, arms: {} },
});

describe("a logged search", () => {
  it("cites one line or several, and the best hit whose document is there", () => {
    const hits = JSON.stringify([hit("a", 1, 1), hit("b", 2, 2), hit("c", 3, 5)]);
    const answer = recallAnswer({ ...ROW, hits, gone: "[0]" });
    expect(answer.hits.map(({ rank, citation }) => [rank, citation])).toEqual([
      [1, null],
      [2, "notes:b#L2"],
      [3, "notes:c#L3-L5"],
    ]);
    expect([answer.hitCount, answer.best]).toEqual([3, "notes:b#L2"]);
    expect(recallAnswer({ ...ROW, hits, gone: "[0,1,2]" }).best).toBeNull();
  });

  it.each([
    [1, true],
    [0, false],
  ] as const)("says whether its answer was a kept one: %i", (cached, said) => {
    expect(recallAnswer({ ...ROW, cached }).cached).toBe(said);
  });

  it("counts votes by hit, and by document in the order of their names, but for those that are gone", () => {
    const votes = [
      ["b", 1, 2, "notes", "b"],
      ["b", -1, 3, "notes", "b"],
      ["b2", 1, 4, "notes", "b"],
      ["a", 1, 1, "notes", "a"],
      ["c", -1, 5, null, null],
    ];
    const hits = JSON.stringify([hit("b", 1, 1), hit("a", 1, 1)]);
    const answer = recallAnswer({ ...ROW, hits, votes: JSON.stringify(votes) });
    expect(answer.votes).toEqual({ up: 7, down: 8 });
    expect(answer.hits.map((one) => one.votes)).toEqual([
      { up: 2, down: 3 },
      { up: 1, down: 0 },
    ]);
    expect(answer.judged).toEqual([
      { root: "notes", path: "a", up: 1, down: 0 },
      { root: "notes", path: "b", up: 6, down: 3 },
    ]);
  });
});

describe("the recall log", () => {
  const { here, chunks, addWorkspace, push, remove, hits, log, vote, rows, context } = recallDatabase();

  it.each([
    [{ outcome: "nothing_found" }, [2]],
    [{ outcome: "found" }, [3, 1]],
    [{ session: "s" }, [3]],
    [{ profile: "dual" }, [2]],
    [{ voted: true }, [1]],
    [{ voted: false }, [3, 2]],
  ])("is listed by %o", async (wish, found) => {
    await log(searchId(NOW_MS, 1));
    await log(searchId(NOW_MS, 2), { outcome: "nothing_found", profile: "dual" });
    await log(searchId(NOW_MS, 3), { session: "s" });
    await vote("a.md", { recall: searchId(NOW_MS, 1) });
    const rules = { queries: "text", days: 90 } as const;
    const { recalls } = await pageOfRecalls(await context(), rules, { limit: 9, ...wish } as never);
    expect(recalls.map(({ recallId }) => Number(recallId.slice(-2)))).toEqual(found);
  });

  it("reports what found nothing relevant too, by query and hash, most often first, then the latest", async () => {
    const nothing = (n: number, query: string | null, more = {}) =>
      log(searchId(NOW_MS + n), { query, outcome: "nothing_relevant", ...more });
    await nothing(1, "twice");
    await nothing(2, "twice", { outcome: "nothing_found" });
    await nothing(3, "once");
    await nothing(4, "later");
    await nothing(5, null, { queryHash: "h1" });
    await nothing(6, null, { queryHash: "h2" });
    await nothing(7, "filtered", { filters: '{"kind":"memory"}' });
    await nothing(9, "unfiltered", { filters: "{}" });
    await nothing(8, "skipped", { outcome: "skipped" });
    const report = await reportRecalls(await context(), { kind: "never_found", limit: 9 });
    // That with filters is not looked at.
    expect(report.searches).toBe(7);
    expect(report.queries?.map(({ query, queryHash, count }) => [query ?? queryHash, count])).toEqual([
      ["twice", 2],
      ["unfiltered", 1],
      ["h2", 1],
      ["h1", 1],
      ["later", 1],
      ["once", 1],
    ]);
  });

  it("reports documents in the first three most often, then the latest, then by name, none that is gone", async () => {
    for (const path of ["c.md", "d.md", "e.md"]) await push(path, `Of ${path}.\n`);
    await log(searchId(NOW_MS, 1), { hits: hits("d.md", "a.md", "b.md", "c.md") });
    await log(searchId(NOW_MS + 1, 2), { hits: hits("a.md", "e.md") });
    await log(searchId(NOW_MS + 2, 3), { hits: hits("d.md", "e.md") });
    await here.database
      .prepare("INSERT INTO deletions (workspace, root, prefix, at) VALUES (?, 'notes', 'e.md', 999)")
      .bind(here.workspace)
      .run();
    const report = await reportRecalls(await context({ nowMs: NOW_MS + 9 }), { kind: "popular", limit: 9 });
    expect(report.documents?.map(({ path, count }) => [path, count])).toEqual([
      ["d.md", 2],
      ["a.md", 2],
      ["b.md", 1],
    ]);
  });

  it("reports as stale what was there before and no search returned: the worst first, then the oldest, then by name", async () => {
    for (const [path, at] of [
      ["f.md", 5],
      ["e.md", 5],
      ["d.md", 4],
      ["c.md", 6],
      ["gone.md", 1],
    ] as const)
      await push(path, `Of ${path}.\n`, at);
    const set = (path: string, quality: number) =>
      rows(
        "UPDATE documents SET quality = ? WHERE workspace = ? AND path = ?",
        quality,
        here.workspace,
        path,
      );
    await set("c.md", 0.2);
    await set("d.md", 0.7);
    await here.database
      .prepare("INSERT INTO deletions (workspace, root, prefix, at) VALUES (?, 'notes', 'gone.md', 999)")
      .bind(here.workspace)
      .run();
    await log(searchId(NOW_MS), { hits: hits("b.md") });
    const report = await reportRecalls(await context(), { kind: "stale", limit: 9 });
    expect(report.documents?.map(({ path }) => path)).toEqual(["c.md", "e.md", "f.md", "d.md"]);
  });

  it("is cleared in slices of 2,000, and says how many went in all", async () => {
    const insert = (count: number, of = here.workspace) =>
      rows(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO recalls (workspace, id, at, token, query, profile, hits, outcome, degraded, cached, total_ms, tokens)
         SELECT ?, printf('%s%012d', ?, i), 1, 't1', 'x', 'edge', '[]', 'found', '[]', 0, 1, 1 FROM n`,
        of,
        searchId(NOW_MS).slice(0, -12),
      );
    await insert(2_000);
    const query = { workspace: here.workspace, below: "g" };
    expect(await clearRecalls(here.db, query)).toEqual({ deleted: 2_000, isDone: false });
    expect(await clearRecalls(here.db, query)).toEqual({ deleted: 0, isDone: true });
    await insert(2_001);
    await insert(1, await addWorkspace());
    expect(await deleteRecalls(await context(), undefined)).toEqual({ deleted: 2_001, isDone: true });
    expect(await rows("SELECT 1 FROM recalls WHERE workspace = ?", here.workspace + 1)).toHaveLength(1);
  });

  it("takes votes by the rank of a hit that is there, of its own token, and tells them as they were given", async () => {
    await log(searchId(NOW_MS), { hits: hits("a.md", "b.md") });
    const one = await context();
    const other = await context({ claims: { id: "t2", scope: "read" } });
    const recallId = searchId(NOW_MS);
    const give = (value: "up" | "down", chunk: string, by = one) =>
      giveFeedback(by, { recallId, chunk, value });
    expect((await give("up", "1")).votes).toEqual({ net: 1 });
    expect((await give("up", "1", other)).votes).toEqual({ net: 2 });
    await give("down", "2");
    const told = async (by: typeof one) =>
      (await listFeedback(by, { limit: 9 })).votes.map(({ citation, value }) => [citation, value]);
    expect(await told(other)).toEqual([["notes:a.md", "up"]]);
    expect((await told(one)).toSorted()).toEqual([
      ["notes:a.md", "up"],
      ["notes:b.md", "down"],
    ]);
    expect((await takeFeedback(one, { recallId, chunk: "1" })).votes).toEqual({ net: 1 });
    await expect(takeFeedback(one, { recallId, chunk: chunks["a.md"] ?? "" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await takeFeedback(other, { recallId, chunk: chunks["a.md"] ?? "" })).votes).toEqual({ net: 0 });
    await remove("a.md");
    await expect(give("up", "1")).rejects.toMatchObject({ code: "not_found" });
    await expect(give("up", "3")).rejects.toMatchObject({ code: "not_found" });
  });

  it("gives pages of votes as long as a page is full", async () => {
    for (const n of [1, 2]) await vote("a.md", { recall: searchId(NOW_MS, n), nowMs: NOW_MS + n });
    const page = async (limit: number, cursor?: string) => {
      const { votes, nextCursor } = await listFeedback(await context(), { limit, ...(cursor && { cursor }) });
      return [votes.map(({ recallId }) => Number(recallId?.slice(-2))), nextCursor] as const;
    };
    expect(await page(3)).toEqual([[2, 1], null]);
    const [first, nextCursor] = await page(1);
    expect([first, await page(2, nextCursor ?? "")]).toEqual([[2], [[1], null]]);
    expect((await page(2))[1]).not.toBeNull();
  });
});
