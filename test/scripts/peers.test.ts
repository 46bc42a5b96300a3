import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgedFiles } from "../../scripts/peers/judged-files.ts";
import type { PeerFigures } from "../../scripts/peers/measure.ts";
import { renderPeers } from "../../scripts/peers/render.ts";
import type { PeerId } from "../../scripts/peers/table.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const whole = (path: string) => ({ path, start: 1, end: 3 });

describe("a judged set as every tool gets it", () => {
  it("writes entries as files whose names say nothing, and scores their paths", async () => {
    const set = temporaryFolder({
      "corpus.jsonl": lines([
        { _id: "heron", title: "Heron", text: "It stands at the weir." },
        { _id: "keys", text: "We rotate the keys." },
      ]),
      "queries.jsonl": lines([
        { _id: "1", text: "where is the heron?" },
        { _id: "2", text: "not judged" },
      ]),
      "qrels.tsv": "query-id\tcorpus-id\tscore\n1\theron\t1\n",
    });
    const { folder, documents, questions } = await judgedFiles(set, temporaryFolder());
    expect(documents).toEqual([
      { path: "qbbbbb.md", title: "Heron", text: "# Heron\n\nIt stands at the weir.\n" },
      { path: "qbbbbc.txt", title: "", text: "We rotate the keys.\n" },
    ]);
    expect(readFileSync(join(folder, "qbbbbb.md"), "utf8")).toBe(documents[0]?.text);
    expect(questions.map(({ query }) => query)).toEqual(["where is the heron?"]);
    expect(questions[0]?.score(["qbbbbc.txt", "qbbbbb.md"])).toMatchObject({
      "nDCG@10": 1 / Math.log2(3),
      "recall@10": 1,
      "hit@1": 0,
    });
  });

  it("takes a folder's files as they are; a file that answers as well counts as the one it stands for", async () => {
    const folder = temporaryFolder({
      "notes/birds.md": "---\ntitle: 'Birds'\n---\nThe heron.\n",
      "notes/more/pond.md": "# Pond\n\nAnother heron.\n",
      "notes/.hidden": "no",
      "notes/picture.bin": "a\0b",
      "notes.questions.jsonl": lines([
        {
          ...{ id: "1", query: "heron", kind: "keyword" },
          gold: [{ ...whole("birds.md"), alt: [whole("more/pond.md")] }],
        },
        { id: "2", query: "both", kind: "multi", gold: [whole("birds.md"), whole("more/pond.md")] },
        { id: "3", query: "zeppelin", kind: "none", gold: [] },
      ]),
    });
    const { documents, questions } = await judgedFiles(join(folder, "notes"), temporaryFolder());
    expect(documents.map(({ path, title }) => [path, title])).toEqual([
      ["birds.md", "Birds"],
      ["more/pond.md", "Pond"],
    ]);
    const [one, both, none] = questions;
    expect(one?.score(["more/pond.md", "birds.md"])).toMatchObject({ "nDCG@10": 1, "recall@10": 1 });
    expect(both?.score(["more/pond.md"])).toMatchObject({ "recall@10": 0.5, "hit@1": 1 });
    expect([none?.isUnanswerable, none?.score([]), none?.score(["birds.md"])]).toEqual([
      true,
      { silent: 1 },
      { silent: 0 },
    ]);
  });
});

const figures = (id: PeerId, hits: readonly number[], p50Ms: number): PeerFigures => ({
  id,
  scores: hits.map((hit) => ({ "hit@1": hit })),
  ...{ empty: 0, indexMs: 2_000, bytes: 1_500_000, coldMs: 250, p50Ms, p95Ms: 2 * p50Ms, memory: 80e6 },
});

it("shows every tool beside the yardstick, what failed, and what this program loses at", () => {
  const page = renderPeers({
    ...{ date: "2026-11-28", machine: "a laptop", command: "npm run peers" },
    peers: [
      { id: "edge-recall", name: "edge-recall", version: "1", settings: "a|b" },
      { id: "sqlite-fts5", name: "SQLite FTS5", version: "3", settings: "c" },
      { id: "lunr", name: "Lunr", version: "2", settings: "d" },
    ],
    sets: [
      {
        set: { name: "notes", documents: [{ path: "a", title: "", text: "ä" }], questions: [] },
        results: [
          figures("edge-recall", [1, 0, 0, 0], 5),
          figures("sqlite-fts5", [1, 1, 1, 1], 0.5),
          { id: "lunr", reason: "it | broke" },
        ],
      },
    ],
  });
  expect(page).toContain("| edge-recall | 1 | a\\|b |");
  expect(page.find((line) => line.startsWith("**notes**"))).toMatch(/1 documents, .*, 0 questions$/);
  expect(page).toContain(
    "| edge-recall |  |  | .250 |  | .000 | 2.00 | 1.50 | 0.250 | 5.00 | 10.0 | 10.0 | 80.0 |",
  );
  expect(page).toContain(
    "| SQLite FTS5 |  |  | 1.000 |  | .000 | 2.00 | 1.50 | 0.250 | 0.500 | 1.00 | 1.00 | 80.0 |",
  );
  expect(page.find((line) => line.startsWith("| Lunr | failed"))).toContain("it \\| broke");
  // Three differences of one sign: 2 of the 8 ways to sign them are as far from zero.
  expect(page).toContain("edge-recall loses hit@1 to SQLite FTS5 (p = .250); p50 to all others.");
});
