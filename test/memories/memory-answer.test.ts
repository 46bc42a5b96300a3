import { expect, it } from "vitest";
import { memoryAnswer } from "../../src/memories/memory-document.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";

const memory = {
  ...{ id: "a".repeat(32), text: "The gate is shut.", hash: "h", normalHash: "n" },
  ...{ firstObserved: 1_760_000_000_000, lastObserved: 1_760_000_000_000, isCompared: true, leftAt: 1 },
} as unknown as MemoryRecord;

it.each([
  ["that of its votes, where nobody computes it any more", { votes: { up: 0, down: 1 } }, 1 / 3],
  ["what was computed, where its votes fade", { votes: { up: 0, down: 1 }, quality: 0.4 }, 0.4],
  ["a half without votes", {}, 0.5],
])("a memory's quality is %s", (_, own, quality) => {
  expect(memoryAnswer({ ...memory, ...own }).quality).toBeCloseTo(quality, 12);
});
