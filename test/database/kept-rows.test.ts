import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { pauseModels, readDayUse, recordDayUse } from "../../src/database/day-use.ts";
import { embeddingsStatement } from "../../src/database/embeddings.ts";
import { SUM_VOTES, VOTE_HALF_LIFE_MS } from "../../src/database/fragments/vote-sql.ts";
import { claimWrite, finishWrite, releaseWrite } from "../../src/database/idempotency-store.ts";
import { statement } from "../../src/database/statement.ts";
import { AppError } from "../../src/errors.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MIDNIGHT = Date.UTC(2026, 5, 2);

describe("rows that are written again", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();

  describe("of model use", () => {
    beforeEach(() => all("DELETE FROM day_use"));

    it("add up by day, and leave the day's pause as it is", async () => {
      await recordDayUse(here.db, NOW_MS, { calls: 1, texts: 2, passages: 3 });
      await pauseModels(here.db, new AppError("quota", "used up"), NOW_MS);
      await recordDayUse(here.db, NOW_MS, { calls: 10, texts: 20, passages: 30 });
      expect(await readDayUse(here.db, MIDNIGHT - 1)).toMatchObject({
        ...{ calls: 11, texts: 22, passages: 33, pausedUntil: MIDNIGHT },
      });
      expect(await readDayUse(here.db, MIDNIGHT)).toEqual({
        ...{ calls: 0, texts: 0, passages: 0, pausedUntil: null },
        ...{ rowsRead: 0, rowsWritten: 0, neurons: 0 },
        ...{ vectorQueries: 0, queriedDimensions: 0, queueOperations: 0 },
      });
    });

    it.each(["capacity", "model_budget", "timeout", "internal"] as const)(
      "pause nobody after %s",
      async (code) => {
        await pauseModels(here.db, new AppError(code, "fake"), NOW_MS);
        expect(await column("SELECT day FROM day_use")).toEqual([]);
      },
    );
  });

  describe("of embeddings", () => {
    const keep = async (workspace: number, hash: string, vector: string | null, replaces = false) => {
      const texts = { identity: "i", nowMs: NOW_MS, vectors: [{ workspace, hash, vector }] };
      await here.db.batch({ kept: embeddingsStatement(here.db, texts, { replaces }) });
      return column(`SELECT hex(vector) FROM embeddings WHERE workspace = ${workspace}`);
    };

    it("stay as they were, unless they are made anew; a text without a vector has none", async () => {
      const workspace = await newWorkspace();
      await write(workspace, { "a.md": "A.\n" });
      const hash = String((await column(`SELECT embed_hash FROM chunks WHERE workspace = ${workspace}`))[0]);
      expect(await keep(workspace, hash, null)).toEqual([]);
      expect(await keep(workspace, hash, "01")).toEqual(["01"]);
      expect(await keep(workspace, hash, "02")).toEqual(["01"]);
      expect(await keep(workspace, hash, "02", true)).toEqual(["02"]);
    });

    it("are not kept of a text that was deleted meanwhile, though another workspace has it", async () => {
      const [one, other] = [await newWorkspace(), await newWorkspace()];
      await write(other, { "a.md": "Same.\n" });
      const hash = String((await column(`SELECT embed_hash FROM chunks WHERE workspace = ${other}`))[0]);
      expect(await keep(one, hash, "01")).toEqual([]);
      expect(await keep(one, hash, "01", true)).toEqual([]);
    });
  });

  describe("of writes under a key", () => {
    let workspace = 0;
    beforeEach(async () => {
      workspace = await newWorkspace();
      await empty("idempotency", "tokens");
    });
    const claim = (request = "r", nowMs = NOW_MS, token = "t") =>
      claimWrite(here.db, { token, workspace, key: "k", request }, nowMs);
    const keyed = () => ({ token: "t", workspace, key: "k", request: "r" });
    const state = async (...args: Parameters<typeof claim>) => (await claim(...args)).state;

    it("are the first one's until its lease ends, then whoever repeats the same request takes over", async () => {
      expect(await state()).toBe("mine");
      expect(await state("r", NOW_MS + DEFAULTS.idempotencyLeaseMs - 1)).toBe("running");
      expect(await state("other", NOW_MS + DEFAULTS.idempotencyLeaseMs)).toBe("other_request");
      expect(await state("r", NOW_MS, "another token")).toBe("mine");
      expect(await state("r", NOW_MS + DEFAULTS.idempotencyLeaseMs)).toBe("mine");
    });

    it("answer as the first did for exactly a day, whatever comes of a run that was taken over", async () => {
      const late = await claim();
      const { claim: mine } = await claim("r", NOW_MS + DEFAULTS.idempotencyLeaseMs);
      await finishWrite(here.db, keyed(), { claim: late.claim, status: 500, body: "late" });
      await finishWrite(here.db, keyed(), { claim: mine, status: 200, body: "mine" });
      await releaseWrite(here.db, keyed(), mine);
      await releaseWrite(here.db, keyed(), late.claim);
      const begun = NOW_MS + DEFAULTS.idempotencyLeaseMs;
      const last = begun + DEFAULTS.idempotencyMs - 1;
      expect(await claim("r", last)).toMatchObject({ state: "answered", status: 200, body: "mine" });
      expect(await claim("other", last)).toMatchObject({ state: "other_request" });
      expect(await claim("other", last + 1)).toMatchObject({ state: "mine", status: null, body: null });
    });

    it("are free again when the first was refused", async () => {
      const { claim: mine } = await claim();
      await releaseWrite(here.db, keyed(), "another claim");
      expect(await state()).toBe("running");
      await releaseWrite(here.db, keyed(), mine);
      expect(await state("other")).toBe("mine");
    });

    it.each([
      [
        "the token is revoked",
        "INSERT INTO tokens (id, scope, name, created_at, revoked_at, claims) VALUES ('t', 'write', '', 0, 1, '')",
      ],
      ["the workspace is deleted", "UPDATE workspaces SET gone_at = 1 WHERE num = :w"],
      ["the workspace is no more", "DELETE FROM workspaces WHERE num = :w"],
    ])("are refused once %s, kept answer or not", async (_, sql) => {
      const { claim: mine } = await claim();
      await finishWrite(here.db, keyed(), { claim: mine, status: 200, body: "kept" });
      await all(sql.replace(":w", String(workspace)));
      expect(await claim()).toMatchObject({ state: "gone", status: null, body: null });
    });
  });

  it("of votes fade by half in 180 days, count none of the future more than once, and no other workspace's", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    await write(one, { "a.md": "A.\n" });
    const [chunk] = await column(`SELECT id FROM chunks WHERE workspace = ${one}`);
    const vote = (workspace: number, hit: string, value: number, at: number) =>
      all(`INSERT INTO feedback (workspace, recall, hit, token, value, at, chunk, root, path)
        VALUES (${workspace}, 'r', '${hit}', '${hit}', ${value}, ${at}, '${chunk}', 'notes', 'a.md')`);
    await vote(one, "old", 1, NOW_MS - VOTE_HALF_LIFE_MS);
    await vote(one, "future", -1, NOW_MS + VOTE_HALF_LIFE_MS);
    await vote(other, "theirs", 1, NOW_MS);
    const sum = async (workspace: number) => {
      await here.db.all(SUM_VOTES, { workspace, nowMs: NOW_MS, chunks: JSON.stringify([chunk]) });
      return here.db.all(
        statement(`SELECT votes_net AS net, votes_at AS at FROM chunks WHERE id = '${chunk}'`),
      );
    };
    expect(await sum(other)).toEqual([{ net: null, at: null }]);
    expect(await sum(one)).toEqual([{ net: -0.5, at: NOW_MS }]);
    await all(`DELETE FROM feedback WHERE workspace = ${one}`);
    expect(await sum(one)).toEqual([{ net: null, at: null }]);
  });
});
