import { expect, it } from "vitest";
import { searchWish } from "../../../src/cli/commands/search.ts";
import { SearchRequest } from "../../../src/contract/search.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it("asks for what was said and leaves the rest to the server", () => {
  expect(searchWish("rotate keys", {})).toEqual({ query: "rotate keys" });
});

it("makes of every flag what the contract calls it", () => {
  const filters = {
    root: "notes",
    prefix: "guides/",
    glob: "**/*.md",
    kind: "file",
    language: "markdown",
    after: "7d",
    before: "2026-01-01",
  } as const;
  const wish = searchWish("q", { ...filters, limit: 3, profile: "keyword", full: true });
  expect(wish).toEqual({ query: "q", limit: 3, profile: "keyword", view: "full", filters });
  expect(SearchRequest.safeParse(wish).success).toBe(true);
});

const NOTHING = {
  outcome: "nothing_found",
  hits: [],
  degraded: [],
  index: { pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0, embedder: "m", reranker: "m" },
  use: { repaired: [] },
};

it.each([
  ["nots", "There is no root nots.\n", 2],
  ["notes", "Nothing found.\n", 2],
  [undefined, "Nothing found.\n", 1],
])("says of a search in root %s that found nothing: %s", async (root, said, requests) => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", NOTHING);
  server.answers.set("GET /v1/status", { roots: [{ root: "notes" }] });
  const options = {
    cwd: temporaryFolder(),
    env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" },
  };
  const args = root === undefined ? [] : ["--root", root];
  expect(await runCli(["search", "x", ...args], options)).toEqual({ code: 1, stdout: said, stderr: "" });
  expect(server.seen).toHaveLength(requests);
});

it("says only that nothing was found where the roots cannot be asked for", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", NOTHING);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["search", "x", "--root", "nots"], { cwd: temporaryFolder(), env });
  expect(run).toMatchObject({ code: 1, stdout: "Nothing found.\n" });
});
