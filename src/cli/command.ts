import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

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
  /** Ends on the first Ctrl-C once asked for; the second one ends the process. */
  readonly interrupted: () => AbortSignal;
}

/** Runs a command's work and keeps its exit code; it reports every failure once. */
export type Start = (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;

/**
 * Declares a command's description, arguments and flags; the `configure` of every command's folder. `wholeProgram` loads all
 * commands, for one that describes them.
 */
export type ConfigureCommand = (command: Command, start: Start, wholeProgram: () => Promise<Command>) => void;
