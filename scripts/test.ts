/**
 * `npm test [-- arguments of vitest]`: format, lint, types and tests, in this order; the first that fails ends it with
 * its exit code. With `--project` only the tests run: `npm run test:long` is those that take long (`*.long.test.ts`).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** What is told of vitest's JSON report. */
interface TestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  /** A file each; times in milliseconds since 1970. */
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** So many of the slowest files are named. */
const SLOWEST = 10;

const VERSIONED = ["node", "biome", "tsc", "vitest", "workerd"] as const;

const STEPS: readonly Step[] = [
  { name: "format", command: ["biome", "format", "."] },
  { name: "lint", command: ["biome", "lint", "--error-on-warnings", "--diagnostic-level=warn", "."] },
  { name: "types", command: ["tsc"] },
  { name: "types of the page", command: ["tsc", "--project", "src/web"] },
];

const isWindows = process.platform === "win32";

/** First run of digits and dots in what a tool says of itself. */
function versionOf(tool: string): string {
  const { stdout } = spawnSync(tool, ["--version"], { encoding: "utf8", shell: isWindows });
  return /\d[\w.-]*/.exec(stdout ?? "")?.[0] ?? "not found";
}

/** Runs one step; ends the process when it fails. */
function run({ name, command: [tool, ...parameters] }: Step): void {
  const startedMs = performance.now();
  console.log(`\n> ${name}: ${[tool, ...parameters].join(" ")}`);
  const { status, error } = spawnSync(tool, parameters, { stdio: "inherit", shell: isWindows });
  const took = `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  if (error) throw error;
  console.log(`> ${name}${status === 0 ? "" : " failed"}: ${took}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** The tests; the counts come from vitest's own report, which only a whole run writes. */
function runTests(parameters: readonly string[]): TestReport {
  const folder = mkdtempSync(join(tmpdir(), "edge-recall-test-"));
  const file = join(folder, "report.json");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  run({ name: "tests", command: ["vitest", "run", ...reporters, ...parameters] });
  return JSON.parse(readFileSync(file, "utf8")) as TestReport;
}

function slowestFiles({ testResults }: TestReport): readonly string[] {
  const timed = testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }));
  return timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${relative(process.cwd(), name)}`);
}

const chosen = process.argv.slice(2);
const namesProject = chosen.includes("--project");

console.log(VERSIONED.map((tool) => `${tool} ${versionOf(tool)}`).join("  "));
if (!namesProject) for (const step of STEPS) run(step);
const report = runTests(namesProject ? chosen : ["--project", "quick*", ...chosen]);
const { numPassedTests, numFailedTests, numPendingTests } = report;
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
console.log(["\nSlowest files:", ...slowestFiles(report)].join("\n"));
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed${skipped}`);
