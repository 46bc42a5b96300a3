import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import type { ConfigureCommand, GlobalFlags, Start } from "./command.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Its line in `recall --help`, and the module of its folder that declares it. */
type Entry = readonly [summary: string, load: () => Promise<{ readonly configure: ConfigureCommand }>];

/** Every command, in the order that help lists them. */
export const COMMANDS = {
  push: ["send a folder's new and changed files", () => import("./commands/push/push.ts")],
  watch: ["push a folder, and every change in it from then on", () => import("./commands/watch/watch.ts")],
  search: ["find passages by keyword and by meaning", () => import("./commands/search/search.ts")],
  ask: ["an answer from your passages; needs a text model", () => import("./commands/ask/ask.ts")],
  explain: [
    "why a passage is where it is in an answer, or not there",
    () => import("./commands/explain/explain.ts"),
  ],
  profiles: [
    "ways of ranking, their settings, and this workspace's own",
    () => import("./commands/profiles/profiles.ts"),
  ],
  feedback: ["vote a hit of a search up or down", () => import("./commands/feedback/feedback.ts")],
  log: [
    "past searches, what was never found, what is popular or stale",
    () => import("./commands/log/log.ts"),
  ],
  changes: ["what changed, in order, once or from now on", () => import("./commands/changes/changes.ts")],
  models: [
    "models that run on this machine: install, list, check, remove",
    () => import("./commands/models/models.ts"),
  ],
  webhook: ["post what changes to an address", () => import("./commands/webhook/webhook.ts")],
  source: [
    "sites, repositories, buckets and feeds that the server pulls",
    () => import("./commands/source/source.ts"),
  ],
  root: ["the pushed folders, and what is said of them", () => import("./commands/root/root.ts")],
  get: ["print a document, or some of its lines, exactly as pushed", () => import("./commands/get/get.ts")],
  remember: ["keep a text as a memory", () => import("./commands/remember/remember.ts")],
  forget: ["forget a memory, or bring it back", () => import("./commands/forget/forget.ts")],
  memories: ["list, show and count what was remembered", () => import("./commands/memories/memories.ts")],
  prune: ["forget memories that are old", () => import("./commands/prune/prune.ts")],
  graph: ["what texts name, and how that is related", () => import("./commands/graph/graph.ts")],
  mcp: ["speak MCP with a coding agent, and set its client up", () => import("./commands/mcp/mcp.ts")],
  hook: ["hooks that a coding agent runs: recall, push, remember", () => import("./commands/hook/hook.ts")],
  status: ["what is indexed, what is pending, what failed", () => import("./commands/status/status.ts")],
  doctor: [
    "check that everything is there, and repair what is not",
    () => import("./commands/doctor/doctor.ts"),
  ],
  backup: [
    "write a dated backup of every workspace, and keep the newest",
    () => import("./commands/backup/backup.ts"),
  ],
  restore: ["bring everything back from the newest backup", () => import("./commands/restore/restore.ts")],
  export: ["write everything of a workspace into a file", () => import("./commands/export/export.ts")],
  import: ["read such a file into a workspace", () => import("./commands/import/import.ts")],
  reindex: [
    "re-index what is stale, what failed, or everything",
    () => import("./commands/reindex/reindex.ts"),
  ],
  delete: [
    "delete a pushed folder, or a part of it, from the index",
    () => import("./commands/delete/delete.ts"),
  ],
  init: ["name the server and the token to use", () => import("./commands/init/init.ts")],
  serve: [
    "run the whole service on this machine, no account needed",
    () => import("./commands/serve/serve.ts"),
  ],
  deploy: ["set the service up in your own Cloudflare account", () => import("./commands/deploy/deploy.ts")],
  token: ["create, list and revoke tokens", () => import("./commands/token/token.ts")],
  workspace: [
    "create, list, choose and delete workspaces",
    () => import("./commands/workspace/workspace.ts"),
  ],
  eval: ["measure search on judged questions", () => import("./commands/eval/eval.ts")],
  completion: [
    "a script that completes all this in bash, zsh or fish",
    () => import("./commands/completion/completion.ts"),
  ],
  help: ["explain a command, or list them all", () => import("./commands/help/help.ts")],
} as const satisfies Record<string, Entry>;

interface ProgramParts {
  /** Is given what reads the global flags, once they are parsed. */
  readonly startWith: (flags: () => GlobalFlags) => Start;
  readonly terminal: Pick<Terminal, "out" | "err">;
  /** The version is printed as JSON, and nothing of what is wrong: the caller prints that from the error thrown. */
  readonly isJson: boolean;
}

const outputFor = ({ terminal, isJson }: ProgramParts): OutputConfiguration => ({
  writeOut: (text) =>
    terminal.out(isJson && text === `${VERSION}\n` ? `${JSON.stringify({ version: VERSION })}\n` : text),
  writeErr: isJson ? () => undefined : terminal.err,
  outputError: (text, write) =>
    write(
      text.startsWith("error: unknown option") ? `${text}(a name that begins with - goes after --)\n` : text,
    ),
});

/** The program for these arguments. Only commands named among them are loaded: that is all a call can run. */
export async function createProgram(args: readonly string[], parts: ProgramParts): Promise<Command> {
  const program = new Command("recall")
    .description("Push a folder, search it from anywhere, get line-anchored passages.")
    .version(VERSION)
    .option("--url <url>", "server to ask (RECALL_URL)")
    .option("--token <token>", "token to ask with (RECALL_TOKEN)")
    .option("--at <name>", "kept server and workspace to ask (RECALL_AT)")
    .option("--json", "print one JSON object")
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .showHelpAfterError("(--help lists what it takes)")
    .configureOutput(outputFor(parts))
    .exitOverride();
  const start = parts.startWith(() => program.opts<GlobalFlags>());
  for (const [name, [summary, load]] of Object.entries<Entry>(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load()).configure(command, start, wholeProgram);
  }
  return program;
}

/** The program with every command loaded, for what describes it; nothing in it can be run. */
export const wholeProgram = (): Promise<Command> =>
  createProgram(Object.keys(COMMANDS), {
    startWith: () => () => async () => undefined,
    terminal: { out: () => undefined, err: () => undefined },
    isJson: false,
  });
