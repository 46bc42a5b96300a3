import { createHash } from "node:crypto";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportEnd,
  ExportHeader,
  ExportRecord,
} from "../../../backup/contract.ts";
import { AppError } from "../../../errors.ts";
import { dimensionsOf, vectorProblem } from "../../../text/check-vector.ts";
import { shortHash } from "../../../text/hash.ts";
import { invalid } from "../../failures.ts";
import { type FileLine, readLines } from "./read-lines.ts";

/** An export that is whole and says what it should. */
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

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const told = ([issue]: readonly Issue[]): string =>
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

/**
 * Reads a whole export before anything of it is used: every line, every hash, the checksum. Throws AppError that names
 * the first line that is wrong.
 */
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
