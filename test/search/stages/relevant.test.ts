import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, stage } from "./candidates.ts";

const pool = [candidate("repeats", 0.96), candidate("answers", 0.8), candidate("last", 0)];

/** The order and the scores, to six places, where these passages have this relevance and all others none. */
function run(
  candidates: readonly Candidate[],
  relevances: Readonly<Record<string, number>>,
  { weight = 0.6, isMeasured = true } = {},
) {
  const judged = {
    relevanceOf: ({ id }: Candidate) => relevances[id] ?? 0,
    isMeasured: () => isMeasured,
  };
  const after = stage("relevant", { weight })(candidates, { ...context(), ...judged });
  return after.map(({ id, score }) => [id, Math.round(score * 1e6) / 1e6]);
}

describe("the order of the first five", () => {
  it("takes into account how likely each answers, over the range of their scores", () => {
    expect(run(pool, { repeats: 0.1, answers: 0.4 })).toEqual([
      ["answers", 0.896], // 0.4 · 0.8 + 0.6 · 0.96
      ["repeats", 0.528], // 0.4 · 0.96 + 0.6 · 0.96 / 4
      ["last", 0],
    ]);
  });

  it("leaves the better score first where what is likelier is so by little, or far behind", () => {
    expect(run(pool, { repeats: 0.38, answers: 0.4 }).map(([id]) => id)).toEqual([
      "repeats",
      "answers",
      "last",
    ]);
    const far = [candidate("repeats", 0.96), candidate("answers", 0.2), candidate("last", 0)];
    expect(run(far, { repeats: 0.2, answers: 0.4 })[0]?.[0]).toBe("repeats");
  });

  it("does not ask what comes behind them", () => {
    const many = Array.from({ length: 12 }, (_, at) => candidate(`c${at + 10}`, 0.9 - at / 100));
    const asked: string[] = [];
    const relevanceOf = ({ id }: Candidate) => {
      asked.push(id);
      return id === "c21" ? 1 : 0.1;
    };
    const after = stage("relevant")(many, { ...context(), relevanceOf });
    expect(asked).toEqual(many.slice(0, 5).map(({ id }) => id));
    expect(after.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });

  it("counts what an earlier stage cut off above 1", () => {
    const lifted = [candidate("a", 1), candidate("b", 1, { excess: 0.4 }), candidate("last", 0)];
    expect(run(lifted, { a: 0.9, b: 0.9 })[0]?.[0]).toBe("b");
  });

  it.each([
    ["nobody has measured how relevance is judged", { isMeasured: false }],
    ["its weight is 0", { weight: 0 }],
  ])("changes nothing where %s", (_, more) => {
    expect(run(pool, { repeats: 0.1, answers: 0.4 }, more).map(([id]) => id)).toEqual(
      pool.map(({ id }) => id),
    );
  });

  it("changes nothing where nothing is relevant, and of nothing makes nothing", () => {
    expect(run(pool, {})).toEqual(pool.map(({ id, score }) => [id, score]));
    expect(run([], {})).toEqual([]);
  });

  it("keeps every candidate, the range of the first five and all that comes behind them", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const some = fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(some, unit, (pairs, weight) => {
        const sorted = pairs
          .map(([score, relevance], at) => ({ ...candidate(`c${at + 100}`, score), relevance }))
          .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        const relevances = Object.fromEntries(sorted.map(({ id, relevance }) => [id, relevance]));
        const after = run(sorted, relevances, { weight });
        const ids = (from: number, to?: number) => sorted.slice(from, to).map(({ id }) => id);
        expect(
          after
            .slice(0, 5)
            .map(([id]) => id)
            .sort(),
        ).toEqual(ids(0, 5).sort());
        expect(after.slice(5).map(([id]) => id)).toEqual(ids(5));
        const [high = 0, low = 0] = [sorted[0]?.score, sorted.slice(0, 5).at(-1)?.score];
        for (const [, score] of after.slice(0, 5)) {
          expect(score).toBeGreaterThanOrEqual(low - 1e-6);
          expect(score).toBeLessThanOrEqual(high + 1e-6);
        }
      }),
    );
  });
});
