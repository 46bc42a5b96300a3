import { CommanderError } from "commander";
import { type CommandContext, EXIT, type ExitCode, type GlobalFlags, type Start } from "./command.ts";
import { createProgram } from "./program.ts";
import { reportFailure, reportInterrupted, reportUsage } from "./report-failure.ts";

type Surroundings = Omit<CommandContext, "flags">;

/** Whether `--json` is among the flags; a command line that cannot be read must be answered in it too. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).includes("--json");
}

/** Runs one command line. Reports every failure and returns the exit code; it ends no process. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { terminal } = surroundings;
  if (args.length === 0) {
    const { nextSteps } = await import("./next-steps.ts");
    terminal.out(await nextSteps({ ...surroundings, flags: {} }));
    return EXIT.ok;
  }
  let code: ExitCode = EXIT.ok;
  const isJson = wantsJson(args);
  const startWith =
    (flags: () => GlobalFlags): Start =>
    (work) =>
    async (...given) => {
      const context = { ...surroundings, flags: flags() };
      try {
        code = await work(context, ...given);
      } catch (error) {
        code = context.interrupted().aborted
          ? reportInterrupted(terminal, isJson)
          : reportFailure(error, terminal, isJson);
      }
    };
  const program = await createProgram(args, { startWith, terminal, isJson });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, terminal, isJson);
    // Asking for help or for the version is no mistake.
    return error.exitCode === 0 ? EXIT.ok : reportUsage(error, terminal, isJson);
  }
  return code;
}
