import { readFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { DAY_MS } from "../../config.ts";
import { Slug } from "../../contract/common.ts";
import { parseJson } from "../../text/parse-json.ts";
import { verifyExport } from "../commands/import/verify-export.ts";
import { ifErrno, invalid, tryOr } from "../failures.ts";

// A backup is a folder with an export of each workspace and a list of them. It is made under another name and renamed when
// it is whole: one that has its name is whole, unless the disk has lost something since.

export const LIST_FILE = "backup.json";
const NAME = /^recall-\d{4}-\d{2}-\d{2}T\d{6}Z(?:-\d+)?$/;
/** Begins the name of one that is being made. */
export const DRAFT = ".recall-draft-";

const Kept = z.strictObject({
  slug: Slug,
  name: z.string().max(200),
  /** The workspace's own, when it was exported. */
  version: z.number(),
  records: z.number(),
  checksum: z.string(),
});
export type Kept = z.infer<typeof Kept>;

const BackupList = z.strictObject({
  format: z.literal("edge-recall-backup"),
  formatVersion: z.literal(1),
  madeAt: z.string(),
  /** In the order in which they were made, so that a restore numbers them alike. */
  workspaces: z.array(Kept),
});
export type BackupList = z.infer<typeof BackupList>;

/** The export of a workspace in a backup. */
export const exportFile = (backup: string, { slug }: Pick<Kept, "slug">): string =>
  join(backup, `${slug}.ndjson`);

/** `recall-2026-11-24T031500Z`, in whose order they were made. */
export const backupName = (ms: number): string =>
  `recall-${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "")}Z`;

/** Paths of the backups in a folder, the newest first; none where there is no such folder. */
export async function backupsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(ifErrno<string[]>([], "ENOENT"));
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** What a backup says it holds. Throws AppError for a list that is missing or damaged. */
export function readList(backup: string): BackupList {
  const text = tryOr(() => readFileSync(join(backup, LIST_FILE), "utf8"), ifErrno("", "ENOENT", "ENOTDIR"));
  const { success, data } = BackupList.safeParse(parseJson(text));
  if (!success) throw invalid(`${join(backup, LIST_FILE)} is missing or damaged`);
  return data;
}

/** Reads a whole backup, each export against its checksum and its hashes. Throws AppError that names what is wrong. */
export async function verifyBackup(backup: string): Promise<BackupList> {
  const list = readList(backup);
  for (const kept of list.workspaces) {
    const file = exportFile(backup, kept);
    const { checksum } = await verifyExport(file).catch((cause: Error) => {
      throw invalid(`${basename(file)}: ${cause.message}`, { cause });
    });
    if (checksum !== kept.checksum) throw invalid(`${basename(file)} is another export than the list names`);
  }
  return list;
}

/** Deletes all but the newest ones, and what a maker that was killed left behind over a day ago. */
export async function pruneBackups(folder: string, keep: number, nowMs: number): Promise<readonly string[]> {
  const old = (await backupsIn(folder)).slice(keep);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT));
  const isLeft = async (path: string) =>
    nowMs - ((await stat(path).catch(ifErrno(undefined, "ENOENT")))?.mtimeMs ?? nowMs) > DAY_MS;
  for (const path of drafts.map((name) => join(folder, name)))
    if (await isLeft(path)) await rm(path, { recursive: true, force: true });
  for (const path of old) await rm(path, { recursive: true, force: true });
  return old;
}
