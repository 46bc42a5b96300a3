import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { HOOK_PLACES } from "../../src/cli/commands/hook/install/agents.ts";
import { VERSION } from "../../src/version.ts";

// The forms of https://code.claude.com/docs/en/plugins-reference, plugin-marketplaces and hooks, as far as this plugin uses
// them; what they do not name is refused here as `claude plugin validate --strict` refuses it.

const PLUGIN = "plugins/claude-code";
const Name = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
const Author = z.strictObject({ name: z.string().min(1), url: z.url().optional() });

const Manifest = z.strictObject({
  name: Name,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string().min(1),
  author: Author,
  homepage: z.url(),
  repository: z.url(),
  license: z.string(),
  keywords: z.array(z.string()),
});

const Marketplace = z.strictObject({
  name: Name,
  description: z.string().min(1),
  owner: Author,
  plugins: z.array(
    z.strictObject({
      name: Name,
      source: z.string().startsWith("./"),
      description: z.string().min(1),
      category: z.string(),
    }),
  ),
});

const Command = z.strictObject({
  type: z.literal("command"),
  command: z.string(),
  timeout: z.number().positive(),
});
const Hooks = z.strictObject({
  description: z.string(),
  hooks: z.partialRecord(
    z.enum(["UserPromptSubmit", "SessionStart", "SessionEnd"]),
    z.array(z.strictObject({ hooks: z.array(Command) })),
  ),
});

const Mcp = z.strictObject({
  mcpServers: z.record(Name, z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});

const Frontmatter = z.strictObject({
  description: z.string().min(1).max(1_024),
  "argument-hint": z.string().optional(),
  "allowed-tools": z.string().optional(),
  "disable-model-invocation": z.boolean().optional(),
});

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe("the plugin for Claude Code", () => {
  it("is found through the marketplace of the repository, under its own name", () => {
    const { plugins } = Marketplace.parse(read(".claude-plugin/marketplace.json"));
    const manifest = Manifest.parse(read(join(PLUGIN, ".claude-plugin/plugin.json")));
    expect(plugins.map(({ name, source, description }) => ({ name, source, description }))).toEqual([
      { name: manifest.name, source: `./${PLUGIN}`, description: manifest.description },
    ]);
    expect(manifest.version).toBe(VERSION);
  });

  it("holds nothing in the folder of its manifest but the manifest", () => {
    expect(readdirSync(join(PLUGIN, ".claude-plugin"))).toEqual(["plugin.json"]);
    for (const part of [".mcp.json", "hooks/hooks.json", "commands", "README.md"])
      expect([part, existsSync(join(PLUGIN, part))]).toEqual([part, true]);
  });

  it("runs the hooks that `recall hook install` sets up, with the same time for each", () => {
    const { hooks } = Hooks.parse(read(join(PLUGIN, "hooks/hooks.json")));
    const installed = HOOK_PLACES["claude-code"].file?.hooks ?? [];
    expect(
      Object.entries(hooks).map(([event, groups]) => [event, groups?.flatMap(({ hooks: all }) => all)]),
    ).toEqual(
      installed.map(({ event, name, timeout }) => [
        event,
        [{ type: "command", command: `recall hook ${name}`, timeout }],
      ]),
    );
  });

  it("starts the MCP server as `recall mcp`, with no token", () => {
    expect(Mcp.parse(read(join(PLUGIN, ".mcp.json")))).toEqual({
      mcpServers: { "edge-recall": { command: "recall", args: ["mcp"] } },
    });
  });

  it("has commands that say what they do, and run nothing that they may not", () => {
    const files = readdirSync(join(PLUGIN, "commands"));
    expect(files).toEqual(["remember.md", "review.md", "search.md"]);
    for (const file of files) {
      const text = readFileSync(join(PLUGIN, "commands", file), "utf8");
      const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
      const front = Frontmatter.parse(parse(head));
      expect(body.includes("$ARGUMENTS")).toBe(front["argument-hint"] !== undefined);
      const allowed = /^Bash\((.+):\*\)$/.exec(front["allowed-tools"] ?? "")?.[1];
      for (const [, run = ""] of body.matchAll(/^!`([^`]+)`$/gm))
        expect(run.startsWith(`${allowed} `)).toBe(true);
    }
  });
});
