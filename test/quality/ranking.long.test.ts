import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Asked, askQuestions } from "../../src/cli/commands/eval/evaluation.ts";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { compare, summarise } from "../../src/cli/commands/eval/statistics/summarise.ts";
import { untilIndexed, withLocalServer, withWorkspace } from "../../src/cli/commands/eval/with-server.ts";
import type { ProfileName } from "../../src/search/contract/constants.ts";

const SET = fileURLToPath(new URL("./fixtures/harbour", import.meta.url));
const PROFILES = ["keyword", "edge", "vector"] as const satisfies readonly ProfileName[];
const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };

/** Floors below what was measured, so that only a real loss falls through: a question is a sixth of a kind or so. */
const FLOORS: Readonly<Record<string, number>> = {
  keyword: 1,
  question: 0.85,
  identifier: 1,
  typo: 1,
  joined: 1,
  near: 1,
  context: 1,
  language: 0.85,
};

describe("the ranking of a small judged corpus", () => {
  let answers: ReadonlyMap<string, readonly Asked[]>;

  beforeAll(async () => {
    const evaluation = await entrySet(SET);
    answers = await withLocalServer((server) =>
      withWorkspace(server, QUIET.signal, async (client) => {
        await evaluation.push(client, QUIET);
        await untilIndexed(client, QUIET.signal, QUIET.onProgress);
        return askQuestions(client, evaluation, {
          runs: PROFILES.map((profile) => ({ name: profile, profile })),
          limit: 100,
          ...QUIET,
        });
      }),
    );
  });

  const of = (profile: ProfileName): readonly Asked[] => answers.get(profile) ?? [];
  const row = (profile: ProfileName, kind: string) => summarise(of(profile)).find((one) => one.kind === kind);
  const score = (profile: ProfileName, id: string) => of(profile).find((asked) => asked.id === id)?.scores;

  it.each(["keyword", "edge"] as const)(
    "has a right passage first for nearly every question: %s",
    (profile) => {
      const all = row(profile, "all");
      expect(all?.questions).toBe(45);
      expect(all?.scores["hit@1"]).toBeGreaterThanOrEqual(0.9);
      expect(all?.scores["nDCG@10"]).toBeGreaterThanOrEqual(0.92);
      expect(all?.scores["recall@100"]).toBeGreaterThanOrEqual(0.97);
      expect(all?.empty).toBe(0);
      expect(all?.degraded).toBe(0);
    },
  );

  it.each(["keyword", "edge"] as const)("keeps every kind of question above its floor: %s", (profile) => {
    const kinds = Object.keys(FLOORS);
    const below = kinds.filter((kind) => (row(profile, kind)?.scores["hit@5"] ?? 0) < (FLOORS[kind] ?? 1));
    expect(below).toEqual([]);
  });

  it("does not get worse when the embedded vectors score the pool again", () => {
    const difference = compare(of("keyword"), of("edge"))["nDCG@10"];
    expect(difference?.mean).toBeGreaterThan(-0.006);
    expect(difference?.high).toBeGreaterThanOrEqual(0);
  });

  it("is better by words than by the embedded vectors alone, and those are better than chance", () => {
    const [keyword, vector] = (["keyword", "vector"] as const).map(
      (profile) => row(profile, "all")?.scores["nDCG@10"] ?? 0,
    );
    expect(keyword).toBeGreaterThan(vector ?? 1);
    expect(vector).toBeGreaterThan(0.5);
  });

  it.each([
    ["a name that stands whole before text that has its parts", "i1"],
    ["a name of one letter and signs before text that has the letter more often", "i8"],
    ["a number at a letter, written apart", "i6"],
    ["what a misspelt word was meant to find, with nothing else to go by", "t6"],
    ["a repaired word with another one beside it", "t4"],
    ["two words that the text writes as one", "j1"],
    ["words that stand close together before the same words far apart", "p1"],
    ["a German word typed without its dots", "de1"],
    ["a Japanese question", "ja2"],
  ])("puts %s first", (_, id) => {
    expect([score("keyword", id)?.["hit@1"], score("edge", id)?.["hit@1"]]).toEqual([1, 1]);
  });

  it("finds a short turn by what was said before it", () => {
    for (const id of ["c1", "c2"]) expect(score("edge", id)?.["recall@5"], id).toBe(1);
  });

  it("is judged on questions that name entries of the corpus", () => {
    const ids = (file: string) =>
      readFileSync(join(SET, file), "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { readonly _id: string })._id);
    const [corpus, queries] = [new Set(ids("corpus.jsonl")), ids("queries.jsonl")];
    const pairs = readFileSync(join(SET, "qrels.tsv"), "utf8").trim().split("\n").slice(1);
    expect(pairs.filter((pair) => !corpus.has(pair.split("\t")[1] ?? ""))).toEqual([]);
    expect(new Set(pairs.map((pair) => pair.split("\t")[0]))).toEqual(new Set(queries));
  });
});
