import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "../failures.ts";
import { comparePaths } from "./path-order.ts";

export type EntryKind = "file" | "folder" | "link" | "other";

/** What a folder holds. */
export interface Entry {
  /** As the disk spells it. */
  readonly name: string;
  readonly kind: EntryKind;
  /** The folder on the disk that holds it. */
  readonly parent: string;
  /** The name in NFC; folders end in a slash, which puts them where their files' paths come. */
  readonly key: string;
}

/** Some file systems do not say what an entry is. */
async function kindOf(entry: Dirent, file: string): Promise<EntryKind> {
  const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  const stats = known ? entry : await lstat(file).catch(() => entry);
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "other";
}

async function entryOf(entry: Dirent, parent: string): Promise<Entry> {
  const { name } = entry;
  const kind = await kindOf(entry, join(parent, name));
  return { name, kind, parent, key: `${name.normalize("NFC")}${kind === "folder" ? "/" : ""}` };
}

/** By path in UTF-8 byte order; of two names that Unicode calls one, that which is spelled like its path first. */
const inOrder = (one: Entry, other: Entry): number =>
  comparePaths(one.key, other.key) ||
  Number(other.key.startsWith(other.name)) - Number(one.key.startsWith(one.name)) ||
  comparePaths(one.name, other.name);

/** The entries of one folder, or of several whose names Unicode calls one, in order. Throws what reading them throws. */
export async function entriesOf(folders: readonly string[]): Promise<readonly Entry[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries: Entry[] = [];
      for (const entry of await readdir(folder, { withFileTypes: true }))
        entries.push(await entryOf(entry, folder));
      return entries;
    }),
  );
  return lists.flat().sort(inOrder);
}

/** What Node puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = "\ufffd";

/** Whether a name leads to nothing, as the disk knows it by other bytes. */
export const isForeignName = async ({ name, parent }: Entry): Promise<boolean> =>
  name.includes(REPLACEMENT) &&
  (await lstat(join(parent, name)).then(
    () => false,
    (error: unknown) => isErrno(error, "ENOENT"),
  ));
