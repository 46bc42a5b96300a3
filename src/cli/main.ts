import type { CommandContext, GlobalFlags, Start } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { nodeTerminal } from "./terminal/terminal.ts";

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

/** Whether `--json` is among the flags; a command line that cannot be read must be answered in it too. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).includes("--json");
}

type Work = Parameters<Start>[0];

async function main(args: readonly string[]): Promise<ExitCode> {
  if (args.length === 0) {
    const [{ nextSteps }, context] = [await import("./next-steps.ts"), contextFor({})];
    context.terminal.out(await nextSteps(context));
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  const isJson = wantsJson(args);
  const [{ CommanderError }, { createProgram }] = await Promise.all([
    import("commander"),
    import("./program.ts"),
  ]);
  const startWith = (flags: () => GlobalFlags) => async (work: Work) => {
    const context = contextFor(flags());
    try {
      code = await work(context);
    } catch (error) {
      const { tellFailure, tellInterrupted } = await import("./tell-failure.ts");
      code = context.interrupted().aborted ? tellInterrupted(isJson) : tellFailure(error, isJson);
    }
  };
  const program = await createProgram(args, startWith, isJson);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Asking for help or for the version is no mistake, and needs nothing more.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const { tellFailure, tellUsage } = await import("./tell-failure.ts");
    return error instanceof CommanderError ? tellUsage(error, isJson) : tellFailure(error, isJson);
  }
  return code;
}

process.exitCode = await main(process.argv.slice(2));
