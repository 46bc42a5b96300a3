import { expect, it } from "vitest";
import { answering, refusing } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const source = (more: object = {}) => ({
  ...{ root: "guide", kind: "site", location: "https://docs.acme.io/guide/", options: {}, everyHours: 24 },
  ...{ state: "waiting", items: 3, documents: 2, startedAt: null, endedAt: null, completedAt: null },
  counts: { asked: 0, written: 0, unchanged: 0, removed: 0, leftOut: 0, failed: 0, redacted: 0 },
  ...{ lastError: null, nextAt: "2026-11-24T09:30:00.000Z", createdAt: "2026-11-24T09:00:00.000Z", ...more },
});

async function desk() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = (...args: string[]) => runCli(["source", ...args], { cwd: temporaryFolder(), env });
  return { server, run };
}

it("adds one to a workspace with what was chosen, and says when it is pulled", async () => {
  const { server, run } = await desk();
  server.faults.push(answering(source()));
  const { code, stdout } = await run(
    "add",
    "https://docs.acme.io/guide/",
    "--workspace",
    "w",
    "--every",
    "24",
  );
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("guide is pulled from https://docs.acme.io/guide/ now"),
  ]);
  const sent = server.seen.filter(({ url }) => url === "/v1/workspaces/w/sources").map(({ body }) => body);
  expect(sent).toEqual([{ location: "https://docs.acme.io/guide/", everyHours: 24 }]);
});

it("lists them with their failures, and says how to find those there are where one is missing", async () => {
  const { server, run } = await desk();
  server.faults.push(
    answering({ sources: [source({ lastError: "robots.txt answered 503" })] }),
    refusing(404, "not_found"),
  );
  const { stdout } = await run("list");
  expect(stdout).toContain("not pulled yet, next 2026-11-24 09:30");
  expect(stdout).toContain("  robots.txt answered 503");
  const missing = await run("show", "guide");
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("recall source list shows")]);
});
