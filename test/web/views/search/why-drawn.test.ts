import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { partsOf, ScoreStack } from "../../../../src/web/views/search/why/score-stack.tsx";
import { columnsOf, linesOf, SlopeChart } from "../../../../src/web/views/search/why/slope-chart.tsx";
import { hitOf } from "../../support/answers.ts";
import { Screen } from "../../support/screen.ts";
import { asWindow } from "../../support/window.ts";

const standing = (step: string, rank: number, score: number) => ({ step, rank, score });

const hit = hitOf({
  ...{ id: "a", score: 0.65, scores: { fused: 0.5 }, shares: { keyword: 0.3, vector: 0.15 } },
  arms: { keyword: 1, vector: 2 },
  trace: [
    ...[standing("keyword", 1, 7), standing("vector", 2, 0.4), standing("fuse", 1, 0.5)],
    ...[standing("rerank", 1, 0.7), standing("noise", 2, 0.65), standing("defer", 2, 0.65)],
  ],
});

const explained = (settings: object = { "rerank.blend": 0.6 }) => ({ steps: [], settings }) as never;

describe("a score's parts", () => {
  it("come in the order of the pipeline, the fusion's own last of it", () => {
    expect(partsOf(hit, explained()).map(({ name, amount }) => [name, amount.toFixed(3)])).toEqual([
      ...[
        ["keyword", "0.120"],
        ["vector", "0.060"],
        ["rerank", "0.500"],
        ["fuse", "0.020"],
        ["noise", "-0.050"],
      ],
    ]);
  });

  it("are all of the fusion's where the model has no weight", () => {
    expect(partsOf(hit, explained({})).map(({ name, amount }) => [name, amount.toFixed(2)])).toEqual([
      ...[
        ["keyword", "0.30"],
        ["vector", "0.15"],
        ["rerank", "0.20"],
        ["fuse", "0.05"],
        ["noise", "-0.05"],
      ],
    ]);
  });

  it("are none without a trace, and take the fused score from it where it is nowhere else", () => {
    expect(partsOf(hitOf({ score: 0 }), explained())).toEqual([]);
    const traced = hitOf({
      shares: { keyword: 0.5 },
      arms: { keyword: 1 },
      trace: [standing("fuse", 1, 0.5)],
    });
    expect(partsOf(traced, explained())).toEqual([{ name: "keyword", amount: 0.5 }]);
  });

  it.each([
    [0.000_4, []],
    [0.000_6, ["keyword"]],
  ])("of %d are seen: %j", (share, names) => {
    const small = hitOf({ shares: { keyword: share }, scores: { fused: share }, trace: [] });
    expect(partsOf(small, explained()).map(({ name }) => name)).toEqual(names);
  });

  it("are shown with their sign beside the whole, and lie on the bar in order", () => {
    const screen = new Screen(h(ScoreStack, { hit, explain: explained() }));
    expect(screen.texts("dt, dd")).toEqual([
      ...["Words", "+0.120", "Meaning", "+0.060", "Re-ranking model", "+0.500", "All together", "+0.020"],
      ...["Unrelated", "−0.050", "Score", "0.650"],
    ]);
    const bars = screen
      .all(".stack-bar .part")
      .map(({ style }) => `${style.getPropertyValue("--from")} ${style.getPropertyValue("--size")}`);
    expect(bars).toEqual(["0.00% 12.00%", "12.00% 6.00%", "18.00% 50.00%", "68.00% 2.00%", "65.00% 5.00%"]);
    expect(screen.all(".stack-bar .is-taken")).toHaveLength(1);
  });
});

describe("the ranks through the stages", () => {
  const other = hitOf({
    ...{ id: "b", arms: { keyword: 2 } },
    trace: [
      standing("keyword", 4, 5),
      standing("fuse", 2, 0.4),
      standing("rerank", 2, 0.3),
      standing("noise", 1, 0.3),
    ],
  });
  const steps = ["keyword", "vector", "fuse", "rerank", "noise"];

  it("are told in words, and drawn with the explained one last", () => {
    const window = asWindow({ innerWidth: 2_000 });
    const screen = new Screen(h(SlopeChart, { steps, hits: [hit, other] as Hit[], id: "a" }), window);
    expect(screen.one("svg").getAttribute("aria-label")).toBe(
      "Rank of this passage after each stage: Words 1, Meaning 2, All together 1, Unrelated 2",
    );
    expect(screen.texts(".rank")).toEqual(["1", "2", "1", "2"]);
    expect(screen.all(".way").map(({ classList }) => classList.contains("is-here"))).toEqual([false, true]);
    expect(screen.texts("title")).toEqual([
      "Words",
      "Meaning",
      "All together, Re-ranking model",
      "Unrelated",
    ]);
    expect(screen.one("svg").getAttribute("width")).toBe(String(2 * 46 + 3 * 190));
    const heights = screen.all("circle").map((circle) => Math.round(Number(circle.getAttribute("cy"))));
    expect(heights).toEqual([26, 91, 26, 91]);
    expect(screen.all("circle").map((circle) => circle.getAttribute("cx"))).toEqual([
      "46",
      "236",
      "426",
      "616",
    ]);
  });

  it.each([
    [300, 82],
    [600, 140],
    [3_000, 190],
  ])("in a window of %i are columns of %i", (innerWidth, column) => {
    const window = asWindow({ innerWidth });
    const screen = new Screen(h(SlopeChart, { steps, hits: [hit, other] as Hit[], id: "b" }), window);
    expect(screen.one("svg").getAttribute("width")).toBe(String(92 + 3 * column));
    expect(screen.one("svg").getAttribute("aria-label")).toContain("Meaning not ranked");
  });

  it("are of one column where nothing moves, and have no line to nothing", () => {
    const traced = [{ id: "a", arms: {}, trace: [standing("fuse", 1, 1), standing("limit", 1, 1)] }];
    const columns = columnsOf(["fuse", "limit"], traced);
    expect(columns).toEqual([{ steps: ["fuse", "limit"], isArm: false }]);
    expect(linesOf([1], columns)).toEqual([]);
    expect(
      linesOf(
        [1, 2],
        [
          { steps: ["a"], isArm: true },
          { steps: ["b"], isArm: true },
        ],
      ),
    ).toEqual([]);
  });
});
