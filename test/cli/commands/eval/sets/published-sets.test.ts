import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Evaluation } from "../../../../../src/cli/commands/eval/evaluation.ts";
import { beirSet } from "../../../../../src/cli/commands/eval/sets/beir-set.ts";
import { locomoSet } from "../../../../../src/cli/commands/eval/sets/locomo-set.ts";
import { longMemEvalSet } from "../../../../../src/cli/commands/eval/sets/longmemeval-set.ts";
import type { RecallClient } from "../../../../../src/cli/session/recall-client.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Paths and texts that an evaluation sends. */
async function pushed({ push }: Evaluation): Promise<readonly (readonly [string, string])[]> {
  const sent: (readonly [string, string])[] = [];
  const client = {
    manifest: async () => ({ limits: { maxBatchBytes: 1_000_000, maxBatchFiles: 100 } }),
    upload: async (_: string, { documents }: { documents: readonly { path: string; text: string }[] }) => {
      sent.push(...documents.map(({ path, text }) => [path, text] as const));
      return { failed: [] };
    },
  } as unknown as RecallClient;
  await push(client, { signal: new AbortController().signal, onProgress: () => undefined });
  return sent;
}

const scoresOf = (
  { questions, score, limit }: Evaluation,
  at: number,
  paths: readonly (string | number)[][],
) => {
  const question = questions[at];
  if (question === undefined) throw new Error("no such question");
  const hits = paths.map(([path, line = 1]) => ({
    path: String(path),
    startLine: Number(line),
    endLine: Number(line),
  }));
  return score(question, hits, limit);
};

describe("a set of BEIR", () => {
  const SET = {
    "corpus.jsonl": lines([
      { _id: "7", title: "Heron", text: "At the weir." },
      { _id: "8", title: "", text: "Eels." },
      { _id: "q1", text: "What the query says." },
      { _id: "9", text: "Unjudged." },
    ]),
    "queries.jsonl": lines([
      { _id: "q1", text: "heron" },
      { _id: "q2", text: "judged worthless" },
      { _id: "q3", text: "of another split" },
    ]),
    "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\t7\t1\nq1\t8\t2\nq2\t7\t0\n",
  };

  it("asks every judged query and leaves out a document that has the query's id", async () => {
    const set = await beirSet(temporaryFolder(SET), "test");
    expect(set.questions.map(({ id }) => id)).toEqual(["q1", "q2"]);
    expect(await pushed(set)).toEqual([
      ["qbbbbb.txt", "At the weir.\n"],
      ["qbbbbc.txt", "Eels.\n"],
      ["qbbbbd.txt", "What the query says.\n"],
      ["qbbbbf.txt", "Unjudged.\n"],
    ]);
    const found = scoresOf(set, 0, [["qbbbbd.txt"], ["qbbbbb.txt"], ["qbbbbf.txt"], ["qbbbbc.txt"]]);
    // Gains 1, 0, 2 in that order; the best order is 2, 1.
    expect(found["nDCG@10"]).toBeCloseTo((1 + 2 / 2) / (2 + 1 / Math.log2(3)), 10);
    expect(found).toMatchObject({ "recall@100": 1, "hit@1": 1 });
    expect(scoresOf(set, 1, [["qbbbbb.txt"]])).toMatchObject({ "nDCG@10": 0 });
  });

  it("says what a folder lacks that is none", async () => {
    const folder = temporaryFolder(SET);
    await expect(beirSet(folder, "dev")).rejects.toThrow(
      "is no BEIR set: it lacks qrels/dev.tsv. One has corpus.jsonl, queries.jsonl, qrels/dev.tsv",
    );
  });
});

describe("LoCoMo", () => {
  const SAMPLE = {
    sample_id: "conv-1",
    conversation: {
      speaker_a: "Ana",
      session_10_date_time: "2 May",
      session_10: [{ speaker: "Ana", dia_id: "D10:1", text: "Look!", blip_caption: "a heron" }],
      session_2_date_time: "1 May",
      session_2: [
        { speaker: "Ana", dia_id: "D2:1", text: 'I said "[no {" \\' },
        { speaker: "Ben", dia_id: "D2:2", text: "Yes." },
      ],
    },
    qa: [
      { question: "What?", answer: 1, category: 1, evidence: ["D2:2", "D10:1", "D2:1; D2:2", "D2:2"] },
      { question: "Never?", category: 5, evidence: [], adversarial_answer: "no" },
    ],
  };

  it("lays sessions out by their numbers, and scores the share of the evidence that is found", async () => {
    const set = await locomoSet(
      join(temporaryFolder({ "l.json": JSON.stringify([SAMPLE], undefined, 1) }), "l.json"),
    );
    expect(set.questions).toEqual([
      { id: "conv-1/q0", query: "What?", kind: "multi-hop", filters: { prefix: "conv-1/" } },
      { id: "conv-1/q1", query: "Never?", kind: "adversarial", filters: { prefix: "conv-1/" } },
    ]);
    expect(await pushed(set)).toEqual([
      ["conv-1/qbbbbb.txt", 'Ana: I said "[no {" \\\nBen: Yes.\n'],
      ["conv-1/qbbbbc.txt", "Ana: Look! (shares a heron)\n"],
    ]);
    // D2:2 twice of four; two turns in one entry are no turn.
    expect(scoresOf(set, 0, [["conv-1/qbbbbb.txt", 2]])).toEqual({
      "recall@5": 0.5,
      "recall@10": 0.5,
      "recall@25": 0.5,
      "recall@50": 0.5,
    });
    const sixth = [1, 1, 1, 2].map((line) => ["conv-1/qbbbbb.txt", line]);
    expect(scoresOf(set, 0, [...sixth, ["conv-1/qbbbbc.txt", 1]])["recall@5"]).toBe(0.75);
    expect(scoresOf(set, 1, [])["recall@5"]).toBe(1);
  });

  it.each([
    ["{}", "is no JSON list"],
    ["[]", "has no entries"],
    ['[{"sample_id": "a"', "has no entries"],
    ['[{"sample_id": "a"}]', "is no LoCoMo: conversation 1"],
    ["[{a}]", "entry 1 is not JSON"],
  ])("refuses %s", async (text, message) => {
    await expect(locomoSet(join(temporaryFolder({ "l.json": text }), "l.json"))).rejects.toThrow(message);
  });
});

describe("LongMemEval", () => {
  const user = (content: string, has_answer?: boolean) => ({ role: "user", content, has_answer });
  const instance = (id: string, sessions: Readonly<Record<string, readonly object[]>>) => ({
    ...{ question_id: id, question_type: "multi-session", question: `${id}?`, answer: "" },
    haystack_session_ids: Object.keys(sessions),
    haystack_sessions: Object.values(sessions),
  });
  const FILE = JSON.stringify([
    instance("gone_abs", { answer_1: [user("a", true)] }),
    instance("assistant", {
      answer_1: [user("a", false), { role: "assistant", content: "b", has_answer: true }],
    }),
    instance("two", {
      share_1: [user("heron"), { role: "assistant", content: "left out" }, user("weir")],
      answer_1: [user("one", true)],
      answer_2: [user("another", false)],
      answer_3: [user("three", true)],
    }),
  ]);

  it("leaves out what its own script leaves out, and scores sessions with its discount", async () => {
    const set = await longMemEvalSet(join(temporaryFolder({ "m.json": FILE }), "m.json"));
    const at = (name: string) => [`qbbbbb/${name}.txt`];
    expect(set.questions).toEqual([
      { id: "two", query: "two?", kind: "multi-session", filters: { prefix: "qbbbbb/" } },
    ]);
    expect((await pushed(set)).map(([path, text]) => [path, text])).toEqual([
      [...at("qbbbbb"), "heron\n\nweir\n"],
      [...at("qbbbbc"), "one\n"],
      [...at("qbbbbd"), "another\n"],
      [...at("qbbbbf"), "three\n"],
    ]);
    // Right: the second and fourth session. Found: wrong, right, wrong, where the session found twice is one.
    const found = scoresOf(set, 0, [at("qbbbbb"), at("qbbbbb"), at("qbbbbc"), at("qbbbbd")]);
    // Places two and one have the same weight: 1 of 1 + 1.
    expect(found).toMatchObject({
      "recall_any@5": 1,
      "recall_all@5": 0,
      "ndcg_any@5": 0.5,
      "ndcg_any@10": 0.5,
    });
    const all = scoresOf(set, 0, [at("qbbbbf"), at("qbbbbb"), at("qbbbbc")]);
    expect(all["recall_all@5"]).toBe(1);
    expect(all["ndcg_any@5"]).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 10);
  });

  it("refuses a file that is another", async () => {
    const file = join(temporaryFolder({ "m.json": '[{"question_id": "a"}]' }), "m.json");
    await expect(longMemEvalSet(file)).rejects.toThrow("is no LongMemEval: instance 1, question_type");
    await expect(longMemEvalSet(`${file}.not`)).rejects.toThrow("m.json.not cannot be read");
  });
});
