import { wholeAudit } from "../../src/cli/audit/audit.ts";
import { type RecallClient, recallClient } from "../../src/cli/session/recall-client.ts";
import { connectionTo } from "../../src/client/send.ts";
import { DAY_MS, HOUR_MS } from "../../src/config.ts";
import { serveClient } from "../../test/support/serve-client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../test/support/worlds/world.ts";
import { lookAt, newOracle, type Oracle } from "./oracle.ts";
import { type Ledger, type Lot, newLedger, note, type Report, reportOf } from "./room.ts";
import { type Random, WRITES } from "./writes.ts";

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * DAY_MS;
/** An hour back, a year ahead, and less and more than leases, retries and the kept answers last. */
const JUMPS = [-HOUR_MS, YEAR_MS, -YEAR_MS, DAY_MS, -MINUTE_MS, 7 * DAY_MS, -DAY_MS, HOUR_MS] as const;
/** What a lease and a retry wait for at most, by the clock as it is after a jump. */
const WAIT_MS = 2 * HOUR_MS;
const SWEEPS = 8;

/** Writes under the clock as it is; the sweep that its message starts dies with the next jump where `random` says so. */
async function write(client: RecallClient, oracle: Oracle, random: Random): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const name of ["push", "import", "remember", "forget"] as const) {
    const end = await WRITES[name](client, oracle, random);
    if (end !== "ok") refused.push(`${name} was answered ${end}`);
  }
  return refused;
}

/** Lets the time of leases and retries go by, and the background work do what is due. */
async function settle(world: SimulatedWorld): Promise<void> {
  world.clock.advance(WAIT_MS);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    await world.client.sweep();
    await world.vectorize.describe();
  }
}

interface Watched {
  readonly world: SimulatedWorld;
  readonly client: RecallClient;
  readonly oracle: Oracle;
  readonly random: Random;
  readonly ledger: Ledger;
}

async function jump({ world, client, oracle, random, ledger }: Watched, ms: number): Promise<void> {
  ledger.problems.push(...(await write(client, oracle, random)));
  world.clock.advance(ms);
  ledger.problems.push(...(await write(client, oracle, random)));
  const seen = await lookAt(oracle, client);
  await settle(world);
  const { index } = await client.status();
  const waiting = index.pendingChunks + index.invisibleVectors + index.failedWork;
  const audit = await wholeAudit(client, { full: true, repair: false });
  ledger.looked += seen.looked;
  note(ledger, "audits");
  ledger.problems.push(...seen.problems, ...seen.unreadable);
  if (waiting > 0)
    ledger.problems.push(`after a jump of ${ms / HOUR_MS} hours ${waiting} passages still wait`);
  for (const check of audit.checks)
    if (check.failed > 0)
      ledger.problems.push(`after a jump of ${ms / HOUR_MS} hours: ${check.promise}: ${check.failed} not`);
}

/**
 * Moves the clock of the production Worker, on a real database, between its writes. workerd does not start under
 * libfaketime 0.9.10: this is the harness' clock, not the system's.
 */
export async function clocks({ count, random, tell }: Lot): Promise<Report> {
  const [oracle, ledger] = [newOracle(), newLedger(tell)];
  // The oracle looks at everything while no time goes by.
  const world = await createSimulatedWorld(0, {
    TOKEN_UNITS_PER_MINUTE: "0",
    WORKSPACE_UNITS_PER_MINUTE: "0",
  });
  const { url, close } = await serveClient(world.client);
  try {
    const token = await world.client.workspace("default");
    const client = recallClient({ ...connectionTo(url, token), maxRetries: 0 });
    for (let at = 0; at < count; at++)
      await jump({ world, client, oracle, random, ledger }, JUMPS[at % JUMPS.length] ?? 0);
    tell(`${count} jumps, ${oracle.acknowledged} writes acknowledged, ${ledger.problems.length} problems`);
  } finally {
    close();
    await world.dispose();
  }
  return reportOf("clocks", count, oracle, ledger);
}
