import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PRIVATE_FILE_MODE } from "../../settings/private-file.ts";

/**
 * Works with a file; without one, with standard input kept in a file of its own until the work is done: it is read
 * twice, and nothing is written anywhere before the first time has ended.
 */
export async function withInput<T>(
  file: string | undefined,
  input: Readable,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (file !== undefined) return work(file);
  const folder = await mkdtemp(join(tmpdir(), "recall-import-"));
  try {
    const kept = join(folder, "export.ndjson");
    await pipeline(input, createWriteStream(kept, { flags: "wx", mode: PRIVATE_FILE_MODE }));
    return await work(kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
