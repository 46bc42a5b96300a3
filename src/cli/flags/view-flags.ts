import { type Command, Option } from "commander";
import { MAX_BUDGET, MIN_BUDGET } from "../../search/contract/constants.ts";
import type { ViewName } from "../../search/contract/hits.ts";
import { FORMATS, type FormatName } from "../render/formats/table.ts";
import type { SearchWish } from "../session/recall-client.ts";
import { wholeNumber } from "./parsers.ts";

export interface ViewFlags {
  readonly full?: boolean;
  readonly compact?: boolean;
  readonly digest?: boolean;
  readonly budget?: number;
  readonly format?: Exclude<FormatName, "lines">;
}

/** Flags of a command that prints hits. */
export const addViewFlags = (command: Command): Command =>
  command
    .addOption(
      new Option("--full", "print whole passages instead of their best lines").conflicts([
        "compact",
        "digest",
      ]),
    )
    .addOption(
      new Option("--compact", "print ids, citations and what reading them costs").conflicts("digest"),
    )
    .option("--digest", "print citations only")
    .option(
      "--budget <tokens>",
      `print as many hits as fit into so many tokens, ${MIN_BUDGET} or more; of JSON the hits' texts count`,
      wholeNumber(MIN_BUDGET, MAX_BUDGET, "tokens"),
    )
    .addOption(
      new Option("--format <name>", "print in this format").choices(
        Object.keys(FORMATS).filter((name) => name !== "lines"),
      ),
    );

/** Refuses, as wrong usage, two flags that say how to print: Commander's `conflicts` sees no flag that all commands take. */
export function checkFormat(command: Command, { format }: ViewFlags): void {
  const { json } = command.optsWithGlobals<{ readonly json?: boolean }>();
  if (json === true && format !== undefined)
    command.error("error: option '--json' cannot be used with option '--format <name>'");
}

/** The format to print in. */
export const formatOf = ({ format }: ViewFlags, json: boolean | undefined): FormatName =>
  format ?? (json === true ? "json" : "lines");

function viewOf({ full, compact, digest, format }: ViewFlags): ViewName | undefined {
  if (full === true) return "full";
  if (compact === true) return "compact";
  return digest === true || format === "files" ? "digest" : undefined;
}

/** What the flags ask of the server. */
export function viewWish(flags: ViewFlags): Pick<SearchWish, "view" | "budget"> {
  const view = viewOf(flags);
  const { budget } = flags;
  return {
    ...(view !== undefined && { view }),
    ...(budget !== undefined && { budget }),
  };
}
