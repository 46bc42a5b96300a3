/**
 * `npm run faults [-- --json] [--part 1/3] [--moves]`: each call of a push, a deletion, a re-index, an import, of remembering, of
 * merging names and of posting to a webhook to the database, the models, the vector index and the queue is made to fail once, in three ways; two
 * or three sweeps later the index must be whole. Exit code 1 when not. With `--moves` instead
 * the calls of a workspace's move to another database, in two ways.
 */

import { parseArgs } from "node:util";
import { type Failure, type OperationFaults, runFaults } from "../test/faults/fault-suite.ts";
import { type MoveFaults, runMoveFaults } from "../test/moves/move-faults.ts";
import { moveWorld } from "../test/moves/move-world.ts";
import { closeQuickDatabases, openQuickDatabase } from "../test/support/worlds/quick-database.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    part: { type: "string", default: "1/1" },
    moves: { type: "boolean", default: false },
  },
});
const isJson = values.json;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

// The Worker logs a line a request and a run, and its failures, which are the point here.
console.log = () => undefined;
console.error = () => undefined;
console.warn = () => undefined;

/** `2/3`: every third fault point from the second. */
function partOf(text: string): { readonly every: number; readonly first: number } {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [number, every] = [Number(part), Number(parts)];
  if (!(number >= 1 && number <= every)) {
    process.stderr.write(`--part is a part of all, such as 2/3, not ${text}\n`);
    process.exit(2);
  }
  return { every, first: number - 1 };
}

function tell({ operation, calls, ports, tried, failures, leftOut }: OperationFaults): void {
  const of = Object.entries(ports).map(([name, count]) => `${count} ${name}`);
  print(
    `${operation}: ${calls} calls (${of.join(", ")}), ${tried} fault points tried, ${failures.length} failed`,
  );
  for (const reason of leftOut) print(`  left out: ${reason}`);
}

const tellFailure = (operation: string, { mode, at, call, problems }: Failure): void =>
  print(`${operation}, ${mode} at ${at} (${call}):\n  ${problems.join("\n  ")}`);

function tellMoves({ calls, tried, failures }: MoveFaults): void {
  print(`move to another database: ${calls} calls, ${tried} fault points tried, ${failures.length} failed`);
  for (const failure of failures) print(`  ${failure}`);
}

async function failOperations() {
  // A trial waits for workerd about as long as it computes itself.
  const [first, second] = await Promise.all([openQuickDatabase(), openQuickDatabase()]);
  const operations = await runFaults([first.database, second.database], {
    ...partOf(values.part),
    ...(!isJson && { onOperation: tell, onFailure: tellFailure }),
  });
  await closeQuickDatabases();
  const tried = operations.reduce((sum, faults) => sum + faults.tried, 0);
  const failed = operations.reduce((sum, { failures }) => sum + failures.length, 0);
  return { tried, failed, operations };
}

async function failMoves() {
  const world = await moveWorld();
  const moves = await runMoveFaults(world, partOf(values.part));
  await world.dispose();
  await closeQuickDatabases();
  if (!isJson) tellMoves(moves);
  return { tried: moves.tried, failed: moves.failures.length, moves };
}

const startedMs = performance.now();
const report = values.moves ? await failMoves() : await failOperations();
const { tried, failed } = report;
const seconds = Math.round((performance.now() - startedMs) / 1_000);
print(
  isJson
    ? JSON.stringify({ seconds, ...report }, undefined, 2)
    : `${tried} fault points tried in ${seconds} s, ${failed} failed`,
);
process.exitCode = failed === 0 ? 0 : 1;
