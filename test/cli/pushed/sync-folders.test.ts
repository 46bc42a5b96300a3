import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const ANSWER = {
  ...{ outcome: "nothing_found", hits: [], degraded: [], use: { repaired: [] } },
  index: {
    version: 9,
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    embedder: "m",
    reranker: "r",
  },
};

/** Two pushed folders, `n` with the given flags, saved long before; what a search before which they are synced asks. */
async function world(...flags: readonly string[]) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", ANSWER);
  const cwd = temporaryFolder({ "n/a.md": "one", "n/.b.md": "two", "o/c.md": "three" });
  for (const name of ["n/a.md", "n/.b.md", "o/c.md"]) utimesSync(join(cwd, name), 1, 1);
  const run = (...args: readonly string[]) =>
    runCli(args, { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" } });
  await run("push", "n", ...flags);
  await run("push", "o");
  server.seen.length = 0;
  const sync = async (...args: readonly string[]) => {
    const { stderr } = await run("search", "q", "--sync", ...args);
    return { stderr: stderr.replaceAll(`${cwd}/`, ""), asked: takeActions(server) };
  };
  return { server, cwd, sync };
}

function takeActions(server: FakeServer): readonly string[] {
  const asked = server.seen.splice(0).filter(({ url }) => url !== "/v1/status");
  return asked.map(({ url }) => url.replace(/^\/v1\/(?:roots\/)?/, ""));
}

it("pushes before a search only what changed, as it was pushed before, and nothing the next time", async () => {
  const { server, cwd, sync } = await world("--include-hidden", "--mirror", "--root", "named");
  expect(await sync()).toEqual({ stderr: "", asked: ["search"] });
  writeInto(cwd, "n/.b.md", "2");
  rmSync(join(cwd, "n/a.md"));
  expect(await sync("--root", "o")).toEqual({ stderr: "", asked: ["search"] });
  expect(await sync()).toEqual({
    stderr: "recall: named: 1 changed file pushed, 1 document deleted\n",
    asked: ["named/manifest", "named/documents", "named/prune", "search"],
  });
  expect(await sync()).toEqual({ stderr: "", asked: ["search"] });
  expect([...(server.roots.get("named")?.keys() ?? [])]).toEqual([".b.md"]);
});

it("leaves out what was deleted there, and tells how it is sent again", async () => {
  const { server, cwd, sync } = await world("--include-hidden");
  server.roots.get("n")?.delete("a.md");
  writeInto(cwd, "n/.b.md", "2");
  expect((await sync()).stderr).toBe(
    "recall: n: 1 changed file pushed, 1 file not, deleted there (recall push n sends it)\n",
  );
  server.roots.clear();
  writeInto(cwd, "n/.b.md", "3");
  expect((await sync()).stderr).toBe("recall: n is no longer indexed: recall push n sends it again\n");
  writeInto(cwd, "n/.b.md", "4");
  expect(await sync()).toEqual({ stderr: "", asked: ["search"] });
});

it("sends what a database that fell behind has lost, of that folder alone, and searches again", async () => {
  const { server, sync } = await world();
  server.answers.set("POST /v1/search", { ...ANSWER, index: { ...ANSWER.index, version: 0 } });
  server.roots.get("n")?.delete("a.md");
  expect(await sync("--root", "n")).toEqual({
    stderr: "recall: n: 1 missing file pushed\n",
    asked: ["search", "n/manifest", "n/documents", "search"],
  });
});

it("asks for no sync where none was asked for, and pushes nothing that is gone with its folder", async () => {
  const { server, cwd, sync } = await world();
  writeInto(cwd, "n/a.md", "2");
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  for (const flags of [[], ["--no-sync"]]) await runCli(["search", "q", ...flags], { cwd, env });
  expect(takeActions(server)).toEqual(["search", "search"]);
  rmSync(join(cwd, "n"), { recursive: true });
  expect(await sync()).toEqual({ stderr: "", asked: ["search"] });
});
