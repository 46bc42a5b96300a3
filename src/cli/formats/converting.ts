import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Environment } from "../settings/config-folder.ts";
import { type ConversionReason, reasonText } from "../../text/markup/conversion-error.ts";
import { keepConverted, keptConverted } from "./converted-files.ts";
import type { ConvertAnswer, ConvertRequest } from "./convert-process.ts";
import { formatOf, isTextFormat, MAX_FILE_BYTES } from "./formats.ts";

/** A raised number reads and converts every file again. */
export const CONVERTER_VERSION = 3;

/** Text of a file in another format, or why it has none. */
type Conversion = { readonly text: string } | { readonly reason: string };

/** Converts the file; undefined: it is no format that is converted, or is better pushed as the text that it is. */
export type Convert = (file: string) => Promise<Conversion | undefined>;

/** What is no reason to leave out a file that is text itself. */
const PUSHED_AS_IS: readonly ConversionReason[] = ["broken", "no_text", "too_slow", "too_heavy"];

/** By name and content, as far as the file reaches now: one that grows is read no further. */
async function keyOf(file: string, size: number): Promise<string> {
  const hash = createHash("sha256").update(`${CONVERTER_VERSION}\n${basename(file)}\n`);
  if (size > 0)
    for await (const piece of createReadStream(file, { end: size - 1 })) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

/** What a file comes to, and is remembered by; one that is too large is not looked at. */
async function answerFor(env: Environment, request: ConvertRequest, size: number): Promise<ConvertAnswer> {
  if (size > MAX_FILE_BYTES) return { reason: "too_large" };
  const key = await keyOf(request.file, size);
  const kept = await keptConverted(env, key);
  if (kept !== undefined) return kept;
  // The process with the libraries is not started, nor known, where no such file is.
  const answer = await (await import("./convert-host.ts")).convertApart(request);
  await keepConverted(env, key, answer);
  return answer;
}

/** The text that a file was converted to before, of the same name and bytes; undefined: it was not, or has none. */
export async function textBefore(env: Environment, file: string): Promise<string | undefined> {
  if (formatOf(file) === undefined) return undefined;
  const { size } = await stat(file);
  return size > MAX_FILE_BYTES ? undefined : (await keptConverted(env, await keyOf(file, size)))?.text;
}

/**
 * Converts files by the endings of their names; one that has the name and bytes of one that was converted before is not
 * opened again. Throws what reading the file throws.
 */
export function converting(env: Environment): Convert {
  return async (file) => {
    const format = formatOf(file);
    if (format === undefined) return undefined;
    const stats = await stat(file);
    // What took the file's place is no business of a converter's: a pipe would be waited for.
    if (!stats.isFile()) return undefined;
    const { text, reason } = await answerFor(env, { file, format }, stats.size);
    if (text !== undefined) return { text };
    if (reason === undefined) return undefined;
    return isTextFormat(format) && PUSHED_AS_IS.includes(reason) ? undefined : { reason: reasonText(reason) };
  };
}
