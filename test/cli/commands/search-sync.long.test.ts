import { readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failOnce, type FakeServer, fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const TOKEN = "er_secret-token";
/** Long before any push: what was saved right before one is read again, in case it was saved again. */
const LONG_AGO = new Date("2026-01-01");

const ANSWER = {
  outcome: "nothing_found",
  hits: [],
  degraded: [],
  index: {
    version: 1,
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    embedder: "m",
    reranker: "r",
  },
  use: { repaired: [] },
};

/** A server that answers searches, and a pushed folder `n` with two files. */
async function pushedFolder(flags: readonly string[] = []) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", ANSWER);
  const cwd = temporaryFolder({ "n/a.md": "one", "n/b.md": "two" });
  for (const name of ["a.md", "b.md"]) utimesSync(join(cwd, "n", name), LONG_AGO, LONG_AGO);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: TOKEN };
  const run = (...args: readonly string[]) => runCli(args, { cwd, env });
  expect((await run("push", "n", ...flags)).code).toBe(0);
  server.seen.length = 0;
  return { server, cwd, run };
}

const actions = ({ seen }: FakeServer): readonly string[] =>
  seen.map(({ url }) => url.slice(url.lastIndexOf("/") + 1));

it("asks the server nothing but the search where nothing changed", async () => {
  const { server, cwd, run } = await pushedFolder();
  utimesSync(join(cwd, "n/b.md"), new Date(), new Date());
  const { stderr } = await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["search"]);
  expect(stderr).toBe("");
});

it("pushes what changed first, and searches what it wrote", async () => {
  const { server, cwd, run } = await pushedFolder();
  writeInto(cwd, "n/b.md", "six");
  writeInto(cwd, "n/c.md", "new");
  const { stderr } = await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["manifest", "documents", "search"]);
  expect([...(server.roots.get("n") ?? [])].map(([path]) => path)).toEqual(["a.md", "b.md", "c.md"]);
  expect(stderr).toBe("recall: n: 2 changed files pushed\n");
  expect(server.seen.at(-1)?.headers["x-recall-bookmark"]).toBe("00000004");
  await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["manifest", "documents", "search", "search"]);
});

it("sees a file that takes another's place with the same size and time", async () => {
  const { server, cwd, run } = await pushedFolder();
  writeInto(cwd, "n/other.txt~", "six");
  utimesSync(join(cwd, "n/other.txt~"), LONG_AGO, LONG_AGO);
  renameSync(join(cwd, "n/other.txt~"), join(cwd, "n/b.md"));
  await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["manifest", "documents", "search"]);
});

it("deletes what is gone where the folder was pushed to mirror", async () => {
  const { server, cwd, run } = await pushedFolder(["--mirror"]);
  rmSync(join(cwd, "n/a.md"));
  const { stderr } = await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["manifest", "prune", "search"]);
  expect(stderr).toBe("recall: n: 1 document deleted\n");
});

it("searches all the same when a push fails, and says so", async () => {
  const { server, cwd, run } = await pushedFolder();
  writeInto(cwd, "n/b.md", "six");
  server.faults.push(failOnce(503), failOnce(503));
  const { code, stderr } = await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["manifest", "manifest", "search"]);
  expect(stderr).toMatch(/^recall: n was not pushed: .*503\n$/);
  expect(code).toBe(1);
  await run("search", "q", "--sync");
  expect(actions(server).slice(3)).toEqual(["manifest", "documents", "search"]);
});

it("looks only at the root that is searched, and at no folder that is gone", async () => {
  const { server, cwd, run } = await pushedFolder();
  writeInto(cwd, "n/b.md", "six");
  await run("search", "q", "--sync", "--root", "other");
  expect(actions(server)[0]).toBe("search");
  rmSync(join(cwd, "n"), { recursive: true });
  server.seen.length = 0;
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(actions(server)).toEqual(["search"]);
});

it("does so by itself where the configuration says onSearch, unless told not to", async () => {
  const { server, cwd } = await pushedFolder();
  const config = { url: server.url, token: TOKEN, sync: "onSearch" };
  const file = join(cwd, ".user-config/edge-recall/config.json");
  const run = (...args: readonly string[]) => runCli(args, { cwd });
  writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify(config));
  writeInto(cwd, "n/b.md", "six");
  await run("search", "q", "--no-sync");
  expect(actions(server)).toEqual(["search"]);
  await run("search", "q");
  expect(actions(server)).toEqual(["search", "manifest", "documents", "search"]);
  expect((await run("init", "--url", server.url, "--token", TOKEN)).code).not.toBe(2);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(config);
  writeInto(cwd, ".user-config/edge-recall/config.json", JSON.stringify({ ...config, sync: "always" }));
  expect(await run("search", "q")).toMatchObject({ code: 2, stderr: expect.stringContaining('"onSearch"') });
});

it("keeps what it saw where only its owner looks, and does without it when it is damaged", async () => {
  const { server, cwd, run } = await pushedFolder();
  const folder = join(cwd, ".user-config/edge-recall/pushed");
  const [name = ""] = readdirSync(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, name), "utf8")).not.toContain(TOKEN);
  for (const text of ["", "{", "null", '{"folder":"/","root":"n","seenAtMs":1,"files":[[1]]}']) {
    writeInto(folder, name, text);
    expect((await run("search", "q", "--sync")).stderr, text).toBe("");
  }
  rmSync(join(folder, name));
  writeInto(join(folder, name), "a folder", "");
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(new Set(actions(server))).toEqual(new Set(["search"]));
});
