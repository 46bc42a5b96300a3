import type { CommandContext, GlobalFlags } from "./command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { NEXT_STEPS } from "./next-steps.ts";
import { nodeTerminal } from "./terminal.ts";

/** A signal that the first Ctrl-C ends; the second then has Node's own effect. */
function interruptSignal(): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller === undefined) {
      const created = new AbortController();
      process.once("SIGINT", () => created.abort());
      controller = created;
    }
    return controller.signal;
  };
}

function contextFor(flags: GlobalFlags): CommandContext {
  return {
    terminal: nodeTerminal(),
    env: process.env,
    cwd: process.cwd(),
    flags,
    interrupted: interruptSignal(),
  };
}

/** Tells a failure in one line; one that nobody expected, whole. */
async function tell(error: unknown): Promise<ExitCode> {
  const code = exitCodeOf(error);
  const { safeLine, safeText } = await import("./render/terminal-safe.ts");
  if (error instanceof Error && (code !== undefined || "syscall" in error)) {
    console.error(`recall: ${safeLine(error.message)}`);
    return code ?? EXIT.usage;
  }
  console.error(safeText(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return EXIT.unavailable;
}

async function main(args: readonly string[]): Promise<ExitCode> {
  if (args.length === 0) {
    process.stdout.write(NEXT_STEPS);
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  const [{ CommanderError }, { createProgram }] = await Promise.all([
    import("commander"),
    import("./program.ts"),
  ]);
  const program = await createProgram(args, (flags) => async (work) => {
    const context = contextFor(flags());
    try {
      code = await work(context);
    } catch (error) {
      code = context.interrupted().aborted ? EXIT.interrupted : await tell(error);
    }
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) return tell(error);
    // Commander has printed what it wants; asking for help is no mistake.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return code;
}

process.exitCode = await main(process.argv.slice(2));
