import type { CommanderError } from "commander";
import { AnsweredError } from "../client/send.ts";
import { AppError } from "../errors.ts";
import { EXIT, type ExitCode, exitCodeOf, NEVER_BLOCKS } from "./exit-codes.ts";
import { failureText } from "./failure-text.ts";
import { wrapText } from "./terminal/columns.ts";
import { columnsFor } from "./terminal/terminal.ts";
import { safeJson, safeLine, safeText } from "./terminal/terminal-safe.ts";

/** Code of a wrong command line in `--json`; every other code is the server's own. */
const USAGE = "usage";

function tellJson(code: string, message: string): void {
  process.stdout.write(`${safeJson({ error: { code, message } })}\n`);
}

/** What we wrote ourselves may have several lines; a server's message is one. */
const shown = (error: Error): string =>
  error instanceof AppError && !(error instanceof AnsweredError)
    ? safeText(failureText(error))
    : safeLine(failureText(error));

/** Tells on stdout, for `--json`, that Ctrl-C ended the work. */
export function tellInterrupted(isJson: boolean): ExitCode {
  if (isJson) tellJson("interrupted", "Stopped");
  return EXIT.interrupted;
}

/**
 * Tells a failure in one line on stderr, with `--json` as one object on stdout; one that nobody expected whole, on
 * stderr. Returns the exit code.
 */
export function tellFailure(error: unknown, isJson: boolean): ExitCode {
  const code = exitCodeOf(error);
  if (error instanceof Error && (code !== undefined || "syscall" in error)) {
    if (isJson)
      tellJson(code !== undefined && "code" in error ? String(error.code) : "invalid_input", error.message);
    else console.error(wrapText(`recall: ${shown(error)}`, columnsFor(process.env.COLUMNS, process.stderr)));
    return code ?? EXIT.usage;
  }
  if (isJson) tellJson("internal", error instanceof Error ? error.message : String(error));
  console.error(safeText(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return EXIT.unavailable;
}

/** Tells what is wrong with a command line, which commander has told already unless it is to be JSON. */
export function tellUsage({ code, message }: CommanderError, isJson: boolean): ExitCode {
  const isHelp = code === "commander.help";
  if (isJson) tellJson(USAGE, isHelp ? "Name a command: recall --help" : message.replace(/^error: /, ""));
  return code.startsWith(NEVER_BLOCKS) ? EXIT.nothingOrPartial : EXIT.usage;
}
