import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

async function run(args: readonly string[]) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { roots: [{ root: "notes" }] });
  server.answers.set("DELETE /v1/roots/notes", { deleted: 1_204, version: 7 });
  server.answers.set("DELETE /v1/roots/notes?prefix=old%2F", { deleted: 3, version: 7 });
  server.answers.set("POST /v1/reindex", {
    retried: 2,
    work: [
      {
        kind: "identity",
        unit: "chunks",
        done: 250,
        total: 1_204,
        startedAt: "2026-11-20T12:00:00.000Z",
        endsAt: "2026-11-20T12:04:00.000Z",
        lastError: null,
      },
    ],
  });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "a-token" };
  const { code, stdout, stderr } = await runCli(args, { cwd: temporaryFolder(), env });
  return { code, stdout, stderr, requests: server.seen.map(({ method, url }) => `${method} ${url}`) };
}

it("deletes a root whose name was given twice", async () => {
  const { stdout, requests } = await run(["delete", "notes", "--yes", "notes"]);
  expect([stdout, requests]).toEqual(["Deleted 1,204 documents\n", ["DELETE /v1/roots/notes"]]);
});

it("deletes what is below a prefix", async () => {
  const { stdout } = await run(["delete", "notes", "--prefix", "old/", "--yes", "notes"]);
  expect(stdout).toBe("Deleted 3 documents\n");
});

it("says that only a push sends again what this machine had pushed, and forgets no folder for a part", async () => {
  const server = await fakeServer();
  server.answers.set("DELETE /v1/roots/notes", { deleted: 1, version: 7 });
  server.answers.set("DELETE /v1/roots/notes?prefix=old%2F", { deleted: 1, version: 7 });
  const cwd = temporaryFolder({ "notes/a.md": "text" });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "a-token" };
  const run = (...args: string[]) => runCli(args, { cwd, env });
  await run("push", "notes");
  const deletion = ["delete", "notes", "--yes", "notes"];
  expect((await run(...deletion, "--prefix", "old/")).stdout).toBe(
    "Deleted 1 document. recall push sends them again, a sync each that changes.\nTo leave them out, name old/ in .recallignore.\n",
  );
  expect((await run(...deletion)).stdout).toBe("Deleted 1 document; only recall push sends it again\n");
  expect((await run(...deletion)).stdout).toBe("Deleted 1 document\n");
  expect(JSON.parse((await run(...deletion, "--json")).stdout)).toEqual({ deleted: 1, version: 7 });
});

it("says where the roots are listed for one that there is not, and asks nobody for what is no name", async () => {
  const { code, stderr } = await run(["delete", "docs", "--yes", "docs"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("recall status lists the roots")]);
  expect(await run(["delete", "a/b", "--yes", "a/b"])).toMatchObject({ code: 2, requests: [] });
});

it.each([true, false])("asks nobody to confirm what is not there, where it can ask: %s", async (canAsk) => {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { roots: [{ root: "notes" }] });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "a-token" };
  const world = { cwd: temporaryFolder(), env, terminal: { canAsk } };
  const { code, stderr } = await runCli(["delete", "nope"], world);
  expect([code, stderr]).toEqual([1, expect.stringContaining('no root "nope": recall root list')]);
  expect(server.seen.map(({ method }) => method)).toEqual(["GET"]);
});

it.each([
  ["a name that is another one", ["delete", "notes", "--yes", "note"]],
  ["no name where nobody can be asked", ["delete", "notes"]],
  ["a prefix that is empty", ["delete", "notes", "--prefix", "", "--yes", "notes"]],
])("deletes nothing with %s", async (_, args) => {
  const { code, requests } = await run(args);
  expect([code, requests.filter((request) => request !== "GET /v1/status")]).toEqual([2, []]);
});

it("tells what is being indexed anew and until when", async () => {
  const { stdout } = await run(["reindex"]);
  expect(stdout).toBe(
    "Retrying 2 pieces of work\n" +
      "Embedding everything again, the old vectors serve until then: 250 of 1,204 passages, until about 2026-11-20T12:04:00.000Z\n",
  );
});
