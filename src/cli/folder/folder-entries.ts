import { type Dirent, opendirSync, type Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isErrno } from "../failures.ts";
import { comparePaths } from "./path-order.ts";

type EntryKind = "file" | "folder" | "link" | "other";

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

const kindOf = (stats: Dirent | Stats): EntryKind | undefined => {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : undefined;
};

/** Some file systems do not say what an entry is. */
const lookedAt = async (file: string): Promise<EntryKind | undefined> =>
  lstat(file).then(kindOf, () => undefined);

const entryOf = ({ name }: Dirent, kind: EntryKind, parent: string): Entry => ({
  ...{ name, kind, parent },
  key: `${name.normalize("NFC")}${kind === "folder" ? "/" : ""}`,
});

/** By path in UTF-8 byte order; of two names that Unicode calls one, that which is spelled like its path first. */
const inOrder = (one: Entry, other: Entry): number =>
  comparePaths(one.key, other.key) ||
  Number(other.key.startsWith(other.name)) - Number(one.key.startsWith(one.name)) ||
  comparePaths(one.name, other.name);

/** Entries of a folder that are read before others get a turn. */
const ENTRIES_A_TURN = 1_000;

/**
 * Entry by entry: a list of a million, as the disk tells them, would take as much memory again. In line, which costs a
 * fifth of asking the disk aside.
 */
async function readFolder(folder: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const directory = opendirSync(folder, { bufferSize: ENTRIES_A_TURN });
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      const kind = kindOf(entry) ?? (await lookedAt(join(folder, entry.name))) ?? "other";
      entries.push(entryOf(entry, kind, folder));
      if (entries.length % ENTRIES_A_TURN === 0) await setImmediate();
    }
    return entries;
  } finally {
    directory.closeSync();
  }
}

/** The entries of one folder, or of several whose names Unicode calls one, in order. Throws what reading them throws. */
export async function entriesOf(folders: readonly string[]): Promise<readonly Entry[]> {
  const lists = await Promise.all(folders.map(readFolder));
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
