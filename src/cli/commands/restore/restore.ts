import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fetchBackup } from "../../backups/bucket-backup.ts";
import { backupFolder } from "../../backups/default-folder.ts";
import { chooseBackup } from "../../backups/choose-backup.ts";
import { withAll } from "../../backups/owner.ts";
import { type RestoredWorkspace, restoreBackup } from "../../backups/restore-backup.ts";
import { renderAudit } from "../../audit/audit.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
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

interface RestoreFlags {
  /** True: the newest. */
  readonly bucket?: string | true;
}

type OnProgress = ReturnType<typeof progressLine>["update"];

async function restoreFrom(context: CommandContext, path: string, onProgress: OnProgress) {
  onProgress("verifying the backup", 0, 1);
  const source = await chooseBackup(path);
  const { env } = context;
  const workspaces = await withAll(context, (owner) => restoreBackup(owner, { source, env, onProgress }));
  return { source, workspaces };
}

/** Fetches the backup into a folder that is gone afterwards, and restores it from there. */
async function restoreFromBucket(context: CommandContext, bucket: string | true, onProgress: OnProgress) {
  const folder = await mkdtemp(join(tmpdir(), "recall-backup-"));
  try {
    const named = bucket === true ? undefined : bucket;
    const path = await withAll(context, ({ client }) => fetchBackup(client, named, { folder, onProgress }));
    const { source, workspaces } = await restoreFrom(context, path, onProgress);
    return { source: { ...source, path: `${basename(path)} of the bucket` }, workspaces };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(
  context: CommandContext,
  from: string | undefined,
  { bucket }: RestoreFlags,
): Promise<ExitCode> {
  if (bucket !== undefined && from !== undefined)
    throw invalid("Name a folder, or --bucket with the name of a backup in it: not both");
  const progress = progressLine(context.terminal);
  const { source, workspaces } = await (bucket === undefined
    ? restoreFrom(context, await backupFolder(context, from), progress.update)
    : restoreFromBucket(context, bucket, progress.update)
  ).finally(() => progress.end());
  const whole = workspaces.every(isWhole);
  const lines = [
    `Restored ${source.path}, made at ${source.madeAt}:`,
    ...workspaces.flatMap(workspaceLines),
    whole
      ? "Everything of the backup is there. Folders that changed since are to be pushed again; tokens are in no backup."
      : "NOT everything of the backup is there, as named above. A source that was refused can be added with `recall source add`.",
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
    .option("--bucket [backup]", "from the deployment's bucket: the newest, or the one of this name")
    .action(start(restore));
};
