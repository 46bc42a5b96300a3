import { describe, expect, it } from "vitest";
import { renderReport, share } from "../../../../src/cli/commands/eval/render.ts";
import type { EvalReport } from "../../../../src/cli/commands/eval/run-evaluation.ts";

const JUDGED = { auc: undefined, calibrationError: 0.125 };
const ROW = {
  kind: "all",
  questions: 3,
  scores: {},
  ...JUDGED,
  empty: 0,
  degraded: 0,
  p50Ms: 1.25,
  p95Ms: 20,
};
const EDGE = { profile: "edge", rows: [ROW], hitLines: { median: 7, max: 40 } };
const REPORT: EvalReport = {
  name: "set",
  questions: 1_200,
  limit: 10,
  chunks: 1,
  embedder: "bge",
  reranker: "none",
  failed: [],
  profiles: [EDGE],
  differences: [],
  seconds: { push: 1.26, embed: 2.5, search: 12 },
};

const lines = (changes: Partial<EvalReport> = {}) => renderReport({ ...REPORT, ...changes });
/** What follows the table of the only profile. */
const below = (changes: Partial<EvalReport>) => lines(changes).slice(5);
const cells = (line = "") => line.split(/ {2,}/);

describe("the report of an evaluation", () => {
  it("says what was measured, in how long, with what", () => {
    expect(lines()).toEqual([
      "set: 1,200 questions, 1 passage, 10 hits asked for, bge, none",
      "push 1.3 s, embed 2.5 s, search 12.0 s, one request at a time",
      "",
      "edge  n  ECE    empty  p50 ms  p95 ms",
      "all   3  .1250  .0000  1.3     20.0",
      "",
      "median of the first ten hits: edge 7 lines, at most 40",
    ]);
  });

  it("has a column for each metric that a row has, in one order, and a dash where a row has none", () => {
    const rows = [
      { ...ROW, scores: { "newest first": 1, "nDCG@10": 0.12345, silent: 0, lost: 0.25 }, empty: 0.5 },
      { ...ROW, kind: "none", questions: 1, scores: { silent: 1 } },
    ];
    const [, , , heading, all, none] = lines({ profiles: [{ ...EDGE, rows }] });
    expect(cells(heading)).toEqual([
      "edge",
      "n",
      "nDCG@10",
      "silent",
      "lost",
      "newest first",
      "ECE",
      "empty",
      "p50 ms",
      "p95 ms",
    ]);
    expect(cells(all)).toEqual([
      "all",
      "3",
      ".1235",
      ".0000",
      ".2500",
      "1.0000",
      ".1250",
      ".5000",
      "1.3",
      "20.0",
    ]);
    expect(cells(none)).toEqual(["none", "1", "–", "1.0000", "–", "–", ".1250", ".0000", "1.3", "20.0"]);
  });

  it("has a column of the AUC where there is one, with a dash where a kind has none", () => {
    const rows = [
      { ...ROW, auc: 0.95 },
      { ...ROW, kind: "typo" },
    ];
    const [, , , heading, all, typo] = lines({ profiles: [{ ...EDGE, rows }] });
    expect([heading, all, typo].map((line) => cells(line).slice(2, 5))).toEqual([
      ["AUC", "ECE", "empty"],
      [".9500", ".1250", ".0000"],
      ["–", ".1250", ".0000"],
    ]);
  });

  it("has a table a profile and the lengths of each one's hits", () => {
    const other = { ...EDGE, profile: "keyword", hitLines: { median: 1, max: 2 } };
    const told = lines({ profiles: [EDGE, other] });
    expect(told.filter((line) => line.includes("p50")).map((line) => cells(line)[0])).toEqual([
      "edge",
      "keyword",
    ]);
    expect(told.at(-1)).toBe(
      "median of the first ten hits: edge 7 lines, at most 40; keyword 1 lines, at most 2",
    );
  });

  it("shows differences with their signs, intervals and both tests", () => {
    const gain = { mean: 0.05, low: -0.025, high: 0.125, p: 0.0416, permutationP: 0.25 };
    const loss = { mean: -0.5, low: -1, high: 0, p: 1, permutationP: 1 };
    const rows = [
      { kind: "all", metrics: { "MRR@10": gain, "hit@1": loss } },
      { kind: "typo", metrics: { "hit@1": gain } },
    ];
    const told = below({ differences: [{ profile: "keyword", rows }] });
    expect(told.slice(0, 5).map(cells)).toEqual([
      [""],
      ["keyword − edge", "metric", "mean", "95% interval", "p", "flip p"],
      ["all", "hit@1", "-.5000", "-1.0000 to .0000", "1.000", "1.000"],
      ["all", "MRR@10", "+.0500", "-.0250 to +.1250", ".042", ".250"],
      ["typo", "hit@1", "+.0500", "-.0250 to +.1250", ".042", ".250"],
    ]);
    expect(
      below({ differences: [{ profile: "keyword", rows: [{ kind: "all", metrics: {} }] }] }),
    ).toHaveLength(2);
  });

  it("shows floors with the command that sets the one proposed, or why there is none", () => {
    const rows = [{ value: 0.200001, precision: 1, recall: 0.25, lost: 12 }];
    const command = "recall profiles edge --set relevance.floor=0.2";
    expect(
      below({ floor: { rows, command, note: "a note" } })
        .slice(0, 4)
        .map(cells),
    ).toEqual([
      [""],
      ["floor", "precision", "recall", "answers lost"],
      ["0.2000", "1.000", ".250", "12"],
      [`to set it: ${command}`],
    ]);
    expect(below({ floor: { rows, note: "leave it unset" } })[3]).toBe("leave it unset");
    expect(below({ floor: { rows: [], note: "nothing was asked" } }).slice(0, 3)).toEqual([
      "",
      "no floor to propose: nothing was asked",
      "",
    ]);
  });

  it("ends with what lacked, what was not pushed, and whose judgements these are", () => {
    const judged = {
      file: "j.json",
      hash: "0123456789abcdef",
      madeAt: "2026-01-01T00:00:00.000Z",
      isNew: true,
    };
    const told = below({
      profiles: [{ ...EDGE, rows: [{ ...ROW, degraded: 0.25 }, ROW] }],
      failed: ["a.md: too large", "b.md: no text"],
      judged: { ...judged, leftOut: 1 },
    });
    expect(told.slice(-3)).toEqual([
      "edge: .2500 of the answers lacked something",
      "2 files not pushed: a.md: too large",
      "judged by votes, made 2026-01-01T00:00:00.000Z, hash 0123456789ab; 1 search left out",
    ]);
    expect(below({ judged: { ...judged, isNew: false, leftOut: 2 } }).at(-1)).toBe(
      "judged by votes, as made 2026-01-01T00:00:00.000Z, hash 0123456789ab; 2 searches left out",
    );
  });
});

it.each([
  [0.71914, undefined, ".7191"],
  [1, undefined, "1.0000"],
  [-0.5, undefined, "-.5000"],
  [10.25, 1, "10.3"],
  [0.0416, 3, ".042"],
])("writes the share %d as %s digits have it", (value, digits, shown) => {
  expect(share(value, digits)).toBe(shown);
});
