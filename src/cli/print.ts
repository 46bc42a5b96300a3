import type { CommandContext } from "./command.ts";
import { safeJson } from "./terminal/terminal-safe.ts";

/** Prints an answer on stdout: with `--json` as one line of JSON, else as lines for a person, which are made only then. */
export function print(
  { terminal, flags }: Pick<CommandContext, "terminal" | "flags">,
  answer: unknown,
  lines: (columns: number) => readonly string[],
): void {
  const shown = flags.json === true ? [safeJson(answer)] : lines(terminal.columns);
  terminal.out(shown.map((line) => `${line}\n`).join(""));
}
