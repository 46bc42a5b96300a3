import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runtimeOf } from "../../src/cli/local/runtime-process.ts";
import { databaseFile } from "../judge/floor.ts";

/** One push and the background work it made. */
export interface Phase {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly sent: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly chunks: number;
  /** Requests of the push. */
  readonly requests: number;
  /** Resident memory of the runtime when all of it was done, bytes. */
  readonly residentBytes: number;
}

/** What the server did meanwhile. */
export interface PhaseUse {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Background runs that did anything, and texts that they embedded. */
  readonly runs: number;
  readonly embedded: number;
}

const BYTES_PER_KB = 1_024;

/** Resident memory of the runtime that this process has started, bytes. Linux only. */
export function residentBytes(): number {
  const runtime = runtimeOf(process.pid);
  if (runtime === undefined) throw new Error("The runtime does not run");
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${runtime.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * BYTES_PER_KB;
}

interface Logged {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

const LINE = /^(\S+) \w+ (\{.*"route":.*\})$/;

/** Requests as the server's log has them. */
export function loggedRequests(home: string): readonly Logged[] {
  return readFileSync(join(home, "server.log"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, at, json] = LINE.exec(line) ?? [];
      if (at === undefined || json === undefined) return [];
      const { route, rowsRead = 0, rowsWritten = 0 } = JSON.parse(json) as Partial<Logged>;
      return route === undefined ? [] : [{ at: Date.parse(at), route, rowsRead, rowsWritten }];
    });
}

interface RunRow {
  readonly startedAt: number;
  readonly work: string;
}

/** What each phase used, by the table `runs` and the log of a server that has ended. */
export function usesOf(home: string, phases: readonly Phase[]): readonly PhaseUse[] {
  // Those of this script's own looking are left out.
  const logged = loggedRequests(home).filter(({ route }) => route.includes("/roots/"));
  const database = new DatabaseSync(databaseFile(home), { readOnly: true });
  const runs = database
    .prepare("SELECT started_at AS startedAt, work FROM runs")
    .all() as unknown as RunRow[];
  database.close();
  return phases.map(({ startedAt, endedAt }) => {
    const isWithin = (at: number): boolean => at >= startedAt && at <= endedAt;
    const pushes = logged.filter(({ at }) => isWithin(at));
    const works = runs
      .filter((run) => isWithin(run.startedAt))
      .map(({ work }) => JSON.parse(work) as Readonly<Record<string, number>>);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    return {
      rowsRead: sum(pushes.map(({ rowsRead }) => rowsRead)),
      rowsWritten: sum(pushes.map(({ rowsWritten }) => rowsWritten)),
      runs: works.length,
      embedded: sum(works.map(({ embedded = 0 }) => embedded)),
    };
  });
}
