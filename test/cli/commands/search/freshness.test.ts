import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

const hit = (path: string, text: string, root = "n") => ({
  id: hashOf(path),
  root,
  path,
  startLine: 1,
  endLine: 1,
  citation: `${path}#L1`,
  headings: [],
  kind: "file",
  language: "markdown",
  source: null,
  date: null,
  indexedAt: "2026-11-20T12:00:00.000Z",
  documentHash: hashOf(text),
  score: 1,
  scores: {},
  arms: {},
  snippet: { text, startLine: 1, endLine: 1, highlights: [] },
});

const NAMES = ["a.md", "b.md", "c.md", "d.md", "e.md"];

const answerWith = (hits: readonly object[], severalRoots = false) => ({
  outcome: "found",
  hits,
  degraded: [],
  index: {
    version: 1,
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    severalRoots,
    embedder: "m",
    reranker: "r",
  },
  use: { repaired: [] },
});

/** A pushed folder whose files are all found. */
async function found() {
  const server = await fakeServer();
  const cwd = temporaryFolder(Object.fromEntries(NAMES.map((name) => [`n/${name}`, name])));
  /** What a command prints, with the folder as `n`. */
  const run = async (...args: readonly string[]) => {
    const ran = await runCli(args, { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "er_secret-token" } });
    return { ...ran, stderr: ran.stderr.replaceAll(join(cwd, "n"), "n") };
  };
  await run("push", "n");
  server.answers.set("POST /v1/search", answerWith(NAMES.map((name) => hit(name, name))));
  return { server, cwd, run };
}

const warning = (names: string, it = "it"): string =>
  `recall: changed here since indexed: ${names} (recall push n sends ${it})\n`;

const goneWarning = (name: string): string =>
  `recall: gone here, still indexed: ${name} (recall push --mirror n removes it)\n`;

it("warns in one line of hits whose file was changed after it was indexed, in one of those that are gone", async () => {
  const { cwd, run } = await found();
  expect((await run("search", "q")).stderr).toBe("");
  writeInto(cwd, "n/b.md", "B.md");
  expect((await run("search", "q")).stderr).toBe(warning("b.md"));
  rmSync(join(cwd, "n/c.md"));
  for (const name of ["a.md", "d.md", "e.md"]) writeInto(cwd, `n/${name}`, "more");
  const expected = warning("a.md, b.md, d.md and 1 more", "them") + goneWarning("c.md");
  expect((await run("search", "q")).stderr).toBe(expected);
});

it("warns of a text that another machine has indexed in place of the one here", async () => {
  const { server, run } = await found();
  server.answers.set("POST /v1/search", answerWith([hit("a.md", "theirs")]));
  expect((await run("search", "q")).stderr).toBe(warning("a.md"));
});

it("says nothing of a root that another machine pushed, nor of a path that this one did not", async () => {
  const { server, run } = await found();
  const foreign = [hit("a.md", "x", "theirs"), hit("new.md", "x"), hit("../../n/a.md", "x")];
  server.answers.set("POST /v1/search", answerWith(foreign, true));
  expect((await run("search", "q")).stderr).toBe("");
});

it("marks them in JSON, and leaves the hits else as the server gave them", async () => {
  const { cwd, run } = await found();
  writeInto(cwd, "n/b.md", "B.md");
  const { stdout, stderr } = await run("search", "q", "--json");
  const { hits } = JSON.parse(stdout) as { hits: { path: string; stale?: true }[] };
  expect(hits.filter(({ stale }) => stale).map(({ path }) => path)).toEqual(["b.md"]);
  expect(hits[0]).toEqual(hit("a.md", "a.md"));
  expect(stderr).toBe("");
});

it("tells by citations too, with the root before them or of the one root there is", async () => {
  const { server, cwd, run } = await found();
  writeInto(cwd, "n/b.md", "B.md");
  const digest = (prefix: string) => [{ citation: `${prefix}a.md#L1` }, { citation: `${prefix}b.md#L1-L4` }];
  server.answers.set("POST /v1/search", answerWith(digest("")));
  expect((await run("search", "q", "--digest")).stderr).toBe(warning("b.md"));
  server.answers.set("POST /v1/search", answerWith(digest("n:"), true));
  expect((await run("search", "q", "--digest")).stderr).toBe(warning("b.md"));
});

it("warns of a document that is printed, with its indexed time and hash in JSON", async () => {
  const { server, cwd, run } = await found();
  const { indexedAt } = hit("b.md", "b.md");
  const document = {
    root: "n",
    path: "b.md",
    hash: hashOf("b.md"),
    indexedAt,
    citation: "b.md",
    text: "b.md",
  };
  server.answers.set("GET /v1/documents/b.md", document);
  writeInto(cwd, "n/b.md", "B.md");
  expect(await run("get", "b.md")).toMatchObject({ stdout: "b.md", stderr: warning("b.md") });
  const { stdout } = await run("get", "b.md", "--json");
  expect(JSON.parse(stdout)).toEqual({ ...document, stale: true });
});

it("warns of a stale hit in an answer whose tokens were counted, and marks nothing in it", async () => {
  const { server, cwd, run } = await found();
  writeInto(cwd, "n/b.md", "B.md");
  const budget = { tokens: 500, used: 400, left: 0, cut: false };
  const answer = { ...answerWith([hit("b.md", "b.md")]), budget };
  server.answers.set("POST /v1/search", answer);
  const { stdout, stderr } = await run("search", "q", "--json", "--budget", "500");
  expect([JSON.parse(stdout), stderr]).toEqual([answer, warning("b.md")]);
});
