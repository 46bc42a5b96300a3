import { describe, expect, it } from "vitest";
import { DAY_MS, DEFAULTS } from "../../src/config.ts";
import type { VectorIndex } from "../../src/models/ports.ts";
import { callIndex, confirmVisible } from "../../src/vectors/index-calls.ts";
import type { Progress } from "../../src/vectors/sql/receipts.ts";

describe("a call to the vector index", () => {
  it.each([
    ["is made at the last moment that its lease allows", DAY_MS, true],
    ["is not made after it: it could undo what the next run has sent", DAY_MS + 1, false],
  ])("%s", async (_, nowMs, isMade) => {
    const stamps: string[] = [];
    const call = callIndex({ run: "r", order: 3, sendUntil: DAY_MS, now: () => nowMs }, async (stamp) => {
      stamps.push(stamp);
      return "m";
    });
    if (isMade)
      await expect(call).resolves.toEqual({
        mutation: "m",
        run: "r",
        order: 3,
        startedAt: DAY_MS,
        endedAt: DAY_MS,
      });
    else await expect(call).rejects.toMatchObject({ code: "timeout" });
    expect(stamps).toEqual(isMade ? ["r.3"] : []);
  });
});

describe("waiting for what the index shows", () => {
  const vector = (chunk: string) => ({ chunk, generation: 1, run: "r", order: 1 });
  /** An index that shows some of what waits; what was asked of it, and of the rows. */
  const waiting = (chunks: readonly string[], shown: readonly string[], processedUpToMs?: number) => {
    const asked: (readonly string[])[] = [];
    const progress: Progress[] = [];
    const before: number[] = [];
    let left = chunks;
    const index = {
      maxGet: 2,
      progress: async () => ({ processedUpToMutation: "m", processedUpToMs }),
      visible: async (ids: readonly string[], stamps?: ReadonlyMap<string, string>) => {
        asked.push(ids.map((id) => `${id} ${stamps?.get(id)}`));
        return ids.filter((id) => shown.includes(id));
      },
    } as unknown as VectorIndex;
    const sent = {
      waiting: async (beforeMs: number, limit: number) => {
        before.push(beforeMs);
        return left.slice(0, limit).map(vector);
      },
      processed: async (now: Progress) => progress.push(now),
      shown: async (vectors: readonly { chunk: string }[]) => {
        left = left.filter((chunk) => !vectors.some((one) => one.chunk === chunk));
      },
    };
    const confirm = (lookups: number) => confirmVisible(index, sent, { now: () => DAY_MS, lookups });
    return { confirm, asked, progress, before };
  };

  it.each([
    ["goes on as long as all that it looks up is shown", ["a", "b", "c"], ["a", "b", "c"], 9, 4, 2],
    ["ends at the first that is not shown yet", ["a", "b", "c"], ["b", "c"], 9, 2, 1],
    ["looks up no more often than it may", ["a", "b", "c"], ["a", "b", "c"], 1, 3, 1],
    ["asks nothing when nothing waits", [], [], 9, 0, 0],
  ])("%s", async (_, chunks, shown, lookups, confirmed, asked) => {
    const calls = waiting(chunks, shown);
    // One is confirmed by the index's progress.
    expect([await calls.confirm(lookups), calls.asked.length]).toEqual([confirmed, asked]);
  });

  it("looks for vectors as their call sent them, some time after it, and trusts the index's clock no sooner", async () => {
    const calls = waiting(["a"], [], DAY_MS);
    await calls.confirm(1);
    const margin = DEFAULTS.visibilityMarginMs;
    expect(calls.asked).toEqual([["a r.1"]]);
    expect(calls.before).toEqual([Number.MAX_SAFE_INTEGER, DAY_MS - margin]);
    expect(calls.progress).toEqual([{ mutation: "m", beforeMs: DAY_MS - margin }]);
  });
});
