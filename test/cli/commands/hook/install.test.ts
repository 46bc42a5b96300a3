import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

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
  ["the folder's own, which are not committed", ["--write", "--project"], {}, ".claude/settings.local.json"],
])("writes into %s", async (_, flags, env, file) => {
  const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place), [file]: '{ "model": "opus" }' });
  const { CLAUDE_CONFIG_DIR } = env as { readonly CLAUDE_CONFIG_DIR?: string };
  const absolute = CLAUDE_CONFIG_DIR === undefined ? {} : { CLAUDE_CONFIG_DIR: join(cwd, CLAUDE_CONFIG_DIR) };
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
