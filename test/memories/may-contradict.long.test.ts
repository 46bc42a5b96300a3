import { describe, expect, it } from "vitest";
import { mayContradict } from "../../src/contract/may-contradict.ts";
import { MemoryChange, RememberRequest } from "../../src/memories/contract/memories.ts";
import { MemoryListParameters } from "../../src/memories/contract/memory-lists.ts";
import { mergeDuplicates } from "../../src/memories/duplicates/duplicates.ts";
import { forgetMemory, undoForget } from "../../src/memories/forget.ts";
import { changeMemory, readMemory } from "../../src/memories/memories.ts";
import type { MemoryRunning } from "../../src/memories/memory-document.ts";
import { pageOfMemories } from "../../src/memories/memory-lists.ts";
import { remember } from "../../src/memories/remember.ts";
import { rememberMany } from "../../src/memories/remember-many.ts";
import { compareTexts } from "../../src/memories/sameness/compare-texts.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";
import { memoryVectors } from "./memory-vectors.ts";

const RUNNING: MemoryRunning = { knowsMeaning: () => true, batch: { memories: 20, alone: 2 } };
const DAY_MS = 86_400_000;

it.each([
  [0, 3 * DAY_MS, "newer, 3 days later"],
  [3 * DAY_MS, 0, "older, 3 days earlier"],
  [0, DAY_MS, "newer, 1 day later"],
  [0, DAY_MS - 1, "newer, 23 hours later"],
  [0, 61_000, "newer, 1 minute later"],
  [2_500, 0, "older, 2 seconds earlier"],
  [5, 900, "at the same time"],
])("a memory of %d says of one of %d: %s", (own, lastObserved, words) => {
  expect(mayContradict({ lastObserved: own, text: "" }, { id: "3f2a1b9c00000000", lastObserved })).toEqual({
    id: "3f2a1b9c00000000",
    date: new Date(lastObserved).toISOString(),
    words: `may contradict 3f2a1b9c, ${words}`,
  });
});

it.each([
  ["2026-02-10: heron", "2025-02-10: duck", "older, 365 days earlier"],
  ["2025-02-10: duck", "2026-02-10: heron", "newer, 365 days later"],
  ["Heron", "2025-02-10: duck", "older, 548 days earlier"],
  ["2025-02-10: duck", "The mascot is a heron since 2024-01-01", "newer, 548 days later"],
  ["2025-02-10: duck", "2025-02-10: heron", "at the same time"],
  ["2027-02-10: heron moves", "Heron", "newer, 1 second later"],
])("%s may contradict %s, said on the days that they begin with: %s", (text, other, words) => {
  const lastObserved = Date.UTC(2026, 7, 12, 12);
  const rival = { id: "3f2a1b9c00000000", lastObserved: lastObserved + 1_000, text: other };
  expect(mayContradict({ lastObserved, text }, rival).words).toBe(`may contradict 3f2a1b9c, ${words}`);
});

describe("memories that nearly agree", () => {
  const { here, addWorkspace, context, create, rows } = memoryDatabase();
  const { embed, index, wait } = memoryVectors(here);
  const say = async (text: string, more: object = {}, nowMs = NOW_MS) =>
    remember(await context({ nowMs }), RUNNING, RememberRequest.parse({ text, ...more }));
  const read = async (id: string) => readMemory(await context(), id, { history: false });
  const rivals = async (id: string) => (await read(id)).mayContradict.map((rival) => rival.id).toSorted();
  const pairs = () => rows("SELECT memory, other FROM contradictions WHERE workspace = ?1");
  const OLD = "The gateway times out after 30 seconds.";
  const NEW = "The gateway times out after 40 seconds.";

  it("are newer and older by the days that they begin with, wherever that is said", async () => {
    const heron = await say("2025-02-10: the mascot is a heron");
    const duck = await say("2024-02-10: the mascot is a duck", {}, NOW_MS + 2_000);
    expect(duck.mayContradict.map(({ words }) => words.slice(25))).toEqual(["newer, 366 days later"]);
    expect((await read(heron.memory.id)).mayContradict[0]?.words.slice(25)).toBe("older, 366 days earlier");
    const { memories } = await pageOfMemories(await context(), MemoryListParameters.parse({}));
    expect(memories.map(({ mayContradict: all = [] }) => all[0]?.words.slice(25))).toEqual([
      "newer, 366 days later",
      "older, 366 days earlier",
    ]);
  });

  it("are both kept, each tells of the other, and the second is answered with the first", async () => {
    const old = await say(OLD);
    expect(old.mayContradict).toEqual([]);
    const next = await say(NEW, { type: "decision" }, NOW_MS + 3 * DAY_MS);
    expect([next.action, next.mergedInto]).toEqual(["created", null]);
    expect(next.mayContradict).toEqual([
      {
        ...{ id: old.memory.id, text: OLD, date: old.memory.lastObserved },
        words: `may contradict ${old.memory.id.slice(0, 8)}, older, 3 days earlier`,
      },
    ]);
    const [told] = (await read(old.memory.id)).mayContradict;
    expect(told?.words).toBe(`may contradict ${next.memory.id.slice(0, 8)}, newer, 3 days later`);
    const { memories } = await pageOfMemories(await context(), MemoryListParameters.parse({}));
    expect(memories.map(({ mayContradict: all = [] }) => all[0]?.words.slice(25))).toEqual([
      "older, 3 days earlier",
      "newer, 3 days later",
    ]);
    // Said again, it is offered again.
    expect((await say(NEW, {}, NOW_MS + 4 * DAY_MS)).mayContradict.map(({ id }) => id)).toEqual([
      old.memory.id,
    ]);
    const settled = await say(NEW, { supersedes: old.memory.id });
    expect([settled.memory.supersedes, settled.mayContradict]).toEqual([old.memory.id, []]);
    expect(await pairs()).toEqual([]);
  });

  it("are found in one batch, which is answered as if each had come alone", async () => {
    const { answers } = await rememberMany(await context(), RUNNING, {
      memories: [
        { text: "Deploys on Fridays are allowed." },
        { text: "Herons nest by the weir." },
        { text: "Deploys on Fridays are forbidden." },
      ],
    });
    const [allowed, herons, forbidden] = answers.map((answer) => ("memory" in answer ? answer : undefined));
    expect(allowed?.mayContradict.map(({ id }) => id)).toEqual([forbidden?.memory.id]);
    expect(forbidden?.mayContradict.map(({ id }) => id)).toEqual([allowed?.memory.id]);
    expect(herons?.mayContradict).toEqual([]);
  });

  it("say nothing of each other where one replaces the other from the beginning", async () => {
    const old = await say(OLD);
    expect((await say(NEW, { supersedes: old.memory.id })).mayContradict).toEqual([]);
    expect(await pairs()).toEqual([]);
  });

  it("are the three nearest beside the one that is replaced, which takes no place among them", async () => {
    const others = [];
    for (const seconds of [10, 20, 50])
      others.push(await say(`The gateway times out after ${seconds} seconds.`));
    const old = await say("The gateway times out after 40 seconds, always.", {}, NOW_MS + DAY_MS);
    const next = await say("The gateway times out after 60 seconds, always.", { supersedes: old.memory.id });
    expect(await rivals(next.memory.id)).toEqual(others.map(({ memory }) => memory.id).toSorted());
  });

  it("say nothing of one that was forgotten, and again when it comes back", async () => {
    const [old, next] = [await say(OLD), await say(NEW)];
    await forgetMemory(await context(), old.memory.id, { now: false });
    expect([await rivals(next.memory.id), await pairs()]).toEqual([[], []]);
    await undoForget(await context(), old.memory.id);
    expect(await rivals(next.memory.id)).toEqual([old.memory.id]);
    await forgetMemory(await context(), old.memory.id, { now: true });
    expect(await pairs()).toEqual([]);
  });

  it("are looked for anew when one says something else", async () => {
    const [old, next] = [await say(OLD), await say(NEW)];
    const change = async (text: string) =>
      changeMemory(await context(), RUNNING, { id: old.memory.id, change: MemoryChange.parse({ text }) });
    await change("Herons nest by the weir.");
    expect([await rivals(next.memory.id), await pairs()]).toEqual([[], []]);
    await change("The gateway times out after 50 seconds.");
    expect(await rivals(next.memory.id)).toEqual([old.memory.id]);
  });

  it("are found by their embeddings where they share few words, of other types too, and kept answers go", async () => {
    await create("a", "Deploys on Fridays are allowed.", { type: "decision" });
    await create("b", "Nobody may ship at the end of the week.");
    for (const digit of ["a", "b"]) await embed(digit, [1, 0]);
    await wait("b");
    const version = async () =>
      (await rows<{ version: number }>("SELECT version FROM workspaces WHERE num = ?1"))[0]?.version ?? 0;
    const compare = () =>
      mergeDuplicates(
        { db: here.db, vectorsFor: () => index(), now: () => NOW_MS },
        { workspace: here.workspace, limit: 9, maxUnseen: 9 },
      );
    const before = await version();
    expect(await compare()).toEqual({ compared: 1, merged: 0 });
    expect([await rivals(memoryId("a")), await rivals(memoryId("b"))]).toEqual([
      [memoryId("b")],
      [memoryId("a")],
    ]);
    expect(await version()).toBe(before + 1);
    await wait("b");
    await compare();
    expect(await version()).toBe(before + 1);
  });

  it("move to the memory that one of them is merged into", async () => {
    await create("a", "On Fridays, the gateway is deployed.", { firstObserved: 1 });
    await create("b", "The gateway is deployed on Fridays.", { firstObserved: 2 });
    for (const digit of ["a", "b"]) await embed(digit, [1, 0]);
    const { memory } = await say("The gateway is deployed on Mondays.");
    await here.database
      .prepare("DELETE FROM contradictions WHERE workspace = ? AND ? IN (memory, other)")
      .bind(here.workspace, memoryId("a"))
      .run();
    await wait("b");
    await mergeDuplicates(
      { db: here.db, vectorsFor: () => index(), now: () => NOW_MS },
      { workspace: here.workspace, limit: 1, maxUnseen: 9 },
    );
    expect(await rivals(memory.id)).toEqual([memoryId("a")]);
    expect(await rivals(memoryId("b"))).toEqual([memory.id]);
  });

  it("are noted for the three nearest, in their own workspace", async () => {
    const there = await addWorkspace();
    await create("c", OLD, { into: there });
    for (const seconds of [10, 20, 30, 45]) await say(`The gateway times out after ${seconds} seconds.`);
    const { memory } = await say(NEW, {}, NOW_MS + 1_000);
    expect(await rivals(memory.id)).toHaveLength(3);
    expect(await rows("SELECT 1 FROM contradictions WHERE workspace = ?1", there)).toEqual([]);
  });
});

it("does not for a secret that was cut from both", () => {
  const [kims, database] = ["Kim's password: [redacted:password]", "db password is [redacted:password]"];
  expect(compareTexts(kims, database)).toBe("different");
  expect(compareTexts(database, "The db password is [redacted:password]")).not.toBe("different");
});
