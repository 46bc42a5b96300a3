import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proposeFloor } from "../../../../../src/cli/commands/eval/statistics/propose-floor.ts";
import { asked } from "../asked.ts";

const none = (relevance: number) => asked(`none ${relevance}`, { kind: "none", relevance });
const answered = (relevance: number) => asked(`${relevance}`, { relevance, isAnswered: true });
/** .4, .405 … .895: a hundred. */
const ANSWERED = Array.from({ length: 100 }, (_, at) => answered(0.4 + at / 200));

describe("proposeFloor", () => {
  it("tells precision, recall and lost answers of each floor, and proposes the best that costs little", () => {
    const floor = proposeFloor([...ANSWERED, none(0.1), none(0.25), none(0.417), none(0.6)]);
    expect(floor.rows.map(({ value, precision, recall, lost }) => [value, precision, recall, lost])).toEqual([
      [0.1001, 1, 0.25, 0],
      [0.2501, 1, 0.5, 0],
      [0.4171, 3 / 7, 0.75, 4],
      [0.6001, 4 / 45, 1, 41],
    ]);
    expect(floor.command).toBe("recall profiles edge --set relevance.floor=0.4171");
  });

  it("lets a floor cost five answers of a hundred, and not six", () => {
    const commandWith = (relevance: number) => proposeFloor([...ANSWERED, none(relevance)]).command;
    expect(commandWith(0.424)).toBe("recall profiles edge --set relevance.floor=0.4241");
    expect(commandWith(0.425)).toBeUndefined();
    expect(proposeFloor([...ANSWERED, ...Array.from({ length: 100 }, () => none(0.425))]).command).toBe(
      undefined,
    );
  });

  it("silences what is as relevant too, and has one floor for questions of one relevance", () => {
    const floor = proposeFloor([answered(0.5), none(0.5), none(0.5), none(0.50001)]);
    expect(floor.rows).toEqual([{ value: 0.5001, precision: 3 / 4, recall: 1, lost: 1 }]);
  });

  it("silences the question that a floor is of, whatever its decimals", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.nat(10_000).map((n) => n / 10_000),
        ),
        (relevance) => {
          const [row, ...others] = proposeFloor([answered(1), none(relevance)]).rows;
          expect(others).toEqual([]);
          expect(row?.recall).toBe(1);
          expect(row?.value).toBeGreaterThan(relevance);
          expect(row?.value).toBeLessThanOrEqual(relevance + 0.0001 + 1e-12);
          expect(row?.value).toBe(Number(row?.value.toFixed(4)));
        },
      ),
    );
  });

  it("counts as answered only what was: a question whose passages are all wrong costs nothing", () => {
    const wrong = asked("wrong", { relevance: 0.1 });
    expect(proposeFloor([answered(0.9), wrong, none(0.5)]).rows).toEqual([
      { value: 0.5001, precision: 1, recall: 1, lost: 0 },
    ]);
  });

  it("proposes none where every floor costs too much or no setting reaches it, and says why there is none at all", () => {
    expect(proposeFloor([...ANSWERED, none(0.9)])).toMatchObject({
      note: "every floor would cost too many answers",
    });
    const sure = proposeFloor([answered(1), none(1)]);
    expect(sure.command).toBeUndefined();
    expect(proposeFloor([none(0.5)])).toEqual({ rows: [], note: "no question was answered" });
    expect(proposeFloor(ANSWERED)).toEqual({ rows: [], note: expect.stringContaining("kind none") });
  });
});
