import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportAnswer, ExportHeader } from "../../../backup/contract.ts";
import { AppError } from "../../../errors.ts";
import { ifErrno, invalid, isErrno } from "../../failures.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { PRIVATE_FILE_MODE, replaceFile } from "../../settings/private-file.ts";
import { safeJson } from "../../terminal/terminal-safe.ts";

type Exporter = Pick<RecallClient, "exportPage">;

/** Times an export into a file is tried while pushes keep changing the workspace. */
const TRIES = 3;

/** Writes the export to a stream as fast as that takes it, until its reader has gone. What was written cannot be taken back. */
export async function toStream(client: Exporter, wish: ExportWish, stream: Writable): Promise<ExportSum> {
  const sum = nothingExported();
  await pipeline(Readable.from(exportLines(client, wish, sum)), stream, { end: false }).catch(
    ifErrno(undefined, "EPIPE"),
  );
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

/** The file that is replaced: that of a link, which stays one. Throws `invalid_input` for a pipe or a device. */
async function replacedFile(file: string): Promise<string> {
  const real = await realpath(file).catch(ifErrno(undefined, "ENOENT", "ENOTDIR"));
  if (real === undefined) return file;
  const stats = await stat(real);
  if (stats.isFile() || stats.isDirectory()) return real;
  throw invalid(`${file} is no file: to write into it, leave --to out and redirect (recall export > …)`);
}

async function writeOnce(client: Exporter, wish: ExportWish, named: string): Promise<ExportSum> {
  const sum = nothingExported();
  const file = await replacedFile(named);
  await replaceFile(file, PRIVATE_FILE_MODE, (handle) => handle.writeFile(exportLines(client, wish, sum)));
  return sum;
}

interface ExportWish {
  readonly vectors: boolean;
  /** Receives after each page how many documents were written so far. */
  readonly onPage?: (documents: number) => void;
}

/** What became of an export; filled while its lines are made. */
export interface ExportSum {
  documents: number;
  vectors: number;
  records: number;
  damaged: ExportAnswer["damaged"][number][];
  header: ExportHeader | undefined;
}

const nothingExported = (): ExportSum => ({
  documents: 0,
  vectors: 0,
  records: 0,
  damaged: [],
  header: undefined,
});

/** The workspace changed between two pages: what has been written does not belong together. */
class ChangedMeanwhile extends AppError {
  constructor() {
    super(
      "conflict",
      "The workspace changed meanwhile, by a write or the rest of a deletion: what was exported is not whole, run it again",
    );
  }
}

/** A page of the same version as those before it. A server that saw the change itself says `conflict`. */
async function nextPage(
  client: Pick<RecallClient, "exportPage">,
  place: { vectors: boolean; cursor?: string },
  version: number | undefined,
): Promise<ExportAnswer> {
  try {
    const page = await client.exportPage(place);
    if (version === undefined || page.header.workspaceVersion === version) return page;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
  }
  throw new ChangedMeanwhile();
}

/** Lines of an export: header, records, end with the SHA-256 of all bytes before it. Throws `ChangedMeanwhile`. */
async function* exportLines(
  client: Pick<RecallClient, "exportPage">,
  { vectors, onPage }: ExportWish,
  sum: ExportSum,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const line = (data: unknown): string => {
    const text = `${safeJson(data)}\n`;
    hash.update(text);
    return text;
  };
  let cursor: string | null = null;
  do {
    const place = { vectors, ...(cursor !== null && { cursor }) };
    const page: ExportAnswer = await nextPage(client, place, sum.header?.workspaceVersion);
    if (sum.header === undefined) yield line(page.header);
    sum.header ??= page.header;
    for (const record of page.records) {
      yield line(record);
      sum.records += 1;
      if (record.type === "document" || record.type === "memory") sum.documents += 1;
      if (record.type === "embedding") sum.vectors += 1;
    }
    sum.damaged.push(...page.damaged);
    onPage?.(sum.documents);
    cursor = page.nextCursor;
  } while (cursor !== null);
  yield `${JSON.stringify({ type: "end", records: sum.records, checksum: hash.digest("hex") })}\n`;
}
