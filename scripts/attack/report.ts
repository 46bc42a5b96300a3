import { renderTable } from "../../src/cli/terminal/columns.ts";
import { byteSize, number } from "../../src/cli/terminal/numbers.ts";
import type { AttackReport } from "./attack.ts";
import type { Attacked } from "./attack-all.ts";
import { quantile, type VictimReport } from "./watched-victim.ts";

interface Run {
  readonly seed: number;
  readonly seconds: number;
  readonly machine: { readonly cores: number; readonly load: number };
}

/** So many of the slowest routes and tools are named. */
const SLOWEST = 8;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

const share = (value: number): string => `${Math.round(value * 100)}%`;

const counts = (some: Readonly<Record<string, number>>): string =>
  Object.entries(some)
    .map(([name, count]) => `${name} ${number(count)}`)
    .join(", ");

const halves = (times: readonly number[]): string =>
  `median ${ms(quantile(times, 0.5))}, 95 % within ${ms(quantile(times, 0.95))}`;

const clock = (sinceEpoch: number): string => new Date(sinceEpoch).toISOString().slice(11, 19);

function victimRows(
  when: string,
  { times, machineMs, slowest }: VictimReport,
): readonly (readonly string[])[] {
  const rows = (["search", "remember"] as const).map((kind) => [
    `another tenant, ${when}: ${kind}`,
    `${number(times[kind].length)}, ${halves(times[kind])}, slowest ${ms(quantile(times[kind], 1))}`,
  ]);
  return [
    ...rows,
    ["", `slowest at ${clock(slowest[0])}; the machine itself was late by ${ms(machineMs)} at most`],
  ];
}

/** The long requests that another one had to wait beside. */
const underWay = (long: Attacked["long"], [began, ended]: readonly [number, number]): readonly string[] =>
  long
    .filter((one) => one.began < ended && one.ended > began)
    .map((one) => `${ms(one.ended - one.began)}, from ${ms(one.began - began)}: ${one.what}`);

/** A table of what was seen, and under it what was wrong. */
export function renderReport(report: AttackReport, { seed, seconds, machine }: Run): string {
  const { attacked, attackSeconds, waited, alone, victim, compared, found, resident } = report;
  const { flooded, floodVictim, problems } = report;
  const operations = Object.keys(attacked.byOperation).length;
  const slowest = Object.entries(attacked.slowest)
    .toSorted(([, [a]], [, [b]]) => b - a)
    .slice(0, SLOWEST);
  const rows: readonly (readonly string[])[] = [
    ["seed, time, machine", `${seed}, ${seconds} s, ${machine.cores} cores, load ${machine.load.toFixed(1)}`],
    [
      "hostile requests",
      `${number(attacked.asked)} in ${attackSeconds.toFixed(0)} s, ${operations} routes and tools`,
    ],
    ["  answers", counts(attacked.byStatus)],
    ["  kinds", counts(attacked.byKind)],
    ...slowest.map(([name, [time, how]]) => ["  slow", `${ms(time)}: ${name} ${how}`]),
    ["  slower than 1 s", `${attacked.slow.length} three times, ${attacked.late} once`],
    [
      "  waiting for a core",
      `${share(waited[0])} of the runtime's time, ${share(waited[1])} in the flood: beyond 25% no time is judged`,
    ],
    ["  never carried out", report.idle.join(", ") || "none"],
    ...victimRows("alone", alone),
    ...victimRows("attacked", victim),
    ...underWay(attacked.long, victim.slowest).map((what) => ["  was under way", what]),
    [
      "another's things",
      `${number(compared.asked)} requests in pairs, ${compared.limited} pairs met a limit`,
    ],
    ["  time of what is there", halves(compared.theirs)],
    ["  time of what never was", halves(compared.never)],
    ...found.map(({ workspace, records, checks }) => [
      `afterwards, ${workspace}`,
      `${number(records)} records looked through, ${checks} checks of the audit`,
    ]),
    [
      "runtime's memory",
      `${byteSize(resident[0])} at the beginning, ${byteSize(resident[1])} at most, ${byteSize(resident[2])} in the end`,
    ],
    [
      "flood, a deployment's limits",
      `${number(flooded.asked)} asked, ${number(flooded.answered)} answered, ${number(flooded.allowed)} allowed, ${number(flooded.refused)} refused, retry-after ${flooded.retryAfter} s at most`,
    ],
    ...victimRows("flooded", floodVictim),
  ];
  const end = problems.length === 0 ? "Nothing was found." : `${problems.length} problems:`;
  return [
    ...renderTable(["what", "figures"], rows),
    "",
    end,
    ...problems.map((problem) => `- ${problem}`),
  ].join("\n");
}
