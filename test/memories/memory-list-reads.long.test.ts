import { describe, expect, it } from "vitest";
import { DAY_MS, UNDO_MS } from "../../src/config.ts";
import { MemoryListParameters, PruneMemoriesRequest } from "../../src/memories/contract/memory-lists.ts";
import {
  beginning,
  countedMemories,
  pageOfMemories,
  pruneMemories,
  readRecent,
  timelineAround,
} from "../../src/memories/memory-lists.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";
import { oldestMemories } from "../../src/memories/sql/memory-lists.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

/** Two of each value, so that ids decide. */
const NOTES: readonly (Partial<MemoryRecord> & { readonly digit: string })[] = [
  {
    digit: "a",
    lastObserved: 10,
    firstObserved: 4,
    importance: 0.2,
    priority: 2,
    timesObserved: 1,
    session: "s1",
  },
  {
    digit: "b",
    lastObserved: 10,
    firstObserved: 4,
    importance: 0.2,
    priority: 2,
    timesObserved: 1,
    source: "chat",
  },
  {
    digit: "c",
    lastObserved: 30,
    firstObserved: 2,
    importance: 0.9,
    priority: 1,
    timesObserved: 5,
    session: "s1",
  },
  {
    digit: "d",
    lastObserved: 20,
    firstObserved: 3,
    importance: 0.9,
    priority: 5,
    timesObserved: 5,
    session: "s1",
  },
];

describe("lists of memories", () => {
  const { here, addWorkspace, context, create, read, retire, rows } = memoryDatabase();
  const fill = async () => {
    const there = await addWorkspace();
    for (const { digit, ...more } of NOTES) {
      await create(digit, `Note ${digit} of herons.`, more);
      await create(digit, `Note ${digit} of herons.`, { ...more, into: there });
    }
  };
  const digits = (memories: readonly { readonly id: string }[]) => memories.map(({ id }) => id[0]).join("");
  const page = async (wish: object, nowMs = NOW_MS) =>
    pageOfMemories(await context({ nowMs }), MemoryListParameters.parse(wish));

  it("come in each order, equal ones by their ids, in pages of any size that are whole together", async () => {
    await fill();
    for (const [sort, expected] of [
      ...[
        ["newest", "cdba"],
        ["oldest", "abdc"],
        ["created", "badc"],
        ["importance", "dcba"],
      ],
      ...[
        ["priority", "cabd"],
        ["observed", "dcba"],
      ],
    ] as const)
      for (const limit of [1, 2, 3, 4]) {
        const pages: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const { memories, nextCursor } = await page({ sort, limit, ...(cursor && { cursor }) });
          pages.push(digits(memories));
          cursor = nextCursor;
        }
        expect([sort, pages.join(""), pages.length]).toEqual([sort, expected, Math.ceil(4 / limit)]);
      }
  });

  it("go on by the filters and the order that they began with, and by no others", async () => {
    await fill();
    const { nextCursor: cursor } = await page({ sort: "created", before: "1d", limit: 1 });
    const begun = { sort: "created", before: "1d", cursor };
    expect(digits((await page({ ...begun, limit: 2 })).memories)).toBe("ad");
    for (const other of [{ sort: "newest" }, { before: "2d" }, { tag: "a" }, { state: "forgotten" }])
      await expect(page({ ...begun, ...other })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("take in the instant they begin with, and not the one they end at", async () => {
    await fill();
    const iso = (ms: number) => new Date(ms).toISOString();
    expect(digits((await page({ after: iso(20), sort: "oldest" })).memories)).toBe("dc");
    expect(digits((await page({ before: iso(20), sort: "oldest" })).memories)).toBe("ab");
    expect(digits((await page({ source: "chat" })).memories)).toBe("b");
  });

  it("by quality count a memory without votes as one of 0.5, and take in the quality asked for", async () => {
    await fill();
    await here.database
      .prepare("UPDATE documents SET quality = iif(path LIKE 'c%', 0.75, 0.25) WHERE path NOT LIKE 'a%'")
      .run();
    expect(digits((await page({ minQuality: 0.5, sort: "oldest" })).memories)).toBe("ac");
    expect(digits((await page({ minQuality: 0.75 })).memories)).toBe("c");
    expect((await page({ minQuality: 0.25 })).memories).toHaveLength(4);
  });

  it("of past ones hold one state each, forgotten ones as long as undo brings them back", async () => {
    await fill();
    await retire(await read("a"), "forgotten");
    await retire(await read("b"), "superseded", { by: memoryId("c") });
    const lists = async (nowMs: number) =>
      [await page({ state: "forgotten" }, nowMs), await page({ state: "superseded" }, nowMs)].map(
        ({ memories }) => digits(memories),
      );
    expect(await lists(NOW_MS)).toEqual(["a", "b"]);
    expect(await lists(NOW_MS + UNDO_MS - 1)).toEqual(["a", "b"]);
    expect(await lists(NOW_MS + UNDO_MS)).toEqual(["", "b"]);
    expect(await page({ state: "forgotten" })).toMatchObject({
      memories: [{ text: "Note a of herons.", tags: ["a"], quality: 0.5, cut: false }],
    });
  });

  it("around one show as many as asked for of each side, and of its session alone if asked", async () => {
    await fill();
    const around = async (digit: string, more: object) => {
      const wish = { around: memoryId(digit), before: 5, after: 5, sameSession: false, ...more };
      const { before, after } = await timelineAround(await context(), wish);
      return [digits(before), digits(after)];
    };
    expect(await around("b", {})).toEqual(["a", "dc"]);
    expect(await around("c", {})).toEqual(["abd", ""]);
    expect(await around("d", { before: 1, after: 0 })).toEqual(["b", ""]);
    expect(await around("d", { sameSession: true })).toEqual(["a", "c"]);
    await expect(around("b", { sameSession: true })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are counted by age with the edge of a band in it", async () => {
    const ages = [
      ["a", DAY_MS - 1],
      ["b", DAY_MS],
      ["c", 7 * DAY_MS],
      ["d", 10_000 * DAY_MS],
    ] as const;
    for (const [digit, age] of ages)
      await create(digit, `Note ${digit} of herons.`, { lastObserved: NOW_MS - age, timesObserved: 2 });
    await retire(await create("e", "Note e."), "forgotten", { nowMs: NOW_MS - UNDO_MS });
    await retire(await create("f", "Note f."), "forgotten", { nowMs: NOW_MS - UNDO_MS + 1 });
    await retire(await create("0", "Note 0."), "superseded", { nowMs: 1 });
    expect(await countedMemories(await context())).toMatchObject({
      ...{ memories: 4, observations: 8, forgotten: 1, superseded: 1 },
      byAge: { day: 2, week: 1, month: 0, quarter: 0, year: 0, older: 1 },
      newest: new Date(NOW_MS - DAY_MS + 1).toISOString(),
    });
  });

  it("of a session name its own newest, and else the workspace's; of equal dates the one written last", async () => {
    await fill();
    const recent = async (wish: object) => {
      const { of, items } = await readRecent(await context(), { limit: 3, ...wish });
      return [of, items.map(({ path }) => path[0]).join("")];
    };
    expect(await recent({ session: "s1" })).toEqual(["session", "cda"]);
    expect(await recent({ session: "s1", limit: 1 })).toEqual(["session", "c"]);
    expect(await recent({ session: "s9", kind: "memory", limit: 4 })).toEqual(["workspace", "cdba"]);
    expect(await recent({ session: "s1", kind: "file" })).toEqual(["workspace", ""]);
  });

  it("are pruned before an instant, the oldest first, and a dry run leaves them", async () => {
    await fill();
    const prune = async (wish: object) =>
      pruneMemories(
        await context(),
        PruneMemoriesRequest.parse({ olderThan: new Date(30).toISOString(), ...wish }),
      );
    const { samples, ...dry } = await prune({ dryRun: true });
    expect([dry, digits(samples)]).toEqual([
      { matched: 3, forgotten: 0, remaining: 3, before: new Date(30).toISOString() },
      "abd",
    ]);
    expect(await prune({ session: "s1" })).toMatchObject({ matched: 2, forgotten: 2, remaining: 0 });
    expect(digits((await page({})).memories)).toBe("cb");
    const state =
      "SELECT id, state, left_at, superseded_by FROM past_memories WHERE workspace = ?1 ORDER BY id";
    expect(await rows(state)).toEqual(
      ["a", "d"].map((digit) => ({
        ...{ id: memoryId(digit), state: "forgotten", left_at: NOW_MS, superseded_by: null },
      })),
    );
  });

  it("are pruned in slices of 100, and of what fits one statement, but one at least", async () => {
    const of = async (filters: object) =>
      (await oldestMemories(here.db, { workspace: here.workspace, filters }))
        .map(({ id }) => id[0])
        .toSorted();
    await fill();
    // Times two, more than a slice holds.
    await here.database
      .prepare("UPDATE documents SET bytes = 300001 WHERE workspace = ? AND path NOT LIKE 'a%'")
      .bind(here.workspace)
      .run();
    expect(await of({})).toEqual(["a", "b"]);
    await here.database
      .prepare("UPDATE documents SET bytes = 700000 WHERE workspace = ?")
      .bind(here.workspace)
      .run();
    expect(await of({})).toEqual(["a"]);
    expect(await of({ afterMs: 20 })).toEqual(["d"]);
    expect(await of({ beforeMs: 10 })).toEqual([]);
  });

  it("begin a text with whole characters, and say when there is more", () => {
    expect(beginning("🦆".repeat(300), 1)).toEqual({ text: "🦆".repeat(300), cut: false });
    expect(beginning("🦆".repeat(301), 1)).toEqual({ text: "🦆".repeat(300), cut: true });
    expect(beginning("short", 2)).toEqual({ text: "short", cut: true });
  });
});
