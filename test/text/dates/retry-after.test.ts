import { expect, it } from "vitest";
import { retryAfterMs } from "../../../src/text/dates/retry-after.ts";

const NOW = Date.UTC(2026, 5, 1);

it.each([
  ["0", 0],
  ["2", 2_000],
  ["000000005", 5_000],
  ["999999999", 999_999_999_000],
  [new Date(NOW + 90_000).toUTCString(), 90_000],
  [new Date(NOW - 90_000).toUTCString(), 0],
])("Retry-After is seconds or a date: %s", (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

it.each([null, "soon", "1000000000", "-5x", "5 s"])("Retry-After %s asks for nothing", (header) => {
  expect(retryAfterMs(header, NOW) ?? 0).toBe(0);
});
