import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

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

it("knows a root by its name, however the letters of the name are composed", async () => {
  const { server, cwd, run } = await pushedFolder(["--root", "Küche".normalize("NFC")]);
  writeInto(cwd, "n/b.md", "six");
  await run("search", "q", "--sync", "--root", "other");
  expect(actions(server)).not.toContain("manifest");
  await run("search", "q", "--sync", "--root", "Küche".normalize("NFD"));
  expect(actions(server)).toContain("documents");
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

const answerAt = (version: number) => ({ ...ANSWER, index: { ...ANSWER.index, version } });

it("does not bring back what was deleted on the server, though other files changed", async () => {
  const { server, cwd, run } = await pushedFolder();
  server.roots.get("n")?.delete("a.md");
  server.answers.set("POST /v1/search", answerAt(2));
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(actions(server)).toEqual(["search"]);
  writeInto(cwd, "n/b.md", "six");
  const command = `recall push ${join(cwd, "n")}`;
  const said = `recall: n: 1 changed file pushed, 1 file not, deleted there (${command} sends it)\n`;
  expect((await run("search", "q", "--sync")).stderr).toBe(said);
  expect([...(server.roots.get("n") ?? [])].map(([path]) => path)).toEqual(["b.md"]);
  writeInto(cwd, "n/a.md", "one, and more");
  expect((await run("search", "q", "--sync")).stderr).toBe("recall: n: 1 changed file pushed\n");
  expect((await run("push", "n")).code).toBe(0);
  expect([...(server.roots.get("n") ?? [])].map(([path]) => path).sort()).toEqual(["a.md", "b.md"]);
});

it.each([0, 1])(
  "pushes all that a restored database lacks, with %i files changed, and searches it",
  async (changed) => {
    const { server, cwd, run } = await pushedFolder();
    server.answers.set("POST /v1/search", answerAt(0));
    const note = join(cwd, ".user-config/edge-recall/pushed");
    const [name = ""] = readdirSync(note);
    const noted = JSON.parse(readFileSync(join(note, name), "utf8")) as object;
    writeInto(note, name, JSON.stringify({ ...noted, version: 9 }));
    server.roots.get("n")?.delete("a.md");
    if (changed > 0) writeInto(cwd, "n/b.md", "six");
    const { stderr } = await run("search", "q", "--sync");
    expect(stderr).toBe("recall: n: 1 missing file pushed\n");
    expect([...(server.roots.get("n") ?? [])].map(([path]) => path).sort()).toEqual(["a.md", "b.md"]);
    expect(actions(server).at(-1)).toBe("search");
  },
);

it("asks a restored database once whether it has all", async () => {
  const { server, run } = await pushedFolder();
  server.answers.set("POST /v1/search", answerAt(0));
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(actions(server)).toEqual(["search", "manifest", "search"]);
});

it("does not bring back a root that was deleted elsewhere, and tells how to, once", async () => {
  const { server, cwd, run } = await pushedFolder();
  server.roots.clear();
  server.answers.set("POST /v1/search", answerAt(2));
  writeInto(cwd, "n/b.md", "six");
  const said = `recall: n is no longer indexed: recall push ${join(cwd, "n")} sends it again\n`;
  expect((await run("search", "q", "--sync")).stderr).toBe(said);
  writeInto(cwd, "n/b.md", "seven");
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(actions(server)).toEqual(["manifest", "search", "search"]);
});

it("leaves a root alone that was deleted from here", async () => {
  const { server, cwd, run } = await pushedFolder();
  server.answers.set("DELETE /v1/roots/n", { deleted: 2, version: 3 });
  const { stdout } = await run("delete", "n", "--yes", "n");
  expect(stdout).toBe("Deleted 2 documents; only recall push sends it again\n");
  writeInto(cwd, "n/b.md", "six");
  expect((await run("search", "q", "--sync")).stderr).toBe("");
  expect(actions(server)).toEqual(["n", "search"]);
});

it("says nothing of what a token that may only read cannot compare", async () => {
  const { server, run } = await pushedFolder();
  server.answers.set("POST /v1/search", answerAt(0));
  server.faults.push(({ url }, response) => {
    if (!url.endsWith("/manifest")) return false;
    const error = { code: "forbidden", message: "This token may not write" };
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return true;
  });
  const { stderr } = await run("search", "q", "--sync");
  expect(actions(server)).toEqual(["search", "manifest"]);
  expect(stderr).toBe("");
});

it("names what was pushed to another database at the address, and pushes none of it unasked", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "n/a.md": "one" });
  const run = (key: string, ...args: readonly string[]) =>
    runCli(args, { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: `rcl_${key}.id.1.a.-.signature` } });
  await run("before", "push", "n");
  server.answers.set("POST /v1/search", { ...ANSWER, index: { ...ANSWER.index, indexedAt: null } });
  server.seen.length = 0;
  const { stderr } = await run("after", "search", "q", "--sync");
  expect(stderr).toBe(
    `recall: pushed from here to another database at this address, not to this one: ${join(cwd, "n")} (recall push <folder> sends one)\n`,
  );
  expect(actions(server)).toEqual(["search"]);
});
