import { DEFAULTS } from "../config.ts";
import { stampOf } from "../documents/stamp.ts";
import { type Embedder, spaceKey, type VectorIndex } from "../models/ports.ts";
import { vectorIdOf } from "../models/vector-ids.ts";
import type { OutboxStore } from "./sql/outbox-types.ts";

export interface ConfirmParts {
  readonly store: OutboxStore;
  readonly vectors: VectorIndex;
  /** Its identity is that of the workspaces whose vectors are waited for. */
  readonly embedder: Pick<Embedder, "space">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Look-ups by id in one run, where the index's progress says nothing. */
  readonly lookups: number;
}

/**
 * Moves what the vector index shows by now out of the exact comparison; answers how many rows. Three proofs: the index
 * has processed the call's own mutation or a later one; its clock is past the call; or, some time after the call, the
 * index shows the vector as that call sent it (under its id it may yet show the one that the call replaces).
 */
export async function confirmVisible({
  store,
  vectors,
  embedder,
  now,
  lookups,
}: ConfirmParts): Promise<number> {
  const { visibilityMarginMs } = DEFAULTS;
  const identity = spaceKey(embedder.space);
  const [oldest] = await store.waiting({ identity, beforeMs: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (oldest === undefined) return 0;
  const { processedUpToMutation, processedUpToMs } = await vectors.progress();
  let confirmed = await store.confirmProcessed({
    identity,
    mutation: processedUpToMutation,
    beforeMs: processedUpToMs === undefined ? undefined : processedUpToMs - visibilityMarginMs,
  });
  const settledBefore = now() - visibilityMarginMs;
  for (let lookup = 0; lookup < lookups; lookup++) {
    const rows = await store.waiting({ identity, beforeMs: settledBefore, limit: vectors.maxGet });
    if (rows.length === 0) break;
    const stamps = new Map(rows.map((row) => [vectorIdOf(row), stampOf(row.run, row.order)]));
    const shown = new Set(await vectors.visible([...stamps.keys()], stamps));
    const visible = rows.filter((row) => shown.has(vectorIdOf(row)));
    if (visible.length > 0) await store.confirmed(visible);
    confirmed += visible.length;
    // The oldest are looked at first: where one is not shown yet, younger ones hardly are.
    if (visible.length < vectors.maxGet) break;
  }
  return confirmed;
}
