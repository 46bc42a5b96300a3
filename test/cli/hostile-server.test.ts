import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "./fake-server.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const EVIL = "\u001b[2Jevil\u009b31m";

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: "a-token" });

/** A status whose every text, and every number that is only shown, is an escape sequence. */
const hostileStatus = {
  workspace: EVIL,
  scope: EVIL,
  version: EVIL,
  documents: EVIL,
  chunks: EVIL,
  bytes: 1,
  roots: [{ root: EVIL, documents: EVIL, bytes: 1, indexedAt: EVIL }],
  index: {
    embedder: EVIL,
    reranker: EVIL,
    vectors: EVIL,
    pendingChunks: 1,
    invisibleVectors: 1,
    failedDocuments: 1,
    failedWork: 1,
    pausedUntil: EVIL,
    lastError: EVIL,
  },
  reindex: [{ kind: EVIL, unit: EVIL, done: EVIL, total: EVIL, endsAt: EVIL, lastError: EVIL }],
  searches: {
    count: 1,
    nothingFound: EVIL,
    degraded: EVIL,
    p50Ms: EVIL,
    p95Ms: EVIL,
    cached: { answer: EVIL, embedding: EVIL, rerank: EVIL },
  },
};

/** C0, delete and C1, but for the line feed. */
const controls = (text: string): readonly string[] =>
  [...text].filter((character) => /\p{Cc}/u.test(character) && character !== "\n");

it("writes nothing to the terminal that it would obey, whatever `recall status` is answered", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", hostileStatus);
  const { code, stdout, stderr } = await runCli(["status"], { cwd: temporaryFolder(), env: reach(server) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("(␛[2Jevil\ufffd31m token)");
  expect(controls(stdout)).toEqual([]);
});

it.each([EVIL, "rcl_a\n$(id)", `rcl_${"a".repeat(3_000)}`, "", null, 7])(
  "prints and keeps no token that is none: %j",
  async (token) => {
    const server = await fakeServer();
    const cwd = temporaryFolder();
    server.answers.set("POST /v1/tokens", { id: "t1", token });
    for (const args of [
      ["token", "create"],
      ["workspace", "use", "w"],
    ]) {
      const { code, stdout, stderr } = await runCli(args, { cwd, env: reach(server) });
      expect({ code, stdout }, args.join(" ")).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain("holds no token");
    }
    const json = await runCli(["token", "create", "--json"], { cwd, env: reach(server) });
    expect(json).toMatchObject({ code: 3, stderr: "" });
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: "unavailable", message: expect.stringContaining("holds no token") },
    });
    expect(existsSync(join(cwd, ".user-config/edge-recall/config.json"))).toBe(false);
  },
);

it("shows the id of a new token without what a terminal would obey", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/tokens", { id: EVIL, token: "rcl_k.t.7.r.-.s" });
  const made = await runCli(["token", "create"], { cwd: temporaryFolder(), env: reach(server) });
  expect(made).toMatchObject({ code: 0, stdout: "rcl_k.t.7.r.-.s\n" });
  expect(made.stderr).toContain("␛[2Jevil");
  expect(controls(made.stderr)).toEqual([]);
});
