import { describe, expect, it } from "vitest";
import { plainText } from "../../src/memories/sameness/plain-text.ts";
import { compareTexts } from "../../src/memories/sameness/compare-texts.ts";
import { MEMORY_PAIRS, type MemoryPair } from "./memory-pairs.ts";

const judgedAs = (judged: MemoryPair["judged"], part?: MemoryPair["part"]) =>
  MEMORY_PAIRS.filter((pair) => pair.judged === judged && (part === undefined || pair.part === part));
const share = (pairs: readonly MemoryPair[], as: ReturnType<typeof compareTexts>): number =>
  pairs.filter(({ a, b }) => compareTexts(a, b) === as).length / pairs.length;

describe("judged pairs of memories", () => {
  it("are 670 of thirteen kinds and more, most of them contradictions, each once", () => {
    const contradictions = judgedAs("contradiction");
    expect(MEMORY_PAIRS.length).toBeGreaterThanOrEqual(670);
    expect(contradictions.length).toBeGreaterThanOrEqual(500);
    expect(new Set(contradictions.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(13);
    expect(MEMORY_PAIRS.filter(({ language }) => language !== "en").length).toBeGreaterThanOrEqual(40);
    expect(new Set(MEMORY_PAIRS.map(({ a, b }) => `${a}\n${b}`)).size).toBe(MEMORY_PAIRS.length);
  });

  it("are never one where they contradict each other", () => {
    const merged = judgedAs("contradiction").filter(
      ({ a, b }) => compareTexts(a, b) === "same" || plainText(a) === plainText(b),
    );
    expect(merged).toEqual([]);
  });

  it.each(["first", "second", "third", "fresh"] as const)(
    "are one where they say the same, at least 80 %% of the %s part",
    (part) => {
      expect(share(judgedAs("same", part), "same")).toBeGreaterThanOrEqual(0.8);
    },
  );

  it.each(["first", "second", "third", "fresh"] as const)(
    "are linked where they contradict, at least 95 %% of the %s part",
    (part) => {
      expect(share(judgedAs("contradiction", part), "contradicts-maybe")).toBeGreaterThanOrEqual(0.95);
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

it.each([
  [
    "The restic password was changed on the 1st of June 2026",
    "The green kettle was bought on the 1st of June 2026",
    "different",
  ],
  ["Meeting on 5 May", "Dentist on 5 May", "different"],
  ["The release is on Tuesday", "The release is on Thursday", "contradicts-maybe"],
  ["2026-06-01", "2026-06-02", "contradicts-maybe"],
])("the same day alone makes no matter of two: %s / %s", (a, b, comparison) => {
  expect(compareTexts(a, b)).toBe(comparison);
});
