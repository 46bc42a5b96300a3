import pLimit from "p-limit";
import { type BatchLimits, planBatches } from "../../client/push/plan-batches.ts";
import { batchSender, type SendBatch } from "../../client/push/send-batch.ts";
import type { Refused, UploadDocument } from "../../documents/contract.ts";
import type { Convert } from "../formats/converting.ts";
import { readTextFile, type TextFile } from "../folder/read-text.ts";
import type { HashedFile } from "../folder/seen-file.ts";
import type { PushClient } from "../session/recall-client.ts";
import { answered, NOTHING, sum, type Uploaded } from "./report.ts";

/** Uploads under way at once: enough to hide the way there, few enough for the free plan's database. */
const CONCURRENCY = 4;

export interface UploadLimits extends BatchLimits {
  readonly maxFileBytes: number;
}

export interface UploadJob {
  readonly root: string;
  readonly origin: string;
  /** The push's number; undefined: a server that gives none. */
  readonly push: number | undefined;
  readonly limits: UploadLimits;
  /** As the files were converted when they were looked at. */
  readonly convert?: Convert | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives after every upload how many files it held. */
  readonly onUploaded: (files: number) => void;
}

interface Upload {
  readonly job: UploadJob;
  readonly sendBatch: SendBatch<TextFile>;
  /** Adds a part of the result. */
  readonly note: (part: Partial<Uploaded>) => void;
}

const documentOf = ({ path, hash, mtimeMs: mtime, text }: TextFile): UploadDocument => ({
  path,
  hash,
  mtime,
  text,
});

/** Sends the files as they are now; one that is no text any more, or no longer there, is reported. */
async function readAndSend({ sendBatch, job, note }: Upload, planned: readonly HashedFile[]): Promise<void> {
  const texts: TextFile[] = [];
  const refused: Refused[] = [];
  for (const file of planned) {
    const read = await readTextFile(
      file,
      job.limits.maxFileBytes,
      file.secrets === undefined ? file.hash : null,
      job.convert,
    );
    if (read.kind === "text") texts.push(read);
    else if (read.kind === "refused") refused.push(read.refused);
    else refused.push({ path: file.path, code: "not_text", message: "it became binary during the push" });
  }
  note({ failed: refused });
  for (const batch of planBatches(texts, job.limits)) {
    job.signal?.throwIfAborted();
    await sendBatch(batch);
  }
  job.onUploaded(planned.length);
}

/**
 * Sends the files in batches, a few at once. A file that the server fails over is reported and the others go on; the first
 * failure that other batches would meet too (not reachable, not allowed, throttled, stopped) ends it: what was
 * acknowledged by then is in `done`, and the failure in `stopped`.
 */
export async function uploadMissing(
  client: PushClient,
  job: UploadJob,
  files: readonly HashedFile[],
): Promise<{ readonly done: Uploaded; readonly stopped?: unknown }> {
  const limit = pLimit(CONCURRENCY);
  let done = NOTHING;
  const failures: unknown[] = [];
  const note = (part: Partial<Uploaded>): void => {
    done = sum(done, part);
  };
  const { root, origin, push } = job;
  const sendBatch = batchSender<TextFile>({
    upload: async (texts) =>
      note(answered(await client.upload(root, { origin, push, documents: texts.map(documentOf) }), texts)),
    onRefused: (failed) => note({ requests: 1, failed }),
  });
  const send = async (batch: readonly HashedFile[]): Promise<void> => {
    if (failures.length > 0) return;
    try {
      await readAndSend({ job, sendBatch, note }, batch);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(planBatches(files, job.limits).map((batch) => limit(send, batch)));
  return failures.length === 0 ? { done } : { done, stopped: failures[0] };
}
