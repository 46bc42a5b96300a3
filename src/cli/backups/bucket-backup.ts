import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BackupList, isBackupName, type Kept } from "../../backup/kept/contract.ts";
import { invalid } from "../failures.ts";
import type { RecallClient } from "../session/recall-client.ts";
import {
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
  replaceFile,
  writePrivateFile,
} from "../settings/private-file.ts";
import { exportFile, LIST_FILE } from "./backup-folder.ts";

type Reader = Pick<RecallClient, "backups" | "backup" | "backupPiece">;

interface Download {
  readonly folder: string;
  readonly onProgress: (what: string, done: number, total?: number) => void;
}

const hexOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Lines of an export that a bucket keeps in pieces, with the end that it has in a file. Throws AppError for a damaged one. */
async function* linesOf(
  client: Reader,
  { backup, kept }: { readonly backup: string; readonly kept: Kept },
  sum: { checksum: string },
  { onProgress }: Download,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const count = kept.pieces?.count ?? 0;
  let chain = "";
  for (let at = 0; at < count; at++) {
    const { text } = await client.backupPiece(backup, kept.slug, at);
    chain = hexOf(chain + hexOf(text));
    hash.update(text);
    yield text;
    onProgress(`fetching ${kept.slug}:`, at + 1, count);
  }
  if (chain !== kept.checksum)
    throw invalid(`${kept.slug} of ${backup} is damaged: its pieces are not those of the list`);
  sum.checksum = hash.digest("hex");
  yield `${JSON.stringify({ type: "end", records: kept.records, checksum: sum.checksum })}\n`;
}

async function fetchWorkspace(
  client: Reader,
  place: { readonly backup: string; readonly kept: Kept; readonly path: string },
  wish: Download,
): Promise<Kept> {
  const sum = { checksum: "" };
  await replaceFile(exportFile(place.path, place.kept), PRIVATE_FILE_MODE, (handle) =>
    handle.writeFile(linesOf(client, place, sum, wish)),
  );
  const { pieces: _, ...kept } = place.kept;
  return { ...kept, checksum: sum.checksum };
}

/**
 * Fetches a backup from the deployment's bucket into a folder, where it is one of a folder: the newest, or the one that is
 * named. Answers its path. Throws AppError where there is none, or its pieces are not those that were written.
 */
export async function fetchBackup(
  client: Reader,
  named: string | undefined,
  wish: Download,
): Promise<string> {
  const name = named ?? (await client.backups()).backups[0];
  if (name === undefined) throw invalid("The bucket holds no backup that is whole");
  if (!isBackupName(name))
    throw invalid("A backup is called as the server names it: recall-2026-11-24T031500Z");
  const { success, data: list } = BackupList.safeParse(await client.backup(name));
  if (!success) throw invalid(`The list of ${name} is not one of a backup`);
  const path = join(wish.folder, name);
  await mkdir(path, { mode: PRIVATE_FOLDER_MODE });
  const workspaces: Kept[] = [];
  for (const kept of list.workspaces)
    workspaces.push(await fetchWorkspace(client, { backup: name, kept, path }, wish));
  await writePrivateFile(join(path, LIST_FILE), `${JSON.stringify({ ...list, workspaces }, null, 2)}\n`);
  return path;
}
