import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import type { ConfigureCommand, GlobalFlags, Start } from "./command.ts";
import type { Terminal } from "./terminal/terminal.ts";

interface Entry {
  /** Its line in `recall --help`. */
  readonly summary: string;
  /** The module of its folder that declares it. */
  readonly load: () => Promise<{ readonly configure: ConfigureCommand }>;
}

/** Every command, in the order that help lists them. */
export const COMMANDS = {
  push: {
    summary: "send a folder's new and changed files",
    load: () => import("./commands/push/push.ts"),
  },
  watch: {
    summary: "push a folder, and every change in it from then on",
    load: () => import("./commands/watch/watch.ts"),
  },
  search: {
    summary: "find passages by keyword and by meaning",
    load: () => import("./commands/search/search.ts"),
  },
  ask: {
    summary: "an answer from your passages; needs a text model",
    load: () => import("./commands/ask/ask.ts"),
  },
  explain: {
    summary: "why a passage is where it is in an answer, or not there",
    load: () => import("./commands/explain/explain.ts"),
  },
  profiles: {
    summary: "ways of ranking, their settings, and this workspace's own",
    load: () => import("./commands/profiles/profiles.ts"),
  },
  feedback: {
    summary: "vote a hit of a search up or down",
    load: () => import("./commands/feedback/feedback.ts"),
  },
  log: {
    summary: "past searches, what was never found, what is popular or stale",
    load: () => import("./commands/log/log.ts"),
  },
  get: {
    summary: "print a document, or some of its lines, exactly as pushed",
    load: () => import("./commands/get/get.ts"),
  },
  remember: {
    summary: "keep a text as a memory",
    load: () => import("./commands/remember/remember.ts"),
  },
  forget: {
    summary: "forget a memory, or bring it back",
    load: () => import("./commands/forget/forget.ts"),
  },
  memories: {
    summary: "list, show and count what was remembered",
    load: () => import("./commands/memories/memories.ts"),
  },
  prune: {
    summary: "forget memories that are old",
    load: () => import("./commands/prune/prune.ts"),
  },
  graph: {
    summary: "what texts name, and how that is related",
    load: () => import("./commands/graph/graph.ts"),
  },
  mcp: {
    summary: "speak MCP with a coding agent, and set its client up",
    load: () => import("./commands/mcp/mcp.ts"),
  },
  hook: {
    summary: "hooks that a coding agent runs: recall, push, remember",
    load: () => import("./commands/hook/hook.ts"),
  },
  status: {
    summary: "what is indexed, what is pending, what failed",
    load: () => import("./commands/status/status.ts"),
  },
  doctor: {
    summary: "check that everything is there, and repair what is not",
    load: () => import("./commands/doctor/doctor.ts"),
  },
  export: {
    summary: "write everything of a workspace into a file",
    load: () => import("./commands/export/export.ts"),
  },
  import: {
    summary: "read such a file into a workspace",
    load: () => import("./commands/import/import.ts"),
  },
  reindex: {
    summary: "re-index what is stale, what failed, or everything",
    load: () => import("./commands/reindex/reindex.ts"),
  },
  delete: {
    summary: "delete a pushed folder, or a part of it, from the index",
    load: () => import("./commands/delete/delete.ts"),
  },
  init: {
    summary: "name the server and the token to use",
    load: () => import("./commands/init/init.ts"),
  },
  serve: {
    summary: "run the whole service on this machine, no account needed",
    load: () => import("./commands/serve/serve.ts"),
  },
  deploy: {
    summary: "set the service up in your own Cloudflare account",
    load: () => import("./commands/deploy/deploy.ts"),
  },
  token: {
    summary: "create, list and revoke tokens",
    load: () => import("./commands/token/token.ts"),
  },
  workspace: {
    summary: "create, list, choose and delete workspaces",
    load: () => import("./commands/workspace/workspace.ts"),
  },
  eval: {
    summary: "measure search on judged questions",
    load: () => import("./commands/eval/eval.ts"),
  },
  completion: {
    summary: "a script that completes all this in bash, zsh or fish",
    load: () => import("./commands/completion/completion.ts"),
  },
  help: {
    summary: "explain a command, or list them all",
    load: () => import("./commands/help/help.ts"),
  },
} as const satisfies Record<string, Entry>;

/** What a command line needs of its process. */
export interface ProgramParts {
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
});

/**
 * The program for these arguments. A command is loaded only when its name is among them: that is all a call can run,
 * and the start stays short.
 */
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
  for (const [name, { summary, load }] of Object.entries<Entry>(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load()).configure(command, start, wholeProgram);
  }
  return program;
}

/** The program with every command loaded, for what describes it; nothing in it can be run. */
export const wholeProgram = (): Promise<Command> =>
  createProgram(Object.keys(COMMANDS), {
    startWith: () => async () => undefined,
    terminal: { out: () => undefined, err: () => undefined },
    isJson: false,
  });
