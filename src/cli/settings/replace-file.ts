import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";

/**
 * Replaces a file whole, through a rename: a reader sees the old bytes or the new ones. It has this mode from the first
 * byte. Throws what `write` and the file system throw; then the file is as it was and nothing else is left.
 */
export async function replaceFile(
  file: string,
  mode: number,
  write: (handle: FileHandle) => Promise<unknown>,
): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
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
