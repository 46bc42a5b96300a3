import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Read and write for the owner only: what holds a token, or tells machines apart. */
export const PRIVATE_FILE_MODE = 0o600;
/** The same for a folder. */
export const PRIVATE_FOLDER_MODE = 0o700;

export const isErrno = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Text of a file; undefined when there is none. */
export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Makes a folder that only its owner can look into, with the folders above it; one that is there stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
}

/** Replaces a file whole, through a rename: a reader sees the old text or the new one. Mode 600 from the first byte. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(file));
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx", PRIVATE_FILE_MODE);
    try {
      await handle.writeFile(text);
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
