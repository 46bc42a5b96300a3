import { expect, it } from "vitest";
import { backupsKept } from "../../../src/cli/local/keep-backups.ts";

it.each([
  [undefined, 7],
  ["", 7],
  ["0", 0],
  ["30", 30],
])("RECALL_BACKUPS=%s keeps %i backups", (wish, kept) => {
  expect(backupsKept({ RECALL_BACKUPS: wish })).toBe(kept);
});

it.each(["off", "-1", "1.5", "1001", "7 "])("RECALL_BACKUPS=%s is refused with what it may be", (wish) => {
  expect(() => backupsKept({ RECALL_BACKUPS: wish })).toThrow("0 for none, at most 1000");
});
