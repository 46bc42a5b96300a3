import { describe, expect, it } from "vitest";
import { LaneParameters } from "../../src/lane/contract.ts";
import { readLane } from "../../src/lane/lane.ts";
import { takeFeedback } from "../../src/recalls/feedback.ts";
import { readVotes, writeVotes } from "../../src/recalls/sql/vote-backup.ts";
import { giveVote, ownVotes, takeVote } from "../../src/recalls/sql/votes.ts";
import { DAY_MS, HALF_LIFE_MS, NOW_MS, recallDatabase, searchId } from "./recall-database.ts";

describe("votes on what searches found", () => {
  const { here, chunks, addWorkspace, push, hits, log, vote, rows, context } = recallDatabase();

  it("shows in the lane the first five hits of each search, best first, in pages, and each asker's vote", async () => {
    const paths = ["a.md", "b.md", ...["c", "d", "e", "f"].map((name) => `${name}.md`)];
    for (const path of paths.slice(2)) await push(path, `A note of ${path}.\n`);
    await log(searchId(NOW_MS - 2), { hits: hits(...paths), session: "s" });
    await log(searchId(NOW_MS - 1), { hits: hits("b.md", "a.md"), token: "t2" });
    await log(searchId(NOW_MS - 31 * DAY_MS), { hits: hits("a.md") });
    await vote("b.md", { recall: searchId(NOW_MS - 1), value: -1 });
    await vote("b.md", { recall: searchId(NOW_MS - 1), token: "t2" });
    const lane = async (wish: object, claims: object = { id: "t1", scope: "admin" }) =>
      readLane(await context({ claims }), LaneParameters.parse(wish));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { events, nextCursor } = await lane({ limit: 3, ...(cursor && { cursor }) });
      seen.push(events.map(({ path, recall }) => `${path[0]}${recall?.vote ?? ""}`).join(" "));
      cursor = nextCursor;
    }
    expect(seen).toEqual(["bdown a a", "b c d", "e"]);
    expect((await lane({})).days).toEqual([{ day: "2025-10-09", recalled: 7, remembered: 0 }]);
    const own = await lane({}, { id: "t2", scope: "write" });
    expect(own.events.map(({ path, recall }) => `${path[0]}${recall?.vote ?? ""}`)).toEqual(["bup", "a"]);
    expect((await lane({ session: "s" })).events).toHaveLength(5);
  });

  it("keeps one page of a token's votes after the other, newest first, equal times by their ids", async () => {
    for (const [n, path] of ["a.md", "b.md"].entries())
      for (const recall of [searchId(1, 1), searchId(1, 2)]) await vote(path, { recall, nowMs: NOW_MS + n });
    await vote("a.md", { token: "t2" });
    const all = await ownVotes(here.db, {
      workspace: here.workspace,
      token: "t1",
      after: [Number.MAX_SAFE_INTEGER, "", ""],
      limit: 9,
    });
    expect(all.map(({ recall, path }) => [recall, path])).toEqual([
      ...[searchId(1, 2), searchId(1, 1)].map((recall) => [recall, "b.md"]),
      ...[searchId(1, 2), searchId(1, 1)].map((recall) => [recall, "a.md"]),
    ]);
    const [, second] = all;
    const after = [second?.at ?? 0, second?.recall ?? "", second?.hit ?? ""] as const;
    expect(await ownVotes(here.db, { workspace: here.workspace, token: "t1", after, limit: 9 })).toEqual(
      all.slice(2),
    );
  });

  it("takes a vote given again in the place of the first, note and time with it, and counts it where it counts", async () => {
    await vote("a.md");
    await vote("a.md", { value: -1, nowMs: NOW_MS + 5 });
    expect(await rows("SELECT value, at, chunk FROM feedback WHERE workspace = ?", here.workspace)).toEqual([
      { value: -1, at: NOW_MS + 5, chunk: chunks["a.md"] },
    ]);
    const key = {
      workspace: here.workspace,
      recall: searchId(NOW_MS),
      hit: chunks["a.md"] ?? "",
      token: "t1",
    };
    expect(await takeVote(here.db, { ...key, nowMs: NOW_MS })).toMatchObject({ net: 0 });
    expect(await rows("SELECT votes_net, votes_at FROM chunks WHERE id = ?", chunks["a.md"])).toEqual([
      { votes_net: null, votes_at: null },
    ]);
    await expect(
      takeFeedback(await context(), {
        recallId: searchId(NOW_MS).slice(0, 13),
        chunk: (chunks["a.md"] ?? "").slice(0, 8),
      }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("takes up to three digits for a rank, and more for the start of an id", async () => {
    const given = {
      ...{ workspace: here.workspace, recall: searchId(NOW_MS), token: "t1", value: 1 as const },
    };
    await giveVote(here.db, {
      ...given,
      hit: "12345678",
      note: null,
      root: "notes",
      path: "a.md",
      nowMs: NOW_MS,
    });
    const take = async (chunk: string) =>
      takeFeedback(await context(), { recallId: searchId(NOW_MS), chunk });
    await expect(take("123")).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("search"),
    });
    expect(await take("1234")).toMatchObject({ chunk: "12345678", value: "none" });
  });

  it("takes in votes of a backup once, none later than now, on the first chunk of their text", async () => {
    await vote("a.md", { nowMs: NOW_MS - HALF_LIFE_MS });
    await vote("b.md", { value: -1, nowMs: NOW_MS + 9_000 });
    const start = ["", "", ""] as const;
    const backup = await readVotes(here.db, { workspace: here.workspace, after: start, limit: 9 });
    const [first] = backup;
    const after = [first?.recallId ?? "", first?.hit ?? "", first?.token ?? ""] as const;
    expect(await readVotes(here.db, { workspace: here.workspace, after, limit: 9 })).toEqual(backup.slice(1));
    here.workspace = await addWorkspace();
    for (const path of ["b.md", "a.md"])
      await push(path, path === "a.md" ? "Eels pass the weir.\n" : "Herons wait there.\n");
    const gone = backup.map((one) => ({ ...one, path: "gone.md", token: "t9" }));
    await writeVotes(here.db, { workspace: here.workspace, nowMs: NOW_MS, votes: [...backup, ...gone] });
    await vote("a.md", { value: -1, recall: searchId(5), token: "t1" });
    await writeVotes(here.db, {
      workspace: here.workspace,
      nowMs: NOW_MS,
      votes: backup.map((one) => ({ ...one, value: 1 })),
    });
    const kept = await rows(
      "SELECT path, value, at, chunk FROM feedback WHERE workspace = ? ORDER BY path, at",
      here.workspace,
    );
    expect(kept).toEqual([
      { path: "a.md", value: 1, at: NOW_MS - HALF_LIFE_MS, chunk: chunks["a.md"] },
      { path: "a.md", value: -1, at: NOW_MS, chunk: chunks["a.md"] },
      { path: "b.md", value: -1, at: NOW_MS, chunk: chunks["b.md"] },
    ]);
    expect(
      await rows("SELECT votes_net AS net FROM chunks WHERE workspace = ? ORDER BY net", here.workspace),
    ).toEqual([{ net: -1 }, { net: -1 }]);
  });
});
