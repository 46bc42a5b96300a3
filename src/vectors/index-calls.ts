import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import type { VectorEntry, VectorIndex } from "../models/ports.ts";
import { vectorIdOf } from "../models/vector-ids.ts";
import { dequantise } from "../text/quantise.ts";
import { textKey } from "./embed-texts.ts";
import type { EmbeddableChunk } from "./sql/chunks-to-embed.ts";
import type { Progress, Receipt, WaitingVector } from "./sql/receipts.ts";

// Calls to the vector index, for the live generations as for those beside them.

/** Names one call to the vector index on the vectors that it carries: the run, and the call's place in it. */
const stampOf = (run: string, order: number): string => `${run}.${order}`;

interface Call {
  readonly run: string;
  readonly order: number;
  /** Milliseconds since 1970: what is sent later could undo what the next holder of the lease has sent. */
  readonly sendUntil: number;
  readonly now: () => number;
}

/** Until when a lease that was taken at a time allows calls. */
export const sendUntil = (leaseUntil: number): number => leaseUntil - DEFAULTS.leaseMarginMs;

/** One call to the vector index, with its stamp. Throws `timeout` when the lease is nearly over. */
export async function callIndex(
  { run, order, sendUntil: until, now }: Call,
  call: (stamp: string) => Promise<string>,
): Promise<Receipt> {
  const startedAt = now();
  if (startedAt > until) throw new AppError("timeout", "The work took longer than its lease");
  const mutation = await call(stampOf(run, order));
  return { mutation, run, order, startedAt, endedAt: now() };
}

/** Chunks as the vector index takes them, with their stored vectors by `textKey`. */
export const entriesOf = (
  chunks: readonly EmbeddableChunk[],
  vectors: ReadonlyMap<string, string | null>,
): VectorEntry[] =>
  chunks.map((chunk) => ({
    id: chunk.id,
    values: dequantise(vectors.get(textKey(chunk)) ?? ""),
    metadata: chunk.metadata,
  }));

export interface SentVectors<Vector extends WaitingVector> {
  /** Those whose call had ended before a time, milliseconds; oldest first. */
  waiting(beforeMs: number, limit: number): Promise<readonly Vector[]>;
  /** Confirms what the index's progress proves visible; answers how many. */
  processed(progress: Progress): Promise<number>;
  /** These are visible, unless they were sent again meanwhile. */
  shown(vectors: readonly Vector[]): Promise<unknown>;
}

/**
 * Stops waiting for what the vector index shows by now; answers how many vectors. Three proofs: the index has processed the
 * call's own mutation or a later one; its clock is past the call; or, some time after the call, the vector itself is found
 * as that call sent it.
 */
export async function confirmVisible<Vector extends WaitingVector>(
  index: VectorIndex,
  sent: SentVectors<Vector>,
  { now, lookups }: { now: () => number; lookups: number },
): Promise<number> {
  const { visibilityMarginMs } = DEFAULTS;
  const [oldest] = await sent.waiting(Number.MAX_SAFE_INTEGER, 1);
  if (oldest === undefined) return 0;
  const { processedUpToMutation: mutation, processedUpToMs } = await index.progress();
  const beforeMs = processedUpToMs === undefined ? undefined : processedUpToMs - visibilityMarginMs;
  let confirmed = await sent.processed({ mutation, beforeMs });
  const settledBefore = now() - visibilityMarginMs;
  for (let lookup = 0; lookup < lookups; lookup++) {
    const vectors = await sent.waiting(settledBefore, index.maxGet);
    if (vectors.length === 0) break;
    const stamps = new Map(vectors.map((vector) => [vectorIdOf(vector), stampOf(vector.run, vector.order)]));
    const shown = new Set(await index.visible([...stamps.keys()], stamps));
    const visible = vectors.filter((vector) => shown.has(vectorIdOf(vector)));
    if (visible.length > 0) await sent.shown(visible);
    confirmed += visible.length;
    // The oldest are looked at first: where one is not shown yet, younger ones hardly are.
    if (visible.length < index.maxGet) break;
  }
  return confirmed;
}
