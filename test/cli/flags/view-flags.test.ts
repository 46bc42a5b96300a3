import { expect, it } from "vitest";
import { formatOf, viewWish } from "../../../src/cli/flags/view-flags.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it.each([
  [{}, "lines", {}],
  [{ full: true }, "lines", { view: "full" }],
  [{ compact: true }, "lines", { view: "compact" }],
  [{ digest: true }, "json", { view: "digest" }],
  [{ format: "files" }, "files", { view: "digest" }],
  [{ format: "files", full: true }, "files", { view: "full" }],
  [{ format: "files", compact: true }, "files", { view: "compact" }],
  [{ format: "files", full: false, compact: false }, "files", { view: "digest" }],
  [{ full: false, compact: false, digest: false }, "lines", {}],
  [{ format: "md" }, "md", {}],
  [{ budget: 300 }, "md", { budget: 300 }],
] as const)("asks with %j in %s for %j", (flags, _format, wish) => {
  expect(viewWish(flags)).toEqual(wish);
});

it("prints in the named format, else as JSON where that is asked for, else in lines", () => {
  expect([formatOf({}, undefined), formatOf({}, false), formatOf({}, true)]).toEqual([
    "lines",
    "lines",
    "json",
  ]);
  expect([formatOf({ format: "csv" }, undefined), formatOf({ format: "json" }, undefined)]).toEqual([
    "csv",
    "json",
  ]);
});

it.each([
  [["--budget", "49"], 2],
  [["--budget", "50"], 1],
  [["--budget", "1000000"], 1],
  [["--budget", "1000001"], 2],
  [["--limit", "100"], 1],
  [["--limit", "101"], 2],
  [["--min-score", "1"], 1],
  [["--min-score", "1.1"], 2],
  [["--min-relevance", "1"], 1],
  [["--min-relevance", "1.1"], 2],
  [["--kind", "memory"], 1],
  [["--kind", "folder"], 2],
  [["--compact", "--full"], 2],
  [["--compact", "--digest"], 2],
  [["--digest", "--full"], 2],
  [["--json", "--format", "md"], 2],
  [["--format", "md"], 1],
  [["--format", "lines"], 2],
])("with %j exits %i", async (args, code) => {
  const server = await fakeServer();
  const index = { pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0, embedder: "m", indexedAt: null };
  server.answers.set("POST /v1/search", { outcome: "nothing_found", hits: [], degraded: [], index, use: {} });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  expect((await runCli(["search", "x", ...args], { cwd: temporaryFolder(), env })).code).toBe(code);
  expect(server.seen).toHaveLength(code === 2 ? 0 : 1);
});
