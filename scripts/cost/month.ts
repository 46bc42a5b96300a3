import { CRON_MS } from "../../src/background/crons.ts";
import { DAY_MS, PLAN_LIMITS, type Plan } from "../../src/config.ts";
import { listPrice, priceBeyond } from "../../src/contract/costs.ts";
import { PLAN_DOLLARS, PRICES } from "../../src/prices.ts";
import type { Measured, Measurements, Used } from "./measure.ts";

/** Who uses a deployment, and what is in it. */
export interface Users {
  readonly name: string;
  readonly people: number;
  /** Of 4 KB each, in one workspace. */
  readonly documents: number;
}

export const USERS: readonly Users[] = [
  { name: "one developer", people: 1, documents: 2_500 },
  { name: "a team of 20", people: 20, documents: 12_500 },
];

/** What a person does on a working day. */
export const A_DAY = {
  /** Each pushes one changed document, of which one passage is another. */
  pushes: 20,
  searches: 60,
  /** Of these searches, those that were asked before within five minutes, in an index that has not changed. */
  repeatedShare: 0.2,
} as const;

export const DAYS = { working: 22, all: 30 } as const;

/** Milliseconds of CPU, by `npm run cpu`: a search, an upload for each of its documents, any other invocation. */
export const CPU_MS = { search: 6, uploadedDocument: 3, other: 3 } as const;

const DIMENSIONS = 768;
const CRON_RUNS_A_DAY = DAY_MS / CRON_MS;

/** What is used of every resource that has a price. */
export type Amounts = Used & { readonly cpuMs: number };

const NOTHING: Amounts = {
  ...{ rowsRead: 0, rowsWritten: 0, neurons: 0, queriedDimensions: 0, queueOperations: 0 },
  ...{ requests: 0, cpuMs: 0 },
};

const RESOURCES = Object.keys(NOTHING) as (keyof Amounts)[];

/** Work that is done so many times, with its CPU. */
function workOf({ times, ...used }: Measured, count: number, cpuMs: number): Amounts {
  const scaled = RESOURCES.map((name) => [name, name === "cpuMs" ? 0 : (used[name] / times) * count]);
  const amounts = Object.fromEntries(scaled) as unknown as Amounts;
  return { ...amounts, cpuMs: cpuMs * count };
}

const sumOf = (parts: readonly Amounts[]): Amounts =>
  Object.fromEntries(
    RESOURCES.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]),
  ) as unknown as Amounts;

/** A deployment's first push, until the last vector is visible. */
export const firstPush = (measured: Measurements, { documents }: Users): Amounts =>
  workOf(measured.push, documents, CPU_MS.uploadedDocument);

/** What cron uses on any day. Its daily round looks at so much and no more, however large the index. */
export const restDay = ({ idleRun, dailyRun }: Measurements): Amounts =>
  sumOf([workOf(idleRun, CRON_RUNS_A_DAY, CPU_MS.other), workOf(dailyRun, 1, CPU_MS.other)]);

/** What a working day uses, cron's part in it. */
export function workingDay(measured: Measurements, users: Users): Amounts {
  const pushes = A_DAY.pushes * users.people;
  const searches = A_DAY.searches * users.people;
  const repeated = searches * A_DAY.repeatedShare;
  const change = workOf(measured.change, pushes, CPU_MS.uploadedDocument + 2 * CPU_MS.other);
  return sumOf([
    restDay(measured),
    // A push compares the hash of every document, which is a row.
    { ...change, rowsRead: change.rowsRead + pushes * (users.documents - measured.documents) },
    workOf(measured.search, searches - repeated, CPU_MS.search),
    workOf(measured.cleaned, searches - repeated, 0),
    workOf(measured.repeated, repeated, CPU_MS.other),
  ]);
}

/** List price of work, with nothing included. */
export const listPriceOf = (amounts: Amounts): number =>
  RESOURCES.reduce((sum, name) => sum + listPrice(name, amounts[name]), 0);

const storedDimensions = ({ chunks, documents: measuredOf }: Measurements, { documents }: Users): number =>
  (chunks / measuredOf) * documents * DIMENSIONS;

const databaseBytes = ({ databaseBytes: bytes, documents: measuredOf }: Measurements, users: Users): number =>
  (bytes / measuredOf) * users.documents;

/** A first month on the paid plan, first push and the plan's own price with it, dollars. */
export function paidMonth(measured: Measurements, users: Users): number {
  const push = firstPush(measured, users);
  const [working, rest] = [workingDay(measured, users), restDay(measured)];
  const stored = storedDimensions(measured, users);
  const days = [
    ...Array.from({ length: DAYS.working }, () => working),
    ...Array.from({ length: DAYS.all - DAYS.working }, () => rest),
  ];
  const month = sumOf([push, ...days]);
  const monthly = RESOURCES.filter((name) => name !== "neurons").map((name) =>
    priceBeyond(name, month[name] + (name === "queriedDimensions" ? stored : 0), "paid"),
  );
  // The first day has the first push.
  const neurons = days.map((day, at) =>
    priceBeyond("neurons", day.neurons + (at === 0 ? push.neurons : 0), "paid"),
  );
  const kept = [
    priceBeyond("storedDimensions", stored, "paid"),
    priceBeyond("databaseBytes", databaseBytes(measured, users), "paid"),
  ];
  return PLAN_DOLLARS.paid + [...monthly, ...neurons, ...kept].reduce((sum, price) => sum + price, 0);
}

/** A resource of the free plan, and the share of it that is used. */
export interface FreeShare {
  readonly resource: keyof Amounts | "storedDimensions" | "databaseBytes";
  /** 1: all of it. */
  readonly share: number;
}

const PLAN: Plan = "free";

/** Shares of a day's amounts, most first. */
export const dayShares = (amounts: Amounts): readonly FreeShare[] =>
  RESOURCES.flatMap((resource): FreeShare[] => {
    const { per, amount } = PRICES[resource].included[PLAN];
    return per === "day" ? [{ resource, share: amounts[resource] / amount }] : [];
  }).sort((a, b) => b.share - a.share);

/** Shares of what is for a month or at any one time, most first. */
export function standingShares(measured: Measurements, users: Users): readonly FreeShare[] {
  const stored = storedDimensions(measured, users);
  const queried = workingDay(measured, users).queriedDimensions * DAYS.working + stored;
  const shares: FreeShare[] = [
    { resource: "storedDimensions", share: stored / PRICES.storedDimensions.included.free.amount },
    { resource: "queriedDimensions", share: queried / PRICES.queriedDimensions.included.free.amount },
    { resource: "databaseBytes", share: databaseBytes(measured, users) / PLAN_LIMITS.free.maxDatabaseBytes },
  ];
  return shares.sort((a, b) => b.share - a.share);
}
