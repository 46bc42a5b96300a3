import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { CommandContext } from "../command.ts";
import { invalid } from "../failures.ts";
import { userConfigFolder } from "../settings/config-folder.ts";
import type { Settings } from "../settings/settings.ts";
import { jsonText, setJsonEntry } from "./edit-json.ts";
import { setTomlEntry, tomlText } from "./edit-toml.ts";
import type { ClientName, Entry } from "./entry.ts";

export interface InstallPlan {
  readonly file: string;
  /** A project: a file outside it is not written. */
  readonly within?: string;
  readonly entry: Entry;
  /** The entry as a file that has nothing else would hold it. */
  readonly text: string;
  /** A file's text with the entry in its place. Throws `invalid_input` where it cannot be read. */
  readonly edit: (text: string) => string;
}

export interface InstallWish extends Pick<CommandContext, "env" | "cwd"> {
  readonly client: ClientName;
  readonly name: string;
  readonly isProject: boolean;
  readonly settings: Settings;
  readonly program: readonly [node: string, script: string];
}

/**
 * How a client starts this very program: by its real path, since the links that npx makes are in a cache that may be
 * emptied.
 */
export const thisProgram = (): InstallWish["program"] => {
  const script = process.argv[1] ?? "recall";
  return [process.execPath, existsSync(script) ? realpathSync(script) : script];
};

interface ClientFile {
  /** Below the home folder, or with an absolute start. */
  readonly user: (env: InstallWish["env"]) => string;
  /** Below a project's folder. */
  readonly project?: string;
  /** Key of the object that names the servers. @default mcpServers */
  readonly key?: string;
  /** @default json */
  readonly format?: "toml";
  readonly hasType?: true;
}

const homeOf = (env: InstallWish["env"]): string => env.HOME || homedir();

/** Where programs keep what belongs to a user. */
function applicationFolder(env: InstallWish["env"]): string {
  if (process.platform === "win32" && env.APPDATA) return env.APPDATA;
  if (process.platform === "darwin") return join(homeOf(env), "Library", "Application Support");
  return env.XDG_CONFIG_HOME || join(homeOf(env), ".config");
}

/** On a Mac it keeps its settings where Linux has them. */
function zedFolder(env: InstallWish["env"]): string {
  if (process.platform === "darwin") return join(homeOf(env), ".config", "zed");
  return join(applicationFolder(env), process.platform === "win32" ? "Zed" : "zed");
}

const FILES: Readonly<Record<ClientName, ClientFile>> = {
  "claude-code": {
    user: (env) => join(homeOf(env), ".claude.json"),
    project: ".mcp.json",
    hasType: true,
  },
  "claude-desktop": {
    user: (env) => join(applicationFolder(env), "Claude", "claude_desktop_config.json"),
  },
  cursor: {
    user: (env) => join(homeOf(env), ".cursor", "mcp.json"),
    project: join(".cursor", "mcp.json"),
  },
  vscode: {
    user: (env) => join(applicationFolder(env), "Code", "User", "mcp.json"),
    project: join(".vscode", "mcp.json"),
    key: "servers",
    hasType: true,
  },
  codex: {
    user: (env) => join(env.CODEX_HOME || join(homeOf(env), ".codex"), "config.toml"),
    key: "mcp_servers",
    format: "toml",
  },
  gemini: {
    user: (env) => join(homeOf(env), ".gemini", "settings.json"),
    project: join(".gemini", "settings.json"),
  },
  // https://docs.windsurf.com/windsurf/cascade/mcp
  windsurf: {
    user: (env) => join(homeOf(env), ".codeium", "windsurf", "mcp_config.json"),
  },
  // https://zed.dev/docs/ai/mcp
  zed: {
    user: (env) => join(zedFolder(env), "settings.json"),
    key: "context_servers",
  },
  // https://kiro.dev/docs/mcp/configuration
  kiro: {
    user: (env) => join(homeOf(env), ".kiro", "settings", "mcp.json"),
    project: join(".kiro", "settings", "mcp.json"),
  },
  // https://lmstudio.ai/docs/app/mcp
  "lm-studio": {
    user: (env) => join(homeOf(env), ".lmstudio", "mcp.json"),
  },
};

/** What the client's process needs to find the same server and token as this one did. */
function environmentFor({
  settings: { config },
  env,
}: InstallWish): Readonly<Record<string, string>> | undefined {
  if (config === undefined)
    throw invalid(
      "The server and token come from flags or the environment, which the client will not have: keep them with `recall init` first",
    );
  const folder = dirname(config.file);
  return folder === userConfigFolder(env) ? undefined : { RECALL_HOME: resolve(folder) };
}

function entryOf(wish: InstallWish, { hasType }: ClientFile): Entry {
  const [node, script] = wish.program;
  const at = wish.settings.config?.at;
  const env = environmentFor(wish);
  return {
    ...(hasType && { type: "stdio" as const }),
    command: node,
    args: [resolve(script), ...(at === undefined ? [] : ["--at", at]), "mcp"],
    ...(env !== undefined && { env }),
  };
}

/** Where a client's configuration is and how the server is put into it. Throws `invalid_input`. */
export function planInstall(wish: InstallWish): InstallPlan {
  const { client, name, isProject, cwd } = wish;
  if (!/^[A-Za-z0-9][\w-]{0,47}$/.test(name))
    throw invalid("A server's name has letters, digits, - and _, at most 48");
  const of = FILES[client];
  if (isProject && of.project === undefined)
    throw invalid(`${client} has no files of projects: leave --project out`);
  const file = isProject ? join(cwd, of.project ?? "") : of.user(wish.env);
  const entry = entryOf(wish, of);
  const path: readonly [string, string] = [of.key ?? "mcpServers", name];
  const place = { file, ...(isProject && { within: cwd }) };
  return of.format === "toml"
    ? { ...place, entry, text: tomlText(path, entry), edit: (text) => setTomlEntry(text, path, entry) }
    : { ...place, entry, text: jsonText(path, entry), edit: (text) => setJsonEntry(text, path, entry) };
}
