import { describe, expect, it } from "vitest";
import { randomHash, sampling } from "../../src/audit/check.ts";
import { AuditParameters, RepairRequest } from "../../src/audit/contract.ts";
import { auditDatabase } from "./audit-database.ts";

describe("a part of a check", () => {
  const { place, all, parts } = auditDatabase();

  it.each([
    ["the first, of 2,000 passages", 2_000, "", false, false, "sample 5"],
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

describe("an audit is asked for", () => {
  const CURSOR = "x".repeat(8_000);

  it.each<[string, object, object | undefined]>([
    ["in samples", {}, { full: false }],
    ["in full, as an address has it", { full: "true" }, { full: true }],
    ["in samples, as an address has it", { full: "false" }, { full: false }],
    ["with a switch that is none", { full: "1" }, undefined],
    ["from a place of 8,000 characters", { cursor: CURSOR }, { full: false, cursor: CURSOR }],
    ["from a longer one", { cursor: `${CURSOR}x` }, undefined],
    ["with what it does not know", { repairs: "true" }, undefined],
  ])("%s", (_, given, asked) => {
    expect(AuditParameters.safeParse(given).data).toEqual(asked);
  });

  it.each<[string, object, object | undefined]>([
    ["in samples", {}, { full: false }],
    ["in full", { full: true }, { full: true }],
    ["with a text for a switch", { full: "true" }, undefined],
    ["from a place of 8,000 characters", { cursor: CURSOR }, { full: false, cursor: CURSOR }],
    ["from a longer one", { cursor: `${CURSOR}x` }, undefined],
    ["with what it does not know", { repairs: true }, undefined],
  ])("with repairs, %s", (_, given, asked) => {
    expect(RepairRequest.safeParse(given).data).toEqual(asked);
  });
});
