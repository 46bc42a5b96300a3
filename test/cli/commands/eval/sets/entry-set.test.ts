import { describe, expect, it } from "vitest";
import {
  entrySet,
  parseJudgements,
  scoreEntries,
} from "../../../../../src/cli/commands/eval/sets/entry-set.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const SET = {
  "corpus.jsonl": jsonLines([
    { _id: "ana b/1", source: "s", title: "Birds", text: "The heron." },
    { _id: "ana b/2", source: "s", text: "The mill." },
    { _id: "ben/1", title: "Soup", text: "At noon." },
  ]),
  "queries.jsonl": jsonLines([
    { _id: "ana b/q", text: "heron?", kind: "typo" },
    { _id: "ben/q", text: "soup?" },
    { _id: "ben/zero", text: "judged worthless" },
    { _id: "ben/none", text: "not judged" },
  ]),
  "qrels.tsv": "query-id\tcorpus-id\tscore\nana b/q\tana b/1\t1\nben/q\tben/1\t2\nben/zero\tben/1\t0\n",
};

describe("a judged set in a folder", () => {
  it("asks the questions that have a relevant entry, 100 hits of each, over everything", async () => {
    const { questions, limit } = await entrySet(temporaryFolder(SET));
    expect(limit).toBe(100);
    expect(questions).toEqual([
      { id: "ana b/q", query: "heron?", kind: "typo" },
      { id: "ben/q", query: "soup?", kind: "" },
    ]);
  });

  it("asks each question in the folder of its scope, which holds the entries of it", async () => {
    const { questions, score } = await entrySet(temporaryFolder(SET), "prefix");
    expect(questions.map(({ filters }) => filters)).toEqual([{ prefix: "ana%20b/" }, { prefix: "ben/" }]);
    const [ana, ben] = questions;
    if (ana === undefined || ben === undefined) throw new Error("no questions");
    const line = (path: string, startLine: number) => ({ path, startLine, endLine: startLine });
    expect(score(ana, [line("ana%20b/qbbbbb.txt", 2), line("ana%20b/qbbbbb.txt", 1)], 100)).toMatchObject({
      "hit@1": 0,
      "MRR@10": 0.5,
    });
    expect(score(ben, [line("ben/qbbbbc.txt", 1)], 100)).toMatchObject({ "hit@1": 1, "nDCG@10": 1 });
    expect(score(ben, [line("elsewhere.txt", 1)], 100)).toMatchObject({ "hit@1": 0, "recall@100": 0 });
  });

  it("asks what has no answer where its kind says so, which is right when nothing is found", async () => {
    const asked = jsonLines([
      { _id: "ben/q", text: "soup?" },
      { _id: "no", text: "the moon?", kind: "none" },
    ]);
    const { questions, score } = await entrySet(temporaryFolder({ ...SET, "queries.jsonl": asked }));
    const [, moon] = questions;
    if (moon === undefined) throw new Error("it is not asked");
    expect([score(moon, [], 100), score(moon, [{ path: "a.txt", startLine: 1, endLine: 1 }], 100)]).toEqual([
      { silent: 1 },
      { silent: 0 },
    ]);
  });

  it.each([
    ["corpus.jsonl", { _id: "ben/1", text: "Twice." }, 'corpus.jsonl has two lines with the _id "ben/1"'],
    ["queries.jsonl", { _id: "ben/q", text: "twice?" }, 'queries.jsonl has two lines with the _id "ben/q"'],
  ] as const)("refuses in %s an id that comes twice", async (file, line, message) => {
    const wrong = { ...SET, [file]: SET[file] + jsonLines([line]) };
    await expect(entrySet(temporaryFolder(wrong))).rejects.toThrow(message);
  });

  it.each([
    ["ben/q\tgone/1\t1\n", 'qrels.tsv judges "gone/1" for "ben/q", which corpus.jsonl has not'],
    ["other\tben/1\t1\n", "qrels.tsv judges no query of queries.jsonl"],
  ])("refuses judgements that every search would miss: %j", async (judged, message) => {
    const wrong = { ...SET, "qrels.tsv": `query-id\tcorpus-id\tscore\n${judged}` };
    await expect(entrySet(temporaryFolder(wrong))).rejects.toThrow(message);
  });

  it.each([
    ["corpus.jsonl", "corpus.jsonl"],
    ["queries.jsonl", "queries.jsonl"],
    ["qrels.tsv", "qrels.tsv"],
  ] as const)("names %s where it is missing", async (missing, named) => {
    const { [missing]: _, ...others } = SET;
    await expect(entrySet(temporaryFolder(others))).rejects.toThrow(`${named} cannot be read`);
  });

  it.each([
    ["corpus.jsonl", { _id: "a" }, 'corpus.jsonl line 2 has no text "text"'],
    ["corpus.jsonl", { text: "a" }, 'corpus.jsonl line 2 has no text "_id"'],
    ["corpus.jsonl", { _id: "a", text: "a", title: 1 }, 'corpus.jsonl line 2 has no text "title"'],
    ["corpus.jsonl", { _id: "a", text: "a", source: 1 }, 'corpus.jsonl line 2 has no text "source"'],
    ["corpus.jsonl", [], "corpus.jsonl line 2 is not a JSON object"],
    ["queries.jsonl", { _id: "a" }, 'queries.jsonl line 2 has no text "text"'],
    ["queries.jsonl", { _id: "a", text: "a", kind: null }, 'queries.jsonl line 2 has no text "kind"'],
  ] as const)("refuses in %s the line %j", async (file, line, message) => {
    const wrong = { ...SET, [file]: `\n${JSON.stringify(line)}\n` };
    await expect(entrySet(temporaryFolder(wrong))).rejects.toThrow(message);
  });

  it.each([
    ["no JSON", "{", "line 1 is not JSON"],
    ["null", "null", "line 1 is not a JSON object"],
    ["a number", "1", "line 1 is not a JSON object"],
  ])("refuses %s", async (_, line, message) => {
    await expect(entrySet(temporaryFolder({ ...SET, "corpus.jsonl": line }))).rejects.toThrow(message);
  });
});

it("takes of judgements the last of one pair, decimals too, and skips blank lines", () => {
  const judged = parseJudgements("query-id\tcorpus-id\tscore\n\nq\ta\t1\n \nq\ta\t0.5\nq\tb\t-1\n");
  expect([...judged].map(([id, gains]) => [id, [...gains]])).toEqual([
    [
      "q",
      [
        ["a", 0.5],
        ["b", -1],
      ],
    ],
  ]);
  expect(() => parseJudgements("heading\nq\t\t1\n")).toThrow("is not query, entry and score");
  expect(() => parseJudgements("heading\nq\ta\tInfinity\n")).toThrow("is not query, entry and score");
});

it("takes an entry of no gain for wrong", () => {
  const gains = new Map([
    ["zero", 0],
    ["worse", -1],
    ["right", 2],
  ]);
  const scores = scoreEntries(["zero", "worse", "right"], gains, 100);
  expect(scores).toMatchObject({ "hit@1": 0, "hit@5": 1, "recall@5": 1 });
  expect(scores["MRR@10"]).toBeCloseTo(1 / 3, 10);
});

const ALL = ["nDCG@10", "MRR@10", "recall@5", "recall@10", "recall@20", "recall@100", "hit@1", "hit@5"];

it.each([
  [100, ALL],
  [99, ALL.filter((metric) => metric !== "recall@100")],
  [20, ALL.filter((metric) => metric !== "recall@100")],
  [19, ALL.filter((metric) => !["recall@100", "recall@20"].includes(metric))],
  [10, ALL.filter((metric) => !["recall@100", "recall@20"].includes(metric))],
  [9, ["recall@5", "hit@1", "hit@5"]],
  [5, ["recall@5", "hit@1", "hit@5"]],
  [4, ["hit@1"]],
])("measures of %i hits what so many can show", (limit, metrics) => {
  expect(Object.keys(scoreEntries([], new Map([["a", 1]]), limit))).toEqual(metrics);
});

it.each([
  ["a folder", "corpus.jsonl/x"],
  ["a file in place of the folder", "x"],
])("says of %s that a set cannot be read", async (_, name) => {
  const { "corpus.jsonl": _corpus, ...others } = SET;
  const folder = temporaryFolder({ ...others, [name]: "" });
  const set = name === "x" ? entrySet(`${folder}/x`) : entrySet(folder);
  await expect(set).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/corpus\.jsonl cannot be read$/),
  });
});

it("counts blank lines where it says which line is wrong", async () => {
  const corpus = `\n \t\n${JSON.stringify({ _id: "a", text: "x" })}\n\n7\n`;
  await expect(entrySet(temporaryFolder({ ...SET, "corpus.jsonl": corpus }))).rejects.toThrow(
    /corpus\.jsonl line 5 is not a JSON object/,
  );
});
