/**
 * `npm run disasters [-- --kills 200 --disks 20 --damages 20 --clocks 20 --seed 1 --json]`: servers of this machine are killed,
 * run out of disk, get their database's file damaged and their clock moved, in folders that are removed afterwards. After
 * each of them everything that was acknowledged must be there and found, nothing may be half-written, and what is lost for
 * good must be named by `recall doctor`. Exit code 1 when not. Linux only; full disks are left out for a user who cannot
 * mount one.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clocks } from "./disasters/clocks.ts";
import { damages } from "./disasters/damages.ts";
import { disks } from "./disasters/disks.ts";
import { kills } from "./disasters/kills.ts";
import type { Lot, Report } from "./disasters/room.ts";
import { endServers } from "./disasters/server.ts";
import { closeQuickDatabases } from "../test/support/worlds/quick-database.ts";
import { randomFrom } from "./scale/write-texts.ts";

const whole = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    kills: whole("200"),
    disks: whole("20"),
    damages: whole("20"),
    clocks: whole("20"),
    seed: whole("1"),
    json: { type: "boolean", default: false },
  },
});
const ROOMS = { kills, disks, damages, clocks } as const;
type Kind = keyof typeof ROOMS;
const KINDS = Object.keys(ROOMS) as Kind[];
const seed = Number(values.seed);
if (
  [...KINDS.map((kind) => Number(values[kind])), seed].some(
    (count) => !Number.isInteger(count) || count < 0,
  ) ||
  process.platform !== "linux"
) {
  console.error(
    "usage, on Linux: npm run disasters [-- --kills 200 --disks 20 --damages 20 --clocks 20 --seed 1 --json]",
  );
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), "recall-disasters-"));
const startedMs = performance.now();
const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000);

// The Worker of the clocks runs in this process, and logs a line a request and its failures.
console.log = () => undefined;
console.warn = () => undefined;

async function run(kind: Kind, part: number, count: number): Promise<Report | undefined> {
  if (count === 0) return undefined;
  const folder = join(work, `${kind}-${part}`);
  mkdirSync(folder);
  const tell = (line: string): void =>
    void process.stderr.write(`disasters, ${seconds()} s: ${kind}: ${line}\n`);
  const lot: Lot = { folder, count, random: randomFrom(seed * 100 + part), tell };
  return ROOMS[kind](lot);
}

/** Two at a time: a server waits for its disk about as long as it computes. */
const half = (count: number, part: 0 | 1): number => Math.floor((count + part) / 2);

async function all(): Promise<readonly Report[]> {
  const lane = async (part: 0 | 1): Promise<readonly Report[]> => {
    const reports: Report[] = [];
    for (const kind of KINDS) {
      const report = await run(kind, part, half(Number(values[kind]), part));
      if (report !== undefined) reports.push(report);
    }
    return reports;
  };
  return (await Promise.all([lane(0), lane(1)])).flat();
}

/** The lanes' reports of a kind as one. */
function sumOf(kind: string, reports: readonly Report[]): Report {
  const notes: Record<string, number> = {};
  for (const report of reports)
    for (const [name, count] of Object.entries(report.notes)) notes[name] = (notes[name] ?? 0) + count;
  const total = (of: (report: Report) => number): number =>
    reports.reduce((sum, report) => sum + of(report), 0);
  return {
    kind,
    disasters: total(({ disasters }) => disasters),
    acknowledged: total(({ acknowledged }) => acknowledged),
    unanswered: total(({ unanswered }) => unanswered),
    looked: total(({ looked }) => looked),
    problems: reports.flatMap(({ problems }) => problems),
    notes,
  };
}

function lines({
  kind,
  disasters,
  acknowledged,
  unanswered,
  looked,
  problems,
  notes,
}: Report): readonly string[] {
  const more = Object.entries(notes).map(([name, count]) => `${count} ${name}`);
  return [
    `${kind}: ${disasters}; ${acknowledged} writes acknowledged, ${unanswered} refused or unanswered, ${looked} looks, ${problems.length} problems`,
    ...(more.length > 0 ? [`  ${more.join(", ")}`] : []),
    ...problems.map((problem) => `  WRONG: ${problem}`),
  ];
}

try {
  const reports = await all();
  const sums = KINDS.map((kind) =>
    sumOf(
      kind,
      reports.filter((report) => report.kind === kind),
    ),
  );
  const failed = sums.reduce((sum, { problems }) => sum + problems.length, 0);
  const text = values.json
    ? JSON.stringify({ seed, seconds: seconds(), failed, kinds: sums }, undefined, 2)
    : [...sums.flatMap(lines), `${failed} problems in ${seconds()} s, seed ${seed}`].join("\n");
  process.stdout.write(`${text}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await closeQuickDatabases();
  endServers();
  rmSync(work, { recursive: true, force: true });
}
