import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CLIENT_NAMES } from "../../../src/cli/install/entry.ts";
import { type InstallWish, planInstall, thisProgram } from "../../../src/cli/install/plan-install.ts";
import { writeInstall } from "../../../src/cli/install/write-install.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const OLD: Readonly<Record<string, string>> = {
  "claude-code": '{\n  "numStartups": 7,\n  "projects": {"/x": {"mcpServers": {}}}\n}\n',
  "claude-desktop": '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files"]}}}',
  cursor: '{\n\t"mcpServers": {}\n}',
  vscode:
    '{\n  // servers of mine\n  "servers": {\n    "a": { "url": "http://x" },\n  },\n  "inputs": []\n}\n',
  codex: 'model = "o3"\n\n[mcp_servers.files]\ncommand = "npx"\n',
  gemini: '{"theme": "GitHub", "mcpServers": {"edge-recall": {"httpUrl": "http://old"}}}\n',
  windsurf: '{"mcpServers": {"files": {"serverUrl": "https://files.example/mcp"}}}\n',
  zed: '// Zed settings\n{\n  "theme": "One Dark",\n  "context_servers": {"files": {"command": "files", "args": []},},\n}\n',
  kiro: '{"mcpServers": {"files": {"command": "files", "disabled": true}}}',
  "lm-studio": '{\n  "mcpServers": {}\n}\n',
};

const wishFor = (
  client: InstallWish["client"],
  home: string,
  more: Partial<InstallWish> = {},
): InstallWish => ({
  ...{ client, name: "edge-recall", isProject: false, cwd: join(home, "project") },
  env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config") },
  settings: {
    ...{ url: "https://recall.example.com", token: "er_secret" },
    config: { file: join(home, ".config", "edge-recall", "config.json") },
  },
  program: ["/usr/bin/node", "/opt/recall/bin/recall.js"],
  ...more,
});

const STARTS = { command: "/usr/bin/node", args: ["/opt/recall/bin/recall.js", "mcp"] };

describe("recall mcp install", () => {
  it("names the program by its real path, not by a link that may go", () => {
    const folder = temporaryFolder({ "bin/recall.js": "" });
    symlinkSync(join(folder, "bin/recall.js"), join(folder, "recall"));
    const before = process.argv[1];
    onTestFinished(() => {
      process.argv[1] = before ?? "";
    });
    process.argv[1] = join(folder, "recall");
    expect(thisProgram()).toEqual([process.execPath, join(realpathSync(folder), "bin/recall.js")]);
  });

  it.each(CLIENT_NAMES)("puts the server among what %s has, and no token", async (client) => {
    const home = temporaryFolder();
    const plan = planInstall(wishFor(client, home));
    const old = OLD[client] ?? "";
    mkdirSync(dirname(plan.file), { recursive: true });
    writeFileSync(plan.file, old);
    chmodSync(plan.file, 0o644);
    expect(await writeInstall(plan)).toBe("written");
    const text = readFileSync(plan.file, "utf8");
    expect(text).toContain(JSON.stringify(STARTS.args[0]));
    expect(text + plan.text).not.toContain("er_secret");
    expect(statSync(plan.file).mode & 0o777).toBe(0o644);
    // Nothing of what was there is missing: taking the new part out gives it back.
    const kept = client === "gemini" ? old.replace('{"httpUrl": "http://old"}', "") : old;
    let at = 0;
    for (const character of kept) at = text.indexOf(character, at) + 1;
    expect(at).toBeGreaterThan(0);
    expect(await writeInstall(plan)).toBe("unchanged");
    expect(readdirSync(dirname(plan.file)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.each(CLIENT_NAMES)("makes the file of %s where there is none, for its owner alone", async (client) => {
    const plan = planInstall(wishFor(client, temporaryFolder()));
    expect(await writeInstall(plan)).toBe("written");
    expect(readFileSync(plan.file, "utf8")).toBe(plan.text);
    expect(statSync(plan.file).mode & 0o777).toBe(0o600);
  });

  it("keeps a link a link, and what it cannot read as it is", async () => {
    const home = temporaryFolder();
    const plan = planInstall(wishFor("cursor", home));
    mkdirSync(dirname(plan.file), { recursive: true });
    const elsewhere = join(home, "dotfiles.json");
    writeFileSync(elsewhere, "{}");
    symlinkSync(elsewhere, plan.file);
    await writeInstall(plan);
    expect(lstatSync(plan.file).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, "utf8")).toBe(plan.text.trimEnd());
    for (const [bytes, message] of [
      [Buffer.from('{"a": 1,,}'), "it is not valid JSON, line 1: nothing was changed"],
      [Buffer.from([0x7b, 0xff, 0x7d]), "is not UTF-8: nothing was changed"],
      [Buffer.from("[1]"), "It is no JSON object: nothing was changed"],
    ] as const) {
      writeFileSync(elsewhere, bytes);
      await expect(writeInstall(plan)).rejects.toThrow(message);
      expect(readFileSync(elsewhere)).toEqual(bytes);
    }
  });

  it("follows no link out of a project, and opens nothing but a file", async () => {
    const home = temporaryFolder();
    const cwd = join(home, "project");
    mkdirSync(cwd);
    const outside = join(home, "theirs.json");
    writeFileSync(outside, "{}");
    mkdirSync(join(home, "out"));
    const claude = planInstall(wishFor("claude-code", home, { cwd, isProject: true }));
    const cursor = planInstall(wishFor("cursor", home, { cwd, isProject: true }));
    symlinkSync(outside, claude.file);
    symlinkSync(join(home, "out"), dirname(cursor.file));
    await expect(writeInstall(claude)).rejects.toThrow("leads out of the project");
    await expect(writeInstall(cursor)).rejects.toThrow("leads out of the project");
    expect(readFileSync(outside, "utf8")).toBe("{}");
    expect(readdirSync(join(home, "out"))).toEqual([]);
    rmSync(claude.file);
    writeFileSync(join(cwd, "shared.json"), "{}");
    symlinkSync("shared.json", claude.file);
    expect(await writeInstall(claude)).toBe("written");
    const user = planInstall(wishFor("claude-code", home));
    symlinkSync("/dev/zero", user.file);
    await expect(writeInstall(user)).rejects.toThrow("no regular file");
  });

  it("refuses to write over what somebody else has just written", async () => {
    const plan = planInstall(wishFor("cursor", temporaryFolder()));
    mkdirSync(dirname(plan.file), { recursive: true });
    writeFileSync(plan.file, "{}");
    const interrupted = {
      ...plan,
      edit: (text: string) => {
        writeFileSync(plan.file, '{"theirs": 1}');
        return plan.edit(text);
      },
    };
    await expect(writeInstall(interrupted)).rejects.toThrow("has just changed");
    expect(readFileSync(plan.file, "utf8")).toBe('{"theirs": 1}');
  });

  it("names the place and the home that the client's process needs, and projects' files where there are any", () => {
    const home = temporaryFolder();
    const settings = { url: "http://127.0.0.1:8787", token: "er_secret" };
    const local = wishFor("vscode", home, {
      isProject: true,
      settings: {
        ...settings,
        config: { file: join(home, "project", ".recall", "config.json"), at: "work", isLocal: true },
      },
    });
    const { file, entry } = planInstall(local);
    expect(file).toBe(join(home, "project", ".vscode", "mcp.json"));
    expect(entry).toEqual({
      ...{
        type: "stdio",
        command: "/usr/bin/node",
        args: ["/opt/recall/bin/recall.js", "--at", "work", "mcp"],
      },
      env: { RECALL_HOME: join(home, "project", ".recall") },
    });
    const bare = wishFor("cursor", home, { settings: { ...settings, config: undefined } });
    expect(() => planInstall(bare)).toThrow("recall init");
    expect(() => planInstall(wishFor("codex", home, { isProject: true }))).toThrow("--project");
    expect(() => planInstall(wishFor("codex", home, { name: "a b" }))).toThrow("name");
  });

  it("prints on stdout what --write then puts into the file, and where it belongs on stderr", async () => {
    const home = join(temporaryFolder(), "\u001b[31m");
    const config = join(home, "edge-recall", "config.json");
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{"url": "https://recall.example.com", "token": "er_secret"}', { mode: 0o600 });
    const options = { cwd: home, env: { HOME: home, XDG_CONFIG_HOME: home } };
    const file = join(home, ".cursor", "mcp.json");
    const printed = await runCli(["mcp", "install", "cursor"], options);
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining("--write") });
    const written = await runCli(["mcp", "install", "cursor", "--write", "--json"], options);
    expect(JSON.parse(written.stdout)).toMatchObject({ client: "cursor", file, written: true });
    expect(readFileSync(file, "utf8")).toBe(printed.stdout);
    expect(printed.stdout).not.toContain("er_secret");
    const again = await runCli(["mcp", "install", "cursor", "--write"], options);
    // The folder's name reaches no terminal as it is.
    for (const shown of [printed.stderr, again.stdout]) {
      expect(shown).toContain("\u241b[31m");
      expect(shown).not.toContain("\u001b");
    }
    const unknown = await runCli(["mcp", "install", "emacs"], options);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("claude-code") });
  });
});

describe("the file of a client", () => {
  const HOME = "/h";
  const env = { HOME, XDG_CONFIG_HOME: "/x", APPDATA: "/x" };
  const planOf = (client: InstallWish["client"], more: Partial<InstallWish> = {}) =>
    planInstall(wishFor(client, HOME, { env, cwd: "/p", ...more }));

  it.skipIf(process.platform !== "linux").each([
    ["claude-code", "/h/.claude.json", "/p/.mcp.json", "mcpServers", true],
    ["claude-desktop", "/x/Claude/claude_desktop_config.json", undefined, "mcpServers", false],
    ["cursor", "/h/.cursor/mcp.json", "/p/.cursor/mcp.json", "mcpServers", false],
    ["vscode", "/x/Code/User/mcp.json", "/p/.vscode/mcp.json", "servers", true],
    ["codex", "/h/.codex/config.toml", undefined, "mcp_servers", false],
    ["gemini", "/h/.gemini/settings.json", "/p/.gemini/settings.json", "mcpServers", false],
    ["windsurf", "/h/.codeium/windsurf/mcp_config.json", undefined, "mcpServers", false],
    ["zed", "/x/zed/settings.json", undefined, "context_servers", false],
    ["kiro", "/h/.kiro/settings/mcp.json", "/p/.kiro/settings/mcp.json", "mcpServers", false],
    ["lm-studio", "/h/.lmstudio/mcp.json", undefined, "mcpServers", false],
  ] as const)(
    "%s is %s, in a project %s, with its servers under %s",
    (client, file, project, key, hasType) => {
      const plan = planOf(client);
      expect([plan.file, plan.within, plan.entry.type]).toEqual([
        file,
        undefined,
        hasType ? "stdio" : undefined,
      ]);
      expect(plan.text).toMatch(
        client === "codex" ? `[${key}.edge-recall]\n` : `{\n  "${key}": {\n    "edge-recall": {`,
      );
      if (project === undefined) expect(() => planOf(client, { isProject: true })).toThrow("--project");
      else expect(planOf(client, { isProject: true })).toMatchObject({ file: project, within: "/p" });
    },
  );

  it.skipIf(process.platform !== "linux")(
    "is where its own variables say, else below the home folder",
    () => {
      expect(planOf("codex", { env: { ...env, CODEX_HOME: "/c" } }).file).toBe("/c/config.toml");
      expect(planOf("vscode", { env: { HOME } }).file).toBe("/h/.config/Code/User/mcp.json");
    },
  );

  it("takes names of 48 characters that need no quotes", () => {
    for (const name of ["a", "0_-b", "x".repeat(48)])
      expect(planOf("codex", { name }).text).toContain(`.${name}]`);
    for (const name of ["", "_a", "-a", "a.b", "x".repeat(49)])
      expect(() => planOf("codex", { name }), name).toThrow();
  });

  it("names the place's home only where the program would not find it by itself", () => {
    const config = { file: "/x/edge-recall/config.json" };
    const settings = { url: "https://a.example", token: "t", config };
    expect(planOf("cursor", { settings }).entry).not.toHaveProperty("env");
    const elsewhere = { ...settings, config: { file: "/y/config.json" } };
    expect(planOf("cursor", { settings: elsewhere }).entry.env).toEqual({ RECALL_HOME: "/y" });
  });
});

describe("what is told of an installation", () => {
  it("is where it was written, alone, under the name and in the project that are asked for", async () => {
    const cwd = temporaryFolder();
    const config = '{"url": "https://a.example", "token": "t"}';
    mkdirSync(join(cwd, "edge-recall"));
    writeFileSync(join(cwd, "edge-recall/config.json"), config);
    const options = { cwd, env: { HOME: cwd, XDG_CONFIG_HOME: cwd } };
    const file = join(cwd, ".mcp.json");
    const args = ["mcp", "install", "claude-code", "--project", "--write"];
    expect(await runCli([...args, "--name", "own"], options)).toEqual({
      code: 0,
      stdout: `Written: ${file}\n`,
      stderr: "",
    });
    expect((await runCli([...args, "--name", "own"], options)).stdout).toBe(`Already there: ${file}\n`);
    await runCli(args, options);
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")).mcpServers)).toEqual(["own", "edge-recall"]);
    const printed = await runCli(["mcp", "install", "claude-code", "--json"], options);
    expect([JSON.parse(printed.stdout).written, printed.stderr]).toEqual([false, ""]);
  });

  it("is a refusal where a link leads to a folder that only begins like the project", async () => {
    const home = temporaryFolder({ "project/x": "", "project-2/theirs.json": "{}" });
    const plan = planInstall(wishFor("claude-code", home, { isProject: true }));
    symlinkSync("../project-2/theirs.json", plan.file);
    await expect(writeInstall(plan)).rejects.toThrow("leads out of the project");
  });
});
