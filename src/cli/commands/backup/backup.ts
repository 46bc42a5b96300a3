import { isBackupDue, makeBackup } from "../../backups/make-backup.ts";
import { backupFolder } from "../../backups/default-folder.ts";
import { withAll } from "../../backups/owner.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const DEFAULT_KEEP = 7;
const MAX_KEEP = 1_000;

interface BackupFlags {
  readonly keep?: number;
  readonly ifDue?: boolean;
}

async function backup(
  context: CommandContext,
  named: string | undefined,
  { keep = DEFAULT_KEEP, ifDue = false }: BackupFlags,
): Promise<ExitCode> {
  const folder = await backupFolder(context, named);
  const progress = progressLine(context.terminal);
  const nowMs = Date.now();
  const report = await withAll(context, async (owner) => {
    if (ifDue && !(await isBackupDue(owner, folder, nowMs))) return undefined;
    return makeBackup(owner, { folder, keep, nowMs, onProgress: progress.update });
  }).finally(() => progress.end());
  if (report === undefined) {
    const lines = ["None is due: the newest is less than a day old, or nothing has changed since."];
    return print(context, { backup: null, workspaces: [], pruned: [] }, (columns) =>
      wrapLines(lines, columns),
    );
  }
  const lines = [
    `Backed up into ${report.backup}:`,
    ...report.workspaces.map(({ slug, records }) => `  ${slug}: ${count(records, "record")}`),
    ...(report.pruned.length > 0 ? [`Deleted ${count(report.pruned.length, "older backup")}`] : []),
  ];
  print(context, report, (columns) => wrapLines(lines.map(safeLine), columns));
  return EXIT.ok;
}

/** `recall backup` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Writes a dated backup of every workspace of the server, reads it back, and deletes the oldest; with the owner's token.",
    )
    .argument("[folder]", "holds the backups; for a server on this machine the folder backups in its home")
    .option(
      "--keep <number>",
      `backups that stay, ${DEFAULT_KEEP} without it`,
      wholeNumber(1, MAX_KEEP, "backups"),
    )
    .option("--if-due", "only where the newest is a day old and something has changed since")
    .action(start(backup));
};
