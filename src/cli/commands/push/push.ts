import type { Command } from "commander";
import { remoteHost } from "../../../client/loopback.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { realFolder } from "../../folder/collect-folder.ts";
import { folderOptions, type PushFlags } from "../../push/folder-options.ts";
import type { PushOutcome } from "../../push/report.ts";
import { sendFolder } from "../../push/send-folder.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { safeJson } from "../../terminal/terminal-safe.ts";
import { dryRun } from "./dry-run.ts";
import { renderDryRun, renderPush } from "./render.ts";

function exitCodeFor({ report, stopped, pruneRefused }: PushOutcome): ExitCode {
  if (stopped !== undefined) return EXIT.unavailable;
  return report.failed.length > 0 || pruneRefused !== undefined ? EXIT.nothingOrPartial : EXIT.ok;
}

const CONTEXTS_FOLLOW = "Contexts are written in the background: recall status counts what is left.";
const NAMES_FOLLOW = "Names are asked for in the background: recall status counts what is left.";

/** Refuses, as wrong usage, both of two flags of which commander would take the last. */
function refuseBoth(command: Command, flag: string): void {
  let first: string | undefined;
  for (const name of [flag, `no-${flag}`])
    command.on(`option:${name}`, () => {
      first ??= name;
      if (first !== name)
        command.error(`error: option '--${flag}' cannot be used with option '--no-${flag}'`);
    });
}

const followLines = ({ contextualize, entities }: PushFlags): readonly string[] => [
  ...(contextualize === true ? [CONTEXTS_FOLLOW] : []),
  ...(entities === true ? [NAMES_FOLLOW] : []),
];

async function optionsFor(folder: string, flags: PushFlags, context: CommandContext) {
  return folderOptions(folder, flags, context);
}

async function send(folder: string, flags: PushFlags, context: CommandContext): Promise<ExitCode> {
  const options = await optionsFor(folder, flags, context);
  const { outcome, leftOut, url, isStopped } = await sendFolder(context, options);
  if (context.flags.json === true) {
    const { report, stopped, pruneRefused } = outcome;
    const problem = stopped ?? pruneRefused;
    const error = problem === undefined ? {} : { error: { code: problem.code, message: problem.message } };
    const host = remoteHost(url);
    context.terminal.out(`${safeJson({ ...report, ...(host !== undefined && { host }), ...error })}\n`);
  } else {
    const follow = outcome.stopped === undefined ? followLines(flags) : [];
    const lines = [...renderPush(outcome, leftOut, url), ...follow];
    context.terminal.out(`${wrapLines(lines, context.terminal.columns).join("\n")}\n`);
  }
  return isStopped ? EXIT.interrupted : exitCodeFor(outcome);
}

async function rehearse(folder: string, flags: PushFlags, context: CommandContext): Promise<ExitCode> {
  const options = await optionsFor(folder, flags, context);
  const { run, leftOut } = await dryRun(context, options);
  const { report, ...rest } = run;
  const text =
    context.flags.json === true
      ? safeJson({ ...report, dryRun: true, ...rest })
      : wrapLines(renderDryRun(run, leftOut), context.terminal.columns).join("\n");
  context.terminal.out(`${text}\n`);
  return report.failed.length > 0 ? EXIT.nothingOrPartial : EXIT.ok;
}

async function push(folder: string, flags: PushFlags, context: CommandContext): Promise<ExitCode> {
  const real = await realFolder(context.cwd, folder);
  return flags.dryRun === true ? rehearse(real, flags, context) : send(real, flags, context);
}

/** `recall push [folder]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Sends a folder's new and changed text files, obeying .gitignore and .recallignore.")
    .argument("[folder]", "the folder", ".")
    .option("--root <name>", "name to push it under (default: the folder's own)")
    .option("--mirror", "delete documents whose files are gone")
    .option("--yes", "with --mirror: also when that is most of the root")
    .option("--join", "share a root that another machine or folder pushed")
    .option("--dry-run", "send nothing: list what would go, with an estimate of its cost")
    .option("--include-hidden", "also files and folders whose names start with a dot")
    .option("--contextualize", "let a text model write where each chunk stands in its document; stays on")
    .option("--no-contextualize", "no more of that")
    .option("--entities", "ask a text model what each chunk names and relates, for the graph; stays on")
    .option("--no-entities", "no more of that")
    .action((folder: string, flags: PushFlags) => start((context) => push(folder, flags, context)));
  refuseBoth(command, "contextualize");
  refuseBoth(command, "entities");
};
