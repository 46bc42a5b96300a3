import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ZodError } from "zod";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportEnd,
  ExportHeader,
  ExportRecord,
} from "../../../backup/contract.ts";
import type { AppError } from "../../../errors.ts";
import { dimensionsOf, vectorProblem } from "../../../text/exported-vector.ts";
import { shortHash } from "../../../text/hash.ts";
import { invalid, isErrno } from "../../failures.ts";

interface FileLine {
  readonly bytes: Buffer;
  /** 1 for the first. */
  readonly number: number;
  /** Ended by "\n"; only the last line of a file may not be. */
  readonly isEnded: boolean;
}

/** Bytes of one line: the largest request a server takes. */
const MAX_LINE_BYTES = 16_000_000;
const NEWLINE = 10;

const tooLong = (number: number): AppError =>
  invalid(`line ${number} has over ${MAX_LINE_BYTES} bytes: this is no export`);

/** The lines of a file, never more of it in memory than the longest. Throws AppError for a line that is too long. */
export async function* readLines(file: string): AsyncGenerator<FileLine> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  try {
    for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
        parts.push(piece.subarray(from, end));
        if (size + end - from > MAX_LINE_BYTES) throw tooLong(number);
        yield { bytes: Buffer.concat(parts), number, isEnded: true };
        parts = [];
        size = 0;
        number += 1;
        from = end + 1;
      }
      parts.push(piece.subarray(from));
      size += piece.length - from;
      if (size > MAX_LINE_BYTES) throw tooLong(number);
    }
  } catch (error) {
    if (!isErrno(error, "ENOENT", "ENOTDIR", "EISDIR", "EACCES")) throw error;
    throw invalid(`${file} cannot be read`, { cause: error });
  }
  if (size > 0) yield { bytes: Buffer.concat(parts), number, isEnded: false };
}

export interface VerifiedExport {
  readonly header: ExportHeader;
  readonly records: number;
  readonly documents: number;
  readonly vectors: number;
  readonly checksum: string;
}

const wrong = ({ number }: Pick<FileLine, "number">, what: string, cause?: unknown): AppError =>
  invalid(`line ${number}: ${what}`, { cause });

/** Throws AppError for a line that is no UTF-8 or no JSON. */
export function parseLine(line: FileLine): unknown {
  try {
    // Bytes that are no UTF-8 would be replaced silently otherwise.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line.bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw wrong(line, "this is not JSON", error);
    throw error;
  }
}

const told = ([issue]: ZodError["issues"]): string =>
  issue === undefined ? "not valid" : `${issue.path.map(String).join(".") || "record"}: ${issue.message}`;

function headerOf(line: FileLine, parsed: unknown): ExportHeader {
  const data = parsed as { format?: unknown; formatVersion?: unknown } | null;
  if (data?.format !== EXPORT_FORMAT) throw wrong(line, "this is no export of recall");
  if (data.formatVersion !== EXPORT_VERSION)
    throw wrong(
      line,
      `it has format version ${JSON.stringify(data.formatVersion)}; this recall reads ${EXPORT_VERSION}`,
    );
  const { success, data: header, error } = ExportHeader.safeParse(data);
  if (!success) throw wrong(line, told(error.issues));
  return header;
}

/** A record as it stands in its line. Throws AppError that names the line and what is wrong. */
export function recordOf(line: FileLine, parsed: unknown = parseLine(line)): ExportRecord {
  const { success, data, error } = ExportRecord.safeParse(parsed);
  if (!success) throw wrong(line, told(error.issues));
  return data;
}

/** Every record of an export that was verified. */
export async function* readRecords(file: string): AsyncGenerator<ExportRecord> {
  for await (const line of readLines(file)) {
    const parsed = parseLine(line);
    if (line.number > 1 && !isEnd(parsed)) yield recordOf(line, parsed);
  }
}

/** What the shape does not say: hashes and vectors are of what they stand beside. */
async function checkRecord(line: FileLine, record: ExportRecord, dimensions: number): Promise<void> {
  if (record.type === "document" && (await shortHash(record.text)) !== record.hash)
    throw wrong(line, `the hash of ${record.root}:${record.path} is not that of its text`);
  if (record.type === "memory" && (await shortHash(record.text)) !== record.hash)
    throw wrong(line, `the hash of the memory ${record.id} is not that of its text`);
  if (record.type === "embedding") {
    const problem = vectorProblem(record.vector, dimensions);
    if (problem !== undefined) throw wrong(line, problem);
  }
}

/** Whether a parsed line is the last one. */
export const isEnd = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "type" in data && data.type === "end";

/** Reads a whole export before anything of it is used. Throws AppError that names the first line that is wrong. */
export async function verifyExport(file: string): Promise<VerifiedExport> {
  const hash = createHash("sha256");
  const counts = { records: 0, documents: 0, vectors: 0 };
  let header: ExportHeader | undefined;
  let end: ExportEnd | undefined;
  for await (const line of readLines(file)) {
    if (end !== undefined) throw wrong(line, "something follows the end of the export");
    const parsed = parseLine(line);
    if (header === undefined) {
      header = headerOf(line, parsed);
    } else if (isEnd(parsed)) {
      end = endOf(line, parsed, { records: counts.records, checksum: hash.digest("hex") });
      continue;
    } else {
      const record = recordOf(line, parsed);
      await checkRecord(line, record, dimensionsOf(header.identity));
      counts.records += 1;
      if (record.type === "document" || record.type === "memory") counts.documents += 1;
      if (record.type === "embedding") counts.vectors += 1;
    }
    hash.update(line.bytes).update("\n");
  }
  if (header === undefined || end === undefined)
    throw invalid(`${file} has no end: the export was cut off, make it again`);
  return { header, ...counts, checksum: end.checksum };
}

function endOf(line: FileLine, parsed: unknown, is: Omit<ExportEnd, "type">): ExportEnd {
  const { success, data, error } = ExportEnd.safeParse(parsed);
  if (!success) throw wrong(line, told(error.issues));
  if (data.records !== is.records)
    throw wrong(line, `it names ${data.records} records, there are ${is.records}`);
  if (data.checksum !== is.checksum) throw wrong(line, "the checksum is not that of the lines before it");
  return data;
}
