import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { Environment } from "../settings/config-folder.ts";
import { type ConversionReason, reasonText } from "../../text/markup/conversion-error.ts";
import { keepConverted, keptConverted } from "./converted-files.ts";
import { formatOf, isTextFormat } from "./formats.ts";

/** A raised number reads and converts every file again. */
export const CONVERTER_VERSION = 1;

/** Text of a file in another format, or why it has none. */
export type Conversion = { readonly text: string } | { readonly reason: string };

/** Converts the file; undefined: it is no format that is converted, or is better pushed as the text that it is. */
export type Convert = (file: string) => Promise<Conversion | undefined>;

/** What is no reason to leave out a file that is text itself. */
const PUSHED_AS_IS: readonly ConversionReason[] = ["broken", "no_text", "too_slow", "too_heavy"];

async function keyOf(file: string): Promise<string> {
  const hash = createHash("sha256").update(`${CONVERTER_VERSION}\n${basename(file)}\n`);
  for await (const piece of createReadStream(file)) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

/**
 * Converts files by the endings of their names; one that has the name and bytes of one that was converted before is not
 * opened again. Throws what reading the file throws.
 */
export function converting(env: Environment): Convert {
  return async (file) => {
    const format = formatOf(file);
    if (format === undefined) return undefined;
    const key = await keyOf(file);
    const kept = await keptConverted(env, key);
    // The process with the libraries is not started, nor known, where no such file is.
    const answer = kept ?? (await (await import("./convert-host.ts")).convertApart({ file, format }));
    if (kept === undefined) await keepConverted(env, key, answer);
    const { text, reason } = answer;
    if (text !== undefined) return { text };
    if (reason === undefined) return undefined;
    return isTextFormat(format) && PUSHED_AS_IS.includes(reason) ? undefined : { reason: reasonText(reason) };
  };
}
