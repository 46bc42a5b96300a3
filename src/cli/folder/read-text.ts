import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import pLimit from "p-limit";
import { decode, looksLikeText, SNIFF_BYTES } from "../../client/push/decode-text.ts";
import type { Refused } from "../../documents/contract.ts";
import { type FoundFile, messageOf, UNREADABLE } from "./walk.ts";

/** Files open at once: reading waits for the disk, and each may hold 2 MB. */
const CONCURRENCY = 16;

export interface HashedFile extends FoundFile {
  readonly hash: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

export interface HashedFiles {
  /** In the order given. */
  readonly files: readonly HashedFile[];
  readonly failed: readonly Refused[];
  readonly binary: number;
}

export interface HashOptions {
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Looks at each text once, while it is in memory; the text is not kept. */
  readonly onText?: ((path: string, text: string) => void) | undefined;
}

/** Reads every file once for its hash; a file that is no UTF-8 text is reported or, when it is binary, counted. */
export async function hashFiles(found: readonly FoundFile[], options: HashOptions): Promise<HashedFiles> {
  const limit = pLimit(CONCURRENCY);
  const read = async (file: FoundFile): Promise<HashedFile | Refused | undefined> => {
    options.signal?.throwIfAborted();
    const answer = await readTextFile(file, options.maxFileBytes);
    if (answer.kind === "binary") return undefined;
    if (answer.kind === "refused") return answer.refused;
    options.onText?.(answer.path, answer.text);
    const { path, hash, bytes, mtimeMs } = answer;
    return { path, file: file.file, hash, bytes, mtimeMs };
  };
  const answers = await Promise.all(found.map((file) => limit(read, file)));
  const known = answers.filter((answer) => answer !== undefined);
  return {
    files: known.filter((answer): answer is HashedFile => "hash" in answer),
    failed: known.filter((answer): answer is Refused => "code" in answer),
    binary: answers.length - known.length,
  };
}

/** Hash length that the contract asks for, in hexadecimal characters. */
const HASH_CHARS = 32;

export interface TextFile extends FoundFile {
  readonly kind: "text";
  readonly text: string;
  readonly hash: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

type ReadFile =
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
