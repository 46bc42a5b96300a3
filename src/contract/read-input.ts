import { AppError } from "../errors.ts";
import { watchJson } from "../text/json-watch.ts";
import { boundWords, type InputLimit } from "./input-limits.ts";

/** What goes beyond a limit. Throws `too_large` for the bytes, `invalid_input` for how the JSON is built. */
function refuse(limit: InputLimit, bound: keyof InputLimit): AppError {
  const code = bound === "bytes" ? "too_large" : "invalid_input";
  const details = { limit: bound, allowed: limit[bound] };
  return new AppError(code, `What is sent here has at most ${boundWords(limit, bound)}`, { details });
}

/** Looks at each part of what is sent, and throws as soon as there is too much. */
function watchInput(limit: InputLimit): (part: Uint8Array) => void {
  const watch = watchJson(limit);
  let bytes = 0;
  return (part) => {
    bytes += part.length;
    if (bytes > limit.bytes) throw refuse(limit, "bytes");
    const beyond = watch(part);
    if (beyond !== undefined) throw refuse(limit, beyond);
  };
}

/**
 * The bytes of a body within its limit, whatever its headers say of it. They are counted, and the JSON in them is looked
 * at, while they come: of what is too much no more is read than shows it. Throws `too_large`, `invalid_input`.
 */
export async function readInput(
  body: ReadableStream<Uint8Array>,
  limit: InputLimit,
): Promise<Uint8Array<ArrayBuffer>> {
  const check = watchInput(limit);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Left early, the stream is cancelled.
  for await (const part of body) {
    check(part);
    parts.push(part);
    size += part.length;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** The same check of a value that was read with others. */
export function checkInput(value: unknown, limit: InputLimit): void {
  watchInput(limit)(encoder.encode(JSON.stringify(value) ?? ""));
}
