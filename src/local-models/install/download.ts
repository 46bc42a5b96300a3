import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import { sha256Of } from "../installed.ts";
import type { DownloadFetch } from "./download-fetch.ts";
import { type RemoteFile, refused } from "./remote-files.ts";

/** A server that sends nothing for so long is left, milliseconds. */
const SILENCE_MS = 30_000;
/** So many connections in a row may bring nothing that was not there before. */
const BREAKS = 5;
const PARTIAL = 206;
const RANGE_WRONG = 416;

export interface DownloadOptions {
  readonly fetch: DownloadFetch;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the file that are there. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** @default 30000 */
  readonly silenceMs?: number | undefined;
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;

async function gitNameOf(file: string): Promise<string> {
  const hash = createHash("sha1").update(`blob ${await sizeOf(file)}\0`);
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}

/** How it is told that a file is not the one that was published. */
interface Telling {
  /** Begins the sentence: "In /weights ". @default nothing */
  readonly where?: string;
  /** Sentences that say what is left and what to do. @default nothing */
  readonly advice?: string;
}

/** Throws AppError `hash_mismatch` for a file that is not the one that was published, as far as anybody has said what that is. */
export async function prove(
  file: string,
  { name, bytes, proof }: Omit<RemoteFile, "url">,
  { where = "", advice = "" }: Telling = {},
): Promise<void> {
  if (proof === undefined) return;
  const fail = (what: string) =>
    new AppError(
      "hash_mismatch",
      `${where}${name} is not the file that was published: ${what}. ${advice}`.trim(),
    );
  const size = await sizeOf(file);
  if (size !== bytes) throw fail(`${size} bytes instead of ${bytes}`);
  const found = proof.kind === "git" ? await gitNameOf(file) : await sha256Of(file);
  if (found !== proof.hex)
    throw fail(`${proof.kind === "git" ? "Git's SHA-1" : "SHA-256"} ${found} instead of ${proof.hex}`);
}

const BEGIN_AGAIN =
  "It was deleted and nothing was installed: begin again, and if it comes again, ask whoever keeps that server.";

/**
 * Brings a file, into `<file>.part` until it is whole and proved. What is there of it already is not fetched again; a
 * server that cannot go on in the middle begins anew. Throws AppError: `hash_mismatch` (the part is deleted), `storage_full`,
 * `not_found`, `unauthorized`, `timeout`, `unavailable` (the part stays), and the signal's reason.
 */
export async function download(remote: RemoteFile, file: string, options: DownloadOptions): Promise<void> {
  const part = `${file}.part`;
  // Of another revision, which was longer.
  if ((await sizeOf(part)) > remote.bytes) await rm(part);
  let most = await sizeOf(part);
  for (let breaks = 0; (await sizeOf(part)) < remote.bytes; ) {
    const problem = await fetchRest(remote, part, options);
    const size = await sizeOf(part);
    breaks = size > most ? 0 : breaks + 1;
    most = Math.max(most, size);
    if (breaks < BREAKS) continue;
    if (problem !== undefined) throw problem;
    // The server says that this is all: the proof says what is missing.
    break;
  }
  await prove(part, remote, { advice: BEGIN_AGAIN }).catch(async (error: unknown) => {
    await rm(part, { force: true });
    throw error;
  });
  await rename(part, file);
}

/** Fetches what is missing; a connection that breaks is answered with its error, what cannot be mended is thrown. */
async function fetchRest(
  { url, bytes }: RemoteFile,
  part: string,
  { fetch: fetchIt, signal, onBytes, silenceMs = SILENCE_MS }: DownloadOptions,
): Promise<AppError | undefined> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silenceMs);
  };
  const ends = AbortSignal.any([silent.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    const have = await sizeOf(part);
    const headers = have > 0 ? { range: `bytes=${have}-` } : {};
    const response = await fetchIt(url, { headers, signal: ends });
    if (response.status === RANGE_WRONG) {
      await rm(part, { force: true });
      return broken(url);
    }
    if (!response.ok || response.body === null) throw refused(url, response.status);
    const isPart = response.status === PARTIAL;
    if (isPart && startOf(response) !== have) {
      await response.body.cancel();
      await rm(part, { force: true });
      return broken(url);
    }
    await append(response.body, part, { at: isPart ? have : 0, bytes, heard, onBytes, ends });
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (silent.signal.aborted) return new AppError("timeout", `${url} sends nothing any more`);
    return broken(url, error);
  } finally {
    clearTimeout(timer);
  }
}

const broken = (url: string, cause?: unknown): AppError =>
  new AppError("unavailable", `The connection to ${url} broke; what is there is kept: begin again`, {
    cause,
  });

/** Where a partial answer begins; undefined where it does not say. */
function startOf(response: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  return start === undefined ? undefined : Number(start);
}

interface Appending {
  readonly at: number;
  readonly bytes: number;
  readonly heard: () => void;
  readonly onBytes: ((bytes: number) => void) | undefined;
  readonly ends: AbortSignal;
}

async function append(
  body: ReadableStream<Uint8Array>,
  part: string,
  { at, bytes, heard, onBytes, ends }: Appending,
): Promise<void> {
  const file = await open(part, at === 0 ? "w" : "r+");
  try {
    let end = at;
    for await (const chunk of body) {
      heard();
      // More than was promised is somebody else's file; it fails its proof.
      if (end > bytes) break;
      await file.write(chunk, 0, chunk.length, end).catch(full);
      end += chunk.length;
      onBytes?.(end);
      // A body that has come whole does not tell that its request was ended.
      ends.throwIfAborted();
    }
  } finally {
    await file.close();
  }
}

function full(cause: NodeJS.ErrnoException): never {
  if (cause.code === "ENOSPC" || cause.code === "EDQUOT")
    throw new AppError(
      "storage_full",
      "The disk is full; what is there of the model is kept: make room and begin again",
      {
        cause,
      },
    );
  throw cause;
}
