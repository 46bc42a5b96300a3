import type { Command } from "commander";
import { remoteHost } from "../../../client/loopback.ts";
import {
  type CommandContext,
  type ConfigureCommand,
  EXIT,
  type ExitCode,
  okIf,
  print,
} from "../../command.ts";
import { realFolder } from "../../folder/collect-folder.ts";
import { folderOptions, type PushFlags, secretsOption } from "../../push/folder-options.ts";
import type { PushOutcome } from "../../push/report.ts";
import { sendFolder } from "../../push/send-folder.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { renderDryRun, renderPush } from "./render.ts";

function exitCodeFor({ report, stopped, pruneRefused }: PushOutcome): ExitCode {
  if (stopped !== undefined) return EXIT.unavailable;
  return okIf(report.failed.length === 0 && pruneRefused === undefined);
}

const CONTEXTS_FOLLOW = "Contexts are written in the background: recall status counts what is left.";
const NAMES_FOLLOW = "A text model finds names in the background: recall status counts what is left.";

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

async function send(folder: string, flags: PushFlags, context: CommandContext): Promise<ExitCode> {
  const options = folderOptions(folder, flags, context);
  const { outcome, leftOut, url, isStopped } = await sendFolder(context, options);
  const { report, stopped, pruneRefused } = outcome;
  const problem = stopped ?? pruneRefused;
  const host = remoteHost(url);
  const answer = {
    ...report,
    leftOut,
    ...(host !== undefined && { host }),
    ...(problem !== undefined && {
      error: { code: isStopped ? "interrupted" : problem.code, message: problem.message },
    }),
  };
  print(context, answer, (columns) => {
    const follow = stopped === undefined ? followLines(flags) : [];
    return wrapLines([...renderPush(outcome, leftOut, url), ...follow], columns);
  });
  return isStopped ? EXIT.interrupted : exitCodeFor(outcome);
}

async function rehearse(folder: string, flags: PushFlags, context: CommandContext): Promise<ExitCode> {
  // What it estimates with, the server's own chunkers, is most of this program: only a dry run pays for loading it.
  const { dryRun } = await import("./dry-run.ts");
  const { run, leftOut } = await dryRun(context, folderOptions(folder, flags, context));
  const { report, ...rest } = run;
  print(context, { ...report, leftOut, dryRun: true, ...rest }, (columns) =>
    wrapLines(renderDryRun(run, leftOut), columns),
  );
  return okIf(report.failed.length === 0);
}

async function explain(
  folder: string,
  path: string,
  flags: PushFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { why } = await import("./why.ts");
  return why(context, folderOptions(folder, flags, context), path);
}

async function push(
  context: CommandContext,
  folder: string,
  flags: PushFlags & { readonly why?: string },
): Promise<ExitCode> {
  const real = await realFolder(context.cwd, folder);
  if (flags.why !== undefined) return explain(real, flags.why, flags, context);
  return flags.dryRun === true ? rehearse(real, flags, context) : send(real, flags, context);
}

/** `recall push [folder]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Sends a folder's new and changed text files, obeying .gitignore and .recallignore.")
    .argument("[folder]", "the folder", ".")
    .option("--root <name>", "name to push it under (default: the folder's own)")
    .option("--mirror", "delete documents whose files are gone")
    .option(
      "--yes",
      "push a whole disk, a home folder or very many files; with --mirror: delete most of a root",
    )
    .option("--join", "share a root that another machine or folder pushed")
    .option("--dry-run", "send nothing: list what would go, with an estimate of its cost")
    .option("--why <path>", "send nothing: say of one path whether it is sent, and by which rule not")
    .option("--include-hidden", "also files and folders whose names start with a dot")
    .addOption(secretsOption())
    .option("--contextualize", "let a text model write where each passage stands in its document; stays on")
    .option("--no-contextualize", "switch that off")
    .option("--entities", "ask a text model what each passage names and relates, for the graph; stays on")
    .option("--no-entities", "switch that off")
    .action(start(push));
  refuseBoth(command, "contextualize");
  refuseBoth(command, "entities");
};
