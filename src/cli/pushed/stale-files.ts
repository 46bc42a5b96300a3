import { open } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULTS } from "../../config.ts";
import { isErrno } from "../private-file.ts";
import { hashOf } from "../push/read-text.ts";
import type { PushedFolder } from "./pushed-folder.ts";
import { isAsSeen, markOf } from "./seen-file.ts";

/** A document as an answer shows it. */
export interface Shown {
  readonly root: string;
  readonly path: string;
  /** Of the indexed text; undefined: the answer does not say. */
  readonly hash?: string | undefined;
}

const ASCII = /^[\x20-\x7e]*$/;

/** The hash of a file now; undefined when it is too large to be what was indexed, or cannot be read. */
async function hashNow(file: string): Promise<string | undefined> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    return size > DEFAULTS.maxFileBytes ? undefined : hashOf(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Whether the file differs from the indexed text; what cannot be told is not claimed. */
async function isStale({ path, hash }: Shown, { folder, files, seenAtMs }: PushedFolder): Promise<boolean> {
  const seen = files.get(path);
  const indexed = hash ?? seen?.hash;
  if (seen === undefined || typeof indexed !== "string") return false;
  const file = join(folder, path);
  try {
    const mark = await markOf(file);
    // The disk may spell a name otherwise than its path does.
    if (mark === undefined) return ASCII.test(path);
    const now = isAsSeen(seen, mark, seenAtMs) ? seen.hash : await hashNow(file);
    return now !== indexed;
  } catch (error) {
    if (isErrno(error, "EACCES", "EPERM", "ENOENT", "EISDIR", "ELOOP")) return false;
    throw error;
  }
}

/** A document's name among others. */
export const shownKey = ({ root, path }: Pick<Shown, "root" | "path">): string => `${root}\0${path}`;

/**
 * Those of the shown documents whose file on this machine is no longer what was indexed, or gone: looked at only in
 * folders that this machine itself has pushed, by size and times, then by content.
 */
export async function staleFiles(
  shown: readonly Shown[],
  folders: readonly PushedFolder[],
): Promise<readonly Shown[]> {
  const distinct = [...new Map(shown.map((one) => [shownKey(one), one])).values()];
  const stale = await Promise.all(
    distinct.map(async (one) => {
      const holding = folders.filter(({ root, files }) => root === one.root && files.has(one.path));
      const verdicts = await Promise.all(holding.map((folder) => isStale(one, folder)));
      // Two folders may share a root: the text is one of theirs.
      return verdicts.length > 0 && verdicts.every(Boolean);
    }),
  );
  return distinct.filter((_, at) => stale[at]);
}
