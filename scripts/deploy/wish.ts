import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Say } from "./steps/run-steps.ts";

export const USAGE_EXIT = 2;

type Options = NonNullable<ParseArgsConfig["options"]> & { readonly help: { readonly type: "boolean" } };
type Values<Wanted extends Options> = ReturnType<typeof parseArgs<{ options: Wanted }>>["values"];

/** What the command line asks for, or the exit code when that was help, or something that there is not. */
export function wishOf<const Wanted extends Options>(
  options: Wanted,
  usage: string,
  say: Say,
  args: readonly string[] = process.argv.slice(2),
): Values<Wanted> | number {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (!("help" in values)) return values;
    say(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(`${error.message}\n\n${usage}`);
    return USAGE_EXIT;
  }
}
