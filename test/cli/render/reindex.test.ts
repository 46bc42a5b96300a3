import { expect, it } from "vitest";
import { reindexLines } from "../../../src/cli/render/reindex.ts";

const work = {
  kind: "old_vectors",
  unit: "chunks",
  done: 0,
  total: 227,
  startedAt: "2026-11-20T12:00:00.000Z",
  endsAt: null,
  lastError: null,
} as const;

it("says that old vectors wait for cron, and how far it is once it deletes them", () => {
  expect(reindexLines([work])).toEqual([
    "The old vectors of 227 passages are no longer used; cron deletes them in a few minutes",
  ]);
  expect(reindexLines([{ ...work, done: 100, endsAt: "2026-11-20T12:05:00.000Z" }])).toEqual([
    "Deleting the old vectors: 100 of 227 passages, until about 2026-11-20T12:05:00.000Z",
  ]);
  expect(reindexLines([{ ...work, lastError: "no answer" }])).toEqual([
    "Deleting the old vectors: 0 of 227 passages; last error: no answer",
  ]);
});
