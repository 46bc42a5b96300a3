import { describe, expect, it } from "vitest";
import { runTask } from "../../src/background/run-task.ts";

describe("a task", () => {
  const limits = { slices: 3, untilMs: 10, now: () => 10 };
  const counting = (...slices: readonly ({ isLast?: boolean; takesMs?: number } | Error | undefined)[]) => {
    let at = 0;
    return async () => {
      const slice = slices[at++];
      if (slice instanceof Error) throw slice;
      return slice && { counts: { done: 1 }, ...slice };
    };
  };
  const error = new Error("broken");

  it.each([
    [
      "has more when its slices are used up",
      [{}, {}, {}, {}],
      { counts: { done: 3 }, hasMore: true, error: undefined },
    ],
    [
      "has no more when nothing is due",
      [{}, undefined],
      { counts: { done: 1 }, hasMore: false, error: undefined },
    ],
    [
      "has no more after its last slice",
      [{ isLast: true }, {}],
      { counts: { done: 1 }, hasMore: false, error: undefined },
    ],
    [
      "counts what was done before a slice failed",
      [{}, error, {}],
      { counts: { done: 1 }, hasMore: false, error },
    ],
  ])("%s", async (_, slices, done) => {
    expect(await runTask({ name: "t", slice: counting(...slices) }, limits)).toEqual(done);
  });

  it("begins no slice after its time, though it has some left", async () => {
    let nowMs = 9;
    const slice = async () => {
      nowMs += 1;
      return { counts: { done: 1 } };
    };
    const run = await runTask({ name: "t", slice }, { slices: 9, untilMs: 10, now: () => nowMs });
    expect(run).toEqual({ counts: { done: 2 }, hasMore: true, error: undefined });
  });
});
