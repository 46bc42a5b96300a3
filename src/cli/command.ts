/** What a command is given, and how it ends. */
import type { Command } from "commander";
import { AppError, type ErrorCode } from "../errors.ts";
import type { Reach, ReachLight } from "./session/reach.ts";
import { lineShower, type ShowLine } from "./terminal/isolates.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { safeJson } from "./terminal/terminal-safe.ts";

/** Flags every command takes. */
export interface GlobalFlags {
  readonly url?: string;
  readonly token?: string;
  /** Name of a kept server and workspace. */
  readonly at?: string;
  readonly json?: boolean;
}

/** What a command runs in; nothing else of the process is read. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly flags: GlobalFlags;
  /** How requests get to a server: over nothing else a token is sent. */
  readonly reach: Reach;
  /** The same for what reads text alone, without the objects of fetch. @default reach */
  readonly reachLight?: ReachLight;
  /** Ends on the first Ctrl-C once asked for; the second one ends the process. */
  readonly interrupted: () => AbortSignal;
}

/** Makes commander's action of a command's work: it runs that, keeps its exit code and reports every failure once. */
export type Start = <Given extends readonly unknown[]>(
  work: (context: CommandContext, ...given: Given) => Promise<ExitCode>,
) => (...given: Given) => Promise<void>;

/** Declares a command's description, arguments and flags. `wholeProgram` loads all commands, for one that describes them. */
export type ConfigureCommand = (command: Command, start: Start, wholeProgram: () => Promise<Command>) => void;

/** Exit codes. Anything above 3 is a bug or a signal. */
export const EXIT = {
  ok: 0,
  /** Nothing found, or a part of the work failed and the rest is done. */
  nothingOrPartial: 1,
  /** The command line has to be another: it is wrong, or a name or a flag has to decide what is meant. */
  usage: 2,
  /** Could not reach the server, not allowed, or it cannot answer now. */
  unavailable: 3,
  /** 128 + SIGINT, the shell's convention for Ctrl-C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Begins the code of a wrong command line that an agent runs by itself: exit code 2 would stop its user's prompt. */
export const NEVER_BLOCKS = "agent.";

const BY_ERROR = {
  invalid_input: EXIT.usage,
  unauthorized: EXIT.unavailable,
  forbidden: EXIT.unavailable,
  not_found: EXIT.nothingOrPartial,
  ambiguous: EXIT.usage,
  cursor_expired: EXIT.usage,
  root_exists: EXIT.usage,
  workspace_exists: EXIT.usage,
  too_many_deletions: EXIT.usage,
  confirmation_needed: EXIT.usage,
  conflict: EXIT.nothingOrPartial,
  hash_mismatch: EXIT.nothingOrPartial,
  idempotency_mismatch: EXIT.usage,
  idempotency_running: EXIT.unavailable,
  idempotency_done: EXIT.nothingOrPartial,
  not_text: EXIT.nothingOrPartial,
  too_large: EXIT.nothingOrPartial,
  limit_reached: EXIT.unavailable,
  rate_limited: EXIT.unavailable,
  quota_exceeded: EXIT.unavailable,
  quota: EXIT.unavailable,
  capacity: EXIT.unavailable,
  model_budget: EXIT.unavailable,
  workspace_quota: EXIT.unavailable,
  database_quota: EXIT.unavailable,
  database_timeout: EXIT.unavailable,
  database_damaged: EXIT.unavailable,
  storage_full: EXIT.unavailable,
  schema_mismatch: EXIT.unavailable,
  misconfigured: EXIT.unavailable,
  internal: EXIT.unavailable,
  unavailable: EXIT.unavailable,
  workspace_moving: EXIT.unavailable,
  embedder_unavailable: EXIT.unavailable,
  embedder_refused: EXIT.unavailable,
  reranker_unavailable: EXIT.unavailable,
  generator_unavailable: EXIT.unavailable,
  vector_index_unavailable: EXIT.unavailable,
  timeout: EXIT.unavailable,
} as const satisfies Record<ErrorCode, ExitCode>;

/** Exit code of a failure that ended a command; undefined for one we did not expect. */
export const exitCodeOf = (error: unknown): ExitCode | undefined =>
  error instanceof AppError ? BY_ERROR[error.code] : undefined;

/** Code of a command whose answer may hold nothing. */
export const okIf = (isFound: boolean): ExitCode => (isFound ? EXIT.ok : EXIT.nothingOrPartial);

/**
 * Prints an answer on stdout: with `--json` as one line of JSON, else as lines for a person, which are made only then.
 * Returns the exit code of a command that has done all it should.
 */
export function print(
  { terminal, flags }: Pick<CommandContext, "terminal" | "flags">,
  answer: unknown,
  lines: (columns: number, showLine: ShowLine) => readonly string[],
): ExitCode {
  const showLine = lineShower(terminal.outIsTerminal);
  const shown = flags.json === true ? [safeJson(answer)] : lines(terminal.columns, showLine);
  terminal.out(shown.map((line) => `${line}\n`).join(""));
  return EXIT.ok;
}
