import type { CommandContext, ConfigureCommand, ExitCode } from "../../command.ts";
import { realFolder } from "../../folder/collect-folder.ts";
import { folderOptions, type PushFlags } from "../../push/folder-options.ts";
import { settingsOf } from "../../session/session.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import { newRefusals } from "./new-refusals.ts";
import { type WatchReport, watchFolder } from "./watch-folder.ts";
import { clock, watchLine } from "./watch-line.ts";

type WatchFlags = Omit<PushFlags, "dryRun" | "contextualize" | "entities">;

/** A line a push, with the time before it; with `--json` an object a push. */
async function reportTo({ terminal, flags }: CommandContext): Promise<WatchReport> {
  const isJson = flags.json === true;
  const say = (line: string): void => terminal.out(`${clock(new Date())}  ${line}\n`);
  const untold = newRefusals();
  return {
    onPush(outcome, marks) {
      const at = new Date().toISOString();
      if (isJson) terminal.out(`${safeJson({ at, ...outcome.report })}\n`);
      else say(watchLine(outcome, untold(outcome.report.failed, marks)));
    },
    onTrouble(message) {
      if (isJson) terminal.err(`recall: ${safeLine(message)}\n`);
      else say(safeLine(message));
    },
    onWatching() {
      if (!isJson) say("watching; Ctrl-C ends it");
    },
  };
}

async function watch(context: CommandContext, folder: string, flags: WatchFlags): Promise<ExitCode> {
  const options = folderOptions(await realFolder(context.cwd, folder), flags, context);
  // Lines stand one below the other: nothing is asked, and no progress drawn, between them.
  const quiet = { ...context, terminal: { ...context.terminal, canAsk: false } };
  const settings = await settingsOf(context);
  return watchFolder({ context: quiet, settings, options, report: await reportTo(context) });
}

/** `recall watch [folder]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Pushes a folder, then every change in it as soon as it has settled; Ctrl-C ends it.")
    .argument("[folder]", "the folder", ".")
    .option("--root <name>", "name to push it under (default: the folder's own)")
    .option("--mirror", "delete documents whose files are gone")
    .option("--yes", "with --mirror: also when that is most of the root")
    .option("--join", "share a root that another machine or folder pushed")
    .option("--include-hidden", "also files and folders whose names start with a dot")
    .action(start(watch));
};
