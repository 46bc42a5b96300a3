import { expect, it } from "vitest";
import { isoInstant } from "../../../src/text/dates/iso-instant.ts";

it.each([
  ["2026-02-28", Date.UTC(2026, 1, 28)],
  ["2024-02-29T01:30:00Z", Date.UTC(2024, 1, 29, 1, 30)],
  ["2026-02-28T01:30+01:00", Date.UTC(2026, 1, 28, 0, 30)],
  ["2026-02-28T01:30:00.250Z", Date.UTC(2026, 1, 28, 1, 30, 0, 250)],
])("reads %s", (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
});

it.each([
  "2026-02-30",
  "2026-02-30T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-02-29T24:00:00Z",
  "2026-13-01",
  "2026-2-3",
  "x",
])("takes %s for no time", (text) => {
  expect(isoInstant(text)).toBeUndefined();
});
