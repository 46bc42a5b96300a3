import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Refused } from "../../documents/contract.ts";
import { invalid, isErrno } from "../failures.ts";
import { type FolderPage, folderPages, type PageOptions } from "./folder-pages.ts";
import type { LeftOut } from "./left-out.ts";
import type { FileMark, HashedFile } from "./seen-file.ts";
import { type FoundFile, startWalk, type Walking, type WalkOptions } from "./walk.ts";

/** A folder that is being read, a page at a time. */
export interface Collecting {
  readonly walking: Walking;
  /** Milliseconds since 1970, before the first file was looked at. */
  readonly seenAtMs: number;
  /** Read once. */
  readonly pages: AsyncIterable<FolderPage>;
}

export interface CollectedFolder {
  readonly files: readonly HashedFile[];
  readonly failed: readonly Refused[];
  readonly leftOut: LeftOut;
  readonly marks: ReadonlyMap<string, FileMark>;
  readonly folders: readonly string[];
  readonly secretRules: string;
  readonly seenAtMs: number;
}

/** The real folder behind a name. Throws AppError when it is no readable folder. */
export async function realFolder(cwd: string, folder: string): Promise<string> {
  try {
    const real = await realpath(resolve(cwd, folder));
    const found = await stat(real);
    if (found.isDirectory()) return real;
    if (found.isFile()) throw invalid(`${folder} is a file: name the folder that it is in`);
  } catch (error) {
    if (!isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "ELOOP")) throw error;
  }
  throw invalid(`${folder} is not a folder that can be read`);
}

export interface CollectOptions extends PageOptions, WalkOptions {}

/** Begins to read what a manifest names of a folder. Throws what `startWalk` throws. */
export async function startCollecting(folder: string, options: CollectOptions): Promise<Collecting> {
  const seenAtMs = Date.now();
  const walking = await startWalk(folder, options);
  return collectFrom({ walking, seenAtMs }, walking.files(), options);
}

/** The same from a walk that was begun, or finished, with the files that it found. */
export const collectFrom = (
  begun: Omit<Collecting, "pages">,
  chunks: AsyncIterable<readonly FoundFile[]> | Iterable<readonly FoundFile[]>,
  options: PageOptions,
): Collecting => ({ ...begun, pages: folderPages(begun.walking, chunks, options) });

/** The same at once, for folders whose files are known to be few enough. */
export async function collectFolder(folder: string, options: CollectOptions): Promise<CollectedFolder> {
  const { walking, seenAtMs, pages } = await startCollecting(folder, options);
  const files: HashedFile[] = [];
  const failed: Refused[] = [];
  const marks = new Map<string, FileMark>();
  for await (const page of pages) {
    files.push(...page.files);
    failed.push(...page.failed);
    for (const [path, mark] of page.marks) marks.set(path, mark);
  }
  const { folders, secretRules, leftOut } = walking;
  return { files, failed, leftOut: leftOut.result(), marks, folders, secretRules, seenAtMs };
}
