import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { invalid, isErrno } from "../../failures.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { PRIVATE_FILE_MODE } from "../../settings/private-file.ts";
import { replaceFile } from "../../settings/replace-file.ts";
import {
  ChangedMeanwhile,
  type ExportSum,
  type ExportWish,
  exportLines,
  nothingExported,
} from "./export-lines.ts";

type Exporter = Pick<RecallClient, "exportPage">;

/** Times an export into a file is tried while pushes keep changing the workspace. */
const TRIES = 3;

/** Writes the export to a stream as fast as that takes it. What was written cannot be taken back. */
export async function toStream(client: Exporter, wish: ExportWish, stream: Writable): Promise<ExportSum> {
  const sum = nothingExported();
  await pipeline(Readable.from(exportLines(client, wish, sum)), stream, { end: false });
  return sum;
}

/** Writes the export to a file, in place of one that is there, whole or not at all. Throws AppError. */
export async function toFile(client: Exporter, wish: ExportWish, file: string): Promise<ExportSum> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(client, wish, file);
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM", "EROFS", "ENOSPC"))
        throw invalid(`${file} cannot be written`, { cause: error });
      if (!(error instanceof ChangedMeanwhile) || attempt === TRIES) throw error;
    }
  }
}

async function writeOnce(client: Exporter, wish: ExportWish, file: string): Promise<ExportSum> {
  const sum = nothingExported();
  await replaceFile(file, PRIVATE_FILE_MODE, (handle) => handle.writeFile(exportLines(client, wish, sum)));
  return sum;
}
