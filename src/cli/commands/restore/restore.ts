import { renderAudit } from "../../audit/audit.ts";
import { chooseBackup } from "../../backups/choose-backup.ts";
import { backupFolder } from "../../backups/default-folder.ts";
import { withAll } from "../../backups/owner.ts";
import { type RestoredWorkspace, restoreBackup } from "../../backups/restore-backup.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const MAX_NAMED = 20;

const isWhole = ({ imported, missing }: RestoredWorkspace): boolean =>
  missing.length + imported.failed.length + imported.audit.failed === 0;

function workspaceLines({ slug, imported, missing }: RestoredWorkspace): readonly string[] {
  const { written, unchanged, failed, audit } = imported;
  const there = unchanged > 0 ? `, ${unchanged} were there` : "";
  const more = missing.length - MAX_NAMED;
  return [
    `  ${slug}: ${count(written, "document")}${there}`,
    ...failed
      .slice(0, MAX_NAMED)
      .map(({ root, path, message }) => `    refused: ${root}:${path}: ${message}`),
    ...missing.slice(0, MAX_NAMED).map((name) => `    not as in the backup: ${name}`),
    ...(more > 0 ? [`    and ${count(more, "record")} more`] : []),
    ...(audit.failed > 0 ? renderAudit(audit, { onlyWrong: true }) : []),
  ];
}

async function restore(context: CommandContext, from: string | undefined): Promise<ExitCode> {
  const path = await backupFolder(context, from);
  const progress = progressLine(context.terminal);
  progress.update("verifying the backup", 0, 1);
  const { source, workspaces } = await (async () => {
    const source = await chooseBackup(path);
    const { env } = context;
    const restored = await withAll(context, (owner) =>
      restoreBackup(owner, { source, env, onProgress: progress.update }),
    );
    return { source, workspaces: restored };
  })().finally(() => progress.end());
  const whole = workspaces.every(isWhole);
  const lines = [
    `Restored ${source.path}, made at ${source.madeAt}:`,
    ...workspaces.flatMap(workspaceLines),
    whole
      ? "Everything of the backup is there. Folders that changed since are to be pushed again; tokens are in no backup."
      : "NOT everything of the backup is there, as named above.",
  ];
  const answer = { backup: source.path, madeAt: source.madeAt, workspaces };
  print(context, answer, (columns) => wrapLines(lines.map(safeLine), columns));
  return okIf(whole);
}

/** `recall restore` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Brings everything back from the newest backup into an empty server, and compares it with the backup; with the owner's token.",
    )
    .argument(
      "[from]",
      "a folder of backups, one backup, or an export; for a server on this machine the folder backups in its home",
    )
    .action(start(restore));
};
