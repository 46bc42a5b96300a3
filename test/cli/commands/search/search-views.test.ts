import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { viewWish } from "../../../../src/cli/flags/view-flags.ts";
import { FORMATS } from "../../../../src/cli/render/formats/table.ts";
import { SearchRequest } from "../../../../src/search/contract/search.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const INDEX = {
  pendingChunks: 0,
  pendingSkipped: 0,
  failedDocuments: 0,
  severalRoots: true,
  embedder: "model",
  reranker: "model",
};
const ANSWER = { outcome: "found", degraded: [], index: INDEX, use: { repaired: [] } };
const COMPACT = [
  {
    id: "3f9a2c1b",
    citation: "notes:a b.md#L3-L9",
    relevance: 0.734,
    score: 0.87,
    heading: "Keys",
    tokens: 312,
  },
  { id: "77aa00bb1", citation: "docs:c.md#L1", relevance: 0.08, score: 0.5, tokens: 9 },
];
const DIGEST = [
  { citation: "notes:a.md#L3-L9" },
  { citation: "docs:a.md#L1C1-L1C90" },
  { citation: "notes:a.md#L20" },
];

async function printed(args: readonly string[], hits: readonly unknown[]) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", { ...ANSWER, hits });
  const options = { cwd: temporaryFolder(), env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" } };
  const run = await runCli(["search", "keys", ...args], options);
  return { ...run, wish: server.seen[0]?.body };
}

it("prints a line for each hit of the compact view and of the digest", async () => {
  const compact = await printed(["--compact"], COMPACT);
  expect(compact.wish).toEqual({ query: "keys", view: "compact" });
  expect(compact.stdout).toBe(
    "3f9a2c1b notes:a b.md#L3-L9 73% 312 tokens Keys\n77aa00bb1 docs:c.md#L1 8% 9 tokens\n",
  );
  const digest = await printed(["--digest", "--budget", "300"], DIGEST);
  expect(digest.wish).toEqual({ query: "keys", view: "digest", budget: 300 });
  expect(digest.stdout).toBe("notes:a.md#L3-L9\ndocs:a.md#L1C1-L1C90\nnotes:a.md#L20\n");
});

it("prints each file once, in the order of its best hit", async () => {
  const { stdout, wish } = await printed(["--format", "files"], DIGEST);
  expect(wish).toEqual({ query: "keys", view: "digest" });
  expect(stdout).toBe("notes:a.md\ndocs:a.md\n");
});

it.each([
  [["--json", "--format", "md"], /'--json' cannot be used with option '--format/],
  [["--digest", "--compact"], /cannot be used/],
  [["--full", "--digest"], /cannot be used/],
  [["--budget", "49"], /50/],
  [["--format", "yaml"], /json, md, csv, xml, files/],
])("refuses %j as wrong usage", async (args, said) => {
  const { code, stdout, stderr } = await runCli(["search", "x", ...args], { cwd: temporaryFolder() });
  expect(code).toBe(2);
  expect(stdout + stderr).toMatch(said);
});

it("asks only for what the contract knows", () => {
  const numbers = fc.option(fc.integer({ min: 200, max: 5_000 }), { nil: undefined });
  fc.assert(
    fc.property(numbers, fc.constantFrom("full", "compact", "digest"), (budget, view) => {
      const flags = { [view]: true, ...(budget !== undefined && { budget }) };
      expect(SearchRequest.safeParse({ query: "q", ...viewWish(flags) }).success).toBe(true);
    }),
  );
});

it("has one file for each format", () => {
  const written = readdirSync(new URL("../../../../src/cli/render/formats/", import.meta.url));
  expect(written).toEqual(expect.arrayContaining(Object.keys(FORMATS).map((name) => `${name}.ts`)));
});
