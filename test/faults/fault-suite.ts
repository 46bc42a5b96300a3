import { type Fault, MODES } from "./fault.ts";
import { OPERATIONS } from "./operations.ts";
import { runTrial } from "./trial.ts";

/** One operation's calls, each made to fail. */
export interface OperationFaults {
  readonly operation: string;
  /** Calls it makes when nothing fails. */
  readonly calls: number;
  /** How many calls of each port. */
  readonly ports: Readonly<Record<string, number>>;
  /** Fault points tried. */
  readonly tried: number;
  readonly failures: readonly Failure[];
  /** Fault points that were not tried, and why. */
  readonly leftOut: readonly string[];
}

export interface Failure {
  readonly mode: Fault["mode"];
  readonly at: number;
  readonly call: string;
  readonly problems: readonly string[];
}

export interface SuiteOptions {
  /** Every so many fault points one is tried; 1: all. */
  readonly every: number;
  readonly onOperation?: (faults: OperationFaults) => void;
}

/** Makes each awaited call of each operation fail in each way, one a trial. */
export async function runFaults(
  database: D1Database,
  { every, onOperation }: SuiteOptions,
): Promise<readonly OperationFaults[]> {
  const all: OperationFaults[] = [];
  let point = 0;
  for (const operation of OPERATIONS) {
    const clean = await runTrial(database, operation, undefined);
    if (clean.problems.length > 0)
      throw new Error(`${operation.name} without any fault: ${clean.problems.join("; ")}`);
    const failures: Failure[] = [];
    const leftOut: string[] = [];
    let tried = 0;
    for (const mode of MODES) {
      for (const [before, call] of clean.calls.entries()) {
        if (point++ % every !== 0) continue;
        const at = before + 1;
        const { met, problems } = await runTrial(database, operation, { mode, at });
        if (met === undefined) {
          leftOut.push(`${mode} at ${at} (${call}): this run made fewer calls`);
          continue;
        }
        tried += 1;
        if (problems.length > 0) failures.push({ mode, at, call: met, problems });
      }
    }
    const ports = Object.fromEntries(
      [...new Set(clean.calls)].map((name) => [name, clean.calls.filter((call) => call === name).length]),
    );
    const faults = {
      operation: operation.name,
      calls: clean.calls.length,
      ports,
      tried,
      failures,
      leftOut,
    };
    onOperation?.(faults);
    all.push(faults);
  }
  return all;
}
