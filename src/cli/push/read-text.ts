import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Refused } from "../../contract/documents.ts";
import { type FoundFile, messageOf, UNREADABLE } from "./walk.ts";

/** Hash length that the contract asks for, in hexadecimal characters. */
const HASH_CHARS = 32;
/** Bytes looked at to tell a text in another encoding from binary data. */
const SNIFF_BYTES = 8_192;
/** Control characters that texts do have: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: readonly number[] = [9, 10, 12, 13, 27];
const FIRST_PRINTABLE = 32;
/** One control byte in so many is a text with a blemish; more is data. */
const MAX_CONTROL_SHARE = 1 / 200;
/** UTF-16, both byte orders: text, though it is full of NUL. */
const UTF16_MARKS: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

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

// The byte order mark stays: what is pushed is the file's bytes, and the hash names them.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function looksLikeText(bytes: Uint8Array): boolean {
  if (UTF16_MARKS.some(([first, second]) => bytes[0] === first && bytes[1] === second)) return true;
  if (bytes.includes(0)) return false;
  const sample = bytes.subarray(0, SNIFF_BYTES);
  const controls = sample.filter((byte) => byte < FIRST_PRINTABLE && !TEXT_CONTROLS.includes(byte));
  return controls.length <= sample.length * MAX_CONTROL_SHARE;
}

/** The text of bytes; "foreign" when it is in another encoding than UTF-8, "binary" when it is none. */
export function decode(bytes: Uint8Array): { readonly text: string } | "binary" | "foreign" {
  if (!bytes.includes(0)) {
    try {
      return { text: decoder.decode(bytes) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return looksLikeText(bytes) ? "foreign" : "binary";
}

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
