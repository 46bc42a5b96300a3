import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { machineId } from "../../../src/cli/push/folder-options.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 40;

it("gives every first push at once the same id", async () => {
  const folder = temporaryFolder();
  const ids = await Promise.all(Array.from({ length: 8 }, () => machineId({ XDG_CONFIG_HOME: folder })));
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(1);
  expect(readdirSync(join(folder, "edge-recall"))).toEqual(["machine-id"]);
});

/** What another process could read of a file while the work is done. */
async function seenWhile(file: string, work: Promise<unknown>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      try {
        seen.add(readFileSync(file, "utf8"));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      }
      await turn();
    }
  })();
  await work;
  isDone = true;
  await watching;
  return seen;
}

it("never shows a file without the id in it", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const folder = temporaryFolder();
    const file = join(folder, "edge-recall", "machine-id");
    const seen = await seenWhile(file, machineId({ XDG_CONFIG_HOME: folder }));
    expect([...seen].filter((text) => !/^[0-9a-f]{32}\n$/.test(text))).toEqual([]);
  }
});
