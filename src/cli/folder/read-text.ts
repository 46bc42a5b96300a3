import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { decode, looksLikeText, SNIFF_BYTES } from "../../client/push/decode-text.ts";
import type { Refused } from "../../documents/contract.ts";
import { type FoundFile, messageOf, UNREADABLE } from "./walk.ts";

/** Hash length that the contract asks for, in hexadecimal characters. */
const HASH_CHARS = 32;

export interface TextFile extends FoundFile {
  readonly kind: "text";
  readonly text: string;
  readonly hash: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

export type ReadFile =
  | TextFile
  | { readonly kind: "binary" }
  | { readonly kind: "refused"; readonly refused: Refused };

/** First 32 hex characters of the SHA-256 of the bytes. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARS);

const refuse = (path: string, code: string, message: string): ReadFile => ({
  kind: "refused",
  refused: { path, code, message },
});

async function startsBinary(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return !looksLikeText(buffer.subarray(0, bytesRead));
}

async function readHandle(handle: FileHandle, found: FoundFile, maxBytes: number): Promise<ReadFile> {
  const stats = await handle.stat();
  if (stats.size > maxBytes)
    // Large and binary is no news; large and text is.
    return (await startsBinary(handle))
      ? { kind: "binary" }
      : refuse(found.path, "too_large", `${stats.size} bytes; a document has at most ${maxBytes}`);
  const bytes = await handle.readFile();
  if (bytes.length > maxBytes)
    return refuse(found.path, "too_large", `it grows; a document has at most ${maxBytes} bytes`);
  const decoded = decode(bytes);
  if (decoded === "binary") return { kind: "binary" };
  if (decoded === "foreign") return refuse(found.path, "not_text", "the text is not UTF-8: convert it first");
  // The contract's mtime starts at 1970; some archives unpack files as older.
  const mtimeMs = Math.max(0, Math.trunc(stats.mtimeMs));
  return { ...found, kind: "text", text: decoded.text, hash: hashOf(bytes), bytes: bytes.length, mtimeMs };
}

/** Reads one file as it is now. A file that cannot be read or sent is an answer, not a failure. */
export async function readTextFile(found: FoundFile, maxBytes: number): Promise<ReadFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(found.file, "r");
    return await readHandle(handle, found, maxBytes);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return refuse(found.path, UNREADABLE, messageOf(error));
  } finally {
    await handle?.close();
  }
}
