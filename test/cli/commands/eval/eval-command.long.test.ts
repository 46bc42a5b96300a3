import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../../src/cli/local/load-runtime.ts";
import { listProcesses } from "../../../../src/cli/local/runtime-process.ts";
import { firstToken } from "../../../../src/cli/local/local-access.ts";
import { startServer } from "../../../../src/cli/local/start-server.ts";
import { spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const POLL_MS = 50;

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Two conversations that say the same words: only the scope tells them apart. */
const CORPUS = jsonLines([
  { _id: "ana/1", source: "ana/s", title: "Monday", text: "The heron nests at the old mill." },
  { _id: "ana/2", source: "ana/s", title: "Monday", text: "Soup is served at noon." },
  { _id: "ben/1", source: "ben/s", title: "Friday", text: "A heron nests at the new bridge." },
  { _id: "ben/2", source: "ben/s", title: "Friday", text: "Soup is sold out." },
]);
const QUERIES = jsonLines([
  { _id: "ana/q1", text: "where does the heron nest?" },
  { _id: "ben/q1", text: "where does the heron nest?" },
  { _id: "ben/q2", text: "zeppelin" },
  { _id: "ben/q3", text: "has no judgement" },
]);
const QRELS = "query-id\tcorpus-id\tscore\nana/q1\tana/1\t1\nben/q1\tben/1\t1\nben/q2\tben/2\t1\n";
const SET = { "set/corpus.jsonl": CORPUS, "set/queries.jsonl": QUERIES, "set/qrels.tsv": QRELS };

/** A folder to run in, with temporary files of the run in a place of its own. */
function place(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder(files);
  writeInto(cwd, "tmp/keep", "");
  return { cwd, env: { TMPDIR: join(cwd, "tmp") }, left: () => readdirSync(join(cwd, "tmp")) };
}

describe("recall eval", () => {
  it("scores a judged set inside its scopes on a server of its own and leaves nothing behind", async () => {
    const { left, ...options } = place(SET);
    const { code, stdout, stderr } = await spawnCli(
      ["eval", "set", "--scope", "prefix", "--profile", "keyword", "--compare", "edge", "--json"],
      options,
    );
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ questions: 3, chunks: 4, limit: 100, failed: [] });
    const [keyword] = report.profiles;
    expect(keyword.profile).toBe("keyword");
    expect(keyword.rows).toHaveLength(1);
    expect(keyword.rows[0].scores["hit@1"]).toBeCloseTo(2 / 3, 10);
    expect(keyword.rows[0].scores["recall@100"]).toBeCloseTo(2 / 3, 10);
    expect(keyword.rows[0].empty).toBeCloseTo(1 / 3, 10);
    expect(report.differences[0].rows[0].metrics["nDCG@10"]).toMatchObject({
      mean: expect.any(Number),
      p: expect.any(Number),
      permutationP: expect.any(Number),
    });
    expect(left()).toEqual(["keep"]);
  });

  it("scores a folder's questions by kind and writes the hits for other scorers", async () => {
    const questions = jsonLines([
      { id: "1", query: "heron", kind: "keyword", gold: [{ path: "birds.md", start: 3, end: 3 }] },
      { id: "2", query: "zeppelin", kind: "none", gold: [] },
    ]);
    const { left, ...options } = place({
      "notes/birds.md": "# Birds\n\nThe heron nests at the mill.\n",
      "notes/food.md": "# Food\n\nSoup at noon.\n",
      "questions.jsonl": questions,
    });
    const args = ["eval", "notes", "--questions", "questions.jsonl", "--results", "hits.jsonl"];
    const { code, stdout } = await spawnCli(args, options);
    expect(code).toBe(0);
    expect(stdout).toContain("notes: 2 questions, 2 passages, 10 hits asked for");
    expect(stdout).toMatch(/^all +2 +1\.0000 +1\.0000 +1\.0000 +1\.0000 +\.0000 +1\.0000 +\.\d+ +\.5000/m);
    expect(stdout).toMatch(/^none +1 +– +– +– +1\.0000/m);
    const results = readFileSync(join(options.cwd, "hits.jsonl"), "utf8").trim().split("\n");
    expect(JSON.parse(results[0] ?? "")).toMatchObject({
      id: "1",
      hits: [{ path: "birds.md", start: 1, end: 3 }],
    });
    expect(left()).toEqual(["keep"]);
  });

  it("uses the server that is named, with the owner's token, and removes its workspace", async () => {
    const { left: _, ...options } = place(SET);
    const secret = "a secret for tests only, long enough";
    const server = await startServer({
      root: packageRoot(),
      home: temporaryFolder(),
      port: 0,
      secret,
    });
    try {
      const token = await firstToken({ url: server.url, fetch }, secret);
      const access = ["--url", server.url, "--token", token];
      const { code, stderr } = await spawnCli(["eval", "set", ...access], options);
      expect([code, stderr]).toEqual([0, ""]);
      const { stdout } = await spawnCli(["workspace", "list", "--json", ...access], options);
      expect(JSON.parse(stdout)).toEqual({ workspaces: [] });
    } finally {
      await server.stop();
    }
  });

  it("ends at Ctrl-C with nothing left: no server, no home", async () => {
    const { left, ...options } = place(SET);
    let pid = 0;
    const onStart = (started: number) => {
      pid = started;
    };
    const run = spawnCli(["eval", "set"], { ...options, onStart });
    const runtime = () =>
      listProcesses().filter(({ parent, name }) => parent === pid && name === "workerd").length;
    while (runtime() === 0) await sleep(POLL_MS);
    process.kill(pid, "SIGINT");
    expect((await run).code).toBe(130);
    expect(runtime()).toBe(0);
    expect(left()).toEqual(["keep"]);
  });

  it.each([
    ["a folder that is none", ["eval", "nowhere"], "not a folder"],
    ["a folder without a judged set", ["eval", "."], "corpus.jsonl"],
    ["a limit beyond the pool", ["eval", "set", "--limit", "101"], "1 to 100"],
    ["a question without its passage", ["eval", "set", "--questions", "bad.jsonl"], "bad.jsonl line 1"],
  ])("refuses %s before it starts anything", async (_, args, message) => {
    const { left, ...options } = place({ ...SET, "bad.jsonl": '{"id":"1","query":"x","kind":"typo"}\n' });
    const { code, stderr } = await spawnCli(args, options);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(left()).toEqual(["keep"]);
  });
});
