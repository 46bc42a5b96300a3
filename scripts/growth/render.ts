import { byteSize, number } from "../../src/cli/terminal/numbers.ts";
import type { Timing } from "../bench/measure.ts";
import type { BesideReport, BesideStretch } from "./beside.ts";
import type { SizeReport } from "./measure.ts";
import type { Spent } from "./use.ts";

const ms = (value: number | undefined): string =>
  value === undefined ? "–" : value >= 100 ? number(Math.round(value)) : value.toFixed(1);
const wall = ({ p50Ms, p95Ms }: Pick<Timing, "p50Ms" | "p95Ms">): string => `${ms(p50Ms)} / ${ms(p95Ms)}`;
const rows = ({ rowsRead, rowsWritten }: Pick<Spent, "rowsRead" | "rowsWritten">): string =>
  `${number(rowsRead)} / ${number(rowsWritten)}`;
const share = (total: number, of: number): string => (total / of).toFixed(1);

const LINES: readonly (readonly [string, (report: SizeReport) => string])[] = [
  ["documents", ({ documents }) => number(documents)],
  ["database", ({ databaseBytes }) => byteSize(databaseBytes)],
  ["bytes a passage", ({ databaseBytes, passages }) => number(Math.round(databaseBytes / passages))],
  ["passages pushed a second", ({ added, pushSeconds }) => number(Math.round(added / pushSeconds))],
  ["… and embedded", ({ added, grown }) => number(Math.round((added * 1_000) / grown.ms))],
  [
    "… CPU a passage, ms",
    ({ added, grown }) => (grown.cpuMs === undefined ? "–" : (grown.cpuMs / added).toFixed(2)),
  ],
  [
    "… rows read / written a passage",
    ({ added, grown }) => `${share(grown.rowsRead, added)} / ${share(grown.rowsWritten, added)}`,
  ],
  ["search `keyword`, p50 / p95 ms", ({ keyword }) => wall(keyword)],
  ["… CPU a search, ms", ({ keyword }) => ms(keyword.cpuMs)],
  [
    "… rows read, mean / most",
    ({ keyword }) => `${number(Math.round(keyword.rowsMean))} / ${number(keyword.rowsMax)}`,
  ],
  ["… its SQL in process, p50 / p95 ms", ({ floor }) => wall(floor)],
  ["… CPU of that, ms", ({ floor }) => ms(floor.cpuMs)],
  ["… an empty round trip, ms", ({ roundTripMs }) => ms(roundTripMs)],
  [
    "… the rest of the p50, as a multiple of its SQL",
    ({ keyword, floor, roundTripMs }) =>
      ((keyword.p50Ms - roundTripMs - floor.p50Ms) / floor.p50Ms).toFixed(2),
  ],
  ["search `edge`, p50 / p95 ms", ({ edge }) => wall(edge)],
  ["… CPU a search, ms", ({ edge }) => ms(edge.cpuMs)],
  [
    "… rows read, mean / most",
    ({ edge }) => `${number(Math.round(edge.rowsMean))} / ${number(edge.rowsMax)}`,
  ],
  ["one changed document, ms until embedded", ({ change }) => ms(change.ms)],
  ["… rows read / written", ({ change }) => rows(change)],
  ["deleting a root, passages", ({ deletion }) => number(deletion.passages)],
  ["… ms until nothing is left", ({ deletion }) => ms(deletion.ms)],
  [
    "… rows read / written a passage",
    ({ deletion }) =>
      `${share(deletion.rowsRead, deletion.passages)} / ${share(deletion.rowsWritten, deletion.passages)}`,
  ],
  ["audit page, p50 / most ms", ({ audit }) => `${ms(audit.p50Ms)} / ${ms(audit.mostMs)}`],
  ["… rows read, most", ({ audit }) => number(audit.rowsMost)],
];

/** The table of growth as Markdown, a column a size. */
export function renderGrowth(reports: readonly SizeReport[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["passages", ...reports.map(({ passages }) => number(passages))]),
    line(["---", ...reports.map(() => "---:")]),
    ...LINES.map(([name, cell]) => line([name, ...reports.map(cell)])),
  ];
}

const percent = (part: number): string => `${Math.round(100 * part)} %`;
const BESIDE_LINES: readonly (readonly [string, (stretch: BesideStretch) => string])[] = [
  ["passages pushed", ({ passages }) => number(passages)],
  ["… a second", ({ passages, pushSeconds }) => number(Math.round(passages / pushSeconds))],
  ["searches before / meanwhile", ({ alone, beside }) => `${alone.searches} / ${beside.searches}`],
  ["search before, p50 / p95 ms", ({ alone }) => wall(alone)],
  ["search meanwhile, p50 / p95 ms", ({ beside }) => wall(beside)],
  ["… most ms before / meanwhile", ({ alone, beside }) => `${ms(alone.mostMs)} / ${ms(beside.mostMs)}`],
  ["ratio of p50", ({ alone, beside }) => (beside.p50Ms / alone.p50Ms).toFixed(2)],
  ["ratio of p95", ({ alone, beside }) => (beside.p95Ms / alone.p95Ms).toFixed(2)],
  [
    "server waited for a core before / meanwhile",
    ({ alone, beside }) => `${percent(alone.waited)} / ${percent(beside.waited)}`,
  ],
];

/** What one tenant's pushes cost another's searches, as Markdown, a column a stretch. */
export function renderBeside({ stretches, p50Ratio, p95Ratio, passages }: BesideReport): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["stretch", ...stretches.map((_, at) => number(at + 1))]),
    line(["---", ...stretches.map(() => "---:")]),
    ...BESIDE_LINES.map(([name, cell]) => line([name, ...stretches.map(cell)])),
    "",
    `${number(passages)} passages; medians of the ratios: p50 ${p50Ratio.toFixed(2)}, p95 ${p95Ratio.toFixed(2)}.`,
  ];
}
