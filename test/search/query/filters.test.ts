import { describe, expect, it } from "vitest";
import { resolveFilters, splitForVectors } from "../../../src/search/query/filters.ts";

const split = (filters: Parameters<typeof resolveFilters>[0]) => splitForVectors(resolveFilters(filters, 0));

describe("the part of the filters that a vector index applies", () => {
  it.each([
    ["64 bytes", "a".repeat(64), true],
    ["65 bytes", "a".repeat(65), false],
    ["64 bytes in 32 letters", "é".repeat(32), true],
    ["66 bytes in 33 letters", "é".repeat(33), false],
  ])("takes a prefix of %s as far as the index keeps it", (_, prefix, isWhole) => {
    expect(split({ prefix })).toEqual({ filter: isWhole ? { pathPrefix: prefix } : {}, isWhole });
  });

  it.each([
    [{ root: "notes" }, { root: "notes" }, true],
    [{ kind: "file" as const }, { kind: "file" }, true],
    [{ language: "python" }, { language: "python" }, true],
    [{ type: "decision" }, { kind: "memory" }, false],
    [{ tag: "ops" }, { kind: "memory" }, false],
    [{ session: "s" }, { kind: "memory" }, false],
    [{ glob: "**/*.md" }, {}, false],
    [{ after: "2026-01-01" }, {}, false],
    [{ before: "2026-01-01" }, {}, false],
  ] as const)("of %j is %j", (filters, filter, isWhole) => {
    expect(split(filters)).toEqual({ filter, isWhole });
  });
});
