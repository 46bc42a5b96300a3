import type { Refused } from "../../../documents/contract.ts";
import type { CommandContext, ConfigureCommand, ExitCode } from "../../command.ts";
import { realFolder } from "../../folder/collect-folder.ts";
import type { FileMark } from "../../folder/seen-file.ts";
import { folderOptions, type PushFlags, secretsOption } from "../../push/folder-options.ts";
import type { PushOutcome } from "../../push/report.ts";
import { settingsOf } from "../../session/session.ts";
import { byteSize, count, number } from "../../terminal/numbers.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import { type WatchReport, watchFolder } from "./watch-folder.ts";

/** `14:03:22`, the local time. */
const clock = (now: Date): string => now.toTimeString().slice(0, "00:00:00".length);

/** One push in one line, without its time: `notes: 2 sent (1.2 KB), 1 deleted, 5 passages`, with the given refusals. */
function watchLine({ report, pruneRefused }: PushOutcome, refused: readonly Refused[]): string {
  const [failed] = refused;
  const parts = [
    `${number(report.uploaded)} sent${report.uploaded > 0 ? ` (${byteSize(report.bytes)})` : ""}`,
    report.deleted > 0 && `${number(report.deleted)} deleted`,
    report.chunks > 0 && count(report.chunks, "passage"),
    report.unchanged > 0 && `${number(report.unchanged)} unchanged`,
    report.redacted.length > 0 && `${count(report.redacted.length, "secret")} not sent`,
    failed !== undefined && `${number(refused.length)} not pushed (${failed.path}: ${failed.message})`,
    pruneRefused === undefined && report.gone > 0 && `${number(report.gone)} gone, still indexed (--mirror)`,
    pruneRefused !== undefined && `not deleted: ${pruneRefused.message}`,
  ].filter((part) => typeof part === "string");
  return safeLine(`${report.root}: ${parts.join(", ")}`);
}

type Marks = ReadonlyMap<string, FileMark>;

/** The file may be another than it was; a folder, or a file of a push that was cut off, has no mark to tell by. */
const isOther = (before: FileMark | undefined, mark: FileMark | undefined): boolean =>
  before !== undefined &&
  mark !== undefined &&
  (before.size !== mark.size || before.mtimeMs !== mark.mtimeMs);

/** Picks, push by push, refusals that are new: of another file, for another reason, or of a file that was saved since. */
export function newRefusals(): (failed: readonly Refused[], marks: Marks | undefined) => readonly Refused[] {
  let known = new Map<string, { readonly code: string; readonly mark: FileMark | undefined }>();
  return (failed, marks) => {
    const before = known;
    known = new Map(
      failed.map(({ path, code }) => [path, { code, mark: marks?.get(path) ?? before.get(path)?.mark }]),
    );
    return failed.filter(({ path, code }) => {
      const earlier = before.get(path);
      return earlier?.code !== code || isOther(earlier.mark, marks?.get(path));
    });
  };
}

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
    .option(
      "--yes",
      "push a whole disk, a home folder or very many files; with --mirror: delete most of a root",
    )
    .option("--join", "share a root that another machine or folder pushed")
    .option("--include-hidden", "also files and folders whose names start with a dot")
    .addOption(secretsOption())
    .action(start(watch));
};
