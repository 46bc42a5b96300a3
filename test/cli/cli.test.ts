import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/program.ts";
import { PROFILES } from "../../src/search/contract/constants.ts";
import { VERSION } from "../../src/version.ts";
import { type FakeServer, failOnce, fakeServer } from "./fake-server.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder, writeInto } from "./temporary-folder.ts";

const TOKEN = "er_secret-token";
const EVIL = "\u001b[2Jevil\u009b31m";

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: TOKEN });

const answer = (hits: readonly unknown[], outcome = "found") => ({
  outcome,
  hits,
  degraded: [],
  profile: "edge",
  index: {
    version: 1,
    indexedAt: null,
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    embedder: "embedded-lexical",
    reranker: "embedded",
  },
  use: { repaired: [] },
});

const HIT = {
  root: "notes",
  citation: "a.md#L1-L1",
  headings: ["Top"],
  score: 0.5,
  relevance: 0.734,
  snippet: { text: `text ${EVIL}`, startLine: 1, endLine: 1, highlights: [[0, 4]] },
};

it("says what to do next when called alone", async () => {
  const { code, stdout } = await runCli([], { cwd: temporaryFolder() });
  expect(code).toBe(0);
  expect(stdout).toContain("recall serve");
});

it("lists every command in its help, and each has help of its own", async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await runCli(["--help"], { cwd });
  expect(code).toBe(0);
  for (const [name, [summary]] of Object.entries(COMMANDS))
    expect(stdout).toContain(`${name}`.padEnd(17) + summary);
  const push = await runCli(["push", "--help"], { cwd });
  expect(push.stdout).toContain("--mirror");
  expect((await runCli(["--version"], { cwd })).stdout).toBe(`${VERSION}\n`);
});

it.each([
  [["serch", "x"], /Did you mean search\?/],
  [["push", "--miror"], /Did you mean --mirror\?/],
  [["search"], /missing required argument/],
  [["search", "x", "--limit", "0"], /from 1 to 100/],
  [["search", "x", "--profile", "best"], new RegExp(PROFILES.join(", "))],
  [["push", "nowhere"], /not a folder/],
  [["search", "x"], /recall init/],
  [["get", "../x", "--url", "http://127.0.0.1:1", "--token", "t"], /relative to its root/],
  [["workspace", "delete", "w", "--url", "http://127.0.0.1:1", "--token", "t"], /--yes w/],
])("exits 2 and says why for %j", async (args, why) => {
  const { code, stdout, stderr } = await runCli(args, { cwd: temporaryFolder() });
  expect(stderr).toMatch(why);
  expect(code).toBe(2);
  expect(stdout).toBe("");
});

it("exits 0 with hits, 1 without, and shows what the answer lacks", async () => {
  const server = await fakeServer();
  const options = { cwd: temporaryFolder(), env: reach(server) };
  server.answers.set("POST /v1/search", answer([HIT]));
  const found = await runCli(["search", "two", "words", "--limit", "3"], options);
  expect(found).toMatchObject({ code: 0, stderr: "" });
  expect(found.stdout).toBe(
    "1. a.md#L1-L1  73%  Top\n   text ␛[2Jevil\ufffd31m\n\nNo model: embedded word statistics stood in for meaning. `recall models install` brings a model.\n",
  );
  expect(server.seen[0]?.body).toEqual({ query: "two words", limit: 3 });
  server.answers.set("POST /v1/search", answer([], "nothing_found"));
  expect((await runCli(["search", "x"], options)).code).toBe(1);
  const closest = [{ ...HIT, relevance: 0.124 }];
  const silent = { ...answer([], "nothing_relevant"), closest, absence: { kind: "never" } };
  server.answers.set("POST /v1/search", silent);
  expect(await runCli(["search", "x"], options)).toEqual({
    code: 1,
    stdout: "Nothing here answers this. Closest: a.md#L1-L1 (12%).\n",
    stderr: "",
  });
  const json = await runCli(["search", "x", "--json"], options);
  expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({ code: 1, stdout: silent, stderr: "" });
});

it("prints one JSON object with --json, before or after the command", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", answer([HIT]));
  const options = { cwd: temporaryFolder(), env: reach(server) };
  for (const args of [
    ["search", "x", "--json"],
    ["--json", "search", "x"],
  ]) {
    const { stdout } = await runCli(args, options);
    expect(stdout).not.toContain("\u009b");
    expect(JSON.parse(stdout)).toEqual(answer([HIT]));
  }
});

it("exits 3 when it is not allowed, without saying the token", async () => {
  const server = await fakeServer();
  server.faults.push(failOnce(401));
  const { code, stderr } = await runCli(["status"], { cwd: temporaryFolder(), env: reach(server) });
  expect(code).toBe(3);
  expect(stderr).not.toContain(TOKEN);
});

it("exits 3 when nothing answers", async () => {
  const env = { RECALL_URL: "http://127.0.0.1:2", RECALL_TOKEN: TOKEN };
  const { code, stderr } = await runCli(["search", "x"], { cwd: temporaryFolder(), env });
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("running?") });
});

it("gets exactly the text of a document, with no newline of its own", async () => {
  const server = await fakeServer();
  const text = `line ${EVIL}\r\nend`;
  server.answers.set("GET /v1/documents/a.md?root=notes", { root: "notes", citation: "a.md", text });
  const got = await runCli(["get", "notes:a.md"], { cwd: temporaryFolder(), env: reach(server) });
  expect(got).toEqual({ code: 0, stdout: text, stderr: "" });
  const missing = await runCli(["get", "b.md"], { cwd: temporaryFolder(), env: reach(server) });
  expect(missing.code).toBe(1);
});

it("finds a path that has a colon in it", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/documents/std%3A%3Avec.md", {
    root: "std",
    citation: "std:std::vec.md",
    text: "vec",
  });
  const got = await runCli(["get", "std::vec.md"], { cwd: temporaryFolder(), env: reach(server) });
  expect(got).toMatchObject({ code: 0, stdout: "vec" });
});

it("keeps settings for the owner's eyes and out of version control, and uses them below that folder", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { workspace: "default", documents: 2, scope: "write" });
  const cwd = temporaryFolder({ "below/x.md": "" });
  const made = await runCli(["init", "--here", "--url", server.url, "--token", TOKEN], { cwd });
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).not.toContain(TOKEN);
  const file = join(cwd, ".recall/config.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url: server.url, token: TOKEN });
  expect(readFileSync(join(cwd, ".recall/.gitignore"), "utf8")).toBe("*\n");
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  server.answers.set("POST /v1/search", answer([], "nothing_found"));
  await runCli(["search", "x"], { cwd: join(cwd, "below"), env: { HOME: cwd } });
  expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

it("writes no settings that the server refuses", async () => {
  const server = await fakeServer();
  server.faults.push(failOnce(401));
  const cwd = temporaryFolder();
  const { code } = await runCli(["init", "--url", server.url, "--token", TOKEN], { cwd });
  expect(code).toBe(3);
  expect(() => statSync(join(cwd, ".user-config/edge-recall/config.json"))).toThrow();
});

it("knows an owner's token and what to do with it", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  server.faults.push(failOnce(403));
  server.answers.set("GET /v1/workspaces", { workspaces: [] });
  const { code, stdout } = await runCli(["init", "--url", server.url, "--token", TOKEN], { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("workspace create") });
  const kept = JSON.parse(readFileSync(join(cwd, ".user-config/edge-recall/config.json"), "utf8"));
  expect(kept).toEqual({ url: server.url, token: TOKEN, ownerToken: TOKEN });
});

it("prints a new token, alone, and mints a workspace's with the owner's token", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const config = { url: server.url, token: "workspace-token", ownerToken: "owner-token" };
  writeInto(cwd, "home/config.json", JSON.stringify(config));
  chmodSync(join(cwd, "home/config.json"), 0o600);
  const options = { cwd, env: { RECALL_HOME: join(cwd, "home") } };
  const fresh = "rcl_k1.t1.7.r.-.signature";
  server.answers.set("POST /v1/tokens", { id: "t1", token: fresh });
  const made = await runCli(["token", "create", "--scope", "read", "--name", "agent"], options);
  expect(made).toMatchObject({ code: 0, stdout: `${fresh}\n` });
  expect(server.seen[0]?.headers.authorization).toBe("Bearer workspace-token");
  const used = await runCli(["workspace", "use", "team"], options);
  expect(used.code).toBe(0);
  expect(used.stdout).not.toContain(fresh);
  expect(server.seen[1]).toMatchObject({
    headers: { authorization: "Bearer owner-token" },
    body: { scope: "admin", workspace: "team" },
  });
  const kept = JSON.parse(readFileSync(join(cwd, "home/config.json"), "utf8"));
  expect(kept).toEqual({ ...config, token: fresh });
});

it("deletes a workspace only when its name is repeated", async () => {
  const server = await fakeServer();
  server.answers.set("DELETE /v1/workspaces/team", { deleted: true });
  const options = { cwd: temporaryFolder(), env: reach(server) };
  expect((await runCli(["workspace", "delete", "team", "--yes", "tame"], options)).code).toBe(2);
  expect(server.seen).toEqual([]);
  expect((await runCli(["workspace", "delete", "team", "--yes", "team"], options)).code).toBe(0);
});
