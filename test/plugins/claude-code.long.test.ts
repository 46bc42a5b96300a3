import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";
import { untilEmbedded } from "../docs/until-embedded.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PLUGIN = join(ROOT, "plugins/claude-code");
const SECRET = "a secret for the plugin of this project";

interface HookGroup {
  readonly hooks: readonly { readonly command: string; readonly timeout: number }[];
}
const read = (path: string) => JSON.parse(readFileSync(join(PLUGIN, path), "utf8"));
const HOOKS: Readonly<Record<string, readonly HookGroup[]>> = read("hooks/hooks.json").hooks;

describe("the plugin for Claude Code, with `recall` in the path", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-plugin-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
    const { url, token } = await ensureAccess({ url: server.url, fetch }, home, SECRET);
    const program = join(home, "recall");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, "bin/recall.js")}' "$@"\n`);
    chmodSync(program, 0o755);
    env = {
      ...{ RECALL_URL: url, RECALL_TOKEN: token, HOME: home, XDG_CONFIG_HOME: home },
      PATH: `${home}:${process.env.PATH ?? ""}`,
    };
    await run("recall push test/fixtures/notes");
    await untilEmbedded(url, home);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** As Claude Code runs a hook: through the shell, its input on standard input. */
  async function run(command: string, input: object = {}) {
    const child = spawn("sh", ["-c", command], { cwd: ROOT, env });
    child.stdin.end(JSON.stringify(input));
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((done) => child.on("close", done)),
    ]);
    return { code, stdout, stderr };
  }

  /** Every command of an event, given the fields that the documentation has for all hooks and for this one. */
  const fire = (event: string, fields: object) =>
    Promise.all(
      (HOOKS[event] ?? []).flatMap(({ hooks }) =>
        hooks.map(({ command }) =>
          run(command, {
            ...{
              session_id: "s-1",
              transcript_path: join(home, "t.jsonl"),
              cwd: ROOT,
              permission_mode: "default",
            },
            ...{ hook_event_name: event, ...fields },
          }),
        ),
      ),
    );

  it("hands over passages for a prompt, and nothing where nothing answers", async () => {
    const [answer] = await fire("UserPromptSubmit", { prompt: "when are the signing keys rotated?" });
    expect(answer).toMatchObject({ code: 0, stderr: "" });
    const { hookEventName, additionalContext } = JSON.parse(answer?.stdout ?? "").hookSpecificOutput;
    expect(hookEventName).toBe("UserPromptSubmit");
    expect(additionalContext).toContain("runbook.md#L1-L9");
    expect(await fire("UserPromptSubmit", { prompt: "who won the chess championship of 1972?" })).toEqual([
      { code: 0, stdout: "", stderr: "" },
    ]);
  });

  it("hands over no lines of code that only have the prompt's words", async () => {
    const folder = mkdtempSync(join(home, "code-"));
    cpSync(join(ROOT, "scripts", "deploy.ts"), join(folder, "deploy.ts"));
    cpSync(join(ROOT, "scripts", "deploy"), join(folder, "deploy"), { recursive: true });
    await run(`recall push ${folder}`);
    expect(await fire("UserPromptSubmit", { prompt: "when do we deploy?" })).toEqual([
      { code: 0, stdout: "", stderr: "" },
    ]);
    const { stdout } = await run(
      `recall search "when do we deploy?" --root '${folder.split("/").at(-1)}' --json`,
    );
    // A search that somebody asked for shows them, as doubtful.
    expect(JSON.parse(stdout)).toMatchObject({ confidence: "low", outcome: "found" });
  });

  it("begins a session with the memories that matter", async () => {
    await run('recall remember "We deploy on Thursdays, never on a Friday" --type decision --priority 1');
    const [answer] = await fire("SessionStart", { source: "startup" });
    expect(answer).toMatchObject({ code: 0 });
    const { hookEventName, additionalContext } = JSON.parse(answer?.stdout ?? "").hookSpecificOutput;
    expect(hookEventName).toBe("SessionStart");
    expect(additionalContext).toContain("We deploy on Thursdays, never on a Friday");
  });

  it("takes at the end what was said, and the command of review shows it", async () => {
    const said = {
      type: "user",
      message: { role: "user", content: "We decided to keep backups for 30 days." },
    };
    writeFileSync(join(home, "t.jsonl"), `${JSON.stringify(said)}\n`);
    expect(await fire("SessionEnd", { reason: "prompt_input_exit" })).toEqual([
      { code: 0, stdout: "", stderr: "" },
    ]);
    const page = readFileSync(join(PLUGIN, "commands/review.md"), "utf8");
    const [, command = ""] = /^!`([^`]+)`$/m.exec(page) ?? [];
    // The hook ends at once and reads the transcript in a process of its own.
    for (let shown = ""; !shown.includes("keep backups for 30 days"); )
      ({ stdout: shown } = await run(command));
    const [, id = ""] = /^([0-9a-f]{12}) {2}decision$/m.exec((await run(command)).stdout) ?? [];
    expect(await run(`recall memories review --keep ${id}`)).toMatchObject({ code: 0 });
    expect((await run("recall memories list")).stdout).toContain("keep backups for 30 days");
  });

  it("starts the MCP server that its configuration names, and every tool is there", async () => {
    const { command, args } = read(".mcp.json").mcpServers["edge-recall"];
    const client = new Client({ name: "claude-code", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command, args, env, cwd: ROOT, stderr: "ignore" }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const found = await client.callTool({
      name: "search",
      arguments: { query: "when are the keys rotated?" },
    });
    expect(JSON.stringify(found.content)).toContain("runbook.md#L1-L9");
    await client.close();
  });
});
