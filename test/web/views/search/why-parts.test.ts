import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { SearchAnswer } from "../../../../src/search/contract/search.ts";
import { partsOf, ScoreStack } from "../../../../src/web/views/search/why/score-stack.tsx";
import { columnsOf, linesOf, SlopeChart } from "../../../../src/web/views/search/why/slope-chart.tsx";
import { WhyPanel } from "../../../../src/web/views/search/why/why-panel.tsx";
import { hitOf, searchAnswerOf } from "../../support/answers.ts";
import { onPage, Screen } from "../../support/screen.ts";
import { asWindow } from "../../support/window.ts";

const standing = (step: string, rank: number, score = 0.5) => ({ step, rank, score });
const traced = (id: string, arms: readonly string[], trace: readonly ReturnType<typeof standing>[]) =>
  hitOf({ id, arms: Object.fromEntries(arms.map((arm) => [arm, 1])), trace: [...trace] });

describe("columns of the ranks", () => {
  const columns = (steps: readonly string[], ...hits: readonly ReturnType<typeof traced>[]) =>
    columnsOf(steps, hits).map(({ steps: own, isArm }) => `${own.join("+")}${isArm ? " arm" : ""}`);

  it.each([
    [
      "arms that rank the same stay apart",
      columns(["a", "b"], traced("1", ["a", "b"], [standing("a", 1), standing("b", 1)])),
      ["a arm", "b arm"],
    ],
    [
      "a stage behind an arm of the same rank stays apart",
      columns(["a", "fuse"], traced("1", ["a"], [standing("a", 1), standing("fuse", 1)])),
      ["a arm", "fuse"],
    ],
    [
      "an arm behind a stage of the same rank stays apart",
      columns(["fuse", "a"], traced("1", ["a"], [standing("a", 1), standing("fuse", 1)])),
      ["fuse", "a arm"],
    ],
    [
      "an arm of another result counts",
      columns(
        ["a", "fuse"],
        traced("1", [], [standing("a", 1), standing("fuse", 1)]),
        traced("2", ["a"], [standing("a", 2), standing("fuse", 2)]),
      ),
      ["a arm", "fuse"],
    ],
    [
      "one result that moved parts them",
      columns(
        ["x", "y"],
        traced("1", [], [standing("x", 1), standing("y", 1)]),
        traced("2", [], [standing("x", 3), standing("y", 2)]),
      ),
      ["x", "y"],
    ],
    [
      "a result that is gone parts them",
      columns(["x", "y", "z"], traced("1", [], [standing("x", 1), standing("y", 1)])),
      ["x+y", "z"],
    ],
    ["the first is one, though nothing is ranked", columns(["x", "y"], traced("1", [], [])), ["x+y"]],
  ])("%s", (_, given, expected) => {
    expect(given).toEqual(expected);
  });

  const column = (name: string, isArm = false) => ({ steps: [name], isArm });
  it.each([
    [
      "an arm runs to the first stage, over other arms",
      linesOf([1, 2, 3, 4], [column("a", true), column("b", true), column("x"), column("y")]),
      ["0-2 arm", "1-2 arm", "2-3"],
    ],
    ["none without a stage", linesOf([1, 2], [column("a", true), column("b", true)]), []],
    [
      "none where it is not ranked",
      linesOf(
        [undefined, 1, 2],
        ["x", "y", "z"].map((one) => column(one)),
      ),
      ["1-2"],
    ],
    [
      "none to where it is not",
      linesOf(
        [1, undefined, 2],
        ["x", "y", "z"].map((one) => column(one)),
      ),
      [],
    ],
    [
      "none back from an arm behind the first stage",
      linesOf([1, 2], [column("x"), column("a", true)]),
      ["0-1"],
    ],
  ])("lines: %s", (_, lines, expected) => {
    expect(lines.map(({ from, to, isArm }) => `${from}-${to}${isArm ? " arm" : ""}`)).toEqual(expected);
  });
});

describe("the chart of the ranks", () => {
  const first = traced(
    "1",
    ["a", "b"],
    [standing("a", 1), standing("b", 4), standing("x", 2), standing("y", 2)],
  );
  const second = traced("2", ["a"], [standing("a", 2), standing("x", 1), standing("y", 1)]);
  const chart = (steps: readonly string[], id: string, innerWidth = 2_000, hits = [first, second]) =>
    new Screen(h(SlopeChart, { steps, hits, id }), asWindow({ innerWidth }));
  const places = (screen: Screen, selector: string, ...names: readonly string[]) =>
    screen
      .all(selector)
      .map((one) => names.map((name) => Math.round(Number(one.getAttribute(name)))).join(" "));

  it("draws lines from rank to rank, those of arms in their own way", () => {
    const screen = chart(["a", "b", "x", "y"], "1");
    expect(places(screen, ".way.is-here line", "x1", "y1", "x2", "y2")).toEqual([
      "46 26 426 91",
      "236 156 426 91",
    ]);
    expect(places(screen, ".way:not(.is-here) line", "x1", "y1", "x2", "y2")).toEqual(["46 91 426 26"]);
    expect(screen.all("line").map((line) => line.getAttribute("class"))).toEqual([
      "of-arm",
      "of-arm",
      "of-arm",
    ]);
  });

  it("writes ranks above their dots, of the explained result alone, where it has one", () => {
    const screen = chart(["a", "b", "x", "y"], "2");
    expect(screen.texts(".rank")).toEqual(["2", "1"]);
    expect(places(screen, "circle", "cx", "cy")).toEqual(["46 91", "426 26"]);
    expect(places(screen, ".rank", "x", "y")).toEqual(["46 82", "426 17"]);
  });

  it("names columns by their first stage, as far as there is room, which is less at the ends", () => {
    const texts = (screen: Screen) =>
      screen.all("svg > g > text").map((text) => [...text.childNodes].at(-1)?.textContent);
    expect(texts(chart(["a", "b", "x", "y"], "1"))).toEqual(["a", "b", "x"]);
    const long = "f".repeat(29);
    const wide = traced("1", [], [standing(long, 1), standing(`${long}x`, 2), standing("z", 3)]);
    const third = `${"f".repeat(28)}…`;
    expect(texts(chart([long, `${long}x`, "z"], "1", 2_000, [wide]))).toEqual([
      `${"f".repeat(13)}…`,
      third,
      "z",
    ]);
    expect(
      texts(chart(["k".repeat(15), "z".repeat(14)], "1", 300, [traced("1", ["z".repeat(14)], [])])),
    ).toEqual([`${"k".repeat(13)}…`, "z".repeat(14)]);
  });

  it("has axes from top to bottom, and says the ranks of no result as none", () => {
    const screen = chart(["a", "x"], "gone");
    expect(screen.all(".axis").map((axis) => axis.getAttribute("d"))).toEqual(["M46 26V156", "M236 26V156"]);
    expect(places(screen, "svg > g > text", "x", "y")).toEqual(["46 180", "236 180"]);
    expect(screen.one("svg").getAttribute("aria-label")).toContain("a not ranked, x not ranked");
    expect(screen.all(".is-here, circle")).toEqual([]);
  });
});

describe("the parts of a score", () => {
  const parts = (more: object, settings: object = { "rerank.blend": 0.5 }) =>
    partsOf(hitOf(more as never), { settings } as never).map(
      ({ name, amount }) => `${name} ${amount.toFixed(3)}`,
    );

  it.each([
    [
      "a fused score of nothing",
      { scores: { fused: 0 }, shares: { a: 0.2 }, trace: [standing("rerank", 1, 0.4)] },
      ["rerank 0.400"],
    ],
    ["no fused score at all", { shares: {}, trace: [standing("noise", 1, 0.4)] }, ["noise 0.400"]],
    [
      "a fused score beside the trace's",
      { scores: { fused: 0.6 }, shares: {}, trace: [standing("fuse", 1, 0.2)] },
      ["fuse 0.600"],
    ],
    [
      "a weight that is no number",
      { scores: { fused: 0.4 }, shares: { a: 0.4 }, trace: [standing("rerank", 1, 0.5)] },
      ["a 0.400", "rerank 0.100"],
      { "rerank.blend": "0.5" },
    ],
    [
      "an arm behind the fusion",
      {
        scores: { fused: 0.4 },
        shares: { a: 0.4 },
        arms: { a: 1 },
        trace: [standing("fuse", 1, 0.4), standing("a", 1, 9)],
      },
      ["a 0.400"],
    ],
    [
      "the least that is seen",
      { scores: { fused: 0.000_5 }, shares: { a: 0.000_5 }, trace: [] },
      ["a 0.001"],
    ],
    [
      "stages one after another",
      {
        scores: { fused: 0.4 },
        shares: { a: 0.4 },
        trace: [standing("x", 1, 0.5), standing("y", 1, 0.3), standing("z", 1, 0.3)],
      },
      ["a 0.400", "x 0.100", "y -0.200"],
    ],
  ] as [string, object, string[], object?][])("with %s", (_, more, expected, settings) => {
    expect(parts(more, settings)).toEqual(expected);
  });

  it("have their sign, and only what was taken is drawn so", () => {
    const hit = hitOf({
      ...{ score: 0.3, scores: { fused: 0.4 }, shares: { a: 0.4 } },
      trace: [standing("x", 1, 0.3)],
    } as never);
    const screen = new Screen(h(ScoreStack, { hit, explain: { settings: {}, steps: [] } as never }));
    expect(screen.texts("dd")).toEqual(["+0.400", "−0.100", "0.300"]);
    expect(screen.all(".swatch").map(({ classList }) => classList.contains("is-taken"))).toEqual([
      false,
      true,
    ]);
  });
});

describe("the explanation of a rank", () => {
  const explain = {
    steps: [
      { step: "fuse", out: 10 },
      { step: "limit", out: 5 },
    ],
    settings: {},
  };
  const open = (answer: object) => {
    const answers = () => searchAnswerOf(answer as Partial<SearchAnswer> as never);
    return onPage(() => h(WhyPanel, { request: { query: "a" }, id: "h2" }), { answers }).screen;
  };
  const hits = [
    hitOf({ id: "h1", trace: [standing("fuse", 9)] }),
    hitOf({ id: "h2", trace: [standing("fuse", 3, 0.25)] }),
  ];

  it("is a table of the stages: rank and score of this passage, and how many were left", async () => {
    const screen = open({ hits, explain });
    await screen.until(() => screen.all(".why").length === 1);
    expect(screen.texts("tbody tr")).toEqual(["All together30.25010", "limit––5"]);
  });

  it.each([
    ["is not in the answer", { hits: hits.slice(0, 1), explain }],
    ["is not explained", { hits }],
  ])("waits where the passage %s", async (_, answer) => {
    const screen = open(answer);
    await screen.rest();
    expect([screen.all(".why").length, screen.all(".skeleton").length]).toEqual([0, 1]);
  });
});
