import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import pLimit from "p-limit";
import { decode, type Encoding, looksLikeText, SNIFF_BYTES } from "../../text/coding/decode-text.ts";
import type { Refused } from "../../documents/contract.ts";
import { withoutSecrets } from "../../redaction/redact.ts";
import type { Convert } from "../formats/converting.ts";
import { documentTime, type HashedFile } from "./seen-file.ts";
import { type FoundFile, messageOf, UNREADABLE } from "./walk.ts";

/** Code of a file that grows or shrinks while it is read; what is indexed of it is kept. */
const CHANGING = "changing";
/** A pipe that took the file's place must not be waited for; Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Files open at once: reading waits for the disk, and each may hold 2 MB. */
const CONCURRENCY = 16;

export interface HashedFiles {
  /** In the order given. */
  readonly files: readonly HashedFile[];
  readonly failed: readonly Refused[];
  /** Paths of those that hold no text. */
  readonly binary: readonly string[];
}

export interface HashOptions {
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Looks at each text once, while it is in memory; the text is not kept. */
  readonly onText?: ((path: string, text: string) => void) | undefined;
  /** Hashes by path of texts that are known to be without secrets: those are not looked through. */
  readonly clean?: ReadonlyMap<string, string | null> | undefined;
  /** Makes text of other formats; without it those are binary. */
  readonly convert?: Convert | undefined;
}

/** Without its text, so that thousands of files do not fill the memory. */
const hashedOf = ({ kind: _kind, text: _text, ...hashed }: TextFile): HashedFile => hashed;

/** Reads every file once for its hash; a file that is no UTF-8 text is reported, a binary one named. */
export async function hashFiles(found: readonly FoundFile[], options: HashOptions): Promise<HashedFiles> {
  const limit = pLimit(CONCURRENCY);
  const read = async (file: FoundFile): Promise<HashedFile | Refused | string> => {
    options.signal?.throwIfAborted();
    const answer = await readTextFile(
      file,
      options.maxFileBytes,
      options.clean?.get(file.path),
      options.convert,
    );
    if (answer.kind === "binary") return file.path;
    if (answer.kind === "refused") return answer.refused;
    options.onText?.(answer.path, answer.text);
    return hashedOf(answer);
  };
  const answers = await Promise.all(found.map((file) => limit(read, file)));
  const known = answers.filter((answer) => typeof answer !== "string");
  return {
    files: known.filter((answer): answer is HashedFile => "hash" in answer),
    failed: known.filter((answer): answer is Refused => "code" in answer),
    binary: answers.filter((answer) => typeof answer === "string"),
  };
}

/** Hash length that the contract asks for, in hexadecimal characters. */
const HASH_CHARS = 32;

export interface TextFile extends HashedFile {
  readonly kind: "text";
  readonly text: string;
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

interface Reading {
  readonly found: FoundFile;
  readonly maxBytes: number;
  /** Of a text that is known to be without secrets. */
  readonly clean: string | null | undefined;
}

type Sent = Pick<TextFile, "text" | "hash" | "bytes" | "secrets">;

/** What is sent of a text that has these bytes. */
function sentOf(text: string, bytes: Uint8Array, { found, clean }: Reading): Sent {
  const given = { text, hash: hashOf(bytes), bytes: bytes.length };
  if (found.keepsSecrets === true || given.hash === clean) return given;
  const { text: sent, found: secrets } = withoutSecrets(text);
  if (secrets.length === 0) return given;
  const written = Buffer.from(sent);
  return { text: sent, hash: hashOf(written), bytes: written.length, secrets };
}

const overgrown = ({ found, maxBytes }: Reading, bytes: number, why: string): ReadFile | undefined =>
  bytes > maxBytes
    ? refuse(found.path, "too_large", `${why}; a document has at most ${maxBytes} bytes`)
    : undefined;

/** Exactly so many bytes; undefined: the file has more, or fewer, by now. Never reads on in one that grows. */
async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array | undefined> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, size + 1 - length);
    length += bytesRead;
    if (length > size) return undefined;
    if (bytesRead === 0) return length === size ? bytes.subarray(0, size) : undefined;
  }
}

async function readHandle(handle: FileHandle, reading: Reading): Promise<ReadFile> {
  const { found, maxBytes } = reading;
  const stats = await handle.stat();
  if (!stats.isFile()) return refuse(found.path, UNREADABLE, "it is no file any more");
  if (stats.size > maxBytes)
    // Large and binary is no news; large and text is.
    return (await startsBinary(handle))
      ? { kind: "binary" }
      : refuse(found.path, "too_large", `${stats.size} bytes; a document has at most ${maxBytes}`);
  const bytes = await readWhole(handle, stats.size);
  if (bytes === undefined) return refuse(found.path, CHANGING, "it changes while it is read");
  const decoded = decode(bytes);
  if (decoded === "binary") return { kind: "binary" };
  if (decoded === "foreign") return refuse(found.path, "not_text", "the text is not UTF-8: convert it first");
  const { text, encoding } = decoded;
  const how = { ...reading, mtimeMs: stats.mtimeMs, encoding };
  if (encoding === undefined) return textFile(text, bytes, how);
  const written = Buffer.from(text);
  return overgrown(reading, written.length, "as UTF-8 it grows") ?? textFile(text, written, how);
}

/** A text as it is sent; refused when it is too long for a document. */
function textFile(
  text: string,
  bytes: Uint8Array,
  { mtimeMs: at, encoding, ...reading }: Reading & { mtimeMs: number; encoding?: Encoding | undefined },
): ReadFile {
  const mtimeMs = documentTime(at);
  const sent = sentOf(text, bytes, reading);
  const marked = overgrown(reading, sent.bytes, "it grows by the marks in the place of its secrets");
  return marked ?? { ...reading.found, kind: "text", ...sent, ...(encoding && { encoding }), mtimeMs };
}

/** Code of a file in a format that is converted, and could not be. */
const NOT_CONVERTED = "not_converted";

/** A file in another format, as text; undefined: it is read as it is. */
async function readConverted(reading: Reading, convert: Convert): Promise<ReadFile | undefined> {
  const { path, file } = reading.found;
  const converted = await convert(file);
  if (converted === undefined) return undefined;
  if ("reason" in converted) return refuse(path, NOT_CONVERTED, converted.reason);
  const bytes = Buffer.from(converted.text);
  const { mtimeMs } = await stat(file);
  const why = "as text it grows";
  return overgrown(reading, bytes.length, why) ?? textFile(converted.text, bytes, { ...reading, mtimeMs });
}

/**
 * Reads one file as it is now, through `convert` where it is in a format that this makes text of, and takes its secrets out unless it keeps them; a text whose hash is `clean` is known to have
 * none. A file that cannot be read or sent is an answer, not a failure.
 */
export async function readTextFile(
  found: FoundFile,
  maxBytes: number,
  clean?: string | null,
  convert?: Convert,
): Promise<ReadFile> {
  let handle: FileHandle | undefined;
  const reading = { found, maxBytes, clean };
  try {
    const converted = convert && (await readConverted(reading, convert));
    if (converted !== undefined) return converted;
    handle = await open(found.file, READ);
    return await readHandle(handle, reading);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return refuse(found.path, UNREADABLE, messageOf(error));
  } finally {
    await handle?.close();
  }
}
