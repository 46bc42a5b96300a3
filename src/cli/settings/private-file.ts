import { randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  open,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname } from "node:path";
import { ifErrno, isErrno, tryOr } from "../failures.ts";

/** Where a file is written first: the name says who writes, so that what a killed process leaves is known as such. */
const draftOf = (file: string): string => `${file}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`;

/**
 * Replaces a file whole, through a rename: a reader sees the old bytes or the new ones. It has this mode from the first
 * byte. Throws what `write` and the file system throw; then the file is as it was and nothing else is left.
 */
export async function replaceFile(
  file: string,
  mode: number,
  write: (handle: FileHandle) => Promise<unknown>,
): Promise<void> {
  const temporary = draftOf(file);
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      // The process's own mask may have taken away what was asked for.
      await handle.chmod(mode);
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Read and write for the owner only: what holds a token, or tells machines apart. */
export const PRIVATE_FILE_MODE = 0o600;
/** The same for a folder. */
export const PRIVATE_FOLDER_MODE = 0o700;

/** Text of a file; undefined when there is none. */
export const readIfExists = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch(ifErrno(undefined, "ENOENT", "ENOTDIR"));

const isFolder = (path: string): boolean =>
  tryOr(() => statSync(path).isDirectory(), ifErrno(false, "ENOENT"));

/**
 * Makes a folder that only its owner can look into, with the folders above it; one that is there stays as it is.
 * One step at a time: Node's own `recursive` never ends below a folder that can hold none, such as /proc.
 */
export function makePrivateFolderSync(folder: string): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makePrivateFolderSync(above);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    // Another command made it in the meantime; a file of this name stays in the way.
    if (!isErrno(error, "EEXIST") || !isFolder(folder)) throw error;
  }
}

/** Replaces a file whole; only its owner can read it, from the first byte. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  makePrivateFolderSync(dirname(file));
  await replaceFile(file, PRIVATE_FILE_MODE, (handle) => handle.writeFile(text));
}

const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"] as const;

/** Gives a file its name; without links the text cannot come with the name. */
async function place(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (!isErrno(error, ...NO_LINKS)) throw error;
    await copyFile(draft, file, constants.COPYFILE_EXCL);
  }
}

/**
 * Makes a file that only its owner can read, with its text in it from the first moment it can be seen. Answers false
 * where there is one: of several writers at once the first one wins.
 */
export async function createPrivateFile(file: string, text: string): Promise<boolean> {
  makePrivateFolderSync(dirname(file));
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { flag: "wx", mode: PRIVATE_FILE_MODE });
    await place(draft, file);
    return true;
  } catch (error) {
    return ifErrno(false, "EEXIST")(error);
  } finally {
    await rm(draft, { force: true });
  }
}
