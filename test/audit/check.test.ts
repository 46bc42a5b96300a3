import { describe, expect, it } from "vitest";
import { randomHash, sampling } from "../../src/audit/check.ts";
import { auditDatabase } from "./audit-database.ts";

describe("a part of a check", () => {
  const { place, all, parts } = auditDatabase();

  it.each([
    ["the first, of 2,000 chunks", 2_000, "", false, false, "sample 5"],
    ["the first, of more", 2_001, "", false, true, "sample 5"],
    ["the first of a full audit", 2_001, "", true, false, "sample 5"],
    ["one that follows a sample", 0, "sample 14", true, true, "sample 19"],
    ["the last sample", 0, "sample 15", true, true, undefined],
    ["one that follows a place", 2_001, "abc 5", false, false, "sample 5"],
  ])("is a sample or not: %s", async (_, chunks, after, isFull, isSample, nextSample) => {
    await all(`UPDATE workspaces SET chunks = ${chunks} WHERE num = ${place.workspace}`);
    expect(await sampling(parts({ isFull }), after, 5)).toEqual({ isSample, nextSample });
  });

  it("begins at a random hash of eight digits", () => {
    const values = [0, 0.5, 0.999, 0.1, 0, 0, 0, 0];
    expect(randomHash(() => values.shift() ?? 0)).toBe("08f10000");
  });
});
