import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { type FakeServer, type Fault, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const SET = {
  "set/corpus.jsonl": jsonLines([
    { _id: "ana/1", text: "The heron nests." },
    { _id: "ben/1", text: "Soup at noon." },
  ]),
  "set/queries.jsonl": jsonLines([
    { _id: "ana/q", text: "heron?" },
    { _id: "ben/q", text: "soup?", kind: "none" },
  ]),
  "set/qrels.tsv": "query-id\tcorpus-id\tscore\nana/q\tana/1\t1\nben/q\tben/1\t1\n",
};
const STATUS = {
  workspace: "team",
  chunks: 2,
  documents: 2,
  index: {
    embedder: "bge",
    reranker: "none",
    pendingChunks: 0,
    invisibleVectors: 0,
    vectors: "d1",
    failedWork: 0,
    lastError: null,
    pausedUntil: null,
  },
};
const at = (path: string, startLine = 1) =>
  hit({ path, startLine, endLine: startLine, scores: { rerank: 0.5 } });

/** A server that finds the first document for every question. */
async function evalServer(): Promise<FakeServer> {
  const server = await fakeServer();
  server.answers.set("POST /v1/workspaces", { slug: "eval" });
  server.answers.set("POST /v1/tokens", { id: "t1", token: "rcl_k.t.7.w.-.s" });
  server.answers.set("GET /v1/status", STATUS);
  server.answers.set("POST /v1/search", found([at("qbbbbb.txt")]));
  const removal: Fault = ({ method }, response) => {
    if (method !== "DELETE") return false;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    return true;
  };
  server.faults.push(removal);
  return server;
}

const searches = ({ seen }: FakeServer) =>
  seen
    .filter(({ url }) => url === "/v1/search")
    .map(({ body }) => body as { profile: string; limit: number });

describe("recall eval of a folder", () => {
  it("compares each further profile once with the first, whose settings are in its name", async () => {
    const server = await evalServer();
    const cwd = temporaryFolder(SET);
    const reach = ["--url", server.url, "--token", "owner-token"];
    const run = (...args: string[]) => runCli(["eval", "set", ...reach, ...args], { cwd });
    const compared = ["--set", "rerank.blend=1", "--compare", "keyword", "edge", "keyword"];
    const startedMs = performance.now();
    const { code, stdout, stderr } = await run("--json", "--profile", "keyword", ...compared);
    expect([code, stderr]).toEqual([0, ""]);
    const passed = (performance.now() - startedMs) / 1_000;
    const report = JSON.parse(stdout);
    const { push, embed, search } = report.seconds;
    expect([push, embed, search].every((seconds) => seconds > 0)).toBe(true);
    expect(push + embed + search).toBeLessThan(passed);
    const names = ["keyword rerank.blend=1", "keyword", "edge"];
    expect(report.profiles.map(({ profile }: { profile: string }) => profile)).toEqual(names);
    expect(report.differences.map(({ profile }: { profile: string }) => profile)).toEqual(names.slice(1));
    expect(report).toMatchObject({
      name: "set",
      questions: 2,
      limit: 100,
      chunks: 2,
      embedder: "bge",
      failed: [],
    });
    expect(Object.keys(report)).not.toContain("floor");
    expect(report.profiles[0].rows.map(({ kind }: { kind: string }) => kind)).toEqual(["all", "", "none"]);
    expect(report.profiles[0].rows[0].scores).toMatchObject({ "hit@1": 0.5, "recall@100": 0.5 });
    const asked = { limit: 100, log: false };
    expect(searches(server)).toEqual(
      ["heron?", "soup?"].flatMap((query) => [
        { ...asked, query, profile: "keyword", settings: { "rerank.blend": 1 } },
        { ...asked, query, profile: "keyword" },
        { ...asked, query, profile: "edge" },
      ]),
    );
    expect(server.seen.map(({ method, url }) => `${method} ${url.replace(/eval-\w+/, "eval")}`)).toEqual([
      "POST /v1/workspaces",
      "POST /v1/tokens",
      "POST /v1/roots/judged/manifest",
      "POST /v1/roots/judged/documents",
      "GET /v1/status",
      ...Array.from({ length: 6 }, () => "POST /v1/search"),
      "GET /v1/status",
      "DELETE /v1/workspaces/eval",
    ]);
    expect(server.seen[0]?.headers.authorization).toBe("Bearer owner-token");
    expect(server.seen[2]?.headers.authorization).toBe("Bearer rcl_k.t.7.w.-.s");
  });

  it("asks with the edge profile inside the scope, for as many hits as it is told, and writes what it got", async () => {
    const server = await evalServer();
    const cwd = temporaryFolder(SET);
    const place = { url: server.url, token: "t", ownerToken: "kept-owner" };
    writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify({ places: { work: place } }));
    server.answers.set(
      "POST /v1/search",
      found([at("ana/qbbbbb.txt"), hit({ path: "ben/qbbbbc.txt", startLine: 7, endLine: 12 })]),
    );
    const args = ["--at", "work", "--scope", "prefix", "-n", "10", "--floor", "--results", "hits.jsonl"];
    const { code, stdout } = await runCli(["eval", "set", ...args], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^set: 2 questions, 2 passages, 10 hits asked for, bge, none\n/);
    expect(stdout).toMatch(/^median of the first ten hits: edge 1 lines, at most 6$/m);
    expect(stdout).toMatch(/^floor {2,}precision {2,}recall {2,}answers lost\n0\.8001/m);
    expect(searches(server)).toEqual([
      { query: "heron?", profile: "edge", limit: 10, log: false, filters: { prefix: "ana/" } },
      { query: "soup?", profile: "edge", limit: 10, log: false, filters: { prefix: "ben/" } },
    ]);
    expect(server.seen[0]?.headers.authorization).toBe("Bearer kept-owner");
    const [first, second, rest] = readFileSync(join(cwd, "hits.jsonl"), "utf8").split("\n");
    expect(JSON.parse(first ?? "")).toEqual({
      id: "ana/q",
      hits: [
        { path: "ana/qbbbbb.txt", start: 1, end: 1 },
        { path: "ben/qbbbbc.txt", start: 7, end: 12 },
      ],
      scores: expect.objectContaining({ "hit@1": 1 }),
      latencyMs: expect.any(Number),
    });
    expect([JSON.parse(second ?? "").id, rest]).toEqual(["ben/q", ""]);
  });

  it("pushes the files of a folder for questions about lines of them, and names what was not taken", async () => {
    const server = await evalServer();
    const question = { id: "1", query: "heron?", kind: "typo", gold: [{ path: "a.md", start: 1, end: 1 }] };
    const cwd = temporaryFolder({ "notes/a.md": "The heron.\n", "q.jsonl": jsonLines([question]) });
    server.answers.set("POST /v1/search", found([at("a.md")]));
    server.faults.unshift(({ url }, response) => {
      if (!url.endsWith("/documents")) return false;
      const failed = [{ path: "a.md", code: "limit_reached", message: "There is no room" }];
      const answer = { indexed: 0, unchanged: 0, chunks: 0, toEmbed: 0, failed, version: 1 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return true;
    });
    const args = ["--questions", "q.jsonl", "--url", server.url, "--token", "t"];
    const { stdout } = await runCli(["eval", "notes", ...args], { cwd });
    expect(stdout).toMatch(/^notes: 1 question, 2 passages, 10 hits asked for/);
    expect(stdout).toMatch(/^1 file not pushed: a\.md: There is no room$/m);
    expect(server.roots.has("judged")).toBe(true);
  });
});

describe("what is asked with", () => {
  const authorization = async (config: object, ...args: readonly string[]) => {
    const server = await evalServer();
    const cwd = temporaryFolder(SET);
    const place = { url: server.url, token: "own", ...config };
    writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify({ places: { work: place } }));
    await runCli(["eval", "set", "--at", "work", ...args], { cwd });
    return { server, cwd, token: server.seen[0]?.headers.authorization };
  };

  it.each([
    ["a flag's token before the owner's that is kept", { ownerToken: "kept" }, ["--token", "flag"], "flag"],
    ["the owner's that is kept", { ownerToken: "kept" }, [], "kept"],
    ["the place's own where no owner's is kept", {}, [], "own"],
  ])("is %s", async (_, config, args, token) => {
    expect((await authorization(config, ...args)).token).toBe(`Bearer ${token}`);
  });

  it("is every setting that was changed, in the name too, for the first profile only", async () => {
    const { server } = await authorization(
      {},
      ...["--set", "mmr.enabled=true", "--set", "fusion.k=3", "--compare", "keyword"],
    );
    expect(searches(server).slice(0, 2)).toEqual([
      expect.objectContaining({ profile: "edge", settings: { "mmr.enabled": true, "fusion.k": 3 } }),
      expect.not.objectContaining({ settings: expect.anything() }),
    ]);
  });

  it("is no hidden file of the folder, and questions are found from where it is asked", async () => {
    const server = await evalServer();
    const question = { id: "1", query: "heron?", kind: "none" };
    const cwd = temporaryFolder({ "n/a.md": "a", "n/.b.md": "b", "q.jsonl": jsonLines([question]) });
    const reach = ["--url", server.url, "--token", "t"];
    expect((await runCli(["eval", "n", "--questions", "q.jsonl", ...reach], { cwd })).code).toBe(0);
    expect([...(server.roots.get("judged")?.keys() ?? [])]).toEqual(["a.md"]);
  });
});

describe("recall eval of a log", () => {
  const RECALL = {
    recallId: "r-1",
    query: "heron?",
    filters: null,
    session: null,
    judged: [{ root: "notes", path: "a.md", up: 1, down: 0 }],
  };

  it("makes a set of the live workspace's votes, keeps it, and measures by it from then on", async () => {
    const server = await evalServer();
    const cwd = temporaryFolder();
    server.answers.set("GET /v1/recalls?voted=true&limit=200", { recalls: [RECALL], nextCursor: null });
    server.answers.set("POST /v1/search", found([at("b.md"), at("a.md")]));
    const env = { RECALL_URL: server.url, RECALL_TOKEN: "admin-token" };
    const run = (...args: string[]) =>
      runCli(["eval", "--from-log", "judged.json", "--json", ...args], { cwd, env });
    const first = JSON.parse((await run()).stdout);
    expect(first).toMatchObject({
      name: "judged.json",
      questions: 1,
      limit: 100,
      judged: { file: join(cwd, "judged.json"), isNew: true, leftOut: 0 },
      seconds: { push: 0, embed: 0 },
    });
    expect(first.profiles[0]).toMatchObject({ profile: "edge", hitLines: { median: 1, max: 1 } });
    expect(first.profiles[0].rows[0].scores).toMatchObject({ "MRR@10": 0.5, "hit@1": 0 });
    expect(searches(server)).toEqual([{ query: "heron?", profile: "edge", limit: 100, log: false }]);
    server.answers.delete("GET /v1/recalls?voted=true&limit=200");
    const again = JSON.parse((await run("--limit", "5")).stdout);
    expect(again).toMatchObject({ limit: 5, judged: { hash: first.judged.hash, isNew: false } });
    expect(again.judged.madeAt).toBe(first.judged.madeAt);
    expect(server.seen.every(({ method }) => method !== "DELETE")).toBe(true);
  });
});

it.each([
  ["neither a folder nor a log", []],
  ["both", ["set", "--from-log", "judged.json"]],
])("refuses %s", async (_, args) => {
  const cwd = temporaryFolder(SET);
  const run = await runCli(["eval", ...args], { cwd });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("Name one: a folder, --beir") });
  expect(existsSync(join(cwd, "judged.json"))).toBe(false);
});

it.each([
  [["--limit", "0"], "from 1 to 100"],
  [["--limit", "101"], "from 1 to 100"],
  [["--profile", "best"], "Allowed choices are edge"],
  [["--compare", "best"], "Allowed choices are edge"],
  [["--scope", "suffix"], "Allowed choices are prefix"],
  [["--set", "blend"], "Expected a setting and its value"],
])("refuses %j before it asks anybody", async (flags, message) => {
  const run = await runCli(["eval", "set", ...flags], { cwd: temporaryFolder(SET) });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
