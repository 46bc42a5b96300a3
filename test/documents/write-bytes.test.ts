import { expect, it } from "vitest";
import { type Plan, writeBytes } from "../../src/config.ts";

it.each<[Plan, boolean, number]>([
  ["paid", false, 1_000_000],
  ["paid", true, 60_000],
  ["free", false, 12_000],
  ["free", true, 12_000],
])("one write on the plan %s, local: %s, has at most %i bytes of text", (plan, isLocal, bytes) => {
  expect(writeBytes(plan, isLocal)).toBe(bytes);
});
