/**
 * `npm test [-- arguments of vitest]`: format and lint, then types, beside the tests, which wait a third of
 * their time; the first that fails ends it with its exit code. With `--project` only the tests run: `npm run test:long`
 * is those that take long (`*.long.test.ts`).
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
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
  {
    name: "format and lint",
    command: ["biome", "ci", "--assist-enabled=false", "--error-on-warnings", "--diagnostic-level=warn", "."],
  },
  { name: "types", command: ["tsc"] },
  { name: "types of the page", command: ["tsc", "--project", "src/web"] },
];

const isWindows = process.platform === "win32";

/** First run of digits and dots in what a tool says of itself. */
function versionOf(tool: string): string {
  const { stdout } = spawnSync(tool, ["--version"], { encoding: "utf8", shell: isWindows });
  return /\d[\w.-]*/.exec(stdout ?? "")?.[0] ?? "not found";
}

/** What runs; it ends with this process. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill();
});

/** Runs one step; ends the process when it fails. What it prints comes at once, or, beside others, when it has ended. */
async function run({ name, command: [tool, ...parameters] }: Step, isBeside: boolean): Promise<void> {
  const startedMs = performance.now();
  const title = `\n> ${name}: ${[tool, ...parameters].join(" ")}`;
  if (!isBeside) console.log(title);
  const stdio = isBeside ? "pipe" : "inherit";
  const child = spawn(tool, parameters, { stdio: ["inherit", stdio, stdio], shell: isWindows });
  running.add(child);
  let printed = isBeside ? `${title}\n` : "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const status = await new Promise<number>((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done(code ?? 1));
  });
  running.delete(child);
  const took = `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  console.log(`${printed}> ${name}${status === 0 ? "" : " failed"}: ${took}`);
  if (status !== 0) process.exit(status);
}

async function runChecks(): Promise<void> {
  for (const step of STEPS) await run(step, true);
}

/** The tests; the counts come from vitest's own report, which only a whole run writes. */
async function runTests(parameters: readonly string[]): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), "edge-recall-test-"));
  const file = join(folder, "report.json");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  await run({ name: "tests", command: ["vitest", "run", ...reporters, ...parameters] }, false);
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
const tests = runTests(namesProject ? chosen : ["--project", "quick*", ...chosen]);
const [report] = await Promise.all([tests, namesProject ? undefined : runChecks()]);
const { numPassedTests, numFailedTests, numPendingTests } = report;
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
console.log(["\nSlowest files:", ...slowestFiles(report)].join("\n"));
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed${skipped}`);
