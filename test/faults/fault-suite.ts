import { type Fault, MODES } from "./fault.ts";
import { GRAPH_OPERATION } from "./graph-operation.ts";
import { MEMORY_OPERATION } from "./memory-operation.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { runTrial } from "./trial.ts";
import { WEBHOOK_OPERATION } from "./webhook-operation.ts";

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
  /** The first that is tried, from 0: parts of different firsts have no point in common. @default 0 */
  readonly first?: number;
  readonly onFailure?: (operation: string, failure: Failure) => void;
  readonly onOperation?: (faults: OperationFaults) => void;
}

/** Databases of the suite; as many trials go on at once. */
type Databases = readonly [D1Database, ...D1Database[]];

/** Makes each awaited call of each operation fail in each way, one a trial, and as many trials at once as there are databases. */
export async function runFaults(
  databases: Databases,
  options: SuiteOptions,
): Promise<readonly OperationFaults[]> {
  const all: OperationFaults[] = [];
  for (const operation of [...OPERATIONS, MEMORY_OPERATION, GRAPH_OPERATION, WEBHOOK_OPERATION]) {
    const faults = await failEachCall(databases, operation, options);
    options.onOperation?.(faults);
    all.push(faults);
  }
  return all;
}

async function failEachCall(
  databases: Databases,
  operation: Operation,
  { every, first = 0, onFailure }: SuiteOptions,
): Promise<OperationFaults> {
  const { calls, problems } = await runTrial(databases[0], operation, undefined);
  if (problems.length > 0) throw new Error(`${operation.name} without any fault: ${problems.join("; ")}`);
  const points = MODES.flatMap((mode) => calls.map((call, before) => ({ mode, at: before + 1, call })));
  const failures: Failure[] = [];
  const leftOut: string[] = [];
  const chosen = points.filter((_, point) => point % every === first);
  const waiting = chosen.values();
  const tryWaiting = async (database: D1Database): Promise<void> => {
    for (const { mode, at, call } of waiting) {
      const trial = await runTrial(database, operation, { mode, at });
      if (trial.met === undefined) leftOut.push(`${mode} at ${at} (${call}): this time it made fewer calls`);
      if (trial.problems.length === 0) continue;
      const failure = { mode, at, call: trial.met ?? call, problems: trial.problems };
      onFailure?.(operation.name, failure);
      failures.push(failure);
    }
  };
  await Promise.all(databases.map(tryWaiting));
  const names = [...new Set(calls)];
  return {
    operation: operation.name,
    calls: calls.length,
    ports: Object.fromEntries(names.map((name) => [name, calls.filter((call) => call === name).length])),
    tried: chosen.length - leftOut.length,
    failures,
    leftOut,
  };
}
