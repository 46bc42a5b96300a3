import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { layOut, partsOf } from "../../../../src/web/views/search/why/score-stack.tsx";
import { columnsOf, heightOf, linesOf, ranksOf } from "../../../../src/web/views/search/why/slope-chart.tsx";

type Traced = Pick<Hit, "id" | "score" | "scores" | "shares" | "arms" | "trace">;

const hit = (more: Partial<Traced>): Hit =>
  ({ id: "a", score: 0, scores: {}, shares: {}, arms: {}, trace: [], ...more }) as unknown as Hit;

const standing = (step: string, rank: number, score: number) => ({ step, rank, score });

const SETTINGS = { settings: { "rerank.blend": 0.6 } };
const unit = () => fc.double({ min: 0, max: 1, noNaN: true });

describe("the parts of a score", () => {
  it("sum to it, through fusion, re-ranking model and stages", () => {
    fc.assert(
      fc.property(unit(), unit(), unit(), unit(), (keyword, vector, rerank, staged) => {
        const fused = (keyword + vector) / 2;
        const blended = 0.6 * rerank + 0.4 * fused;
        const parts = partsOf(
          hit({
            scores: { fused },
            shares: { keyword: keyword / 2, vector: vector / 2 },
            arms: { keyword: 1, vector: 2 },
            trace: [
              standing("keyword", 1, 7.2),
              standing("vector", 2, 0.3),
              standing("fuse", 1, fused),
              standing("rerank", 1, blended),
              standing("feedback", 1, staged),
            ],
          }),
          SETTINGS,
        );
        const sum = parts.reduce((whole, { amount }) => whole + amount, 0);
        expect(Math.abs(sum - staged)).toBeLessThan(0.003);
        for (const { name, amount } of parts) if (name !== "feedback") expect(amount).toBeGreaterThan(-1e-9);
        const places = layOut(parts);
        expect(places.every(({ from }) => from > -0.003)).toBe(true);
      }),
    );
  });

  it("give a model that judged worse than the fusion nothing, and the arms what is left", () => {
    const parts = partsOf(
      hit({
        scores: { fused: 0.8 },
        shares: { keyword: 0.6, vector: 0.2 },
        arms: { keyword: 1, vector: 1 },
        trace: [standing("fuse", 1, 0.8), standing("rerank", 3, 0.16)],
      }),
      SETTINGS,
    );
    expect(parts.map(({ name, amount }) => [name, amount.toFixed(2)])).toEqual([
      ["keyword", "0.12"],
      ["vector", "0.04"],
    ]);
  });

  it("lay what a stage took away behind the score", () => {
    const parts = [
      { name: "keyword", amount: 0.7 },
      { name: "noise", amount: -0.2 },
      { name: "feedback", amount: 0.1 },
    ];
    expect(layOut(parts).map(({ name, from }) => [name, Number(from.toFixed(3))])).toEqual([
      ["keyword", 0],
      ["feedback", 0.7],
      ["noise", 0.6],
    ]);
  });
});

describe("the slope chart", () => {
  const STEPS = ["keyword", "vector", "fuse", "noise", "rerank", "defer", "limit"];
  const first = {
    id: "a",
    arms: { keyword: 2, vector: 1 },
    trace: STEPS.map((step) => standing(step, step === "keyword" ? 2 : 1, 0.9)),
  };
  const second = {
    id: "b",
    arms: { keyword: 1 },
    trace: STEPS.filter((step) => step !== "vector").map((step) =>
      standing(step, ["keyword"].includes(step) ? 1 : step === "fuse" || step === "noise" ? 3 : 2, 0.5),
    ),
  };

  it("draws stages that move nothing as one, arms each for itself, and an arm's line to the fusion", () => {
    const columns = columnsOf(STEPS, [first, second]);
    expect(columns).toEqual([
      { steps: ["keyword"], isArm: true },
      { steps: ["vector"], isArm: true },
      { steps: ["fuse", "noise"], isArm: false },
      { steps: ["rerank", "defer", "limit"], isArm: false },
    ]);
    const ranks = ranksOf(second, columns);
    expect(ranks).toEqual([1, undefined, 3, 2]);
    expect(linesOf(ranks, columns)).toEqual([
      { from: 0, to: 2, isArm: true },
      { from: 2, to: 3, isArm: false },
    ]);
  });

  it("puts the first rank on top and the worst at the bottom", () => {
    expect([heightOf(1, 30), heightOf(30, 30), heightOf(1, 1)]).toEqual([0, 1, 0.5]);
    expect(heightOf(2, 30) - heightOf(1, 30)).toBeGreaterThan(heightOf(30, 30) - heightOf(29, 30));
  });
});
