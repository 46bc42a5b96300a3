import { execFile, spawn } from "node:child_process";
import { readFileSync, symlinkSync, utimesSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { FAKE_TOKEN } from "../../fake-proof.ts";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const SILENT = { code: 0, stdout: "", stderr: "" };
const json = (fields: object): string =>
  JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s-1", ...fields });

async function world() {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit()]));
  const cwd = temporaryFolder({ "n/a.md": "one" });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: FAKE_TOKEN };
  const hook = (args: string, input: string) => spawnCli(["hook", ...args.split(" ")], { cwd, env, input });
  return { server, cwd, env, hook };
}

const asked = ({ seen }: FakeServer): readonly unknown[] => seen.map(({ url, body }) => [url, body]);

it("answers a prompt in one request, with the same bytes each time", async () => {
  const { server, hook } = await world();
  const first = await hook("prompt", json({ prompt: 'when are the "keys" rotated?' }));
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const { hookEventName, additionalContext: block } = JSON.parse(first.stdout).hookSpecificOutput;
  expect(hookEventName).toBe("UserPromptSubmit");
  expect(block).toContain("[01234567]\n| guides/keys.md#L3-L9 Keys > Rotation\n| Rotate keys\n");
  expect(asked(server)).toEqual([
    [
      "/v1/search",
      {
        query: "when are the  keys  rotated?",
        session: "s-1",
        auto: true,
        view: "snippet",
      },
    ],
  ]);
  expect((await hook("prompt --budget 600", "when are the keys rotated?")).stdout).toBe(block);
  const flags = "prompt --json --limit 3 --profile latest --min-relevance 0.5 --root notes";
  expect(JSON.parse((await hook(flags, "keys?")).stdout)).toEqual({
    context: block,
    outcome: "found",
    confidence: "high",
  });
  expect(server.seen.at(-1)?.body).toMatchObject({ limit: 3, profile: "latest", minRelevance: 0.5 });
});

it("starts without what it does not need: fetch's own objects take a third of its time", async () => {
  const { env, server, cwd } = await world();
  const told = `data:text/javascript,${encodeURIComponent(
    'process.on("exit", () => process.stderr.write(process.moduleLoadList.filter((name) => name.includes("undici")).join()))',
  )}`;
  const input = json({ prompt: "when are the keys rotated?" });
  const run = (options: string) =>
    spawnCli(["hook", "prompt"], { cwd, env: { ...env, NODE_OPTIONS: options }, input });
  const { stdout, stderr } = await run(`--import ${told}`);
  expect([stdout.includes("guides/keys.md#L3-L9"), stderr]).toEqual([true, ""]);
  expect(server.seen).toHaveLength(1);
  const made = `data:text/javascript,${encodeURIComponent("new Headers()")}`;
  expect((await run(`--import ${told} --import ${made}`)).stderr).toContain("undici");
});

it("prints nothing for small talk, for no hits and for what only stands in for some", async () => {
  const { server, hook } = await world();
  const poem = (answer: object) => {
    server.answers.set("POST /v1/search", answer);
    return hook("prompt", "write a poem about the sea");
  };
  expect(await poem(found([], { outcome: "skipped", skipped: "greeting" }))).toEqual(SILENT);
  for (const answer of [found([]), found([hit()], { fallback: "recent" })])
    expect(await poem(answer)).toEqual(SILENT);
  expect((await hook("prompt", "  ")).stdout).toBe("");
  expect(server.seen).toHaveLength(3);
});

it("is silent, and never exits with 2, whatever is wrong, and says so with --verbose", async () => {
  const { server, cwd, env, hook } = await world();
  server.faults.push(failOnce(401), failOnce(503));
  expect(await hook("prompt", "keys?")).toEqual(SILENT);
  expect(await hook("prompt", "keys?")).toEqual(SILENT);
  expect(server.seen).toHaveLength(2);
  const away = { ...env, RECALL_URL: "http://127.0.0.1:9" };
  const run = (args: readonly string[], more: Readonly<Record<string, string>>) =>
    spawnCli(["hook", ...args], { cwd, env: more, input: json({ prompt: "keys?" }) });
  for (const name of ["prompt", "session-start", "stop"]) {
    expect(await run([name], away)).toEqual(SILENT);
    expect(await run([name], {})).toEqual(SILENT);
  }
  expect(await run(["prompt", "--verbose"], away)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("Could not reach http://127.0.0.1:9"),
  });
  expect((await run(["prompt", "--verbose"], {})).stderr).toContain("No server is known");
  expect(await run(["prompt", "--bogus"], env)).toMatchObject({ code: 1, stdout: "" });
  expect((await run(["prompt", "--help"], env)).code).toBe(0);
});

it("waits for no server that does not answer, and for no agent that never ends its input", async () => {
  const { cwd } = await world();
  const deaf = createServer(() => undefined);
  await new Promise<void>((listening) => deaf.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void deaf.close());
  const { port } = deaf.address() as AddressInfo;
  const env = { RECALL_URL: `http://127.0.0.1:${port}`, RECALL_TOKEN: FAKE_TOKEN };
  const run = await spawnCli(["hook", "prompt", "--timeout", "300", "--verbose"], {
    cwd,
    env,
    input: "keys?",
  });
  expect(run).toEqual({ ...SILENT, stderr: "recall: No answer in time\n" });
  // Its standard input stays open until the test ends.
  const launcher = fileURLToPath(new URL("../../../../bin/recall.js", import.meta.url));
  const child = spawn(process.execPath, [launcher, "hook", "prompt", "--timeout", "300"], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ["pipe", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill());
  child.stdin?.write("keys?");
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
});

it("wakes the server and pushes what changed at the start of a session", async () => {
  const { server, cwd, env, hook } = await world();
  const longAgo = new Date("2026-01-01");
  utimesSync(join(cwd, "n/a.md"), longAgo, longAgo);
  expect((await spawnCli(["push", "n"], { cwd, env })).code).toBe(0);
  const actions = () =>
    server.seen
      .splice(0)
      .filter(({ url }) => !url.startsWith("/v1/memories"))
      .map(({ url }) => url.slice(url.lastIndexOf("/") + 1));
  actions();
  expect(await hook("session-start", json({ cwd }))).toEqual(SILENT);
  const search = server.seen.find(({ url }) => url === "/v1/search");
  expect(search?.body).toMatchObject({ limit: 1, typing: true });
  expect(actions()).toEqual(["search"]);
  writeInto(cwd, "n/b.md", "two");
  expect(await hook("session-start", json({ cwd }))).toEqual(SILENT);
  expect(actions()).toEqual(["search", "manifest", "documents"]);
  writeInto(cwd, "n/c.md", "three");
  server.faults.push(...Array.from({ length: 5 }, () => failOnce(503)));
  expect(await hook("session-start", json({ cwd }))).toEqual(SILENT);
  expect(actions()).toEqual(["search"]);
});

it("leaves at once at the end of a session, and a process of its own reads what was said", async () => {
  const { cwd, env, hook } = await world();
  const said = { type: "user", message: { content: "From now on we deploy on Thursdays." } };
  writeInto(cwd, "t.jsonl", JSON.stringify(said));
  const end = json({ hook_event_name: "SessionEnd", cwd, transcript_path: join(cwd, "t.jsonl") });
  expect(await hook("session-end --no-model", end)).toEqual(SILENT);
  const review = () => spawnCli(["memories", "review", "--json"], { cwd, env });
  await expect
    .poll(async () => JSON.parse((await review()).stdout).waiting)
    .toMatchObject([{ text: "From now on we deploy on Thursdays.", session: "s-1" }]);
});

it("offers to remember, as JSON to who sent JSON, and asks no server", async () => {
  const { server, cwd, hook } = await world();
  const said = { type: "user", message: { content: "From now on we deploy on Thursdays." } };
  writeInto(cwd, "t.jsonl", JSON.stringify(said));
  const stop = json({ hook_event_name: "Stop", transcript_path: join(cwd, "t.jsonl") });
  expect(JSON.parse((await hook("stop", stop)).stdout)).toEqual({
    decision: "block",
    reason: expect.stringContaining(
      "recall remember --type preference --session s-1 -- 'From now on we deploy on Thursdays.'",
    ),
  });
  expect(await hook("stop", stop.replace("{", '{"stop_hook_active":true,'))).toEqual(SILENT);
  expect((await hook("stop", "From now on we deploy on Thursdays.")).stdout).toMatch(/^Before you stop/);
  expect(await hook("stop", "Fix the test")).toEqual(SILENT);
  expect(server.seen).toEqual([]);
});

it("is set up in Claude Code's settings, once, with a command that finds the same server", async () => {
  const { server, cwd } = await world();
  const home = join(cwd, "my home");
  writeInto(home, "config.json", JSON.stringify({ url: server.url, token: FAKE_TOKEN }));
  writeInto(cwd, ".claude/settings.json", '{ "model": "opus" }');
  const install = (...flags: readonly string[]) =>
    spawnCli(["hook", "install", "claude-code", ...flags], { cwd, env: { RECALL_HOME: home } });
  const settings = () => readFileSync(join(cwd, ".claude/settings.json"), "utf8");
  expect((await install()).stdout).toContain("hook session-start");
  expect(settings()).toBe('{ "model": "opus" }');
  expect((await install("--write")).stdout).toBe(`Written: ${cwd}/.claude/settings.json\n`);
  expect((await install("--write")).stdout).toBe(`Already there: ${cwd}/.claude/settings.json\n`);
  const { model, hooks } = JSON.parse(settings());
  expect(model).toBe("opus");
  // As the agent runs it: a shell, with nothing of recall's in its environment.
  const { command } = hooks.UserPromptSubmit[0].hooks[0];
  const shown = await new Promise((resolve) => {
    const child = execFile("sh", ["-c", command], { env: { HOME: cwd } }, (_, stdout) => resolve(stdout));
    child.stdin?.end("keys?");
  });
  expect(shown).toContain("<recalled-passages>");
  symlinkSync(
    join(temporaryFolder({ "theirs.json": "{}" }), "theirs.json"),
    join(cwd, ".claude/settings.local.json"),
  );
  expect(await install("--write", "--project")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("leads out of the project"),
  });
  const elsewhere = { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: FAKE_TOKEN } };
  expect(await spawnCli(["hook", "install", "claude-code"], elsewhere)).toMatchObject({ code: 2 });
});
