import { readFileSync, statSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { BackupList, isBackupName, type Kept } from "../../backup/kept/contract.ts";
import type { BackupPlace } from "../../backup/kept/place.ts";
import { DAY_MS } from "../../config.ts";
import { Slug } from "../../contract/common.ts";
import { AppError } from "../../errors.ts";
import { parseJson } from "../../text/parse-json.ts";
import { verifyExport } from "../commands/import/verify-export.ts";
import { ifErrno, invalid, tryOr } from "../failures.ts";
import { writePrivateFile } from "../settings/private-file.ts";

// A backup in a folder is a folder with an export of each workspace and a list of them. It is made under another name and
// renamed when it is whole.

export const LIST_FILE = "backup.json";
/** Begins the name of one that is being made, or removed. */
export const DRAFT = ".recall-draft-";

/** Bytes of a list of backups at most: some thousand workspaces. */
const MAX_LIST_BYTES = 10_000_000;

/** The export of a workspace in a backup. Throws AppError for a name that leads elsewhere, whoever gave it. */
export function exportFile(backup: string, { slug }: Pick<Kept, "slug">): string {
  if (!Slug.safeParse(slug).success) throw invalid("The server names a workspace as none can be named");
  return join(backup, `${slug}.ndjson`);
}

/** Pipes and devices have no end. */
const isFileOf = (path: string, maxBytes = Number.POSITIVE_INFINITY): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= maxBytes;
};

/** Paths of the backups in a folder, the newest first; none where there is no such folder. */
export async function backupsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(ifErrno<string[]>([], "ENOENT"));
  return names
    .filter(isBackupName)
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** What a backup says it holds. Throws AppError for a list that is missing or damaged. */
export function readList(backup: string): BackupList {
  const path = join(backup, LIST_FILE);
  const isFile = tryOr(() => isFileOf(path, MAX_LIST_BYTES), ifErrno(false, "ENOTDIR"));
  const { success, data } = BackupList.safeParse(isFile ? parseJson(readFileSync(path, "utf8")) : undefined);
  if (!success) throw invalid(`${path} is missing or damaged`);
  return data;
}

/** Reads a whole backup, each export against its checksum and its hashes. Throws AppError that names what is wrong. */
export async function verifyBackup(backup: string): Promise<BackupList> {
  const list = readList(backup);
  for (const kept of list.workspaces) {
    const file = exportFile(backup, kept);
    if (!isFileOf(file)) throw invalid(`${basename(file)} is missing, or no file`);
    const { checksum } = await verifyExport(file).catch((cause: Error) => {
      throw invalid(`${basename(file)}: ${cause.message}`, { cause });
    });
    if (checksum !== kept.checksum) throw invalid(`${basename(file)} is another export than the list names`);
  }
  return list;
}

/** Deletes what somebody who made or removed a backup, and was killed, left behind over a day ago. */
export async function removeDrafts(folder: string, nowMs: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT));
  const isLeft = async (path: string) =>
    nowMs - ((await stat(path).catch(ifErrno(undefined, "ENOENT")))?.mtimeMs ?? nowMs) > DAY_MS;
  for (const path of drafts.map((name) => join(folder, name)))
    if (await isLeft(path)) await rm(path, { recursive: true, force: true });
}

/** Backups in a folder. What is published was written into `draft`, a folder there. */
export const folderPlace = (folder: string, draft?: string): BackupPlace => ({
  names: async () => (await backupsIn(folder)).map((path) => basename(path)),
  list: async (name) => {
    try {
      return readList(join(folder, name));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  },
  async publish(name, list) {
    if (draft === undefined) throw new Error("nothing was written");
    await writePrivateFile(join(draft, LIST_FILE), `${JSON.stringify(list, null, 2)}\n`);
    await rename(draft, join(folder, name));
  },
  async remove(name) {
    const going = join(folder, `${DRAFT}${name}`);
    await rename(join(folder, name), going).catch(ifErrno(undefined, "ENOENT"));
    await rm(going, { recursive: true, force: true });
  },
});
