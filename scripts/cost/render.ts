import { CRON_MS } from "../../src/background/crons.ts";
import { ROWS_PER_CHUNK } from "../../src/client/push/push-price.ts";
import { DAY_MS } from "../../src/config.ts";
import { withMarkedLines } from "../docs/marked-lines.ts";
import type { Measured, Measurements } from "./measure.ts";
import {
  A_DAY,
  type Amounts,
  CPU_MS,
  DAYS,
  dayShares,
  type FreeShare,
  firstPush,
  listPriceOf,
  paidMonth,
  standingShares,
  USERS,
  workingDay,
} from "./month.ts";

const THOUSAND = 1_000;

const number = (amount: number): string => Math.round(amount).toLocaleString("en-US");

const dollars = (amount: number): string =>
  amount > 0 && amount < 0.01 ? "< $0.01" : `$${amount.toFixed(2)}`;

const percent = (share: number): string => (share > 0 && share < 0.01 ? "< 1 %" : `${number(share * 100)} %`);

/** A Markdown table; figures to the right. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(" | ")} |`,
  `|---|${head
    .slice(1)
    .map(() => "---:|")
    .join("")}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
];

/** So many times of what was measured. */
function row(name: string, { times, ...used }: Measured, count: number): readonly string[] {
  const of = (amount: number) => (amount / times) * count;
  const { rowsWritten, rowsRead, neurons, queriedDimensions, queueOperations } = used;
  const scaled: Amounts = {
    ...{
      rowsWritten: of(rowsWritten),
      rowsRead: of(rowsRead),
      neurons: of(neurons),
      requests: of(used.requests),
    },
    ...{ queriedDimensions: of(queriedDimensions), queueOperations: of(queueOperations), cpuMs: 0 },
  };
  const figures = [rowsWritten, rowsRead, neurons, queriedDimensions, queueOperations];
  return [name, ...figures.map((amount) => number(of(amount))), dollars(listPriceOf(scaled))];
}

function measuredTable(measured: Measurements): readonly string[] {
  const { documents, chunks } = measured;
  const head = [
    "",
    "rows written",
    "rows read",
    "neurons",
    "dimensions queried",
    "queue operations",
    "list price",
  ];
  return table(head, [
    row(
      `push 1,000 documents (${number((chunks / documents) * THOUSAND)} passages)`,
      measured.push,
      THOUSAND,
    ),
    row("change a passage of each, a push each", measured.change, THOUSAND),
    row("1,000 new searches", measured.search, THOUSAND),
    row("deleting their kept answers", measured.cleaned, THOUSAND),
    row("1,000 repeated searches", measured.repeated, THOUSAND),
    row("1,000 searches by keyword", measured.keyword, THOUSAND),
    row("a day of cron that finds nothing to do", measured.idleRun, DAY_MS / CRON_MS),
    row(`the daily round, of ${number(documents)} documents`, measured.dailyRun, 1),
  ]);
}

const NAMES: Readonly<Record<FreeShare["resource"], string>> = {
  rowsRead: "rows read",
  rowsWritten: "rows written",
  neurons: "neurons",
  queriedDimensions: "dimensions queried",
  storedDimensions: "dimensions stored",
  databaseBytes: "database",
  queueOperations: "queue operations",
  requests: "requests",
  cpuMs: "CPU",
};

const TOLD = 3;

const shares = (all: readonly FreeShare[]): string =>
  all
    .slice(0, TOLD)
    .map(({ resource, share }) => `${percent(share)} of ${NAMES[resource]}`)
    .join(", ");

function firstPushDays(all: readonly FreeShare[]): string {
  const [most] = all;
  if (most === undefined) return "";
  const days = Math.max(1, Math.ceil(most.share));
  return `${number(days)} ${days === 1 ? "day" : "days"} (${NAMES[most.resource]})`;
}

function monthTable(measured: Measurements): readonly string[] {
  const each = (tell: (users: (typeof USERS)[number]) => string) => USERS.map(tell);
  const fits = (users: (typeof USERS)[number]): string => {
    const over = [...dayShares(workingDay(measured, users)), ...standingShares(measured, users)].filter(
      ({ share }) => share > 1,
    );
    return over.length === 0 ? "yes" : `no: ${over.map(({ resource }) => NAMES[resource]).join(", ")}`;
  };
  return table(
    ["", ...each(({ name }) => name)],
    [
      ["documents of 4 KB", ...each(({ documents }) => number(documents))],
      [
        "Workers Free: first push takes",
        ...each((users) => firstPushDays(dayShares(firstPush(measured, users)))),
      ],
      [
        "Workers Free: a working day takes",
        ...each((users) => shares(dayShares(workingDay(measured, users)))),
      ],
      [
        "Workers Free: the month and the store take",
        ...each((users) => shares(standingShares(measured, users))),
      ],
      ["Workers Free carries it", ...each(fits)],
      ["first push at list prices", ...each((users) => dollars(listPriceOf(firstPush(measured, users))))],
      ["Workers Paid: first month, all of it", ...each((users) => dollars(paidMonth(measured, users)))],
    ],
  );
}

/** What was measured and what follows of it, as Markdown. */
export function renderCost(measured: Measurements, day: string): readonly string[] {
  const { plain, withNames } = measured.rowsPerChunk;
  return [
    `Measured by \`npm run cost\` on ${day}: the Worker over a local D1, with stand-ins for Workers AI, Vectorize and the`,
    "queue; rows as D1 counts them, tokens estimated, prices of `src/prices.ts` with nothing included.",
    "",
    ...measuredTable(measured),
    "",
    `A passage takes ${plain.toFixed(1)} rows written where its text names nothing and ${withNames.toFixed(1)} in this documentation;`,
    `\`push --dry-run\` counts with ${ROWS_PER_CHUNK.plain} to ${ROWS_PER_CHUNK.withNames}.`,
    "",
    `A month has ${DAYS.working} working days of ${A_DAY.pushes} pushes and ${A_DAY.searches} searches a person, ${percent(A_DAY.repeatedShare)} of them repeated, and ${DAYS.all} days of cron; a search`,
    `takes ${CPU_MS.search} ms of CPU, an uploaded document ${CPU_MS.uploadedDocument} ms.`,
    "",
    ...monthTable(measured),
  ];
}

/** The page with its table replaced. Throws where the page has no place for it. */
export const withTable = (page: string, lines: readonly string[]): string =>
  withMarkedLines(page, "<!-- npm run cost -- --write -->", lines);
