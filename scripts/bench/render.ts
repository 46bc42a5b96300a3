import { renderTable } from "../../src/cli/terminal/columns.ts";
import { byteSize, number } from "../../src/cli/terminal/numbers.ts";
import type { Timing } from "./measure.ts";
import type { EmbeddedPhase, ModelsPhase } from "./phases.ts";

export interface BenchReport {
  readonly corpus: {
    readonly documents: number;
    readonly chunks: number;
    readonly bytes: number;
    readonly remixed: number;
    readonly queries: number;
    readonly areQueriesJudged: boolean;
  };
  readonly embedded: EmbeddedPhase;
  readonly models: ModelsPhase;
}

/** What a search may cost above the same SQL in process: CPU, and p50 as a multiple and something, milliseconds. */
const CPU_ABOVE_FLOOR = 5;
const P50_TIMES = 3;
const P50_PLUS = 5;

const ms = (value: number | undefined): string => (value === undefined ? "–" : `${value.toFixed(1)} ms`);
const wall = ({ p50Ms, p95Ms }: Timing): string => `${ms(p50Ms)} / ${ms(p95Ms)}`;
const rows = ({ rowsMean, rowsMax }: { rowsMean: number; rowsMax: number }): string =>
  `${rowsMean.toFixed(0)} / ${rowsMax}`;
const difference = (one: number, other: number): string => `${((other / one - 1) * 100).toFixed(2)} %`;

/** The report as rows of a table: what, measured, bound. */
export function renderBench({ corpus, embedded, models }: BenchReport): readonly string[] {
  const { indexed, indexCpuMs, keyword, keywordWarm, floor, edge, again, beside, besideEdge } = embedded;
  const perSecond = indexed.chunks / indexed.readySeconds;
  // Both sides have run every query once.
  const above =
    keywordWarm.cpuMs !== undefined && floor.cpuMs !== undefined
      ? keywordWarm.cpuMs - floor.cpuMs
      : undefined;
  const mixed = corpus.remixed > 0 ? `, ${(corpus.remixed * 100).toFixed(0)} % of the documents remixed` : "";
  const kind = corpus.areQueriesJudged ? "judged" : "made";
  const table: readonly (readonly [string, string, string])[] = [
    ["indexed, with embedding", `${perSecond.toFixed(0)} chunks/s`, "at least 400"],
    [
      "  found by keyword after",
      `${indexed.pushSeconds.toFixed(1)} s of ${indexed.readySeconds.toFixed(1)} s`,
      "",
    ],
    [
      "  CPU of the runtime a chunk",
      ms(indexCpuMs === undefined ? undefined : indexCpuMs / indexed.chunks),
      "",
    ],
    ["keyword p50 / p95", wall(keyword), `p50 at most ${ms(P50_TIMES * floor.p50Ms + P50_PLUS)}`],
    ["  same SQL in this process", wall(floor), ""],
    ["  CPU a search, the first time / again", `${ms(keyword.cpuMs)} / ${ms(keywordWarm.cpuMs)}`, ""],
    ["  … again, above the same SQL's CPU", ms(above), `at most ${ms(CPU_ABOVE_FLOOR)}`],
    ["  rows read, mean / most", rows(keyword), "at most 400"],
    ["  … vocabulary known", rows(keywordWarm), ""],
    [
      "  … beside another workspace",
      rows(beside),
      `within 2 %: ${difference(keywordWarm.rowsMean, beside.rowsMean)}`,
    ],
    ["  p50 / p95 then, and beside it", `${wall(keywordWarm)}, ${wall(beside)}`, ""],
    ["edge, embedded parts, p50 / p95", wall(edge), ""],
    ["  CPU a search", ms(edge.cpuMs), ""],
    ["  rows read, mean / most", rows(edge), "at most 900"],
    [
      "  … beside another workspace",
      rows(besideEdge),
      `within 2 %: ${difference(edge.rowsMean, besideEdge.rowsMean)}`,
    ],
    ["edge, models late, p50 / p95", wall(models.edge), "p95 under 500 ms"],
    ["  rows read, mean / most", rows(models.edge), "at most 900"],
    ["  hops cold, warm, repeated", Object.values(models.hops).join(", "), "at most 4, 3, 1"],
    [
      "  twenty at once, one",
      `${ms(models.together.twentyMs)}, ${ms(models.together.oneMs)}`,
      `at most 1.5 times: ${(models.together.twentyMs / models.together.oneMs).toFixed(2)}`,
    ],
    ["  answers that lacked something", String(models.edge.degraded), "0"],
    ["unchanged push", `${again.calls} calls, ${byteSize(again.bytes)}, ${again.missing} missing`, ""],
    ["database a passage, with vectors", byteSize(indexed.databaseBytes / indexed.chunks), "at most 3.2 KB"],
    ["database a byte of text", (indexed.databaseBytes / indexed.textBytes).toFixed(2), ""],
  ];
  return [
    `${number(indexed.chunks)} chunks of ${number(corpus.documents)} documents, ${byteSize(corpus.bytes)} of real text${mixed}; ${corpus.queries} ${kind} queries, one at a time`,
    "",
    ...renderTable(["", "measured", "bound"], table),
  ];
}
