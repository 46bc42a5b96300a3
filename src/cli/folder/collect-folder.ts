import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { DEFAULTS } from "../../config.ts";
import type { Refused } from "../../documents/contract.ts";
import { invalid, isErrno } from "../failures.ts";
import { type HashedFiles, type HashOptions, hashFiles } from "./read-text.ts";
import { type FileMark, markFiles, type SeenFiles, sentUnder } from "./seen-file.ts";
import { type LeftOut, type WalkOptions, walk } from "./walk.ts";

export interface CollectedFolder {
  readonly files: HashedFiles["files"];
  readonly failed: readonly Refused[];
  readonly leftOut: LeftOut;
  /** Milliseconds since 1970, before the first file was looked at. */
  readonly seenAtMs: number;
  readonly marks: ReadonlyMap<string, FileMark>;
  readonly folders: readonly string[];
  readonly secretRules: string;
}

/** The real folder behind a name. Throws AppError when it is no readable folder. */
export async function realFolder(cwd: string, folder: string): Promise<string> {
  try {
    const real = await realpath(resolve(cwd, folder));
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    if (!isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "ELOOP")) throw error;
  }
  throw invalid(`${folder} is not a folder that can be read`);
}

interface CollectOptions extends Omit<HashOptions, "maxFileBytes" | "clean">, WalkOptions {
  readonly includeHidden: boolean;
  /** The folder as it was pushed: what is still so under the same rules has no secrets left, and is not looked through. */
  readonly before?: SeenFiles | undefined;
}

/** Everything of a folder that a manifest names, and what is left out and why. */
export async function collectFolder(folder: string, options: CollectOptions): Promise<CollectedFolder> {
  const seenAtMs = Date.now();
  const walked = await walk(folder, options);
  const marks = await markFiles(walked.files);
  const { secrets, skipped, secretRules } = walked;
  const clean = sentUnder(secretRules, options.before);
  const hashed = await hashFiles(walked.files, { ...options, clean, maxFileBytes: DEFAULTS.maxFileBytes });
  return {
    files: hashed.files,
    failed: [...walked.failed, ...hashed.failed],
    leftOut: { secrets, skipped: { ...skipped, binary: skipped.binary + hashed.binary } },
    seenAtMs,
    marks,
    folders: walked.folders,
    secretRules,
  };
}
