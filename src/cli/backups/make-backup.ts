import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BackupList, backupName, type Kept } from "../../backup/kept/contract.ts";
import { inOrderMade, isChangedSince, isOld, newestList, pruneBackups } from "../../backup/kept/place.ts";
import { AppError } from "../../errors.ts";
import { toFile } from "../commands/export/export-lines.ts";
import { verifyExport } from "../commands/import/verify-export.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { makePrivateFolderSync } from "../settings/private-file.ts";
import { DRAFT, exportFile, folderPlace, removeDrafts } from "./backup-folder.ts";
import type { Owner } from "./owner.ts";

interface BackupWish {
  readonly folder: string;
  /** How many stay. */
  readonly keep: number;
  readonly nowMs: number;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

export interface BackupReport {
  readonly backup: string;
  readonly workspaces: readonly Pick<Kept, "slug" | "records">[];
  readonly pruned: readonly string[];
}

type Listed = Awaited<ReturnType<RecallClient["workspaces"]>>["workspaces"][number];

const isDamaged = (slug: string, damaged: readonly { root: string; path: string }[]): AppError =>
  new AppError(
    "database_damaged",
    `${slug} cannot be backed up whole: of ${damaged.length} documents, ${damaged[0]?.root}:${damaged[0]?.path} the first, ` +
      "the text is damaged. `recall doctor` names them. The backups before stay as they are",
  );

/** Exports one workspace and reads the file back. Throws AppError for one that lacks a document. */
async function keepWorkspace(
  client: RecallClient,
  { slug, name }: Listed,
  draft: string,
  { onProgress }: Pick<BackupWish, "onProgress">,
): Promise<Kept> {
  const file = exportFile(draft, { slug });
  const onPage = (documents: number) => onProgress(`backing up ${slug}:`, documents);
  const { damaged, header } = await toFile(client, { vectors: true, onPage }, file);
  if (damaged.length > 0) throw isDamaged(slug, damaged);
  const { records, checksum } = await verifyExport(file);
  return { slug, name, version: header?.workspaceVersion ?? 0, records, checksum };
}

/** A name that no backup has: two within a second are told apart. */
function freeName(folder: string, nowMs: number): string {
  const name = backupName(nowMs);
  for (let more = 1; ; more++) {
    const free = more === 1 ? name : `${name}-${more}`;
    if (!existsSync(join(folder, free))) return free;
  }
}

/**
 * Writes a backup of every workspace, reads it back, gives it its name and deletes the oldest. Throws AppError; then there
 * is no new one, and those before are as they were.
 */
export async function makeBackup(owner: Owner, wish: BackupWish): Promise<BackupReport> {
  const { folder, keep, nowMs } = wish;
  makePrivateFolderSync(folder);
  const draft = await mkdtemp(join(folder, DRAFT));
  try {
    const { workspaces: all } = await owner.client.workspaces();
    const kept: Kept[] = [];
    for (const workspace of all.toSorted(inOrderMade))
      kept.push(
        await owner.within(workspace.slug, (client) => keepWorkspace(client, workspace, draft, wish)),
      );
    const madeAt = new Date(nowMs).toISOString();
    const list: BackupList = { format: "edge-recall-backup", formatVersion: 1, madeAt, workspaces: kept };
    const place = folderPlace(folder, draft);
    const name = freeName(folder, nowMs);
    await place.publish(name, list);
    await removeDrafts(folder, nowMs);
    const pruned = (await pruneBackups(place, keep)).map((old) => join(folder, old));
    const workspaces = kept.map(({ slug, records }) => ({ slug, records }));
    return { backup: join(folder, name), workspaces, pruned };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a backup is due: the newest is a day old, or of a later time than now, and something has changed since. */
export async function isBackupDue(owner: Owner, folder: string, nowMs: number): Promise<boolean> {
  const newest = await newestList(folderPlace(folder));
  return isOld(newest, nowMs) && isChangedSince(newest, (await owner.client.workspaces()).workspaces);
}
