import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { AppError } from "../../errors.ts";
import { verifyExport } from "../commands/import/verify-export.ts";
import { invalid } from "../failures.ts";
import { backupsIn, exportFile, LIST_FILE, verifyBackup } from "./backup-folder.ts";

interface Restorable {
  readonly slug: string;
  readonly name: string;
  readonly file: string;
  readonly checksum: string;
}

/** What is restored: verified, so that nothing of a damaged backup is ever sent. */
export interface Source {
  readonly path: string;
  readonly madeAt: string;
  readonly workspaces: readonly Restorable[];
}

async function ofFile(file: string): Promise<Source> {
  const { header, checksum } = await verifyExport(file);
  const { workspace: slug, exportedAt: madeAt } = header;
  return { path: file, madeAt, workspaces: [{ slug, name: slug, file, checksum }] };
}

async function ofBackup(path: string): Promise<Source> {
  const { madeAt, workspaces } = await verifyBackup(path);
  return {
    path,
    madeAt,
    workspaces: workspaces.map((kept) => ({ ...kept, file: exportFile(path, kept) })),
  };
}

const why = (error: unknown): string => {
  if (error instanceof AppError) return error.message;
  throw error;
};

/** The newest backup of a folder. One that is damaged is never passed over in silence: the next good one has to be named. */
async function newestOf(folder: string): Promise<Source> {
  const [newest, ...older] = await backupsIn(folder);
  if (newest === undefined) throw invalid(`${folder} holds no backup`);
  const first = await ofBackup(newest).catch(why);
  if (typeof first !== "string") return first;
  for (const path of older) {
    const next = await ofBackup(path).catch(why);
    if (typeof next !== "string")
      throw invalid(
        `${basename(newest)} is damaged (${first}). The newest that is whole is of ${next.madeAt}: recall restore ${path}`,
      );
  }
  throw invalid(`${basename(newest)} is damaged (${first}), and ${folder} holds no other that is whole`);
}

/** The backup at a path: an export, a backup, or the newest of a folder of backups. Throws AppError for a damaged one. */
export async function chooseBackup(path: string): Promise<Source> {
  if (!existsSync(path)) throw invalid(`There is no ${path}`);
  const found = statSync(path);
  if (found.isFile()) return ofFile(path);
  if (!found.isDirectory()) throw invalid(`${path} is neither a folder nor a file`);
  return existsSync(join(path, LIST_FILE)) ? ofBackup(path) : newestOf(path);
}
