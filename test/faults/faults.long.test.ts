import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { runFaults } from "./fault-suite.ts";

/** A sample that fits into a test run; `npm run faults` tries every point. */
const EVERY = 67;

describe("a call that fails once", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openQuickDatabase();
  });
  afterAll(() => opened.dispose());

  it("leaves nothing that two sweeps do not put right, whichever call it is", async () => {
    const all = await runFaults([opened.database], { every: EVERY });
    expect(
      all.flatMap(({ operation, failures }) => failures.map((failure) => ({ operation, ...failure }))),
    ).toEqual([]);
    expect(all.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThanOrEqual(20);
  });
});
