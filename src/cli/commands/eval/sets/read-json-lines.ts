import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { AppError } from "../../../../errors.ts";
import { invalid, isErrno } from "../../../failures.ts";

/** A JSON object of a line, with where it stands for messages. */
export interface JsonLine {
  readonly fields: Readonly<Record<string, unknown>>;
  /** `queries.jsonl line 3` */
  readonly where: string;
}

/** A text file whole. Throws AppError when it is not there or cannot be read. */
export async function readWhole(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/** The failure to report for a file that is not there or cannot be read; throws on what is a bug. */
export function unreadable(file: string, cause: unknown): AppError {
  if (!isErrno(cause, "ENOENT", "ENOTDIR", "EISDIR", "EACCES")) throw cause;
  return invalid(`${file} cannot be read`, { cause });
}

/** One JSON object a line; blank lines are skipped. Throws AppError that names the first other line. */
export async function readJsonLines(file: string): Promise<readonly JsonLine[]> {
  const lines = (await readWhole(file)).split("\n");
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [parseLine(line, `${file} line ${at + 1}`)]));
}

/** The same of a file of any size: one line is in memory at a time. */
export async function* jsonLinesOf(file: string): AsyncGenerator<JsonLine> {
  let at = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: 1_000 })) {
      at += 1;
      if (line.trim() !== "") yield parseLine(line, `${file} line ${at}`);
    }
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && "syscall" in cause) throw unreadable(file, cause);
    throw cause;
  }
}

function parseLine(line: string, where: string): JsonLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid(`${where} is not JSON`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(`${where} is not a JSON object`);
  return { fields: value as Record<string, unknown>, where };
}

/** A field that must be text. */
export function textField({ fields, where }: JsonLine, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw invalid(`${where} has no text "${name}"`);
}

/** A field that is text when it is there. */
export const optionalText = (line: JsonLine, name: string): string | undefined =>
  line.fields[name] === undefined ? undefined : textField(line, name);
