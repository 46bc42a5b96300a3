import pLimit from "p-limit";
import type { Refused } from "../../documents/contract.ts";
import type { HashedFile } from "../push/upload-missing.ts";
import { readTextFile } from "./read-text.ts";
import type { FoundFile } from "./walk.ts";

/** Files open at once: reading waits for the disk, and each may hold 2 MB. */
const CONCURRENCY = 16;

export interface HashedFiles {
  /** In the order given. */
  readonly files: readonly HashedFile[];
  readonly failed: readonly Refused[];
  readonly binary: number;
}

export interface HashOptions {
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Looks at each text once, while it is in memory; the text is not kept. */
  readonly onText?: ((path: string, text: string) => void) | undefined;
}

/** Reads every file once for its hash; a file that is no UTF-8 text is reported or, when it is binary, counted. */
export async function hashFiles(found: readonly FoundFile[], options: HashOptions): Promise<HashedFiles> {
  const limit = pLimit(CONCURRENCY);
  const read = async (file: FoundFile): Promise<HashedFile | Refused | undefined> => {
    options.signal?.throwIfAborted();
    const answer = await readTextFile(file, options.maxFileBytes);
    if (answer.kind === "binary") return undefined;
    if (answer.kind === "refused") return answer.refused;
    options.onText?.(answer.path, answer.text);
    const { path, hash, bytes, mtimeMs } = answer;
    return { path, file: file.file, hash, bytes, mtimeMs };
  };
  const answers = await Promise.all(found.map((file) => limit(read, file)));
  const known = answers.filter((answer) => answer !== undefined);
  return {
    files: known.filter((answer): answer is HashedFile => "hash" in answer),
    failed: known.filter((answer): answer is Refused => "code" in answer),
    binary: answers.length - known.length,
  };
}
