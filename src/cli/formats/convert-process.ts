/** The process that opens other people's files: it is told a file, answers its text or why there is none, and may be killed at any time. */
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { ConversionError, type ConversionReason, isReason } from "../../text/markup/conversion-error.ts";
import { FORMATS, type FormatName, MAX_FILE_BYTES } from "./formats.ts";

export interface ConvertRequest {
  readonly file: string;
  readonly format: FormatName;
}

/** Text; a reason why there is none; or neither: the file is better pushed as it is. */
export interface ConvertAnswer {
  readonly text?: string | undefined;
  readonly reason?: ConversionReason;
}

/** The bytes of a file, never more than may be converted even when it grows. */
async function readBounded(file: string): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size > MAX_FILE_BYTES) throw new ConversionError("too_large");
    const bytes = new Uint8Array(size);
    let read = 0;
    while (read < size) {
      const { bytesRead } = await handle.read(bytes, read, size - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await handle.close();
  }
}

/** Converts one file. Every failure is a reason: what a library throws over a damaged file says nothing to its reader. */
async function convertFile({ file, format }: ConvertRequest): Promise<ConvertAnswer> {
  try {
    const bytes = await readBounded(file);
    const convert = await FORMATS[format].load();
    return { text: await convert({ bytes, name: basename(file) }) };
  } catch (error) {
    const reason = error instanceof ConversionError ? error.reason : undefined;
    return { reason: isReason(reason) ? reason : "broken" };
  }
}

if (process.send !== undefined) {
  process.on("message", (request: ConvertRequest) => {
    void convertFile(request).then((answer) => process.send?.(answer));
  });
  process.on("disconnect", () => process.exit());
}
