import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../../run-cli.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

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
  expect(hooks.SessionEnd[0].hooks[0].command).toMatch(/ --at my\.work hook session-end$/);
  expect(
    Object.entries<{ hooks: { command: string; timeout: number; type: string }[] }[]>(hooks).map(
      ([event, [group]]) => [event, group?.hooks[0]?.type, group?.hooks[0]?.timeout],
    ),
  ).toEqual([
    ["UserPromptSubmit", "command", 10],
    ["SessionStart", "command", 30],
    ["SessionEnd", "command", 5],
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
  expect(settings.hooks.SessionEnd[0].hooks[0].command).toMatch(
    /^RECALL_HOME='[^']*\/my home' \S.* hook session-end$/,
  );
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
    hooks: { SessionEnd: [{ hooks: [{ timeout: 5 }] }] },
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

const AGENTS = {
  codex: [".codex/hooks.json", ["UserPromptSubmit", "SessionStart", "SessionEnd"]],
  gemini: [".gemini/settings.json", ["BeforeAgent", "SessionStart", "SessionEnd"]],
  cursor: [".cursor/hooks.json", ["sessionStart", "sessionEnd"]],
} as const;

it.each(Object.entries(AGENTS))(
  "sets %s up in its own file, beside what is there",
  async (agent, [file, events]) => {
    const kept = '{\n  // mine\n  "theme": "dark"\n}\n';
    const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place), [file]: kept });
    const run = (...flags: string[]) => runCli(["hook", "install", agent, "--write", ...flags], { cwd });
    expect((await run()).stdout).toBe(`Written: ${join(cwd, file)}\n`);
    const text = readFileSync(join(cwd, file), "utf8");
    expect(text).toContain('// mine\n  "theme": "dark"');
    for (const event of events) expect(text).toContain(`"${event}": [`);
    expect(text).not.toContain("--auto");
    expect((await run()).stdout).toBe(`Already there: ${join(cwd, file)}\n`);
    await run("--auto");
    expect(readFileSync(join(cwd, file), "utf8").match(/ hook session-end --auto"/g)).toHaveLength(1);
    expect((await run()).stdout).toBe(`Already there: ${join(cwd, file)}\n`);
  },
);

it("gives Cursor its version and commands without groups, Gemini CLI its milliseconds", async () => {
  const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place) });
  const settingsOf = async (agent: string) =>
    JSON.parse((await runCli(["hook", "install", agent, "--json"], { cwd })).stdout).settings;
  const cursor = await settingsOf("cursor");
  expect(cursor.version).toBe(1);
  expect(cursor.hooks.sessionEnd).toEqual([
    { command: expect.stringMatching(/ hook session-end$/), timeout: 5 },
  ]);
  expect((await settingsOf("gemini")).hooks.SessionEnd[0].hooks[0].timeout).toBe(5_000);
  await runCli(["hook", "install", "cursor", "--write"], { cwd });
  expect(JSON.parse(readFileSync(join(cwd, ".cursor/hooks.json"), "utf8"))).toEqual(cursor);
});

it("says what an agent leaves to the person, on standard error", async () => {
  const cwd = temporaryFolder({ [CONFIG]: JSON.stringify(place) });
  const said = async (agent: string) => (await runCli(["hook", "install", agent, "--write"], { cwd })).stderr;
  expect(await said("codex")).toContain("/hooks");
  expect(await said("cursor")).toContain("recall mcp install cursor");
  expect(await said("gemini")).toBe("");
});
