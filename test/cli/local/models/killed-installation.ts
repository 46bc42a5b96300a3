import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { assertChecksums, installedModels } from "../../../../src/local-models/installed.ts";
import type { Room } from "./room.ts";

const POLL_MS = 2;

const listing = (folder: string): string => {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names
      .map((name) => `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.size}`)
      .join("\n");
  } catch {
    // It is not there yet, or a folder in it was renamed.
    return "";
  }
};

/** Kills an installation when so many changes were seen among the models; answers what was there then. */
async function installKilledAt(
  room: Room,
  args: readonly string[],
  changes: number,
): Promise<string | undefined> {
  let pid = 0;
  let isOver = false;
  const done = room.start(args, (started) => (pid = started)).finally(() => (isOver = true));
  let last = listing(room.models);
  for (let seen = 0; seen < changes && !isOver; await sleep(POLL_MS)) {
    const now = listing(room.models);
    if (now !== last) seen++;
    last = now;
  }
  if (!isOver) process.kill(pid, "SIGKILL");
  const { code } = await done;
  return code === null ? last : undefined;
}

/** Kills an installation after its first change, its second, …, until it comes to its end; what is there is whole each time. */
export async function installKilled(room: Room, args: readonly string[]): Promise<void> {
  const moments: string[] = [];
  for (let changes = 1; ; changes++) {
    const moment = await installKilledAt(room, args, changes);
    for (const { folder, manifest } of installedModels(room.models)) await assertChecksums(folder, manifest);
    if (moment === undefined) break;
    moments.push(moment);
  }
  expect(moments.some((moment) => moment.includes(".part"))).toBe(true);
  expect(await room.recall(...args)).toMatchObject({ code: 0 });
}
