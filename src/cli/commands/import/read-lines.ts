import { createReadStream } from "node:fs";
import { AppError } from "../../../errors.ts";
import { invalid, isErrno } from "../../failures.ts";

/** A line of a file, without its "\n". */
export interface FileLine {
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
