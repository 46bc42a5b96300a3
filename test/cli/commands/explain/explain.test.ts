import { expect, it } from "vitest";
import { renderWhy } from "../../../../src/cli/commands/explain/explain.ts";
import type { ExplainAnswer } from "../../../../src/search/contract/explain.ts";
import { found } from "../../../support/found.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const SHOWN: ExplainAnswer = {
  chunk: { id: "3f9a2c1b", root: "notes", citation: "a.md#L3-L9" },
  reason: "shown",
  message: "It is hit 2.",
  step: null,
  dropped: null,
  filters: [],
  rank: 2,
  ranks: { keyword: 1, vector: null },
  steps: [
    { step: "keyword", in: 0, out: 12, rank: 1, score: 7.25 },
    { step: "vector", in: 0, out: 5, rank: null, score: null },
  ],
  outcome: "found",
  degraded: [],
  profile: "edge",
  limit: 10,
  use: { repaired: [] },
  index: found([]).index,
  asOf: "2026-01-01T00:00:00.000Z",
};

it("says where a passage is, and how it came there step by step", () => {
  expect(renderWhy(SHOWN, 80)).toEqual([
    "notes:a.md#L3-L9  3f9a2c1b",
    "It is hit 2.",
    "",
    "step     in  out  rank  score",
    "keyword  0   12   1     7.250",
    "vector   0   5    –     –",
  ]);
});

it("says why it is no hit, without steps that it had no part in, with what the search lacked", () => {
  const steps = [{ step: "keyword", in: 0, out: 12, rank: null, score: null }];
  const answer: ExplainAnswer = {
    ...SHOWN,
    reason: "no_query_term",
    message: "No word\u001b[2J occurs.",
    steps,
  };
  expect(renderWhy(answer, 80)).toEqual([
    "notes:a.md#L3-L9  3f9a2c1b",
    "Not a hit (no_query_term): No word␛[2J occurs.",
  ]);
  expect(renderWhy({ ...answer, degraded: ["quota"] }, 80).slice(2)).toEqual([
    "",
    "The account's daily model quota is used up until 00:00 UTC.",
  ]);
  expect(renderWhy({ ...answer, chunk: null, reason: "not_in_workspace" }, 30)).toEqual([
    "Not a hit (not_in_workspace):",
    "No word␛[2J occurs.",
  ]);
});

it.each([
  ["notes:a.md:3", "notes:a.md#L3"],
  ["a.md:3-9", "a.md#L3"],
  ["a.md:3-", "a.md#L3"],
  ["a.md:123456789", "a.md#L123456789"],
  ["a.md:1234567890", "a.md:1234567890"],
  ["a.md:3-1234567890", "a.md:3-1234567890"],
  ["a.md:3-9-", "a.md:3-9-"],
  ["a.md:1:3", "a.md:1#L3"],
  ["a.md:", "a.md:"],
  ["a.md:3 ", "a.md:3 "],
  ["a.md#L3", "a.md#L3"],
  ["std::vec.md", "std::vec.md"],
  ["3f9a2c1b", "3f9a2c1b"],
])("asks for %s as %s", async (named, id) => {
  const server = await fakeServer();
  server.answers.set("POST /v1/explain", SHOWN);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const args = ["explain", "the keys", named, "--root", "notes", "-n", "3", "--auto"];
  expect((await runCli(args, { cwd: temporaryFolder(), env })).code).toBe(0);
  expect(server.seen[0]?.body).toEqual({
    query: "the keys",
    limit: 3,
    auto: true,
    filters: { root: "notes" },
    id,
  });
});

it("ends with 1 for what is no hit", async () => {
  const server = await fakeServer();
  const answer = { ...SHOWN, reason: "beyond_limit" };
  server.answers.set("POST /v1/explain", answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = await runCli(["explain", "x", "3f9a2c1b", "--json"], { cwd: temporaryFolder(), env });
  expect({ code: run.code, answer: JSON.parse(run.stdout) }).toEqual({ code: 1, answer });
});
