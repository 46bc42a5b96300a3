import { describe, expect, it } from "vitest";
import type { Asked } from "../../../../../src/cli/commands/eval/evaluation.ts";
import { proposeFloor } from "../../../../../src/cli/commands/eval/statistics/propose-floor.ts";

const asked = (kind: string, bestRerank: number | undefined): Asked => ({
  id: `${kind} ${bestRerank}`,
  kind,
  scores: {},
  hits: [],
  isDegraded: false,
  bestRerank,
  latencyMs: 1,
});

const ANSWERABLE = Array.from({ length: 100 }, (_, at) => asked("question", 1 + at / 10));

describe("proposeFloor", () => {
  it("tells precision, recall and lost answers of each floor, and proposes the best that costs little", () => {
    const floor = proposeFloor([
      ...ANSWERABLE,
      asked("none", 0.2),
      asked("none", 0.5),
      asked("none", 1.15),
      asked("none", 5),
    ]);
    expect(floor.rows.map(({ precision, recall, lost }) => [precision, recall, lost])).toEqual([
      [1, 0.25, 0],
      [1, 0.5, 0],
      [3 / 5, 0.75, 2],
      [4 / 45, 1, 41],
    ]);
    expect(floor.command).toMatch(/^recall profiles edge --set rerank\.floor=1\.15/);
  });

  it("lets a floor cost two answers of a hundred, and not three", () => {
    const commandWith = (best: number) => proposeFloor([...ANSWERABLE, asked("none", best)]).command;
    expect(commandWith(1.1)).toBe("recall profiles edge --set rerank.floor=1.100001");
    expect(commandWith(1.2)).toBeUndefined();
    const many = Array.from({ length: 100 }, () => asked("none", 1.2));
    expect(proposeFloor([...ANSWERABLE, ...many]).command).toBeUndefined();
  });

  it("takes what scores the same with it, and one floor for questions that score the same", () => {
    const floor = proposeFloor([
      asked("typo", 1),
      asked("none", 1),
      asked("none", 1),
      asked("none", undefined),
    ]);
    expect(floor.rows).toEqual([{ value: 1.000001, precision: 2 / 3, recall: 1, lost: 1 }]);
  });

  it("proposes none where every floor costs too much, and says why there is none at all", () => {
    expect(proposeFloor([...ANSWERABLE, asked("none", 9)])).toMatchObject({
      note: expect.stringContaining("leave it unset"),
    });
    expect(proposeFloor([asked("none", undefined)])).toEqual({
      rows: [],
      note: expect.stringContaining("no re-ranker"),
    });
    expect(proposeFloor(ANSWERABLE)).toEqual({ rows: [], note: expect.stringContaining("kind none") });
  });
});
