import { type Command, CommanderError } from "commander";
import { type CommandContext, EXIT, type ExitCode, NEVER_BLOCKS } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { readStandardInput } from "../../terminal/terminal.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type HookInput, readHookInput } from "./hook-input.ts";

// How every hook runs, so that it is never in an agent's way.

export interface HookFlags {
  readonly timeout: number;
  readonly verbose?: boolean;
}

const expiry = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("No answer in time"))));

/** Runs a hook within its time, with exit code 0, silent unless `--verbose` asks. */
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

const MISSING = "A hook reads what the agent sends it on standard input: a prompt, or JSON";

/** The same with what the agent sends, in the folder in which it works. */
export async function onInput(
  context: CommandContext,
  flags: HookFlags,
  work: (input: HookInput, context: CommandContext, text: string) => Promise<string>,
): Promise<ExitCode> {
  return quietly(context, flags, async (quiet) => {
    const text = await readStandardInput(quiet.terminal, MISSING);
    const input = readHookInput(text);
    return work(input, { ...quiet, cwd: input.cwd ?? quiet.cwd }, text);
  });
}

/** An agent waits for so long, milliseconds. */
const TIMEOUT_MS = 2_000;
const MAX_TIMEOUT_MS = 60_000;

/** Wrong flags in an agent's settings must not stop its user's prompt, which exit code 2 does. */
const neverBlocks = (command: Command): Command =>
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    throw new CommanderError(error.exitCode, `${NEVER_BLOCKS}${error.code}`, error.message);
  });

export const addHookFlags = (command: Command, timeoutMs = TIMEOUT_MS): Command =>
  neverBlocks(command)
    .option(
      "--timeout <ms>",
      "time limit for the server, milliseconds",
      wholeNumber(100, MAX_TIMEOUT_MS),
      timeoutMs,
    )
    .option("--verbose", "report failures on standard error");
