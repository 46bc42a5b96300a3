/**
 * `npm run attack [-- --requests 100000] [--seed 1] [--minutes 15] [--json]`: a `recall serve` of its own, attacked by
 * hostile requests of every route and tool with every scope, by questions for another workspace's things, and by a flood
 * under a deployment's limits, while another tenant works. Prints what it saw, and each problem with the request that shows
 * it; exit code 1 where there is one. On this machine only; everything is in a temporary folder, which goes with the server.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { STOP_SIGNALS } from "../src/cli/local/start-server.ts";
import { attack } from "./attack/attack.ts";
import { renderReport } from "./attack/report.ts";

const USAGE = "usage: npm run attack [-- --requests 100000] [--seed 1] [--minutes 15] [--json]";
/** As many niceness steps below the server and the other tenant: an attacker has a machine of its own. */
const NICENESS = 10;
const MS_PER_MINUTE = 60_000;
/** Whatever is late by so much hangs. */
const GRACE_MS = 180_000;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
  },
});
const [requests, seed, minutes] = [values.requests, values.seed, values.minutes].map(Number) as [
  number,
  number,
  number,
];
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed) || !(minutes > 0)) {
  console.error(USAGE);
  process.exit(2);
}

const controller = new AbortController();
for (const name of STOP_SIGNALS) process.on(name, () => controller.abort(new Error("stopped")));
const timer = setTimeout(() => controller.abort(new Error("it hangs")), minutes * MS_PER_MINUTE + GRACE_MS);

const work = mkdtempSync(join(tmpdir(), "recall-attack-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const startedMs = performance.now();
const say = (line: string): void =>
  console.error(`${((performance.now() - startedMs) / 1_000).toFixed(0)} s: ${line}`);
say(`seed ${seed}, ${requests} hostile requests`);

const becomeNice = (): void => setPriority(0, NICENESS);
const report = await attack({
  ...{ work, requests, seed, say, becomeNice, signal: controller.signal },
  endsAt: Date.now() + minutes * MS_PER_MINUTE,
}).catch((error: unknown) => {
  if (!controller.signal.aborted) throw error;
  say(`ended before its time: ${String(controller.signal.reason)}`);
  return process.exit(1);
});
clearTimeout(timer);
const seconds = Math.round((performance.now() - startedMs) / 1_000);
const machine = { cores: availableParallelism(), load: loadavg()[0] ?? 0 };
console.log(
  values.json
    ? JSON.stringify({ seed, seconds, machine, ...report }, undefined, 2)
    : renderReport(report, { seed, seconds, machine }),
);
process.exitCode = report.problems.length === 0 ? 0 : 1;
process.exit();
