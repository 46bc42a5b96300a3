import { open } from "node:fs/promises";
import { join } from "node:path";
import { decode } from "../../text/coding/decode-text.ts";
import { DEFAULTS } from "../../config.ts";
import { withoutSecrets } from "../../redaction/redact.ts";
import { isErrno } from "../failures.ts";
import { hashOf } from "../folder/read-text.ts";
import { isAsSeen, markOf } from "../folder/seen-file.ts";
import { textBefore } from "../formats/converting.ts";
import type { Environment } from "../settings/config-folder.ts";
import { spellings } from "../folder/spelled.ts";
import type { PushedFolder } from "./kept-folders.ts";

export interface Shown {
  readonly root: string;
  readonly path: string;
  /** Of the indexed text; undefined: the answer does not say. */
  readonly hash?: string | undefined;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Whether what a file was converted to is what was indexed: one that has changed since was converted to nothing yet. */
async function isConvertedTo(file: string, indexed: string, env: Environment): Promise<boolean> {
  const text = await textBefore(env, file);
  return text !== undefined && isHashOf(indexed, text);
}

const isHashOf = (indexed: string, text: string): boolean =>
  [text, withoutSecrets(text).text].some((sent) => hashOf(Buffer.from(sent)) === indexed);

/** Whether a file is what was indexed: as it is, as UTF-8, or without its secrets. One that is too large for that is not. */
async function isIndexed(file: string, indexed: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size > DEFAULTS.maxFileBytes) return false;
    const bytes = await handle.readFile();
    if (hashOf(bytes) === indexed) return true;
    const decoded = decode(bytes);
    if (typeof decoded !== "object") return false;
    return isHashOf(indexed, decoded.text);
  } finally {
    await handle.close();
  }
}

type Change = "changed" | "gone";

/** How the file differs from the indexed text; unknown where that cannot be found out. */
async function changeOf(
  { path, hash }: Shown,
  { folder, files, gone, seenAtMs }: PushedFolder,
  env: Environment,
): Promise<Change | undefined> {
  const seen = files.get(path);
  const removed = gone?.get(path);
  const indexed = hash ?? seen?.hash ?? removed;
  if (typeof indexed !== "string") return undefined;
  // Removed here, and indexed by others who share the root: that text is theirs.
  if (seen === undefined && removed !== indexed) return undefined;
  const file = join(folder, path);
  try {
    const mark = markOf(file);
    // The disk may spell a name otherwise than its path does; a push that found it gone has looked at all names.
    if (mark === undefined) return seen === undefined || ASCII.test(path) ? "gone" : undefined;
    // Only renamed by case, where the disk ignores that: under this name there is no file any more.
    if (seen === undefined && !(await spellings(folder)(path))) return "gone";
    const isSame =
      seen !== undefined && isAsSeen(seen, mark, seenAtMs)
        ? seen.hash === indexed
        : (await isIndexed(file, indexed)) || (await isConvertedTo(file, indexed, env));
    return isSame ? undefined : "changed";
  } catch (error) {
    if (isErrno(error, "EACCES", "EPERM", "ENOENT", "EISDIR", "ELOOP")) return undefined;
    throw error;
  }
}

const shownKey = ({ root, path }: Pick<Shown, "root" | "path">): string => `${root}\0${path}`;

export interface Stale extends Shown {
  /** There is no such file any more: only a push with `--mirror` acts on that. */
  readonly isGone: boolean;
  /** The folder here that it was pushed from. */
  readonly folder: string;
}

/** Those of the shown documents whose file here is no longer what was indexed, or gone, by size and times, then by content. */
export async function staleFiles(
  shown: readonly Shown[],
  folders: readonly PushedFolder[],
  env: Environment,
): Promise<readonly Stale[]> {
  const distinct = [...new Map(shown.map((one) => [shownKey(one), one])).values()];
  const stale = await Promise.all(
    distinct.map(async (one) => {
      const isHeld = ({ files, gone }: PushedFolder) => files.has(one.path) || gone?.has(one.path) === true;
      const holding = folders.filter((folder) => folder.root === one.root && isHeld(folder));
      const changes = await Promise.all(holding.map((folder) => changeOf(one, folder, env)));
      // Two folders may share a root: the text is one of theirs.
      if (changes.length === 0 || changes.includes(undefined)) return [];
      const at = Math.max(changes.indexOf("changed"), 0);
      return [{ ...one, isGone: changes[at] === "gone", folder: holding[at]?.folder ?? "" }];
    }),
  );
  return stale.flat();
}
