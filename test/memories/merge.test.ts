import { describe, expect, it } from "vitest";
import { isPlainRepeat, merge, type Observed } from "../../src/memories/duplicates/merge.ts";
import { wordOverlap } from "../../src/memories/duplicates/same-text.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";

const MEMORY: MemoryRecord = {
  ...{ id: "a".repeat(32), state: "live", text: "Eels pass", hash: "1", normalHash: "n", type: "decision" },
  ...{ importance: 0.2, priority: 2, confidence: 0.4, timesObserved: 3, firstObserved: 10, lastObserved: 50 },
  ...{ session: null, source: "x", tags: ["a"], entities: [], metadata: { a: 1, b: 1 }, supersedes: null },
  ...{ supersededBy: null, isCompared: true, version: 4, leftAt: null, votes: [] },
};
const OBSERVED: Observed = {
  ...{ text: "eels pass", hash: "2", confidence: 0.3, session: "s", source: "y", tags: ["b", "a"] },
  ...{ entities: ["Eel"], metadata: { b: 2 }, times: 2, at: 40 },
  ...{ type: "fact", importance: 0.9, priority: 1 },
};

describe("a memory that is observed once more", () => {
  it("counts, says the later text and joins what is said besides", () => {
    expect(merge(MEMORY, OBSERVED)).toEqual({
      ...MEMORY,
      ...{ text: "eels pass", hash: "2", timesObserved: 5, lastObserved: 50, confidence: 0.4 },
      ...{ session: "s", source: "x", tags: ["a", "b"], entities: ["Eel"], metadata: { a: 1, b: 2 } },
    });
  });

  it("keeps its tags and metadata within their bounds", () => {
    const many = Array.from({ length: 40 }, (_, at) => `t${at}`);
    const merged = merge(MEMORY, { ...OBSERVED, tags: many, metadata: { c: "x".repeat(8_190) } });
    expect([merged.tags.length, merged.tags[0]]).toEqual([32, "a"]);
    expect(merged.metadata).toEqual(MEMORY.metadata);
  });

  it("is a plain repeat only when nothing but count and confidence changes", () => {
    const plain: Observed = {
      ...MEMORY,
      ...{
        session: null,
        source: null,
        tags: [],
        entities: [],
        metadata: {},
        times: 1,
        at: 99,
        confidence: 1,
      },
    };
    expect(isPlainRepeat(MEMORY, plain)).toBe(true);
    for (const more of [
      { hash: "2" },
      { tags: ["b"] },
      { entities: ["Eel"] },
      { metadata: { a: 2 } },
      { session: "s" },
    ])
      expect(isPlainRepeat(MEMORY, { ...plain, ...more })).toBe(false);
  });
});

describe("the overlap of words", () => {
  it("is the share of content words that both have", () => {
    expect(wordOverlap("The heron nests", "Herons nest here")).toBe(0.8);
    expect(wordOverlap("heron", "a heron, an otter, a newt, a pike and an eel")).toBeLessThan(0.5);
    expect(wordOverlap("", "")).toBe(0);
    expect(wordOverlap("会议三点在蓝厅", "会议三点在蓝厅。")).toBe(1);
  });
});
