import { describe, expect, it } from "vitest";
import { joinMemories } from "../../src/memories/duplicates/duplicates.ts";
import type { MemoryRecord, ObservationRecord } from "../../src/memories/memory-record.ts";
import { newestDocuments } from "../../src/memories/sql/memory-lists.ts";
import { memoryChain, memoryObservations, namedMemories } from "../../src/memories/sql/memory-reads.ts";
import { destroyMemory, MAX_WORDINGS, observeMemories } from "../../src/memories/sql/memory-writes.ts";
import { ownVotes } from "../../src/recalls/sql/votes.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

describe("memories that became one", () => {
  const { here, addWorkspace, write, create, read, find, named, retire, vote, rows } = memoryDatabase();
  const join = (first: MemoryRecord, second: MemoryRecord, workspace = here.workspace) =>
    joinMemories(here.db, { workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS, first, second });
  const olderTexts = (digit: string, workspace = here.workspace) =>
    memoryObservations(here.db, { workspace, id: memoryId(digit), limit: 2_000 });
  const votesAt = async (workspace = here.workspace) =>
    (
      await ownVotes(here.db, {
        ...{ workspace, token: "t1", limit: 9 },
        after: [Number.MAX_SAFE_INTEGER, "", ""],
      })
    ).map(({ path }) => path);
  const older = (digit: string, at: number, merged: string | null = null): ObservationRecord => ({
    ...{ memory: memoryId(digit), merged, text: `text ${at}`, type: "fact", confidence: 0.5 },
    ...{ session: null, source: null, at },
  });

  it("are all named by their own ids, however often what they became was merged", async () => {
    const there = await addWorkspace();
    for (const into of [here.workspace, there])
      for (const [digit, text] of [
        ["a", "A red boat."],
        ["b", "The boat is red."],
        ["c", "Red, the boat."],
      ] as const)
        await create(digit, text, { into });
    expect(await join(await read("b"), await read("c"))).toBe(true);
    expect(await join(await read("a"), await read("b"))).toBe(true);
    for (const digit of ["a", "b", "c"])
      expect(await named(digit), digit).toMatchObject({ id: memoryId("a"), timesObserved: 3 });
    const [found] = await namedMemories(here.db, {
      ...{ workspace: here.workspace, idStart: memoryId("c"), nowMs: NOW_MS },
    });
    expect(found?.merged).toBe(memoryId("c"));
    expect((await olderTexts("a")).map(({ merged }) => merged).toSorted()).toEqual([
      memoryId("b"),
      memoryId("c"),
    ]);
    for (const digit of ["a", "b", "c"])
      expect(await named(digit, there), digit).toMatchObject({ id: memoryId(digit), timesObserved: 1 });
  });

  it("take along what was superseded by them and what was voted on them, in their workspace only", async () => {
    const there = await addWorkspace();
    for (const into of [here.workspace, there]) {
      await create("a", "A red boat.", { into });
      await create("b", "The boat is red.", { into });
      await retire(await create("d", "The boat is blue.", { into }), "superseded", {
        by: memoryId("b"),
        from: into,
      });
      await vote("b", 1, { from: into });
    }
    expect(await join(await read("a"), await read("b"))).toBe(true);
    expect(await named("d")).toMatchObject({ state: "superseded", supersededBy: memoryId("a") });
    expect(await votesAt()).toEqual([memoryId("a")]);
    expect(await named("d", there)).toMatchObject({ supersededBy: memoryId("b") });
    expect(await votesAt(there)).toEqual([memoryId("b")]);
  });

  it("have the wording of more words, then the later, and keep what either replaced", async () => {
    await create("a", "A red boat.", { lastObserved: 9, firstObserved: 1 });
    await create("b", "The boat is red.", { lastObserved: 5, firstObserved: 2, supersedes: memoryId("e") });
    expect(await join(await read("a"), await read("b"))).toBe(true);
    expect(await read("a")).toMatchObject({
      ...{ text: "The boat is red.", lastObserved: 9, firstObserved: 1, supersedes: memoryId("e") },
    });
    expect(await olderTexts("a")).toMatchObject([{ text: "A red boat.", merged: memoryId("b"), at: 9 }]);
    expect(await find("b")).toBeUndefined();
    await create("c", "Red is the boat.", { lastObserved: 10, firstObserved: 3, supersedes: memoryId("f") });
    expect(await join(await read("a"), await read("c"))).toBe(true);
    expect(await read("a")).toMatchObject({ text: "Red is the boat.", supersedes: memoryId("e") });
  });

  it("keep every wording, once as it was said last, and every id that leads to them", async () => {
    const memory = await create("a", "The boat is red.");
    const there = await addWorkspace();
    await write(
      await create("a", "The boat is red.", { into: there }),
      { observations: [older("a", 0)] },
      there,
    );
    const observations = Array.from({ length: 130 }, (_, at) => older("a", at + 10));
    await write(memory, { observations: [older("a", 1, memoryId("c")), ...observations] });
    const again = { ...older("a", 10), at: 200 };
    await write(await read("a"), { observations: [again] });
    const kept = await olderTexts("a");
    const texts = kept.filter(({ merged }) => merged === null).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(["text 10", "text 139"]);
    expect(texts.toSorted()).toEqual(observations.map(({ text }) => text).toSorted());
    expect(kept.at(-1)).toMatchObject({ merged: memoryId("c"), at: 1 });
    expect((await named("c"))?.id).toBe(memory.id);
    expect(await olderTexts("a", there)).toHaveLength(1);
  });

  it("refuse a wording beyond the last that there is room for, and drop none for it", async () => {
    const memory = await create("a", "The boat is red.");
    const observations = Array.from({ length: MAX_WORDINGS }, (_, at) => older("a", at));
    await write(memory, { observations });
    await expect(write(await read("a"), { observations: [older("a", MAX_WORDINGS)] })).rejects.toMatchObject({
      ...{ code: "limit_reached", details: { limit: MAX_WORDINGS } },
    });
    expect(await olderTexts("a")).toHaveLength(MAX_WORDINGS);
    // One that was said before takes no room, nor does what a merged memory leaves.
    await write(await read("a"), { observations: [older("a", 3)] });
    await write(await read("a"), { observations: [older("a", 5_000, memoryId("c"))] });
    expect((await named("c"))?.id).toBe(memory.id);
  });

  it("that are observed again are as new as that, and never older than they were", async () => {
    const memory = await create("a", "The boat is red.", { lastObserved: 50, confidence: 0.8 });
    const observe = (nowMs: number) =>
      observeMemories(here.db, {
        workspace: here.workspace,
        observed: [{ id: memory.id, hash: memory.hash, confidence: 0.2, times: 1, at: nowMs }],
      });
    const dates = async () => {
      const query = { workspace: here.workspace, limit: 5, chars: 10 };
      const [[recent] = []] = await newestDocuments(here.db, query, [{}]);
      return [(await read("a")).lastObserved, recent?.datedAt];
    };
    const { version } = await observe(70);
    expect(await dates()).toEqual([70, 70]);
    await observe(60);
    expect(await dates()).toEqual([70, 70]);
    expect(await read("a")).toMatchObject({ timesObserved: 3, confidence: 0.8, version: version + 1 });
  });

  it("are destroyed with what is kept of them, and nothing of others", async () => {
    const there = await addWorkspace();
    for (const into of [here.workspace, there]) {
      for (const [digit, text] of [
        ["a", "A red boat."],
        ["b", "The oar is long."],
      ] as const)
        await write(await create(digit, text, { into }), { observations: [older(digit, 1)] }, into);
      await here.database
        .prepare(
          "INSERT INTO idempotency (workspace, token, key, request, claim, lease_until, status, body, created_at) VALUES (?1, 't' || ?1, 'k', 'r', 'c', 0, 200, 'the text', 1)",
        )
        .bind(into)
        .run();
    }
    const { workspace } = here;
    await destroyMemory(here.db, { workspace, nowMs: NOW_MS, memory: await read("a") });
    expect([await named("a"), await olderTexts("a")]).toEqual([undefined, []]);
    expect([(await named("b"))?.text, (await olderTexts("b")).length]).toEqual(["The oar is long.", 1]);
    expect([(await named("a", there))?.text, (await olderTexts("a", there)).length]).toEqual([
      "A red boat.",
      1,
    ]);
    const bodies = async (of: number) => rows("SELECT body FROM idempotency WHERE workspace = ?1", of);
    expect([await bodies(workspace), await bodies(there)]).toEqual([
      [{ body: null }],
      [{ body: "the text" }],
    ]);
  });

  it("have the history of their own workspace, though a copy elsewhere has the same ids", async () => {
    const there = await addWorkspace();
    for (const into of [here.workspace, there]) {
      const [a, b, c] = [
        await create("a", "The boat is blue.", { into }),
        await create("b", "The boat is green.", { into }),
        await create("c", "The boat is red.", { into }),
      ];
      const isHere = into === here.workspace;
      await retire(a, "superseded", { by: isHere ? b.id : c.id, from: into });
      await retire(b, "superseded", { by: isHere ? memoryId("d") : c.id, from: into });
    }
    const history = async (digit: string, workspace = here.workspace) =>
      (await memoryChain(here.db, workspace, memoryId(digit))).map(({ id }) => id[0]).join("");
    expect([await history("c"), await history("a"), await history("b")]).toEqual(["c", "ab", "ab"]);
    expect((await history("c", there)).split("").toSorted().join("")).toBe("abc");
  });
});
