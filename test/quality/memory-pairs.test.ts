import { describe, expect, it } from "vitest";
import { plainText } from "../../src/memories/sameness/plain-text.ts";
import { compareTexts } from "../../src/memories/sameness/compare-texts.ts";
import { MEMORY_PAIRS, type MemoryPair } from "./memory-pairs.ts";

const judgedAs = (judged: MemoryPair["judged"], half?: MemoryPair["half"]) =>
  MEMORY_PAIRS.filter((pair) => pair.judged === judged && (half === undefined || pair.half === half));
const share = (pairs: readonly MemoryPair[], as: ReturnType<typeof compareTexts>): number =>
  pairs.filter(({ a, b }) => compareTexts(a, b) === as).length / pairs.length;

describe("judged pairs of memories", () => {
  it("are 400 of eight kinds and more, half of them contradictions, each once", () => {
    const contradictions = judgedAs("contradiction");
    expect(MEMORY_PAIRS.length).toBeGreaterThanOrEqual(400);
    expect(contradictions.length).toBeGreaterThanOrEqual(200);
    expect(new Set(contradictions.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8);
    expect(MEMORY_PAIRS.filter(({ language }) => language !== "en").length).toBeGreaterThanOrEqual(40);
    expect(new Set(MEMORY_PAIRS.map(({ a, b }) => `${a}\n${b}`)).size).toBe(MEMORY_PAIRS.length);
    expect(MEMORY_PAIRS.filter(({ half }) => half === "second").length).toBeGreaterThanOrEqual(200);
  });

  it("are never one where they contradict each other", () => {
    const merged = judgedAs("contradiction").filter(
      ({ a, b }) => compareTexts(a, b) === "same" || plainText(a) === plainText(b),
    );
    expect(merged).toEqual([]);
  });

  it.each(["first", "second"] as const)(
    "are one where they say the same, at least 80 %% of the %s half",
    (half) => {
      expect(share(judgedAs("same", half), "same")).toBeGreaterThanOrEqual(0.8);
    },
  );

  it.each(["first", "second"] as const)(
    "are linked where they contradict, at least 95 %% of the %s half",
    (half) => {
      expect(share(judgedAs("contradiction", half), "contradicts-maybe")).toBeGreaterThanOrEqual(0.95);
    },
  );

  it("are left alone where they are of different matters", () => {
    expect(share(judgedAs("different"), "different")).toBe(1);
  });

  it("are judged alike both ways", () => {
    const uneven = MEMORY_PAIRS.filter(({ a, b }) => compareTexts(a, b) !== compareTexts(b, a));
    expect(uneven).toEqual([]);
  });
});
