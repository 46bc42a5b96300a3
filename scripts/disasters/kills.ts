import { setTimeout as sleep } from "node:timers/promises";
import { newOracle } from "./oracle.ts";
import {
  assertClean,
  type Lot,
  lookAfter,
  newLedger,
  note,
  type Report,
  reportOf,
  untilQuiet,
} from "./room.ts";
import { serving, VICTIMS } from "./server.ts";
import { writeOn, WRITERS } from "./writes.ts";

/** A kill comes this long after the writes begin, milliseconds: at most. */
const WRITING_MS = 600;
/** Everything is looked at, and audited, after so many kills. */
const WHOLE_EVERY = 25;

/** Kills the processes of a server while it is pushed to, imported into, told memories and indexes everything again. */
export async function kills({ folder, count, random, tell }: Lot): Promise<Report> {
  const [oracle, ledger] = [newOracle(), newLedger(tell)];
  let server = await serving(folder);
  try {
    for (let kill = 0; kill < count; kill++) {
      const client = await server.client();
      const writing = WRITERS.map((names) => writeOn({ client, oracle, random }, names, () => false));
      await sleep(random(WRITING_MS));
      const victim = VICTIMS[kill % VICTIMS.length] ?? "node";
      const killed = server.kill(victim);
      await Promise.all(writing);
      server = await killed;
      note(ledger, `kills of ${victim}`);
      const isWhole = (kill + 1) % WHOLE_EVERY === 0 || kill + 1 === count;
      await lookAfter({ oracle, random }, server, ledger, isWhole);
      if (!isWhole) continue;
      if (kill + 1 === count) await untilQuiet(server);
      await assertClean(server, ledger);
      tell(
        `${kill + 1} kills, ${oracle.acknowledged} writes acknowledged, ${ledger.problems.length} problems`,
      );
    }
  } finally {
    await server.stop();
  }
  return reportOf("kills", count, oracle, ledger);
}
