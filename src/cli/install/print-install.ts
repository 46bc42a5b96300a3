import { type CommandContext, print } from "../command.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** What an installation came to. */
export interface Installed {
  readonly file: string;
  /** What belongs into the file, as it would hold it. */
  readonly text: string;
  /** Undefined: nothing was to be written. */
  readonly done: "written" | "unchanged" | undefined;
}

/** Prints where something was written, or what a person can add to the file; with `--json` the answer. */
export function printInstall(context: CommandContext, answer: object, { file, text, done }: Installed): void {
  const place = safeLine(file);
  if (done === undefined && context.flags.json !== true)
    context.terminal.err(`recall: add this to ${place}; --write does it and keeps everything else\n`);
  print(context, { ...answer, written: done !== undefined }, () =>
    done === undefined
      ? [text.replace(/\n$/, "")]
      : [`${done === "unchanged" ? "Already there" : "Written"}: ${place}`],
  );
}
