import { expect, it } from "vitest";
import { watchWork } from "../../../../src/cli/commands/reindex/reindex.ts";
import type { StatusAnswer } from "../../../../src/workspaces/contract.ts";

const statusOf = (pendingChunks: number, more: object = {}, reindex: readonly object[] = []) =>
  ({
    index: { pendingChunks, pausedUntil: null, failedWork: 0, ...more },
    reindex,
  }) as unknown as StatusAnswer;

async function watch(answers: readonly StatusAnswer[], signal = new AbortController().signal) {
  const told: string[] = [];
  const left = [...answers];
  const client = { status: async () => left.shift() ?? statusOf(0) };
  const update = (what: string, done: number, total?: number) => told.push(`${what} ${done}/${total}`);
  const { isDone } = await watchWork(client, { progress: { update, end: () => undefined }, signal }, 0);
  return { told, isDone };
}

it("tells how far the work on the whole index is, then how many vectors are missing, until none is", async () => {
  const cutting = { kind: "chunker", unit: "documents", done: 3, total: 9 };
  const old = { kind: "old_vectors", unit: "chunks", done: 0, total: 7 };
  expect(
    await watch([statusOf(5, {}, [old, cutting]), statusOf(8), statusOf(2), statusOf(0, {}, [old])]),
  ).toEqual({
    told: ["cutting anew 3/9", "embedding 0/8", "embedding 6/8"],
    isDone: true,
  });
});

it("does not wait for models that stand still, and ends when it is stopped", async () => {
  const paused = { pausedUntil: "2026-11-23T00:00:00.000Z" };
  expect(await watch([statusOf(8, paused)])).toEqual({ told: [], isDone: false });
  expect(await watch([statusOf(0, paused)])).toEqual({ told: [], isDone: true });
  await expect(watch([statusOf(8)], AbortSignal.abort())).rejects.toThrow();
});
