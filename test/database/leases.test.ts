import { describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { backoffMs, errorText, isStop, retryAt } from "../../src/database/leases.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const MIDNIGHT = Date.UTC(2026, 5, 2);
const { retryBaseMs: BASE, retryCapMs: CAP } = DEFAULTS;

describe("the wait after failures in a row", () => {
  it.each<[string, number, number, number]>([
    ["is the base after the first", 1, 1, BASE],
    ["is the base after none", 0, 1, BASE],
    ["doubles with each", 2, 1, 2 * BASE],
    ["doubles again", 5, 1, 16 * BASE],
    ["is half at the least", 1, 0, BASE / 2],
    ["lies between by chance", 1, 0.5, 0.75 * BASE],
    ["is a whole number", 1, 0.00015, Math.round(BASE * (0.5 + 0.000075))],
    ["is capped", 40, 1, CAP],
    ["is capped before chance", 40, 0, CAP / 2],
  ])("%s", (_, failures, random, waitMs) => {
    expect(backoffMs(failures, random)).toBe(waitMs);
  });
});

it.each<[ErrorCode, boolean]>([
  ["quota", true],
  ["model_budget", true],
  ["capacity", false],
  ["timeout", false],
  ["database_quota", false],
  ["database_timeout", false],
])("%s stops work until midnight UTC: %s", (code, stops) => {
  const error = new AppError(code, "why");
  expect(isStop(error)).toBe(stops);
  expect(retryAt({ error, failures: 2, nowMs: NOW_MS, random: 1 })).toBe(
    stops ? MIDNIGHT : NOW_MS + 2 * BASE,
  );
  expect(errorText(error)).toBe(`${code}: why`);
});
