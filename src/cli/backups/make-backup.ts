import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { toFile } from "../commands/export/export-lines.ts";
import { verifyExport } from "../commands/import/verify-export.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { makePrivateFolderSync, writePrivateFile } from "../settings/private-file.ts";
import {
  type BackupList,
  backupName,
  backupsIn,
  DRAFT,
  exportFile,
  type Kept,
  LIST_FILE,
  pruneBackups,
  readList,
} from "./backup-folder.ts";
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

const inOrderMade = (a: Listed, b: Listed): number =>
  a.createdAt === b.createdAt ? a.slug.localeCompare(b.slug) : a.createdAt.localeCompare(b.createdAt);

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
function freePath(folder: string, nowMs: number): string {
  const path = join(folder, backupName(nowMs));
  for (let more = 1; ; more++) {
    const free = more === 1 ? path : `${path}-${more}`;
    if (!existsSync(free)) return free;
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
    const { workspaces } = await owner.client.workspaces();
    const kept: Kept[] = [];
    for (const workspace of workspaces.toSorted(inOrderMade))
      kept.push(
        await owner.within(workspace.slug, (client) => keepWorkspace(client, workspace, draft, wish)),
      );
    const madeAt = new Date(nowMs).toISOString();
    const list: BackupList = { format: "edge-recall-backup", formatVersion: 1, madeAt, workspaces: kept };
    await writePrivateFile(join(draft, LIST_FILE), `${JSON.stringify(list, null, 2)}\n`);
    const backup = freePath(folder, nowMs);
    await rename(draft, backup);
    const pruned = await pruneBackups(folder, keep, nowMs);
    return { backup, workspaces: kept.map(({ slug, records }) => ({ slug, records })), pruned };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const newestList = async (folder: string): Promise<BackupList | undefined> => {
  const [newest] = await backupsIn(folder);
  try {
    return newest === undefined ? undefined : readList(newest);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
};

/** Whether a backup is due: the newest is a day old, or of a later time than now, and something has changed since. */
export async function isBackupDue(owner: Owner, folder: string, nowMs: number): Promise<boolean> {
  const newest = await newestList(folder);
  const ageMs = nowMs - Date.parse(newest?.madeAt ?? "");
  if (newest !== undefined && ageMs >= 0 && ageMs < DAY_MS) return false;
  const { workspaces } = await owner.client.workspaces();
  const before = new Map(newest?.workspaces.map(({ slug, version }) => [slug, version]));
  const isChanged = workspaces.some(({ slug, version }) => before.get(slug) !== version);
  return isChanged ? workspaces.some(({ documents }) => documents > 0) : workspaces.length < before.size;
}
