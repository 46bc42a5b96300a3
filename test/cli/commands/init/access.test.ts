import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const CONFIG = ".user-config/edge-recall/config.json";
const read = (cwd: string, file = CONFIG) => JSON.parse(readFileSync(join(cwd, file), "utf8"));

/** Answers once with a failure of this code. */
const refuse = (server: FakeServer, status: number, code: string) =>
  server.faults.push((_, response) => {
    response.writeHead(status).end(JSON.stringify({ error: { code, message: `It is ${code}` } }));
    return true;
  });

async function init(server: FakeServer, ...more: readonly string[]) {
  const cwd = temporaryFolder();
  const run = await runCli(["init", "--url", `${server.url}/`, "--token", "t-1", ...more], { cwd });
  return { cwd, ...run };
}

describe("recall init", () => {
  it("says what the token opens, where it is kept, and what comes next", async () => {
    const server = await fakeServer();
    server.answers.set("GET /v1/status", { workspace: "team\u001b[2J", documents: 1_200, scope: "write" });
    const { cwd, code, stdout } = await init(server);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Workspace team␛[2J: 1,200 documents, write token.\nKept in ${join(cwd, CONFIG)}. Next: recall push <folder>\n`,
    });
    expect(read(cwd)).toEqual({ url: server.url, token: "t-1" });
    const json = await init(server, "--json", "--as", "work");
    expect(JSON.parse(json.stdout)).toEqual({
      url: server.url,
      config: join(json.cwd, CONFIG),
      at: "work",
      state: "Workspace team␛[2J: 1,200 documents, write token.",
    });
  });

  it.each([
    [[], "Owner's token: 0 workspaces.", "recall workspace create <name>"],
    [[{ slug: "team" }], "Owner's token: 1 workspace.", "recall workspace use <name>"],
  ])("keeps an owner's token as one, with %j there", async (workspaces, state, next) => {
    const server = await fakeServer();
    refuse(server, 403, "forbidden");
    server.answers.set("GET /v1/workspaces", { workspaces });
    const { cwd, stdout } = await init(server);
    expect(stdout.split("\n")[0]).toBe(state);
    expect(stdout).toContain(`Next: ${next}\n`);
    expect(read(cwd)).toEqual({ url: server.url, token: "t-1", ownerToken: "t-1" });
  });

  it.each(["unavailable", "timeout", "internal"])(
    "keeps what it could not check (%s), and says so",
    async (code) => {
      const server = await fakeServer();
      // A status that is not tried again.
      refuse(server, 400, code);
      const { cwd, ...run } = await init(server);
      expect(run).toMatchObject({
        code: 0,
        stdout: `Not checked: It is ${code}.\nKept in ${join(cwd, CONFIG)}. Next: recall push <folder>\n`,
      });
      expect(read(cwd)).toEqual({ url: server.url, token: "t-1" });
    },
  );

  it("keeps nothing after another failure", async () => {
    const server = await fakeServer();
    refuse(server, 500, "misconfigured");
    const { cwd, code } = await init(server);
    expect([code, existsSync(join(cwd, CONFIG))]).toEqual([3, false]);
  });

  it("keeps no token that the server refuses", async () => {
    const server = await fakeServer();
    server.faults.push(failOnce(401));
    const { cwd, code } = await init(server);
    expect([code, existsSync(join(cwd, CONFIG))]).toEqual([3, false]);
  });

  it.each([
    ["no server and nobody to ask", [], "recall init --url"],
    ["no token", ["--url", "https://recall.example"], "recall init --url"],
    ["plain http", ["--url", "http://recall.example", "--token", "t"], "not sent over plain http"],
    ["what is no address", ["--url", "recall.example", "--token", "t"], "looks like https://"],
    ["what is no token", ["--url", "https://recall.example", "--token", "a b"], "visible ASCII"],
    ["a name and the folder", ["--here", "--as", "work"], "cannot be used with"],
    ["a name that is none", ["--as", "a b"], "at most 48"],
    ["a name to remove that is none", ["--remove", "a b"], "at most 48"],
  ])("refuses %s", async (_, args, message) => {
    const run = await runCli(["init", ...args], { cwd: temporaryFolder() });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr.replace(/\s+/g, " ")).toContain(message);
  });

  it("takes server and token from the environment", async () => {
    const server = await fakeServer();
    server.answers.set("GET /v1/status", { workspace: "team", documents: 1, scope: "read" });
    const cwd = temporaryFolder();
    const env = { RECALL_URL: server.url, RECALL_TOKEN: "t-env" };
    expect((await runCli(["init"], { cwd, env })).code).toBe(0);
    expect(read(cwd)).toEqual({ url: server.url, token: "t-env" });
  });
});

describe("what was there before", () => {
  const keep = async (before: (url: string) => object | string, ...flags: readonly string[]) => {
    const server = await fakeServer();
    server.answers.set("GET /v1/status", { workspace: "team", documents: 1, scope: "write" });
    const cwd = temporaryFolder();
    const text = before(server.url);
    const file = flags.includes("--here") ? ".recall/config.json" : CONFIG;
    writeInto(cwd, file, typeof text === "string" ? text : JSON.stringify(text));
    const run = await runCli(["init", "--url", server.url, "--token", "new", ...flags], { cwd });
    expect(run.code).toBe(0);
    const { url, ...kept } = read(cwd, file);
    expect(url).toBe(server.url);
    return kept;
  };
  const owner = { token: "old", ownerToken: "o" };

  it("of the same server leaves its owner's token, of another one only the choice to sync", async () => {
    expect(await keep((url) => ({ url, ...owner, sync: "onSearch" }))).toEqual({
      token: "new",
      ownerToken: "o",
      sync: "onSearch",
    });
    expect(await keep(() => ({ url: "https://other.example", ...owner, sync: "onSearch" }))).toEqual({
      token: "new",
      sync: "onSearch",
    });
  });

  it("is of the same server at the same host and port, whatever the path", async () => {
    expect(await keep((url) => ({ url: `${url}/team`, ...owner }))).toEqual({
      token: "new",
      ownerToken: "o",
    });
    expect(await keep(() => ({ url: "http://127.0.0.1:1", ...owner }))).toEqual({ token: "new" });
  });

  it("is that of the name under which it is kept, and leaves the others as they are", async () => {
    const work = (url: string) => ({ url, token: "w", ownerToken: "of work" });
    expect(await keep((url) => ({ url, ...owner, places: { work: work(url) } }), "--as", "work")).toEqual({
      ...owner,
      places: { work: { url: expect.any(String), token: "new", ownerToken: "of work" } },
    });
    expect(await keep((url) => ({ url, ...owner }), "--as", "work")).toEqual({
      ...owner,
      places: { work: { url: expect.any(String), token: "new" } },
    });
  });

  it("counts in a folder that was made here, with the owner's token, which git does not see", async () => {
    const server = await fakeServer();
    refuse(server, 403, "forbidden");
    server.answers.set("GET /v1/workspaces", { workspaces: [] });
    server.answers.set("GET /v1/status", { workspace: "team", documents: 1, scope: "write" });
    const cwd = temporaryFolder();
    const args = (token: string) => ["init", "--url", server.url, "--token", token, "--here"];
    await runCli(args("owner"), { cwd });
    const { stdout } = await runCli(args("new"), { cwd });
    expect(stdout).toContain(`Kept in ${join(cwd, ".recall/config.json")}. Next: recall push <folder>`);
    expect(read(cwd, ".recall/config.json")).toEqual({ url: server.url, token: "new", ownerToken: "owner" });
    expect(readFileSync(join(cwd, ".recall/.gitignore"), "utf8")).toBe("*\n");
    expect(existsSync(join(cwd, CONFIG))).toBe(false);
  });

  it("does not matter where it is damaged, or where nobody trusts the folder that it is in", async () => {
    expect(await keep(() => "{ no JSON")).toEqual({ token: "new" });
    expect(await keep((url) => ({ url, ...owner }), "--here")).toEqual({ token: "new" });
    const server = await fakeServer();
    server.answers.set("GET /v1/status", { workspace: "team", documents: 1, scope: "write" });
    const cwd = temporaryFolder({ [CONFIG]: "{ no JSON" });
    const args = ["init", "--url", server.url, "--token", "new", "--as", "work"];
    expect((await runCli(args, { cwd })).code).toBe(0);
    expect(read(cwd)).toEqual({ places: { work: { url: server.url, token: "new" } } });
  });
});

describe("the kept servers", () => {
  it("are none at first, and what is used in their place is named", async () => {
    const cwd = temporaryFolder();
    const none = await runCli(["init", "--list"], { cwd });
    expect(none).toEqual({ code: 0, stdout: "No server is kept. Keep one: recall init\n", stderr: "" });
    const config = join(cwd, CONFIG);
    const json = await runCli(["init", "--list", "--json"], { cwd });
    expect(JSON.parse(json.stdout)).toEqual({ config, places: [], here: null });
    const env = { RECALL_URL: "https://recall.example", RECALL_TOKEN: "t" };
    const listed = await runCli(["init", "--list"], { cwd, env });
    expect(listed.stdout.split("\n")[1]).toBe("Used here: https://recall.example, from flags or environment");
    writeInto(cwd, CONFIG, JSON.stringify({ url: "https://kept.example", token: "t" }));
    expect((await runCli(["init", "--list"], { cwd, env })).stdout.split("\n").slice(1)).toEqual([
      expect.stringMatching(/^\(no name\) +https:\/\/kept\.example$/),
      "Used here: https://recall.example, from flags or environment",
      "",
    ]);
    rmSync(config);
    writeInto(cwd, "home/config.json", JSON.stringify({ url: "https://home.example", token: "t" }));
    const home = join(cwd, "home");
    const of = await runCli(["init", "--list"], { cwd, env: { RECALL_HOME: home } });
    expect(of.stdout.split("\n")[1]).toBe(
      `Used here: https://home.example, from ${join(home, "config.json")}`,
    );
  });

  it("are named where one is to go that is not among them", async () => {
    const cwd = temporaryFolder();
    const remove = (name: string) => runCli(["init", "--remove", name], { cwd });
    expect(await remove("work")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No place is called work; no place is kept"),
    });
    const place = { url: "https://recall.example", token: "t" };
    writeInto(cwd, CONFIG, JSON.stringify({ places: { home: place, lab: place } }));
    expect((await remove("work")).stderr).toContain("No place is called work; there are: home, lab");
    expect((await remove("constructor")).code).toBe(1);
    const removed = await runCli(["init", "--remove", "lab", "--json"], { cwd });
    expect(JSON.parse(removed.stdout)).toEqual({ removed: "lab", config: join(cwd, CONFIG) });
    expect((await remove("home")).stdout).toBe(
      `Removed home from ${join(cwd, CONFIG)}. Its token is still valid: recall token revoke ends one.\n`,
    );
  });
});
