import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Measured, Measurements } from "../../scripts/cost/measure.ts";
import {
  A_DAY,
  DAYS,
  dayShares,
  firstPush,
  listPriceOf,
  paidMonth,
  restDay,
  standingShares,
  USERS,
  workingDay,
} from "../../scripts/cost/month.ts";
import { renderCost, withTable } from "../../scripts/cost/render.ts";
import { MODEL_NEURONS, PRICES } from "../../src/prices.ts";

const of = (times: number, used: Partial<Measured>): Measured => ({
  ...{
    times,
    rowsRead: 0,
    rowsWritten: 0,
    neurons: 0,
    queriedDimensions: 0,
    queueOperations: 0,
    requests: 0,
  },
  ...used,
});

/** Round figures, so that what follows can be reckoned by head. */
const MEASURED: Measurements = {
  ...{ documents: 100, chunks: 500, databaseBytes: 1_000_000 },
  push: of(100, { rowsWritten: 10_000, rowsRead: 20_000, neurons: 500, requests: 10 }),
  change: of(10, { rowsWritten: 1_000, rowsRead: 5_000, queueOperations: 30, requests: 30 }),
  search: of(100, { rowsWritten: 1_000, neurons: 100, queriedDimensions: 76_800, requests: 100 }),
  cleaned: of(100, { rowsWritten: 100 }),
  repeated: of(100, { rowsWritten: 200, requests: 100 }),
  keyword: of(10, { rowsWritten: 20, requests: 10 }),
  idleRun: of(1, { rowsRead: 10, requests: 1 }),
  dailyRun: of(1, { rowsRead: 1_000, requests: 1 }),
  rowsPerChunk: { plain: 20, withNames: 40 },
};
const ONE = { name: "one", people: 1, documents: 200 };

describe("a month by what was measured", () => {
  it("has a first push, by documents", () => {
    expect(firstPush(MEASURED, ONE)).toMatchObject({
      ...{ rowsWritten: 20_000, rowsRead: 40_000, neurons: 1_000, requests: 20, cpuMs: 600 },
    });
  });

  it("has cron every five minutes and once a day, which reads no more of a larger index", () => {
    expect(restDay(MEASURED)).toMatchObject({ rowsRead: 288 * 10 + 1_000, rowsWritten: 0, requests: 289 });
  });

  it("has pushes that read a row more for each document more", () => {
    const [own, larger] = [100, 300].map((documents) => workingDay(MEASURED, { ...ONE, documents }).rowsRead);
    expect(own).toBe(restDay(MEASURED).rowsRead + A_DAY.pushes * 500);
    expect(larger).toBe(restDay(MEASURED).rowsRead + A_DAY.pushes * (500 + 200));
  });

  it("has pushes and searches on working days", () => {
    const repeated = A_DAY.searches * A_DAY.repeatedShare;
    const fresh = A_DAY.searches - repeated;
    expect(workingDay(MEASURED, ONE).rowsWritten).toBeCloseTo(
      A_DAY.pushes * 100 + fresh * 10 + fresh + repeated * 2,
      6,
    );
    expect(workingDay(MEASURED, ONE).queriedDimensions).toBeCloseTo(fresh * 768, 6);
    expect(workingDay(MEASURED, { ...ONE, people: 2 }).rowsWritten).toBeCloseTo(
      2 * workingDay(MEASURED, ONE).rowsWritten,
      6,
    );
  });

  it("costs the plan while all is included, and then what goes beyond", () => {
    expect(paidMonth(MEASURED, ONE)).toBe(5);
    const work = of(100, { rowsWritten: 10_000 * 1_000_000, neurons: 1_010_000 / 2 });
    const dear = { ...MEASURED, push: work };
    const written = 20_000_000_000 + DAYS.working * workingDay(MEASURED, ONE).rowsWritten;
    const ownNeurons = workingDay(MEASURED, ONE).neurons;
    // 1,010,000 neurons on the first day; 1,000 of 200 documents' vectors are far from their price.
    const expected = 5 + (written - 50_000_000) / 1_000_000 + (1_010_000 + ownNeurons - 10_000) * 0.000_011;
    expect(paidMonth(dear, ONE)).toBeCloseTo(expected, 4);
  });

  it("on the free plan is shares of a day, and of what is stored", () => {
    const [most] = dayShares(firstPush(MEASURED, ONE));
    expect(most).toEqual({ resource: "rowsWritten", share: 0.2 });
    expect(dayShares(firstPush(MEASURED, ONE)).map(({ resource }) => resource)).not.toContain("cpuMs");
    const stored = standingShares(MEASURED, ONE).find(({ resource }) => resource === "storedDimensions");
    expect(stored?.share).toBeCloseTo((1_000 * 768) / 5_000_000, 10);
  });

  it("has list prices that include nothing", () => {
    const nothing = firstPush(MEASURED, { ...ONE, documents: 0 });
    expect(listPriceOf(nothing)).toBe(0);
    expect(listPriceOf({ ...nothing, rowsWritten: 1_000_000, neurons: 1_000 })).toBeCloseTo(1.011, 10);
    expect(listPriceOf({ ...nothing, queriedDimensions: 1_000_000, queueOperations: 1_000_000 })).toBeCloseTo(
      0.41,
      10,
    );
  });
});

it("is told as Markdown, with the day and the assumptions, between the marks of the page", () => {
  const lines = renderCost(MEASURED, "2026-11-23");
  expect(lines[0]).toContain("`npm run cost` on 2026-11-23");
  expect(lines).toContain(
    "| push 1,000 documents (5,000 passages) | 100,000 | 200,000 | 5,000 | 0 | 0 | $0.16 |",
  );
  for (const { name } of USERS) expect(lines.join("\n")).toContain(name);
  expect(lines.join("\n")).not.toMatch(/NaN|undefined|Infinity/);
  const page = readFileSync("docs/operations.md", "utf8");
  const written = withTable(page, lines);
  expect(withTable(written, ["again"])).toBe(withTable(page, ["again"]));
  expect(() => withTable("nothing", lines)).toThrow("lacks <!-- npm run cost");
});

it("every price has its page, and every model its own", () => {
  for (const { source, dollarsPerMillion, included } of Object.values(PRICES)) {
    expect(source).toMatch(/^https:\/\/developers\.cloudflare\.com\/.*\/pricing\/$/);
    expect(dollarsPerMillion).toBeGreaterThan(0);
    expect(included.paid.amount).toBeGreaterThanOrEqual(included.free.amount);
  }
  expect(Object.keys(MODEL_NEURONS).filter((name) => !name.startsWith("@cf/"))).toEqual([]);
});
