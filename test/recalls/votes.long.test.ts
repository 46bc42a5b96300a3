import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { findVotes, giveVote, ownVotes, takeVote } from "../../src/recalls/sql/votes.ts";
import { sqlWorld } from "../support/worlds/sql-world.ts";

const NOW_MS = 1_760_000_000_000;
const RECALL = "0199d3f0-0000-7000-8000-000000000001";

describe("votes", () => {
  const { here, newWorkspace: addWorkspace, write } = sqlWorld();
  let db: Session;
  let workspace = 0;
  let chunk = "";

  const push = async (text: string) => {
    await write(workspace, { "a.md": text }, { nowMs: NOW_MS });
    const sql = "SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document WHERE d.workspace = ?";
    return (await here.opened.database.prepare(sql).bind(workspace).first<string>("id")) ?? "";
  };
  beforeEach(async () => {
    db = here.db;
    workspace = await addWorkspace();
    chunk = await push("Eels pass the weir.\n");
  });

  const key = (more: object = {}) => ({ workspace, recall: RECALL, hit: chunk, token: "t1", ...more });
  const give = (value: 1 | -1, more: object = {}) =>
    giveVote(db, { ...key(more), value, note: null, root: "notes", path: "a.md", nowMs: NOW_MS });
  const own = (token: string, of = workspace) =>
    ownVotes(db, { workspace: of, token, after: [Number.MAX_SAFE_INTEGER, "", ""], limit: 10 });

  it("are one for each token and search, and taken back by their own token only", async () => {
    const recall = RECALL.replace(/1$/, "2");
    await give(1);
    await give(1, { token: "t2" });
    expect((await give(-1, { recall })).net).toBe(0);
    expect(await takeVote(db, { ...key({ token: "t3" }), nowMs: NOW_MS })).toBeUndefined();
    expect(await takeVote(db, { ...key(), nowMs: NOW_MS })).toMatchObject({ net: 0 });
    expect(await own("t1")).toMatchObject([{ recall, value: -1 }]);
    expect(await own("t2")).toMatchObject([{ recall: RECALL, value: 1 }]);
  });

  it("count once a token and passage, the newest, however often a token searches and votes", async () => {
    for (let search = 0; search < 40; search++) {
      const recall = RECALL.replace(/..$/, String(10 + search));
      expect((await give(-1, { recall, nowMs: NOW_MS + search })).net).toBeCloseTo(-1);
    }
    expect((await give(-1, { token: "t2" })).net).toBeCloseTo(-2);
    const recall = RECALL.replace(/..$/, "99");
    expect((await give(1, { recall, nowMs: NOW_MS + 100 })).net).toBeCloseTo(0);
    // Taken back, the one before it counts again.
    const taken = await takeVote(db, { ...key({ recall }), nowMs: NOW_MS + 100 });
    expect(taken?.net).toBeCloseTo(-2);
  });

  it("are found by the starts of both ids, within the token and the workspace", async () => {
    await give(1);
    const starts = { recall: RECALL.slice(0, 8), hit: chunk.slice(0, 8) };
    expect(await findVotes(db, key(starts))).toHaveLength(1);
    for (const more of [{ token: "t2" }, { recall: "1" }, { hit: "g" }, { workspace: await addWorkspace() }])
      expect(await findVotes(db, key({ ...starts, ...more })), JSON.stringify(more)).toEqual([]);
  });

  it("count for no chunk of another workspace, and are listed in their own", async () => {
    await give(1);
    const mine = workspace;
    workspace = await addWorkspace();
    expect(await give(-1)).toMatchObject({ net: 0 });
    expect(await own("t1", mine)).toHaveLength(1);
    const { votes } = (await here.opened.database
      .prepare("SELECT votes_net AS votes FROM chunks WHERE id = ?")
      .bind(chunk)
      .first<{ votes: number }>()) ?? { votes: 0 };
    expect(votes).toBe(1);
  });
});
