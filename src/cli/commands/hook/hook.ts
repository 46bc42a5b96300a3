import { Argument, type Command } from "commander";
import type { CommandContext, ConfigureCommand, ExitCode, Start } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { addSearchFlags, type SearchFlags } from "../../flags/search-flags.ts";
import { settingsOf } from "../../session/session.ts";
import { safeJson } from "../../terminal/terminal-safe.ts";
import { type Agent, AGENTS } from "../../capture/turn.ts";
import { hookAnswer } from "./hook-answer.ts";
import type { InstallFlags } from "./install/install-hooks.ts";
import { addHookFlags, type HookFlags, onInput } from "./quietly.ts";
import type { EndFlags } from "./session-end.ts";
import type { StartFlags } from "./session-start.ts";

// A prompt waits for its hook: what one hook needs is loaded by that one alone.

/** Tokens of the block: a page that every prompt pays for. */
const BUDGET = 600;
const MIN_BUDGET = 150;
const MAX_BUDGET = 20_000;
/** Tokens of the memories that a session begins with. */
const START_BUDGET = 400;
/** A push takes longer than a question; what it has sent by then is kept, and the next one goes on. */
const PUSH_TIMES = 5;
/** Nobody waits for the end of a session: a text model may take its time. */
const END_TIMEOUT_MS = 60_000;

type PromptFlags = SearchFlags & HookFlags & { readonly budget: number };

const prompt = (context: CommandContext, flags: PromptFlags): Promise<ExitCode> =>
  onInput(context, flags, async (input, quiet) => {
    const { recallForPrompt } = await import("./recall-for-prompt.ts");
    const { timeout: _, verbose: __, budget, ...search } = flags;
    const { block, answer } = await recallForPrompt(input, quiet, { flags: search, budget });
    if (answer?.skipped !== undefined) quiet.terminal.err(`recall: not searched: ${answer.skipped}\n`);
    if (context.flags.json !== true) return hookAnswer(input, { context: block });
    return `${safeJson({ context: block ?? null, outcome: answer?.outcome ?? "skipped", confidence: answer?.confidence ?? "none" })}\n`;
  });

const sessionStart = (context: CommandContext, flags: HookFlags & StartFlags): Promise<ExitCode> =>
  onInput(context, { ...flags, timeout: flags.timeout * PUSH_TIMES }, async (input, quiet) => {
    const { startSession } = await import("./session-start.ts");
    await startSession(input, quiet, flags);
    return "";
  });

const sessionEnd = (
  context: CommandContext,
  flags: HookFlags & EndFlags & { readonly foreground?: boolean },
): Promise<ExitCode> =>
  onInput(context, flags, async (input, quiet, text) => {
    const { carryOn, endSession } = await import("./session-end.ts");
    await (flags.foreground === true ? endSession(input, quiet, flags) : carryOn(text, quiet));
    return "";
  });

const stop = (context: CommandContext, flags: HookFlags): Promise<ExitCode> =>
  onInput(context, flags, async (input, quiet) => {
    // Without a server to remember it, nothing is offered.
    await settingsOf(quiet);
    const { offerFor } = await import("./offer.ts");
    const offer = await offerFor(input);
    if (offer === undefined) return "";
    if (input.isJson) return `${safeJson({ decision: "block", reason: offer.reason })}\n`;
    return context.flags.json === true ? `${safeJson(offer)}\n` : `${offer.reason}\n`;
  });

function addPrompt(command: Command, start: Start): void {
  addHookFlags(addSearchFlags(command.command("prompt")))
    .summary("print what the index knows about a prompt")
    .description(
      "Reads a prompt on standard input, plain or as an agent's JSON, and prints passages for it as a block of quoted text, or nothing.",
    )
    .option("--budget <tokens>", "most tokens to print", wholeNumber(MIN_BUDGET, MAX_BUDGET), BUDGET)
    .action(start(prompt));
}

function addStart(command: Command, start: Start): void {
  addHookFlags(command.command("session-start"))
    .summary("print what to remember, push what changed")
    .description(
      "Prints the few memories that matter and how many wait for your word, wakes the search, then pushes what changed in the folders that this machine has pushed.",
    )
    .option("--root <name>", "push only this folder")
    .option("--budget <tokens>", "most tokens to print", wholeNumber(MIN_BUDGET, MAX_BUDGET), START_BUDGET)
    .action(start(sessionStart));
}

function addEnd(command: Command, start: Start): void {
  addHookFlags(command.command("session-end"), END_TIMEOUT_MS)
    .summary("take from the session what to remember")
    .description(
      "Reads the agent's JSON, and in its transcript what was decided, preferred, corrected, learned and left open. It waits on this machine: recall memories review.",
    )
    .option("--auto", "remember it at once, without asking")
    .option("--no-model", "by rules alone, without the server's text model")
    .option("--foreground", "end when it is done, not before")
    .action(start(sessionEnd));
}

function addInstall(command: Command, start: Start): void {
  command
    .command("install")
    .summary("set the hooks up in a coding agent")
    .description("Prints the hooks for an agent's settings, or writes them beside what is there.")
    .addArgument(new Argument("<agent>", "the agent").choices([...AGENTS]))
    .option("--write", "add them to your own settings, keeping everything else")
    .option("--project", "for this folder only")
    .option("--auto", "remember what a session said at once, without asking")
    .action(start(install));
}

async function install(context: CommandContext, agent: Agent, flags: InstallFlags): Promise<ExitCode> {
  const { installHooks } = await import("./install/install-hooks.ts");
  return installHooks(context, agent, flags);
}

/** `recall hook prompt|session-start|session-end|stop|install` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Hooks that a coding agent runs by itself. They never hold the agent up.");
  addPrompt(command, start);
  addStart(command, start);
  addEnd(command, start);
  addHookFlags(command.command("stop"))
    .summary("offer to remember what the person said")
    .description(
      "Reads the agent's JSON, or what the person said last, and asks the agent to keep what reads as a preference, a decision, a correction or a fact.",
    )
    .action(start(stop));
  addInstall(command, start);
};
