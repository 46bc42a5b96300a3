import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const WORK = { kind: "identity", unit: "chunks", done: 1_000, total: 2_000, endsAt: null, lastError: null };
const TOLD = "Embedding everything again, the old vectors serve until then: 1,000 of 2,000 passages\n";
const INDEX = { pendingChunks: 0, pausedUntil: null as string | null, failedWork: 0 };
const OLD = { ...WORK, kind: "old_vectors", done: 0, total: 7 };
const OLD_TOLD = "The old vectors of 7 passages are no longer used; cron deletes them in a few minutes\n";

async function reindexed(args: readonly string[], answer: object, status?: object) {
  const server = await fakeServer();
  server.faults.push(answering({ retried: 0, work: [], ...answer }));
  if (status !== undefined) server.answers.set("GET /v1/status", { index: INDEX, reindex: [], ...status });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const { code, stdout } = await runCli(["reindex", ...args], { cwd: temporaryFolder(), env });
  return { code, stdout, body: server.seen[0]?.body };
}

it.each([
  [[], { failed: false, all: false }],
  [["--failed"], { failed: true, all: false }],
  [["--all"], { failed: false, all: true }],
])("asks with %j for %j", async (args, body) => {
  expect(await reindexed(args, {})).toEqual({ code: 0, stdout: "Nothing is stale, nothing failed\n", body });
});

it("says what is tried again and what is under way", async () => {
  const both = await reindexed([], { retried: 1, work: [WORK] });
  expect(both).toMatchObject({ code: 0, stdout: `Retrying 1 piece of work\n${TOLD}` });
  expect((await reindexed([], { retried: 2 })).stdout).toBe("Retrying 2 pieces of work\n");
});

it.each([
  [{}, 0, "Everything is indexed\n"],
  [{ reindex: [OLD] }, 0, `Everything is indexed\n${OLD_TOLD}`],
  [{ index: { ...INDEX, failedWork: 2 } }, 1, "Everything is indexed; 2 pieces of work given up\n"],
  [
    { index: { ...INDEX, pendingChunks: 3, pausedUntil: "2026-11-21", failedWork: 1 } },
    1,
    "Model work is paused until 2026-11-21; it continues by itself; 1 piece of work given up\n",
  ],
])("waits with --watch for a server at %j, and exits %i", async (status, code, told) => {
  expect(await reindexed(["--watch"], { work: [WORK] }, status)).toMatchObject({ code, stdout: told });
});

it("prints how it ended beside the answer for programs, and nothing of that where it did not wait", async () => {
  const { stdout } = await reindexed(["--watch", "--json"], { retried: 1 }, {});
  expect(JSON.parse(stdout)).toEqual({ retried: 1, work: [], done: true, index: INDEX });
  expect(JSON.parse((await reindexed(["--json"], {})).stdout)).toEqual({ retried: 0, work: [] });
});
