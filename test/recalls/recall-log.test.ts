import { describe, expect, it } from "vitest";
import { RecallParameters, ReportParameters } from "../../src/recalls/contract/recalls.ts";
import { deleteRecalls, pageOfRecalls, readRecall, reportRecalls } from "../../src/recalls/recalls.ts";
import { findRecalls } from "../../src/recalls/sql/recall-reads.ts";
import { pruneRecalls } from "../../src/recalls/sql/recall-scrub.ts";
import { giveVote } from "../../src/recalls/sql/votes.ts";
import { idsFrom } from "../../src/text/time-ordered-id.ts";
import { DAY_MS, HALF_LIFE_MS, NOW_MS, recallDatabase, searchId } from "./recall-database.ts";

describe("the recall log", () => {
  const { here, chunks, addWorkspace, push, remove, hits, log, vote, rows, votes, context, scrubAll } =
    recallDatabase();

  it("names a deleted document no more, keeps the other hits, and drops its votes", async () => {
    await log(searchId(NOW_MS), { hits: hits("a.md", "b.md") });
    await vote("a.md");
    await vote("b.md", { value: -1 });
    const there = here.workspace;
    here.workspace = await addWorkspace();
    await push("a.md", "Eels pass the weir.\n");
    await log(searchId(NOW_MS), { hits: hits("a.md") });
    await vote("a.md");
    here.workspace = there;
    await remove("a.md");
    await scrubAll();
    const { hits: left } = await readRecall(await context(), searchId(NOW_MS));
    expect(left).toMatchObject([
      { rank: 1, chunk: null, path: null, score: 1, arms: { keyword: 1 }, votes: { up: 0, down: 0 } },
      { rank: 2, path: "b.md", score: 0.9, arms: { keyword: 2 }, votes: { up: 0, down: 1 } },
    ]);
    expect(await votes()).toMatchObject([{ path: "b.md" }]);
    expect(await rows("SELECT 1 FROM dropped_documents WHERE workspace = ?", here.workspace)).toEqual([]);
    here.workspace += 1;
    expect(await votes()).toMatchObject([{ path: "a.md" }]);
    expect((await readRecall(await context(), searchId(NOW_MS))).hits).toMatchObject([{ path: "a.md" }]);
  });

  it("names it no more after more searches than one slice looks through", async () => {
    await rows(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO recalls (workspace, id, at, token, query, profile, hits, outcome, degraded, cached, total_ms, tokens)
       SELECT ?, printf('%s%012d', ?, i), ?, 't1', 'x', 'edge', '[]', 'found', '[]', 0, 1, 1 FROM n`,
      here.workspace,
      searchId(NOW_MS).slice(0, -12),
      NOW_MS,
    );
    const last = searchId(NOW_MS, 1_001);
    await log(last, { hits: hits("a.md") });
    await remove("a.md");
    await scrubAll();
    const [row] = await rows("SELECT hits FROM recalls WHERE id = ?", last);
    expect(row).toEqual({ hits: expect.not.stringContaining("a.md") });
  });

  it("goes on naming what was pushed again, with its votes", async () => {
    await log(searchId(NOW_MS), { hits: hits("a.md") });
    await vote("a.md");
    await remove("a.md");
    await push("a.md", "Eels pass the weir.\n");
    await scrubAll();
    expect((await readRecall(await context(), searchId(NOW_MS))).hits).toMatchObject([{ path: "a.md" }]);
    expect(await votes()).toMatchObject([{ path: "a.md", chunk: chunks["a.md"] }]);
  });

  it("keeps votes on a forgotten memory, and its place, for as long as it may come back", async () => {
    const id = "c".repeat(32);
    await log(searchId(NOW_MS), {
      hits: JSON.stringify([{ chunk: "1", root: "memories", path: id, score: 1, arms: {} }]),
    });
    await giveVote(here.db, {
      ...{ workspace: here.workspace, recall: searchId(NOW_MS), hit: "1", token: "t1", value: 1, note: null },
      ...{ root: "memories", path: id, nowMs: NOW_MS },
    });
    const forgotten = async () => {
      await here.database
        .prepare("INSERT INTO dropped_documents (workspace, root, path, hash) VALUES (?, 'memories', ?, 'h')")
        .bind(here.workspace, id)
        .run();
      await scrubAll();
      const [{ hits: logged }] = (await rows(
        "SELECT hits FROM recalls WHERE workspace = ?",
        here.workspace,
      )) as [{ hits: string }];
      return [(await votes()).length, logged.includes(id)];
    };
    await here.database
      .prepare(
        `INSERT INTO past_memories (workspace, id, state, left_at, text, type, importance, priority, confidence,
           times_observed, first_observed, last_observed, tags, entities, metadata)
         VALUES (?, ?, 'forgotten', 1, 'x', 'fact', 1, 1, 1, 1, 0, 0, '[]', '[]', '{}')`,
      )
      .bind(here.workspace, id)
      .run();
    expect(await forgotten()).toEqual([1, true]);
    await here.database.prepare("UPDATE past_memories SET workspace = -1 WHERE id = ?").bind(id).run();
    expect(await forgotten()).toEqual([0, false]);
  });

  it("lets a vote follow its text to a copy of the document, the value summed up there", async () => {
    await vote("a.md");
    await vote("a.md", { token: "t2", value: -1, nowMs: NOW_MS - HALF_LIFE_MS });
    await push("copy.md", "Eels pass the weir.\n");
    await push("longer.md", "Eels pass the weir.\n\n# More\n\nAnd more of it.\n");
    await remove("a.md");
    await scrubAll();
    const moved = { path: "copy.md", chunk: chunks["copy.md"] };
    expect(await votes()).toMatchObject([
      { token: "t1", ...moved },
      { token: "t2", ...moved },
    ]);
    expect(await rows("SELECT votes_net AS net FROM chunks WHERE id = ?", chunks["copy.md"])).toEqual([
      { net: 0.5 },
    ]);
  });

  it("is deleted below an instant, of one workspace, and pruned of every one", async () => {
    const there = await addWorkspace();
    for (const into of [here.workspace, there])
      for (const ms of [1_000, 2_000, 3_000]) await log(searchId(ms), {}, into);
    const left = async () =>
      (
        await rows(
          "SELECT workspace, at FROM recalls WHERE workspace IN (?, ?) ORDER BY 1, 2",
          here.workspace,
          there,
        )
      ).map((row) => [row.workspace === there, row.at]);
    expect(await deleteRecalls(await context(), new Date(2_000).toISOString())).toEqual({
      deleted: 1,
      isDone: true,
    });
    expect(await left()).toEqual([
      [false, 2_000],
      [false, 3_000],
      [true, 1_000],
      [true, 2_000],
      [true, 3_000],
    ]);
    expect(await pruneRecalls(here.db, idsFrom(3_000))).toBe(3);
    expect(await left()).toEqual([
      [false, 3_000],
      [true, 3_000],
    ]);
    expect((await deleteRecalls(await context(), undefined)).deleted).toBe(1);
    expect(await left()).toEqual([[true, 3_000]]);
  });

  it("is listed from an instant up to, not with, another, and after a whole page there may be more", async () => {
    for (const ms of [1_000, 2_000, 3_000]) await log(searchId(ms), ms === 2_000 ? { session: "s" } : {});
    await vote("a.md", { recall: searchId(3_000) });
    const list = async (wish: object) => {
      const parts = { queries: "text", days: 90 } as const;
      const { recalls, nextCursor } = await pageOfRecalls(
        await context(),
        parts,
        RecallParameters.parse(wish),
      );
      return [recalls.map(({ at }) => Date.parse(at)), nextCursor];
    };
    const iso = (ms: number) => new Date(ms).toISOString();
    expect(await list({ after: iso(2_000) })).toEqual([[3_000, 2_000], null]);
    expect(await list({ before: iso(2_000) })).toEqual([[1_000], null]);
    expect(await list({ limit: 2 })).toEqual([[3_000, 2_000], searchId(2_000)]);
    expect(await list({ limit: 2, cursor: searchId(2_000) })).toEqual([[1_000], null]);
    expect(await list({ before: iso(2_000), cursor: searchId(3_000) })).toEqual([[1_000], null]);
    expect(await list({ session: "s" })).toEqual([[2_000], null]);
    expect(await list({ voted: "true" })).toEqual([[3_000], null]);
    expect(await list({ voted: "false" })).toEqual([[2_000, 1_000], null]);
  });

  it.each(["garbage", "__proto__", "", "-1", "\0"])(
    "is not listed from %j on, where no page ended",
    async (cursor) => {
      const page = pageOfRecalls(
        await context(),
        { queries: "text", days: 90 } as never,
        { cursor, limit: 9 } as never,
      );
      await expect(page).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it("answers a start of an id to the token that searched, a whole id to any, and two as ambiguous", async () => {
    for (const n of [1, 2]) await log(searchId(NOW_MS, n), { token: `t${n}` });
    const find = async (idStart: string, token?: string) =>
      (await findRecalls(here.db, { workspace: here.workspace, idStart, token })).map(({ id }) => id);
    const start = idsFrom(NOW_MS);
    expect(await find(start, "t1")).toEqual([searchId(NOW_MS, 1)]);
    expect(await find(start, "t3")).toEqual([]);
    expect(await find(searchId(NOW_MS, 1), "t3")).toEqual([searchId(NOW_MS, 1)]);
    await expect(readRecall(await context(), start)).rejects.toMatchObject({ code: "ambiguous" });
  });

  const report = async (kind: string, limit = 10) =>
    reportRecalls(await context(), ReportParameters.parse({ kind, limit: String(limit) }));

  it("reports as popular what stood among the first three of 30 days, most often first, then latest, then by name", async () => {
    for (const path of ["c.md", "d.md"]) await push(path, `A note of ${path}.\n`);
    const from = NOW_MS - 30 * DAY_MS;
    await log(searchId(from - 1), { hits: hits("d.md") });
    await log(searchId(from), { hits: hits("b.md", "a.md", "c.md", "d.md") });
    await log(searchId(NOW_MS), { hits: hits("c.md"), outcome: "skipped" });
    await log(searchId(NOW_MS, 1), { hits: hits("c.md") });
    const { documents, searches } = await report("popular");
    expect([documents?.map(({ path, count: n }) => [path, n]), searches]).toEqual([
      [
        ["c.md", 2],
        ["a.md", 1],
        ["b.md", 1],
      ],
      2,
    ]);
    expect((await report("popular", 1)).documents).toHaveLength(1);
  });

  it("reports as stale what was there before the first search and no hit of 90 days, worst first", async () => {
    const before = NOW_MS - 50 * DAY_MS;
    await here.database
      .prepare("UPDATE documents SET indexed_at = ? WHERE workspace = ?")
      .bind(before - 1, here.workspace)
      .run();
    await push("late.md", "Pushed with the first search.\n", before);
    await log(searchId(NOW_MS - 91 * DAY_MS), { hits: hits("a.md") });
    await log(searchId(before), { hits: hits("b.md") });
    expect((await report("stale")).documents?.map(({ path }) => path)).toEqual(["a.md"]);
  });

  it("reports as never found what found nothing without a filter, most often first", async () => {
    for (const [n, query] of ["x", "y", "y"].entries())
      await log(searchId(1_000, n), { query, outcome: n === 0 ? "nothing_relevant" : "nothing_found" });
    await log(searchId(2_000), { query: "z", outcome: "nothing_found", filters: '{"root":"notes"}' });
    // As the page asked: filters that leave nothing out.
    await log(searchId(2_500), { query: "y", outcome: "nothing_found", filters: "{}" });
    await log(searchId(3_000), { query: "found" });
    const { queries, searches } = await report("never_found");
    // That with filters is not looked at.
    expect(searches).toBe(5);
    expect(queries?.map(({ query, count: n }) => [query, n])).toEqual([
      ["y", 3],
      ["x", 1],
    ]);
  });
});
