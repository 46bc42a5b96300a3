import type { CommanderError } from "commander";
import { AnsweredError } from "../client/failure.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { EXIT, type ExitCode, exitCodeOf, NEVER_BLOCKS } from "./command.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { safeJson, safeLine, safeText } from "./terminal/terminal-safe.ts";

type Output = Pick<Terminal, "out" | "err">;

/** What to do about failures of which the server knows only that they are. */
const HINTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: "recall init --token <token> stores one",
  forbidden:
    "recall token create --scope … makes one, with the owner's or an admin's token; RECALL_TOKEN and --token take the place of the stored one",
  timeout: "try again, it may only have been busy",
};

/** A server that did not answer at all, which may be another than was meant. */
const UNREACHED = /^Could not reach /;
const OTHER_SERVER = "is it the right one? recall init --list shows what is used here";

/** Another token of the same workspace would be as useless: what helps is another workspace. */
const NO_WORKSPACE = /workspace was deleted$/;
const OTHER_WORKSPACE =
  "recall workspace list shows the others, recall workspace use <name> goes on with one, both with the owner's token; " +
  "without it, recall init --token <token> stores one of another";

/** What to do stands in the message already: a question, a command, a time. */
const SAYS_IT = /\?|recall |try again|mint one|until \d/i;

/** A failure's message, with what to do about it where the message does not say. */
export function failureText(error: Error): string {
  const { message } = error;
  if (!(error instanceof AppError) || SAYS_IT.test(message)) return message;
  const known = UNREACHED.test(message) ? OTHER_SERVER : HINTS[error.code];
  const hint = NO_WORKSPACE.test(message) ? OTHER_WORKSPACE : known;
  return hint === undefined ? message : `${message}: ${hint}`;
}

/** Code of a wrong command line in `--json`; every other code is the server's own. */
const USAGE = "usage";

const reportJson = ({ out }: Output, code: string, message: string): void =>
  out(`${safeJson({ error: { code, message } })}\n`);

/** Our own messages may have several lines; a server's message is one. */
const shown = (error: Error): string =>
  error instanceof AppError && !(error instanceof AnsweredError)
    ? safeText(failureText(error))
    : safeLine(failureText(error));

/** Reports on stdout, for `--json`, that Ctrl-C ended the work. */
export function reportInterrupted(terminal: Output, isJson: boolean): ExitCode {
  if (isJson) reportJson(terminal, "interrupted", "Stopped");
  return EXIT.interrupted;
}

/** Reports a failure on stderr, with `--json` as one object on stdout; an unexpected one with its stack. Returns the exit code. */
export function reportFailure(error: unknown, terminal: Output, isJson: boolean): ExitCode {
  const code = exitCodeOf(error);
  if (error instanceof Error && (code !== undefined || "syscall" in error)) {
    const named = code !== undefined && "code" in error ? String(error.code) : "invalid_input";
    if (isJson) reportJson(terminal, named, error.message);
    else terminal.err(`recall: ${shown(error)}\n`);
    return code ?? EXIT.usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isJson) reportJson(terminal, "internal", message);
  terminal.err(`${safeText(error instanceof Error ? (error.stack ?? message) : message)}\n`);
  return EXIT.unavailable;
}

/** Reports what is wrong with a command line with `--json`; without it commander has done so. Returns the exit code. */
export function reportUsage({ code, message }: CommanderError, terminal: Output, isJson: boolean): ExitCode {
  const isHelp = code === "commander.help";
  if (isJson)
    reportJson(terminal, USAGE, isHelp ? "Name a command: recall --help" : message.replace(/^error: /, ""));
  return code.startsWith(NEVER_BLOCKS) ? EXIT.nothingOrPartial : EXIT.usage;
}
