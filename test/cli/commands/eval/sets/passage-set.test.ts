import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  passageRank,
  passageSet,
  scorePassages,
} from "../../../../../src/cli/commands/eval/sets/passage-set.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const lines = (path: string, startLine: number, endLine = startLine) => ({ path, startLine, endLine });
const GOLD = { path: "a.md", start: 3, end: 5 };

async function read(...questions: readonly object[]) {
  const text = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
  const folder = temporaryFolder({
    "questions.jsonl": text,
    "a.md": "\n".repeat(9),
    "b.md": "\n",
    "old.md": "\n".repeat(9),
  });
  return passageSet(folder, join(folder, "questions.jsonl"));
}

describe("a folder's questions", () => {
  it("are asked for ten hits, and scored by the passages of each", async () => {
    const { questions, limit, score } = await read(
      {
        id: "1",
        query: "one?",
        kind: "typo",
        gold: [{ ...GOLD, alt: [{ path: "b.md", start: 1, end: 1 }] }],
      },
      { id: "2", query: "two?", kind: "none" },
      {
        id: "3",
        query: "three?",
        kind: "latest",
        gold: [GOLD],
        stale: [{ path: "old.md", start: 1, end: 9 }],
      },
    );
    expect(limit).toBe(10);
    expect(questions).toEqual([
      { id: "1", query: "one?", kind: "typo" },
      { id: "2", query: "two?", kind: "none" },
      { id: "3", query: "three?", kind: "latest" },
    ]);
    const [typo, none, latest] = questions;
    if (typo === undefined || none === undefined || latest === undefined) throw new Error("no questions");
    expect(score(typo, [lines("a.md", 2), lines("b.md", 1)], 10)).toMatchObject({ "MRR@10": 0.5 });
    expect(score(typo, [lines("a.md", 1, 3)], 10)).toMatchObject({ "hit@1": 1 });
    expect(score(typo, [lines("a.md", 5, 6)], 10)).toMatchObject({ "hit@1": 1 });
    expect(score(none, [], 10)).toEqual({ silent: 1 });
    expect(score(latest, [lines("old.md", 9), lines("a.md", 3)], 10)).toMatchObject({ "newest first": 0 });
    expect(score({ id: "4", query: "", kind: "" }, [], 10)).toEqual({});
  });

  it("about a file that is not there are refused", async () => {
    const gold = [{ path: "c.md", start: 1, end: 2 }];
    await expect(read({ id: "1", query: "one?", kind: "typo", gold })).rejects.toThrow(
      /questions\.jsonl: question 1 has passages of c\.md, which is not in/,
    );
  });

  it("about lines that a file has not are refused", async () => {
    const gold = [{ path: "a.md", start: 30, end: 35 }];
    await expect(read({ id: "1", query: "one?", kind: "typo", gold })).rejects.toThrow(
      /questions\.jsonl: question 1 has line 30 of a\.md, which has 9 lines/,
    );
  });

  it("are one at least", async () => {
    await expect(read()).rejects.toThrow(/questions\.jsonl has no question/);
  });

  it.each([
    ["lines that end before they begin", { gold: [{ path: "a.md", start: 5, end: 3 }] }, "lines 5 to 3"],
    ["a line before the first", { gold: [{ path: "a.md", start: 0, end: 3 }] }, "lines 0 to 3"],
    ["no id", { id: undefined }, 'no text "id"'],
    ["no query", { query: undefined }, 'no text "query"'],
    ["no kind", { kind: undefined }, 'no text "kind"'],
    ["no passage", { gold: [] }, 'a question of kind typo has passages in "gold"'],
    ["a passage that is no list", { gold: GOLD }, "passages are a list"],
    ["a passage without a path", { gold: [{ start: 1, end: 1 }] }, 'a passage has "path", "start" and "end"'],
    ["a passage without a start", { gold: [{ path: "a", end: 1 }] }, 'a passage has "path"'],
    ["a passage without an end", { gold: [{ path: "a", start: 1 }] }, 'a passage has "path"'],
    ["half a line", { gold: [{ path: "a", start: 1.5, end: 2 }] }, 'a passage has "path"'],
    ["no passage at all", { gold: [null] }, 'a passage has "path"'],
    ["a wrong other one", { gold: [{ ...GOLD, alt: [{}] }] }, 'a passage has "path"'],
    ["others that are no list", { gold: [{ ...GOLD, alt: {} }] }, "passages are a list"],
    ["a wrong outdated one", { stale: [{}] }, 'a passage has "path"'],
  ])("with %s are refused with their line", async (_, changes, message) => {
    const question = { id: "1", query: "one?", kind: "typo", gold: [GOLD] };
    await expect(read(question, { ...question, ...changes })).rejects.toThrow(
      new RegExp(`questions\\.jsonl line 2.*${message}`),
    );
  });
});

describe("the rank of a passage", () => {
  const others = (length: number) => Array.from({ length }, () => lines("x.md", 1));

  it("is counted to the tenth hit", () => {
    expect(passageRank([...others(9), lines("a.md", 1)], lines("a.md", 1))).toBe(10);
    expect(passageRank([...others(10), lines("a.md", 1)], lines("a.md", 1))).toBe(0);
  });

  it("counts at five for the first five only", () => {
    const judged = { kind: "typo", gold: [lines("a.md", 1)], stale: [] };
    expect(scorePassages(judged, [...others(4), lines("a.md", 1)])).toMatchObject({
      "hit@5": 1,
      "MRR@10": 0.2,
    });
    expect(scorePassages(judged, [...others(5), lines("a.md", 1)])).toMatchObject({ "hit@5": 0 });
  });
});

it("is content with a hit that holds the newest and the outdated passage", () => {
  const judged = { kind: "latest", gold: [lines("a.md", 1)], stale: [lines("a.md", 5), lines("gone.md", 1)] };
  expect(scorePassages(judged, [lines("a.md", 1, 5)])).toMatchObject({ "newest first": 1 });
  expect(scorePassages({ ...judged, kind: "typo" }, [lines("a.md", 1, 5)])).toEqual({
    "hit@1": 1,
    "hit@5": 1,
    "MRR@10": 1,
  });
});

it("finds neither of two passages where neither is there", () => {
  const judged = { kind: "multi", gold: [lines("a.md", 1), lines("b.md", 1)], stale: [] };
  expect(scorePassages(judged, [lines("c.md", 1)])).toEqual({ "both@10": 0, "any@10": 0 });
});
