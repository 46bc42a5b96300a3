import { setTimeout as sleep } from "node:timers/promises";
import { CRON_MS } from "../../src/background/crons.ts";
import { DEFAULTS } from "../../src/config.ts";
import { lookAt, type Oracle } from "./oracle.ts";
import { recall, type Server } from "./server.ts";
import type { Random } from "./writes.ts";

/** What a kind of disaster came to. */
export interface Report {
  readonly kind: string;
  readonly disasters: number;
  /** Writes that were acknowledged, and those that got no answer or a refusal. */
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Texts that were compared with what must be there, and searched for. */
  readonly looked: number;
  /** What broke a promise: each of them fails the run. */
  readonly problems: readonly string[];
  /** Counts that are worth knowing. */
  readonly notes: Readonly<Record<string, number>>;
}

export interface Lot {
  /** A folder of its own. */
  readonly folder: string;
  readonly count: number;
  readonly random: Random;
  readonly tell: (line: string) => void;
}

/** Keys looked at after each disaster, beside those that were written meanwhile. */
const SAMPLE = 6;

/** A report that is being made. */
export interface Ledger {
  looked: number;
  readonly problems: string[];
  readonly notes: Record<string, number>;
}

/** One whose problems are told as they are found: a run that is broken off has said them. */
export function newLedger(tell: (line: string) => void): Ledger {
  const problems: string[] = [];
  const push = (...more: string[]): number => {
    for (const problem of more) tell(`WRONG: ${problem}`);
    return Array.prototype.push.apply(problems, more);
  };
  return { looked: 0, problems: Object.assign(problems, { push }), notes: {} };
}

export const note = ({ notes }: Ledger, name: string, more = 1): void => {
  notes[name] = (notes[name] ?? 0) + more;
};

/** Looks at what is not sure, and at some of the rest; nothing may be wrong, and everything must be readable. */
export async function lookAfter(
  { oracle, random }: { readonly oracle: Oracle; readonly random: Random },
  server: Server,
  ledger: Ledger,
  isFull = false,
): Promise<void> {
  const keys = [...oracle.known.keys()];
  const unsure = keys.filter((key) => (oracle.known.get(key)?.maybe.length ?? 0) > 0);
  const some = Array.from({ length: SAMPLE }, () => keys[random(keys.length)] ?? "").filter(
    (key) => key !== "",
  );
  const client = await server.client();
  const seen = await lookAt(oracle, client, isFull ? keys : new Set([...unsure, ...some]));
  ledger.looked += seen.looked;
  ledger.problems.push(...seen.problems, ...seen.unreadable);
}

const WAIT_MS = 250;
/** What a run had taken when the disk was full is free when its lease ends, and the cron run after that takes it up. */
const PATIENCE_MS = DEFAULTS.leaseMs + CRON_MS + 60_000;

/** Waits until every passage has its vector. */
export async function untilQuiet(server: Server): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const { index } = await (await server.client()).status();
    if (index.pendingChunks + index.invisibleVectors === 0) return;
    if (Date.now() > untilMs) throw new Error(`Work stands still: ${JSON.stringify(index)}`);
    await sleep(WAIT_MS);
  }
}

/** `recall doctor --full` must find nothing. */
export async function assertClean(server: Server, ledger: Ledger): Promise<void> {
  const { code, stdout, stderr } = await recall(server.home, "doctor", "--full");
  note(ledger, "audits");
  if (code !== 0)
    ledger.problems.push(
      `the audit is not clean: ${stdout
        .split("\n")
        .filter((line) => !line.startsWith("ok"))
        .join(" | ")}${stderr}`,
    );
}

export const reportOf = (
  kind: string,
  disasters: number,
  oracle: Pick<Oracle, "acknowledged" | "unanswered">,
  { looked, problems, notes }: Ledger,
): Report => ({
  ...{ kind, disasters, looked, problems, notes },
  acknowledged: oracle.acknowledged,
  unanswered: oracle.unanswered,
});
