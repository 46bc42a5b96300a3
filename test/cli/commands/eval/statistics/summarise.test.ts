import { expect, it } from "vitest";
import {
  compare,
  compareByKind,
  summarise,
} from "../../../../../src/cli/commands/eval/statistics/summarise.ts";
import { asked } from "../asked.ts";

const HIT = { path: "a.md", startLine: 1, endLine: 2 };

it("averages each metric over the questions that it applies to", () => {
  const [all] = summarise([
    asked("1", { scores: { "hit@1": 1, "MRR@10": 0.5 } }),
    asked("2", { scores: { "hit@1": 0 } }),
    asked("3", { scores: { silent: 1 } }),
  ]);
  expect(all).toMatchObject({ kind: "all", questions: 3 });
  expect(all?.scores).toEqual({ "hit@1": 0.5, "MRR@10": 0.5, silent: 1 });
});

it("tells the share of answers that were empty, that lacked something, and the times of all", () => {
  const [all] = summarise([
    asked("1", { hits: [HIT], latencyMs: 40 }),
    asked("2", { isDegraded: true, latencyMs: 10 }),
    asked("3", { hits: [HIT], latencyMs: 30 }),
    asked("4", { hits: [HIT], latencyMs: 20 }),
  ]);
  expect(all).toMatchObject({ empty: 0.25, degraded: 0.25, p50Ms: 20, p95Ms: 40 });
  const twenty = Array.from({ length: 20 }, (_, at) => asked(`${at}`, { latencyMs: at + 1 }));
  expect(summarise(twenty)[0]).toMatchObject({ p50Ms: 10, p95Ms: 19 });
});

it("tells how far relevance sets answered questions apart from those without an answer, and how true it is", () => {
  const [all, question, none] = summarise([
    asked("1", {
      kind: "question",
      relevance: 0.9,
      isAnswered: true,
      claims: [{ probability: 0.9, isTrue: true }],
    }),
    asked("2", { kind: "question", relevance: 0.3, isAnswered: true }),
    asked("3", { kind: "question", relevance: 0.1, claims: [{ probability: 0.5, isTrue: false }] }),
    asked("4", { kind: "none", relevance: 0.2 }),
    asked("5", { kind: "none", relevance: 0.4 }),
  ]);
  // What was not answered, though it could be, is on neither side.
  expect(all?.auc).toBe(0.75);
  expect(all?.calibrationError).toBeCloseTo((0.1 + 0.5) / 2, 9);
  expect([question?.auc, none?.auc, none?.calibrationError]).toEqual([undefined, undefined, 0]);
});

it("tells the share of answers that silence costs, of those that were there", () => {
  const [all] = summarise([
    asked("1", { scores: { lost: 1 } }),
    asked("2", { scores: { lost: 0 } }),
    asked("3", { scores: { "hit@1": 0 } }),
  ]);
  expect(all?.scores.lost).toBe(0.5);
});

it("has a row a kind in the order of their first questions, where there are several", () => {
  const rows = summarise([
    asked("1", { kind: "typo", scores: { "hit@1": 1 } }),
    asked("2", { kind: "multi" }),
    asked("3", { kind: "typo", scores: { "hit@1": 0 } }),
  ]);
  expect(rows.map(({ kind, questions }) => [kind, questions])).toEqual([
    ["all", 3],
    ["typo", 2],
    ["multi", 1],
  ]);
  expect(rows[1]?.scores).toEqual({ "hit@1": 0.5 });
  expect(rows[2]?.scores).toEqual({});
  expect(summarise([asked("1", { kind: "typo" }), asked("2", { kind: "typo" })])).toHaveLength(1);
});

it("takes the first from the other, question by question, whatever their order", () => {
  const one = [asked("1", { scores: { "hit@1": 0 } }), asked("2", { scores: { "hit@1": 0.25 } })];
  const other = [asked("2", { scores: { "hit@1": 0.5 } }), asked("1", { scores: { "hit@1": 0.25 } })];
  expect(compare(one, other)["hit@1"]).toEqual({
    mean: 0.25,
    low: 0.25,
    high: 0.25,
    p: 0,
    permutationP: 0.5,
  });
});

it("compares what both have, and nothing else", () => {
  const one = [asked("1", { scores: { "hit@1": 0 } }), asked("2", { scores: { "hit@1": 0, silent: 1 } })];
  const other = [
    asked("1", { scores: { "hit@1": 1 } }),
    asked("2", { scores: { "MRR@10": 1 } }),
    asked("3", { scores: { "hit@1": 1 } }),
  ];
  const found = compare(one, other);
  expect(Object.keys(found)).toEqual(["hit@1"]);
  expect(found["hit@1"]?.permutationP).toBe(1);
});

it("compares by kind too, where there are several", () => {
  const scored = (id: string, kind: string, value: number) => asked(id, { kind, scores: { "hit@1": value } });
  const one = [scored("1", "typo", 0), scored("2", "multi", 1)];
  const other = [scored("1", "typo", 1), scored("2", "multi", 0)];
  expect(compareByKind(one, other).map(({ kind, metrics }) => [kind, metrics["hit@1"]?.mean])).toEqual([
    ["all", 0],
    ["typo", 1],
    ["multi", -1],
  ]);
  expect(compareByKind(one.slice(0, 1), other.slice(0, 1)).map(({ kind }) => kind)).toEqual(["all"]);
});
