import { type CommandContext, EXIT, type ExitCode } from "../../command.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

export interface HookFlags {
  /** What the server may take, milliseconds. */
  readonly timeout: number;
  readonly verbose?: boolean;
}

/** What a hook has to say; an empty text is nothing. */
export type HookWork = (context: CommandContext) => Promise<string>;

const EXPIRED = "No answer in time";

/** Rejects when the signal ends. */
const expiry = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error(EXPIRED))));

/**
 * Runs a hook so that it can never be in an agent's way: within its time, with exit code 0, and with nothing said of
 * what went wrong unless `--verbose` asks for it.
 */
export async function quietly(
  context: CommandContext,
  { ms, verbose }: { readonly ms: number; readonly verbose: boolean | undefined },
  work: HookWork,
): Promise<ExitCode> {
  const { terminal } = context;
  const tell = verbose === true ? terminal.err : () => undefined;
  const signal = AbortSignal.timeout(ms);
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
