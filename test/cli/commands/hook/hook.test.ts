import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const SILENT = { code: 0, stdout: "", stderr: "" };

async function world() {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit()]));
  const cwd = temporaryFolder();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const hook = (args: string, input = "") => runCli(["hook", ...args.split(" ")], { cwd, env, input });
  return { server, cwd, env, hook };
}

describe("the hook for a prompt", () => {
  it("searches once for the prompt of an agent's JSON, in its session, and prints what it found", async () => {
    const { server, hook } = await world();
    const input = JSON.stringify({ prompt: "the keys?", session_id: "s-1" });
    const { code, stdout, stderr } = await hook("prompt", input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("[01234567]\n| guides/keys.md#L3-L9 Keys > Rotation\n| Rotate keys\n");
    const wish = { query: "the keys?", minScore: 0.2, session: "s-1", auto: true, view: "snippet" };
    expect(server.seen.map(({ body }) => body)).toEqual([wish]);
    const flags = "prompt --session s-2 --min-score 0.5 --limit 3 --root notes --budget 150";
    await hook(flags, input);
    expect(server.seen.at(-1)?.body).toEqual({
      ...wish,
      ...{ session: "s-2", minScore: 0.5, limit: 3, filters: { root: "notes" } },
    });
  });

  it("names roots where the workspace has several", async () => {
    const { server, hook } = await world();
    const index = { ...found([]).index, severalRoots: true };
    server.answers.set("POST /v1/search", found([hit()], { index }));
    expect((await hook("prompt", "keys?")).stdout).toContain("\n| notes:guides/keys.md#L3-L9");
  });

  it("prints no hits that stand in for some, and says with --verbose why it did not search", async () => {
    const { server, hook } = await world();
    server.answers.set("POST /v1/search", found([hit()], { fallback: "recent" }));
    expect(await hook("prompt", "keys?")).toEqual(SILENT);
    server.answers.set("POST /v1/search", found([hit()], { outcome: "nothing_relevant" }));
    expect(await hook("prompt", "keys?")).toEqual(SILENT);
    server.answers.set("POST /v1/search", found([], { outcome: "skipped", skipped: "greeting" }));
    expect(await hook("prompt", "hello")).toEqual(SILENT);
    expect(await hook("prompt --verbose", "hello")).toEqual({
      ...SILENT,
      stderr: "recall: not searched: greeting\n",
    });
    expect(await hook("prompt", "  ")).toEqual(SILENT);
    expect(server.seen).toHaveLength(4);
  });

  it("prints 600 tokens where no other budget is named", async () => {
    const { server, hook } = await world();
    const text = Array.from({ length: 300 }, (_, at) => `line ${at} of it`).join("\n");
    server.answers.set(
      "POST /v1/search",
      found([hit({ snippet: { text, startLine: 1, endLine: 300, highlights: [] } })]),
    );
    const { stdout } = await hook("prompt", "keys?");
    expect((await hook("prompt --budget 600", "keys?")).stdout).toBe(stdout);
    expect((await hook("prompt --budget 650", "keys?")).stdout.length).toBeGreaterThan(stdout.length);
  });

  it("answers in JSON with the block, or null, and the outcome", async () => {
    const { server, hook } = await world();
    const json = async (input: string) => JSON.parse((await hook("prompt --json", input)).stdout);
    expect(await json("keys?")).toEqual({
      context: (await hook("prompt", "keys?")).stdout,
      outcome: "found",
    });
    server.answers.set("POST /v1/search", found([]));
    expect(await json("keys?")).toEqual({ context: null, outcome: "nothing_found" });
    expect(await json(" ")).toEqual({ context: null, outcome: "skipped" });
  });

  it("asks a server that fails no second time, and is silent about it unless it is to say so", async () => {
    const { server, hook } = await world();
    server.faults.push(failOnce(503), failOnce(503));
    expect(await hook("prompt", "keys?")).toEqual(SILENT);
    expect(await hook("prompt --verbose", "keys?")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^recall: /),
    });
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ["prompt --bogus", "unknown option"],
    ["prompt --budget 149", "from 150 to 20000"],
    ["prompt --budget 20001", "from 150 to 20000"],
    ["prompt --timeout 99", "from 100 to 60000"],
    ["session-start --timeout 60001", "from 100 to 60000"],
    ["stop --timeout x", "from 100 to 60000"],
  ])("never blocks the agent with %s", async (args, message) => {
    const { hook } = await world();
    expect(await hook(args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  });
});

describe("the hook for the start of a session", () => {
  it("wakes the search with the folder's name, in the agent's folder, and pushes what changed there", async () => {
    const { server, cwd, env, hook } = await world();
    for (const root of ["one", "two"]) {
      writeInto(cwd, `${root}/a.md`, "text");
      await runCli(["push", root], { cwd, env });
      writeInto(cwd, `${root}/b.md`, "more");
    }
    server.seen.length = 0;
    const input = JSON.stringify({ hook_event_name: "SessionStart", cwd: join(cwd, "one") });
    expect(await hook("session-start --root two", input)).toEqual(SILENT);
    expect(server.seen[0]?.body).toEqual({ query: "one", limit: 1, log: false });
    const pushed = () =>
      server.seen
        .splice(0)
        .map(({ url }) => url)
        .slice(1);
    expect(pushed()).toEqual(["/v1/roots/two/manifest", "/v1/roots/two/documents"]);
    await hook("session-start");
    expect(server.seen[0]?.body).toMatchObject({ query: basename(cwd) });
    expect(pushed()).toEqual(["/v1/roots/one/manifest", "/v1/roots/one/documents"]);
  });

  it("wakes the search with a word of its own where the folder has no name", async () => {
    const { server, hook } = await world();
    await hook("session-start", JSON.stringify({ hook_event_name: "SessionStart", cwd: "/" }));
    expect(server.seen[0]?.body).toMatchObject({ query: "notes" });
  });

  it("sends what the server has lost of a folder that is unchanged", async () => {
    const { server, cwd, env, hook } = await world();
    writeInto(cwd, "one/a.md", "text");
    await runCli(["push", "one"], { cwd, env });
    server.seen.length = 0;
    await hook("session-start");
    expect(server.seen.splice(0).map(({ url }) => url)).toEqual(["/v1/search"]);
    server.roots.clear();
    const index = { ...found([]).index, version: 0 };
    server.answers.set("POST /v1/search", found([], { index }));
    await hook("session-start");
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/v1/search",
      "/v1/roots/one/manifest",
      "/v1/roots/one/documents",
    ]);
  });

  it("leaves a server alone that does not answer the search", async () => {
    const { server, cwd, env, hook } = await world();
    writeInto(cwd, "one/a.md", "text");
    await runCli(["push", "one"], { cwd, env });
    writeInto(cwd, "one/b.md", "more");
    server.seen.length = 0;
    server.faults.push(failOnce(503));
    expect(await hook("session-start")).toEqual(SILENT);
    expect(server.seen.map(({ url }) => url)).toEqual(["/v1/search"]);
  });
});

describe("the hook for an agent's stop", () => {
  const SAID = "From now on we deploy on Thursdays.";
  const COMMAND = "  recall remember --type preference -- 'From now on we deploy on Thursdays.'\n";

  it("offers what was said: as JSON to who sent JSON, in words to others, with --json all of it", async () => {
    const { server, hook } = await world();
    const input = JSON.stringify({ hook_event_name: "Stop", prompt: SAID });
    const offered = JSON.parse((await hook("stop", input)).stdout);
    expect(offered).toEqual({ decision: "block", reason: expect.stringContaining(COMMAND) });
    expect(await hook("stop", SAID)).toEqual({ ...SILENT, stdout: `${offered.reason}\n` });
    expect(JSON.parse((await hook("stop --json", SAID)).stdout)).toEqual({
      reason: offered.reason,
      suggestions: [{ text: SAID, type: "preference" }],
    });
    expect(await hook("stop", "Fix the test")).toEqual(SILENT);
    expect(server.seen).toEqual([]);
  });

  it("offers nothing where no server would remember it", async () => {
    const run = await runCli(["hook", "stop"], { cwd: temporaryFolder(), input: SAID });
    expect(run).toEqual(SILENT);
  });
});

describe("the hooks' installation", () => {
  const CONFIG = ".user-config/edge-recall/config.json";
  const place = { url: "https://recall.example", token: "t" };

  function install(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const cwd = temporaryFolder({
      [CONFIG]: JSON.stringify({ ...place, places: { "my.work": place } }),
      ".claude/settings.json": '{ "model": "opus" }',
    });
    return { cwd, run: runCli(["hook", "install", "claude-code", ...flags], { cwd, env }) };
  }

  it("prints what belongs into the settings and writes nothing", async () => {
    const { cwd, run } = install(["--at", "my.work"]);
    const { code, stdout, stderr } = await run;
    const { hooks } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(stderr).toContain(`add this to ${join(cwd, ".claude/settings.json")}`);
    expect(hooks.Stop[0].hooks[0].command).toMatch(/ --at my\.work hook stop$/);
    expect(
      Object.entries<{ hooks: { command: string; timeout: number; type: string }[] }[]>(hooks).map(
        ([event, [group]]) => [event, group?.hooks[0]?.type, group?.hooks[0]?.timeout],
      ),
    ).toEqual([
      ["UserPromptSubmit", "command", 10],
      ["SessionStart", "command", 30],
      ["Stop", "command", 10],
    ]);
    expect(readFileSync(join(cwd, ".claude/settings.json"), "utf8")).toBe('{ "model": "opus" }');
  });

  it("starts the program with the home that is in use, quoted for a shell", async () => {
    const cwd = temporaryFolder({ "my home/config.json": JSON.stringify(place) });
    const home = join(cwd, "my home");
    const run = await runCli(["hook", "install", "claude-code", "--json"], {
      cwd,
      env: { RECALL_HOME: home },
    });
    const { file, settings } = JSON.parse(run.stdout);
    expect(file).toBe(join(cwd, ".claude/settings.json"));
    expect(settings.hooks.Stop[0].hooks[0].command).toMatch(/^RECALL_HOME='[^']*\/my home' \S.* hook stop$/);
  });

  it("looks for the user's settings in the system's home where none is named", async () => {
    const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place) });
    const run = await runCli(["hook", "install", "claude-code", "--json"], { cwd, env: { HOME: "" } });
    expect(JSON.parse(run.stdout).file).toBe(join(homedir(), ".claude/settings.json"));
  });

  it.each([
    ["the user's settings", ["--write"], {}, ".claude/settings.json"],
    [
      "the settings where the agent has them",
      ["--write"],
      { CLAUDE_CONFIG_DIR: "elsewhere" },
      "elsewhere/settings.json",
    ],
    [
      "the folder's own, which are not committed",
      ["--write", "--project"],
      {},
      ".claude/settings.local.json",
    ],
  ])("writes into %s", async (_, flags, env, file) => {
    const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place), [file]: '{ "model": "opus" }' });
    const { CLAUDE_CONFIG_DIR } = env as { readonly CLAUDE_CONFIG_DIR?: string };
    const absolute =
      CLAUDE_CONFIG_DIR === undefined ? {} : { CLAUDE_CONFIG_DIR: join(cwd, CLAUDE_CONFIG_DIR) };
    const run = () => runCli(["hook", "install", "claude-code", ...flags], { cwd, env: absolute });
    expect((await run()).stdout).toBe(`Written: ${join(cwd, file)}\n`);
    expect(JSON.parse(readFileSync(join(cwd, file), "utf8"))).toMatchObject({
      model: "opus",
      hooks: { Stop: [{ hooks: [{ timeout: 10 }] }] },
    });
    expect((await run()).stdout).toBe(`Already there: ${join(cwd, file)}\n`);
  });

  it("refuses a folder whose settings lead out of it", async () => {
    const elsewhere = temporaryFolder();
    const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place) });
    symlinkSync(elsewhere, join(cwd, ".claude"));
    const run = await runCli(["hook", "install", "claude-code", "--write", "--project"], { cwd });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("leads out of the project") });
    expect(existsSync(join(elsewhere, "settings.local.json"))).toBe(false);
    const own = await runCli(["hook", "install", "claude-code", "--write"], { cwd });
    expect(own.code).toBe(0);
  });
});
