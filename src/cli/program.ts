import { wrapText } from "./terminal/columns.ts";
import { Command, type OutputConfiguration } from "commander";
import { VERSION } from "../version.ts";
import { columnsFor } from "./terminal/terminal.ts";
import type { ConfigureCommand, GlobalFlags, Start } from "./command.ts";

interface Entry {
  /** Its line in `recall --help`. */
  readonly summary: string;
  readonly load: () => Promise<ConfigureCommand>;
}

/** Every command, in the order that help lists them. */
export const COMMANDS = {
  push: {
    summary: "send a folder's new and changed files",
    load: async () => (await import("./commands/push/push.ts")).configurePush,
  },
  watch: {
    summary: "push a folder, and every change in it from then on",
    load: async () => (await import("./commands/watch/watch.ts")).configureWatch,
  },
  search: {
    summary: "find passages by keyword and by meaning",
    load: async () => (await import("./commands/search/search.ts")).configureSearch,
  },
  ask: {
    summary: "an answer from your passages; needs a text model",
    load: async () => (await import("./commands/ask/ask.ts")).configureAsk,
  },
  explain: {
    summary: "why a passage is where it is in an answer, or not there",
    load: async () => (await import("./commands/explain/explain.ts")).configureExplain,
  },
  profiles: {
    summary: "ways of ranking, their settings, and this workspace's own",
    load: async () => (await import("./commands/profiles/profiles.ts")).configureProfiles,
  },
  feedback: {
    summary: "vote a hit of a search up or down",
    load: async () => (await import("./commands/feedback/feedback.ts")).configureFeedback,
  },
  log: {
    summary: "past searches, what was never found, what is popular or stale",
    load: async () => (await import("./commands/log/log.ts")).configureLog,
  },
  get: {
    summary: "print a document, or some of its lines, exactly as pushed",
    load: async () => (await import("./commands/get/get.ts")).configureGet,
  },
  remember: {
    summary: "keep a text as a memory",
    load: async () => (await import("./commands/remember/remember.ts")).configureRemember,
  },
  forget: {
    summary: "forget a memory, or bring it back",
    load: async () => (await import("./commands/forget/forget.ts")).configureForget,
  },
  memories: {
    summary: "list, show and count what was remembered",
    load: async () => (await import("./commands/memories/memories.ts")).configureMemories,
  },
  prune: {
    summary: "forget memories that are old",
    load: async () => (await import("./commands/prune/prune.ts")).configurePrune,
  },
  graph: {
    summary: "what texts name, and how that is related",
    load: async () => (await import("./commands/graph/graph.ts")).configureGraph,
  },
  mcp: {
    summary: "speak MCP with a coding agent, and set its client up",
    load: async () => (await import("./commands/mcp/mcp.ts")).configureMcp,
  },
  hook: {
    summary: "what a coding agent runs by itself: recall, push, remember",
    load: async () => (await import("./commands/hook/hook.ts")).configureHook,
  },
  status: {
    summary: "what is indexed, what is pending, what failed",
    load: async () => (await import("./commands/status/status.ts")).configureStatus,
  },
  doctor: {
    summary: "check that everything is there, and repair what is not",
    load: async () => (await import("./commands/doctor/doctor.ts")).configureDoctor,
  },
  export: {
    summary: "write everything of a workspace into a file",
    load: async () => (await import("./commands/export/export.ts")).configureExport,
  },
  import: {
    summary: "read such a file into a workspace",
    load: async () => (await import("./commands/import/import.ts")).configureImport,
  },
  reindex: {
    summary: "index anew what is stale, what failed, or everything",
    load: async () => (await import("./commands/reindex/reindex.ts")).configureReindex,
  },
  delete: {
    summary: "delete a pushed folder, or a part of it, from the index",
    load: async () => (await import("./commands/delete/delete.ts")).configureDelete,
  },
  init: {
    summary: "name the server and the token to use",
    load: async () => (await import("./commands/init/init.ts")).configureInit,
  },
  serve: {
    summary: "run the whole service on this machine, no account needed",
    load: async () => (await import("./commands/serve/serve.ts")).configureServe,
  },
  deploy: {
    summary: "set the service up in your own Cloudflare account",
    load: async () => (await import("./commands/deploy/deploy.ts")).configureDeploy,
  },
  token: {
    summary: "make, list and revoke tokens",
    load: async () => (await import("./commands/token/token.ts")).configureToken,
  },
  workspace: {
    summary: "make, list, choose and delete workspaces",
    load: async () => (await import("./commands/workspace/workspace.ts")).configureWorkspace,
  },
  eval: {
    summary: "measure search on judged questions",
    load: async () => (await import("./commands/eval/eval.ts")).configureEval,
  },
  completion: {
    summary: "a script that completes all this in bash, zsh or fish",
    load: async () => (await import("./commands/completion/completion.ts")).configureCompletion,
  },
  help: {
    summary: "explain a command, or list them all",
    load: async () => (await import("./commands/help/help.ts")).configureHelp,
  },
} as const satisfies Record<string, Entry>;

/** Where commander writes: complaints as wide as the terminal; the version as JSON where that is wanted, and then no complaint. */
const outputFor = (isJson: boolean): OutputConfiguration =>
  isJson
    ? {
        writeOut: (text) =>
          void process.stdout.write(
            text === `${VERSION}\n` ? `${JSON.stringify({ version: VERSION })}\n` : text,
          ),
        writeErr: () => undefined,
      }
    : {
        writeErr: (text) =>
          void process.stderr.write(wrapText(text, columnsFor(process.env.COLUMNS, process.stderr))),
      };

/**
 * The program for these arguments. A command is loaded only when its name is among them: that is all a call can run,
 * and the start stays short. `startWith` is given what reads the global flags, once they are parsed.
 * With `isJson` it writes nothing of what is wrong with the arguments: the caller tells that from the error thrown.
 */
export async function createProgram(
  args: readonly string[],
  startWith: (flags: () => GlobalFlags) => Start,
  isJson = false,
): Promise<Command> {
  const program = new Command("recall")
    .description("Push a folder, search it from anywhere, get line-anchored passages.")
    .version(VERSION)
    .option("--url <url>", "server to ask (RECALL_URL)")
    .option("--token <token>", "token to ask with (RECALL_TOKEN)")
    .option("--at <name>", "kept server and workspace to ask (RECALL_AT)")
    .option("--json", "print one JSON object")
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .showHelpAfterError("(--help says what it takes)")
    .configureOutput(outputFor(isJson))
    .exitOverride();
  const start = startWith(() => program.opts<GlobalFlags>());
  for (const [name, { summary, load }] of Object.entries<Entry>(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load())(command, start);
  }
  return program;
}
