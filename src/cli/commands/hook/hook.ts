import { basename } from "node:path";
import { Argument, type Command, CommanderError } from "commander";
import {
  type CommandContext,
  type ConfigureCommand,
  EXIT,
  type ExitCode,
  NEVER_BLOCKS,
  type Start,
} from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { addSearchFlags, type SearchFlags } from "../../flags/search-flags.ts";
import { sendLost, syncFolders } from "../../pushed/sync-folders.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { readStandardInput } from "../../terminal/terminal.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import { installHooks } from "./claude-settings.ts";
import { type HookInput, readHookInput } from "./hook-input.ts";
import { offerFor } from "./offer.ts";
import { HOOK_DOOR, recallForPrompt } from "./recall-for-prompt.ts";

/**
 * Wakes the server with a search that nobody reads, so that the first prompt finds models and caches warm; then pushes
 * what changed in the folders that this machine has pushed, and what the server has lost of them. A server that does not answer the first is left alone.
 */
async function startSession(context: CommandContext, timeoutMs: number, root?: string): Promise<void> {
  const settings = await settingsOf(context);
  const soon = AbortSignal.any([context.interrupted(), AbortSignal.timeout(timeoutMs)]);
  const query = basename(context.cwd) || "notes";
  const { index } = await withServer(
    { ...context, interrupted: () => soon },
    { ...settings, maxRetries: 0, headers: HOOK_DOOR },
    // As if it were still being typed: nobody asked it, and only admins say themselves what is logged.
    (client) => client.search({ query, limit: 1, typing: true }),
  );
  const folders = await syncFolders(context, settings, root);
  await sendLost(context, settings, { folders, version: index.version });
}

interface HookFlags {
  readonly timeout: number;
  readonly verbose?: boolean;
}

const expiry = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("No answer in time"))));

/** Runs a hook so that it is never in an agent's way: within its time, with exit code 0, silent unless `--verbose` asks. */
async function quietly(
  context: CommandContext,
  { timeout, verbose }: HookFlags,
  work: (context: CommandContext) => Promise<string>,
): Promise<ExitCode> {
  const { terminal } = context;
  const tell = verbose === true ? terminal.err : () => undefined;
  const signal = AbortSignal.timeout(timeout);
  const quiet: CommandContext = {
    ...context,
    interrupted: () => signal,
    terminal: { ...terminal, canAsk: false, err: tell },
  };
  try {
    terminal.out(await Promise.race([work(quiet), expiry(signal)]));
  } catch (error) {
    tell(`recall: ${safeLine(error instanceof Error ? error.message : String(error))}\n`);
  } finally {
    // An agent that never closes its end of the pipe keeps nobody waiting.
    terminal.input.destroy();
  }
  return EXIT.ok;
}

/** An agent waits for so long, milliseconds. */
const TIMEOUT_MS = 2_000;
const MAX_TIMEOUT_MS = 60_000;
/** A push takes longer than a question; what it has sent by then is kept, and the next one goes on. */
const PUSH_TIMES = 5;
/** Tokens of the block: a page that every prompt pays for. */
const BUDGET = 600;
const MIN_BUDGET = 150;
const MAX_BUDGET = 20_000;

const MISSING = "A hook reads what the agent sends it on standard input: a prompt, or JSON";

async function onInput(
  context: CommandContext,
  flags: HookFlags,
  work: (input: HookInput, context: CommandContext) => Promise<string>,
): Promise<ExitCode> {
  return quietly(context, flags, async (quiet) => {
    const input = readHookInput(await readStandardInput(quiet.terminal, MISSING));
    return work(input, { ...quiet, cwd: input.cwd ?? quiet.cwd });
  });
}

type PromptFlags = SearchFlags & HookFlags & { readonly budget: number };

const prompt = (context: CommandContext, flags: PromptFlags): Promise<ExitCode> =>
  onInput(context, flags, async (input, quiet) => {
    const { timeout: _, verbose: __, budget, ...search } = flags;
    const { block, answer } = await recallForPrompt(input, quiet, { flags: search, budget });
    if (answer?.skipped !== undefined) quiet.terminal.err(`recall: not searched: ${answer.skipped}\n`);
    if (context.flags.json !== true) return block ?? "";
    return `${safeJson({ context: block ?? null, outcome: answer?.outcome ?? "skipped", confidence: answer?.confidence ?? "none" })}\n`;
  });

type StartFlags = HookFlags & { readonly root?: string };

const sessionStart = (context: CommandContext, flags: StartFlags): Promise<ExitCode> =>
  onInput(context, { ...flags, timeout: flags.timeout * PUSH_TIMES }, async (_, quiet) => {
    await startSession(quiet, flags.timeout, flags.root);
    return "";
  });

const stop = (context: CommandContext, flags: HookFlags): Promise<ExitCode> =>
  onInput(context, flags, async (input, quiet) => {
    // Without a server to remember it, nothing is offered.
    await settingsOf(quiet);
    const offer = await offerFor(input);
    if (offer === undefined) return "";
    if (input.isJson) return `${safeJson({ decision: "block", reason: offer.reason })}\n`;
    return context.flags.json === true ? `${safeJson(offer)}\n` : `${offer.reason}\n`;
  });

/** Wrong flags in an agent's settings must not stop its user's prompt, which exit code 2 does. */
const neverBlocks = (command: Command): Command =>
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    throw new CommanderError(error.exitCode, `${NEVER_BLOCKS}${error.code}`, error.message);
  });

const addHookFlags = (command: Command): Command =>
  neverBlocks(command)
    .option(
      "--timeout <ms>",
      "time limit for the server, milliseconds",
      wholeNumber(100, MAX_TIMEOUT_MS),
      TIMEOUT_MS,
    )
    .option("--verbose", "report failures on standard error");

function addPrompt(command: Command, start: Start): void {
  addHookFlags(addSearchFlags(command.command("prompt")))
    .summary("print what the index knows about a prompt")
    .description(
      "Reads a prompt on standard input, plain or as an agent's JSON, and prints passages for it as a block of quoted text, or nothing.",
    )
    .option("--budget <tokens>", "most tokens to print", wholeNumber(MIN_BUDGET, MAX_BUDGET), BUDGET)
    .action(start(prompt));
}

function addInstall(command: Command, start: Start): void {
  command
    .command("install")
    .summary("set the hooks up in Claude Code")
    .description("Prints the hooks for an agent's settings, or writes them beside what is there.")
    .addArgument(new Argument("<agent>", "the agent").choices(["claude-code"]))
    .option("--write", "add them to your own settings, keeping everything else")
    .option("--project", "for this folder only: .claude/settings.local.json, which is not committed")
    .action(start(installHooks));
}

/** `recall hook prompt|session-start|stop|install` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Hooks that a coding agent runs by itself. They never hold the agent up.");
  addPrompt(command, start);
  addHookFlags(command.command("session-start"))
    .summary("push what changed, and wake the search")
    .description("Wakes the search, then pushes what changed in the folders that this machine has pushed.")
    .option("--root <name>", "only this pushed folder")
    .action(start(sessionStart));
  addHookFlags(command.command("stop"))
    .summary("offer to remember what the person said")
    .description(
      "Reads the agent's JSON, or what the person said last, and asks the agent to keep what reads as a preference, a decision, a correction or a fact.",
    )
    .action(start(stop));
  addInstall(command, start);
};
