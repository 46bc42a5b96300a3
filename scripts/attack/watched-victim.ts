import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a victim is to do. */
export interface VictimOrder {
  readonly url: string;
  readonly token: string;
  /** In every text that it remembers. */
  readonly name: string;
  /** Number of its first turn: those of other orders say other things. */
  readonly from: number;
  /** Between the begins of two requests, milliseconds. */
  readonly paceMs: number;
  /** It asks these, in their order again and again, for so many hits, and remembers nothing. @default some words and texts of its own */
  readonly only?: { readonly queries: readonly string[]; readonly limit: number };
}

/** How it was. */
export interface VictimReport {
  /** Milliseconds of every request. */
  readonly times: { readonly search: readonly number[]; readonly remember: readonly number[] };
  readonly problems: readonly string[];
  /** Texts that were acknowledged. */
  readonly remembered: readonly string[];
  /** When its slowest request began and ended, milliseconds since 1970. */
  readonly slowest: readonly [number, number];
  /** How late the machine itself was at most with a timer of 5 ms: what the server is not to blame for. */
  readonly machineMs: number;
}

/** No answer to another tenant may take longer meanwhile, milliseconds … */
export const VICTIM_SLOWEST_MS = 250;

/** Begins to search and remember; what it answers ends that. */
export function watchVictim(order: VictimOrder): {
  readonly end: () => Promise<VictimReport>;
  readonly kill: () => void;
} {
  const child = fork(fileURLToPath(new URL("victim.ts", import.meta.url)), { detached: true });
  child.send(order);
  const kill = (): void => void child.kill("SIGKILL");
  process.on("exit", kill);
  const end = async (): Promise<VictimReport> => {
    const told = once(child, "message");
    const gone = once(child, "exit").then(() => {
      throw new Error("the victim's process ended by itself");
    });
    child.send("stop");
    const [report] = await Promise.race([told, gone]);
    gone.catch(() => undefined);
    process.off("exit", kill);
    return report as VictimReport;
  };
  return { end, kill };
}

/** The value below which a share of the values lies; 0 of none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

/** How a victim is judged. */
export interface Judging {
  /** Whether the machine let the server work; else no time is judged. */
  readonly isJudged: boolean;
  /** How it was when nobody else asked. */
  readonly alone: Pick<VictimReport, "times">;
  /** Requests of the attacker that are under way at once. */
  readonly atOnce: number;
}

/** Round trips to the database of the longest request, which remembers; it waits its turn at each. */
const TURNS = 10;

/**
 * … or, on a slow machine, what its turns beside the attacker's requests take: at each it waits for all of them, and none is
 * longer than a search is by itself. Milliseconds.
 */
export function victimBound({ alone, atOnce }: Judging): number {
  return Math.max(VICTIM_SLOWEST_MS, TURNS * atOnce * quantile(alone.times.search, 0.5));
}

/** What is wrong with how a victim was served. */
export function problemsOfVictim(
  when: string,
  { times, problems }: VictimReport,
  judging: Judging,
): readonly string[] {
  const [slowest, bound] = [quantile([...times.search, ...times.remember], 1), victimBound(judging)];
  return [
    ...problems.map((problem) => `${when}: another tenant was answered ${problem}`),
    ...(times.search.length === 0 ? [`${when}: another tenant was never answered`] : []),
    ...(judging.isJudged && slowest > bound
      ? [`${when}: another tenant waited ${Math.round(slowest)} ms, ${Math.round(bound)} at most`]
      : []),
  ];
}
