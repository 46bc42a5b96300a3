import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newOracle } from "./oracle.ts";
import {
  assertClean,
  type Ledger,
  type Lot,
  lookAfter,
  newLedger,
  note,
  type Report,
  reportOf,
  untilQuiet,
} from "./room.ts";
import { type Server, serving } from "./server.ts";
import { writeOn, WRITERS } from "./writes.ts";

const DISK_MB = 64;
const PIECE_BYTES = 262_144;
/** The disk fills up so long after the writes begin, milliseconds: at most. */
const WRITING_MS = 300;
/** Full for so long, milliseconds. */
const FULL_MS = 400;
/** On every third full disk the server is killed too, and started while it is still full. */
const KILLED_EVERY = 3;

const canMount = process.getuid?.() === 0;

/** Fills the disk to its last byte but some. */
function fillTo(disk: string, left: number): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    const more = Math.min(PIECE_BYTES, bavail * bsize - left);
    if (more <= 0) return;
    appendFileSync(join(disk, "fill"), Buffer.alloc(more));
  }
}

/** A server that was killed on a full disk: its start says that the disk is full, or it serves. Room is made for it either way. */
async function killOnFull(server: Server, disk: string, ledger: Ledger): Promise<Server> {
  const killed = server.kill("both").catch((error: unknown) => error);
  const again = await killed;
  rmSync(join(disk, "fill"));
  if (!(again instanceof Error)) return again as Server;
  note(ledger, "starts refused on the full disk");
  if (!/is full: make room on it/.test(again.message))
    ledger.problems.push(`a start on a full disk said: ${again.message}`);
  return serving(server.home);
}

/** Fills the disk of a server while it is written to: a tmpfs of its own, so that its database meets ENOSPC itself. */
export async function disks(lot: Lot): Promise<Report> {
  const { folder, tell } = lot;
  if (!canMount) {
    tell("left out: only root mounts a disk that can be filled");
    return reportOf("disks", 0, newOracle(), newLedger(tell));
  }
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=700`, "tmpfs", folder]);
  try {
    return await fillAgainAndAgain(lot);
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
}

async function fillAgainAndAgain({ folder, count, random, tell }: Lot): Promise<Report> {
  const [oracle, ledger] = [newOracle(), newLedger(tell)];
  let server = await serving(join(folder, "home"));
  try {
    for (let disk = 0; disk < count; disk++) {
      const client = await server.client();
      let isOver = false;
      const writing = WRITERS.map((names) => writeOn({ client, oracle, random }, names, () => isOver));
      await sleep(random(WRITING_MS));
      fillTo(folder, random(3) === 0 ? random(PIECE_BYTES) : 0);
      await sleep(FULL_MS);
      const isKilled = disk % KILLED_EVERY === KILLED_EVERY - 1;
      const next = isKilled ? killOnFull(server, folder, ledger) : undefined;
      isOver = true;
      for (const ends of await Promise.all(writing))
        for (const [end, times] of ends) if (end !== "ok") note(ledger, `writes answered ${end}`, times);
      if (next === undefined) rmSync(join(folder, "fill"));
      else server = await next;
      await lookAfter({ oracle, random }, server, ledger, disk + 1 === count);
    }
    await untilQuiet(server);
    await assertClean(server, ledger);
    tell(
      `${count} full disks, ${oracle.acknowledged} writes acknowledged, ${ledger.problems.length} problems`,
    );
  } finally {
    await server.stop();
  }
  return reportOf("disks", count, oracle, ledger);
}
