import pLimit from "p-limit";
import type { Refused, UploadAnswer, UploadDocument } from "../../contract/documents.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { PushClient } from "../client.ts";
import { type BatchLimits, planBatches } from "./plan-batches.ts";
import { readTextFile, type TextFile } from "./read-text.ts";
import type { FoundFile } from "./walk.ts";

/** Uploads under way at once: enough to hide the way there, few enough for the free plan's database. */
const CONCURRENCY = 4;

/** What the manifest said of a file. */
export interface HashedFile extends FoundFile {
  readonly hash: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

export interface UploadLimits extends BatchLimits {
  readonly maxFileBytes: number;
}

export interface UploadJob {
  readonly root: string;
  readonly origin: string;
  readonly limits: UploadLimits;
  readonly signal?: AbortSignal | undefined;
  /** Told after every upload: how many files it was about. */
  readonly onUploaded: (files: number) => void;
}

export interface Uploaded {
  readonly requests: number;
  readonly uploaded: number;
  readonly bytes: number;
  readonly indexed: number;
  readonly unchanged: number;
  readonly chunks: number;
  readonly toEmbed: number;
  readonly failed: readonly Refused[];
}

const NOTHING: Uploaded = {
  requests: 0,
  uploaded: 0,
  bytes: 0,
  indexed: 0,
  unchanged: 0,
  chunks: 0,
  toEmbed: 0,
  failed: [],
};

const sum = (one: Uploaded, other: Uploaded): Uploaded => ({
  requests: one.requests + other.requests,
  uploaded: one.uploaded + other.uploaded,
  bytes: one.bytes + other.bytes,
  indexed: one.indexed + other.indexed,
  unchanged: one.unchanged + other.unchanged,
  chunks: one.chunks + other.chunks,
  toEmbed: one.toEmbed + other.toEmbed,
  failed: [...one.failed, ...other.failed],
});

const failed = (refused: readonly Refused[]): Uploaded => ({ ...NOTHING, failed: refused });

const answered = (answer: UploadAnswer, files: readonly TextFile[]): Uploaded => ({
  requests: 1,
  uploaded: files.length,
  bytes: files.reduce((bytes, file) => bytes + file.bytes, 0),
  indexed: answer.indexed,
  unchanged: answer.unchanged,
  chunks: answer.chunks,
  toEmbed: answer.toEmbed,
  failed: answer.failed,
});

const documentOf = ({ path, hash, mtimeMs, text }: TextFile): UploadDocument => ({
  path,
  hash,
  mtime: mtimeMs,
  text,
});

/** The batch is at fault, not the way or the account: other batches may still pass. */
const BATCH_FAULTS: readonly ErrorCode[] = [
  "invalid_input",
  "hash_mismatch",
  "not_text",
  "too_large",
  "conflict",
];

/** Sends one batch; one that is too large as a whole is sent in halves. */
async function sendBatch(client: PushClient, job: UploadJob, files: readonly TextFile[]): Promise<Uploaded> {
  try {
    const request = { origin: job.origin, documents: files.map(documentOf) };
    return answered(await client.upload(job.root, request), files);
  } catch (error) {
    if (!(error instanceof AppError) || !BATCH_FAULTS.includes(error.code)) throw error;
    if (files.length === 1 || error.code !== "too_large") {
      const { code, message } = error;
      return { ...failed(files.map(({ path }) => ({ path, code, message }))), requests: 1 };
    }
    const half = Math.ceil(files.length / 2);
    const first = await sendBatch(client, job, files.slice(0, half));
    const second = await sendBatch(client, job, files.slice(half));
    return sum({ ...NOTHING, requests: 1 }, sum(first, second));
  }
}

/**
 * Reads the files as they are at this moment and sends them: a file that changed since the manifest goes with its new
 * hash and text, one that is no longer text or no longer there is told.
 */
async function readAndSend(
  client: PushClient,
  job: UploadJob,
  planned: readonly HashedFile[],
): Promise<Uploaded> {
  const texts: TextFile[] = [];
  const refused: Refused[] = [];
  for (const file of planned) {
    const read = await readTextFile(file, job.limits.maxFileBytes);
    if (read.kind === "text") texts.push(read);
    else if (read.kind === "refused") refused.push(read.refused);
    else refused.push({ path: file.path, code: "not_text", message: "it became binary while it was pushed" });
  }
  let total = failed(refused);
  for (const batch of planBatches(texts, job.limits)) {
    job.signal?.throwIfAborted();
    total = sum(total, await sendBatch(client, job, batch));
  }
  job.onUploaded(planned.length);
  return total;
}

/**
 * Sends the files in batches, a few at once. The first failure that other batches would meet too (not reachable, not
 * allowed, stopped) ends it: what was acknowledged by then is in `done`, and the failure in `stopped`.
 */
export async function uploadMissing(
  client: PushClient,
  job: UploadJob,
  files: readonly HashedFile[],
): Promise<{ readonly done: Uploaded; readonly stopped?: unknown }> {
  const limit = pLimit(CONCURRENCY);
  let done = NOTHING;
  const failures: unknown[] = [];
  const send = async (batch: readonly HashedFile[]): Promise<void> => {
    if (failures.length > 0) return;
    try {
      const sent = await readAndSend(client, job, batch);
      // `done` is read after the wait: other batches add to it meanwhile.
      done = sum(done, sent);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(planBatches(files, job.limits).map((batch) => limit(send, batch)));
  return failures.length === 0 ? { done } : { done, stopped: failures[0] };
}
