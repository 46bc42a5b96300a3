import { createHash, randomBytes } from "node:crypto";
import pLimit from "p-limit";
import { planBatches } from "../../../client/push/plan-batches.ts";
import type { Boundary, UploadDocument } from "../../../documents/contract.ts";
import { invalid } from "../../failures.ts";
import type { PushClient } from "../../session/recall-client.ts";
import type { PushOptions } from "./evaluation.ts";

/** A text that no file holds; without chunks the server cuts it. */
export interface PushedText {
  readonly path: string;
  readonly text: string;
  readonly chunks?: readonly Boundary[];
}

/** Root the documents are pushed under. */
export const ROOT = "judged";
/** Uploads under way at once, as a push has. */
const CONCURRENCY = 4;
/** Bytes of an origin, and hex characters of a content hash. */
const ORIGIN_BYTES = 16;
const HASH_CHARS = 32;
/** Every document has the same date: none is newer than another. */
const MTIME_MS = Date.UTC(2026, 0, 1);

/** A name of its own for each evaluation: nobody else pushes to its root. */
export const newOrigin = (): string => randomBytes(ORIGIN_BYTES).toString("hex");

const upload = ({ path, text, chunks }: PushedText): UploadDocument & { readonly bytes: number } => ({
  path,
  text,
  ...(chunks && { chunks: [...chunks] }),
  hash: createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS),
  mtime: MTIME_MS,
  bytes: Buffer.byteLength(text),
});

/** Texts that are in memory at once while a set is read. */
const GROUP = 1_000;

/** Some of them at a time, in order. */
async function* groupsOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Pushes texts as documents, every one or none: a judged set with holes would measure nothing. Of texts that are read while
 * they are sent a thousand are in memory, and the total that is told is of those read.
 */
export async function pushTexts(
  client: PushClient,
  documents: readonly PushedText[] | AsyncIterable<PushedText>,
  { signal, onProgress }: PushOptions,
  { root, origin }: { readonly root: string; readonly origin: string } = { root: ROOT, origin: newOrigin() },
): Promise<readonly string[]> {
  const empty = { origin, join: false, dryRun: false, files: [], after: "", upTo: null };
  const { limits } = await client.manifest(root, empty);
  const limit = pLimit(CONCURRENCY);
  let sent = 0;
  let read = 0;
  const send = async (batch: readonly ReturnType<typeof upload>[]): Promise<void> => {
    signal.throwIfAborted();
    const { failed } = await client.upload(root, {
      origin,
      documents: batch.map(({ bytes: _, ...document }) => document),
    });
    const [first] = failed;
    if (first !== undefined)
      throw invalid(
        `The server did not take ${failed.length} documents, first ${first.path}: ${first.message}`,
      );
    sent += batch.length;
    onProgress(sent, "length" in documents ? documents.length : read);
  };
  for await (const group of groupsOf(documents)) {
    read += group.length;
    await Promise.all(planBatches(group.map(upload), limits).map((batch) => limit(send, batch)));
  }
  return [];
}
