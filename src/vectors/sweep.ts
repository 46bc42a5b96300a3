import { DEFAULTS } from "../config.ts";
import { backoffMs } from "../database/backoff.ts";
import { stampOf } from "../documents/stamp.ts";
import { AppError } from "../errors.ts";
import { namespaceOf, nextUtcMidnight, spaceKey, type VectorIndex } from "../models/ports.ts";
import { inGeneration, vectorIdOf } from "../models/vector-ids.ts";
import { dequantise } from "../text/quantise.ts";
import { confirmVisible } from "./confirm-visible.ts";
import { type EmbedParts, embedTexts, textKey } from "./embed-texts.ts";
import type { EmbeddableChunk, OutboxRow, OutboxStore } from "./sql/outbox-types.ts";

// Brings the outbox's work to the vector index: embed what no cache holds, keep the vectors in D1 (from then on a search
// compares them exactly), upsert them, and, once the index shows them, forget about them. Every step can be cut off and
// done again: rows are leased, vectors are keyed by their text, upserts and deletes are idempotent.

export interface SweepParts extends EmbedParts {
  readonly store: OutboxStore;
  /** Undefined: vectors are only ever compared from D1. */
  readonly vectors: VectorIndex | undefined;
  readonly random: () => number;
  readonly newLease: () => string;
}

export interface SweepLimits {
  readonly workspace?: number | undefined;
  readonly rows: number;
  readonly slices: number;
  /** Look-ups of vectors by their ids, each up to three queries. */
  readonly lookups: number;
}

export interface SweepReport {
  readonly claimed: number;
  readonly embedded: number;
  readonly upserted: number;
  readonly removed: number;
  readonly confirmed: number;
  readonly failed: number;
  /** Given back because another run is having their text embedded. */
  readonly released: number;
}

const NOTHING: SweepReport = {
  claimed: 0,
  embedded: 0,
  upserted: 0,
  removed: 0,
  confirmed: 0,
  failed: 0,
  released: 0,
};

const KEYS = Object.keys(NOTHING) as (keyof SweepReport)[];

const add = (a: SweepReport, b: Partial<SweepReport>): SweepReport =>
  Object.fromEntries(KEYS.map((key) => [key, a[key] + (b[key] ?? 0)])) as unknown as SweepReport;

/** One bounded run: slices of due work until there is none, then a look at what has become visible. */
export async function sweep(parts: SweepParts, limits: SweepLimits): Promise<SweepReport> {
  let report = NOTHING;
  const calls: Calls = { run: parts.newLease(), order: 0 };
  for (let slice = 0; slice < limits.slices; slice++) {
    const sliceReport = await sweepSlice(parts, limits, calls);
    report = add(report, sliceReport);
    // Not "fewer than a slice": what another run gave back meanwhile, because this one had its texts, is due now.
    if (sliceReport.claimed === 0 || sliceReport.failed + sliceReport.released > 0) break;
  }
  const { store, vectors, embedder, now } = parts;
  return add(report, {
    confirmed:
      vectors === undefined
        ? 0
        : await confirmVisible({ store, vectors, embedder, now, lookups: limits.lookups }),
  });
}

/** A sweep's calls to the vector index, one after the other. */
interface Calls {
  readonly run: string;
  order: number;
}

interface Run {
  readonly parts: SweepParts;
  /** Of the slice's rows. */
  readonly lease: string;
  /** Milliseconds since 1970: what is sent later could undo what the next holder of the lease has sent. */
  readonly sendUntil: number;
  readonly calls: Calls;
}

async function sweepSlice(
  parts: SweepParts,
  { workspace, rows }: SweepLimits,
  calls: Calls,
): Promise<SweepReport> {
  const lease = parts.newLease();
  const nowMs = parts.now();
  const identity = spaceKey(parts.embedder.space);
  const claimed = await parts.store.claim({ workspace, identity, lease, nowMs, limit: rows });
  if (claimed.length === 0) return NOTHING;
  const run: Run = { parts, lease, sendUntil: nowMs + DEFAULTS.leaseMs - DEFAULTS.leaseMarginMs, calls };
  const deletes = claimed.filter(({ op }) => op === "delete");
  const upserts = claimed.filter(({ op }) => op === "upsert");
  const removal = await attempt(run, deletes, () => removeVectors(run, deletes));
  const upload = await attempt(run, upserts, () => bringVectors(run, upserts));
  return add(add(add(NOTHING, { claimed: claimed.length }), removal), upload);
}

/**
 * Runs one kind of work; when it fails, its rows go back for later, and the other kind still has its turn. A bug is
 * thrown on, but counted before: rows that no run gets past would otherwise keep all younger ones from their turn.
 */
async function attempt(
  run: Run,
  rows: readonly OutboxRow[],
  work: () => Promise<Partial<SweepReport>>,
): Promise<Partial<SweepReport>> {
  if (rows.length === 0) return {};
  try {
    return await work();
  } catch (error) {
    const isExpected = error instanceof AppError;
    await giveBack(run, rows, isExpected ? error : new AppError("internal", String(error), { cause: error }));
    if (!isExpected) throw error;
    return { failed: rows.length };
  }
}

/** Quota and budget stop all model work until midnight and burn no attempt; anything else backs off. */
async function giveBack({ parts, lease }: Run, rows: readonly OutboxRow[], error: AppError): Promise<void> {
  const nowMs = parts.now();
  const isStop = error.code === "quota" || error.code === "model_budget";
  const failures = Math.max(...rows.map((row) => row.failures)) + 1;
  if (error.code === "quota")
    await parts.store.recordUse({ nowMs, calls: 0, texts: 0, pausedUntil: nextUtcMidnight(nowMs) });
  await parts.store.failed({
    lease,
    seqs: rows.map(({ seq }) => seq),
    error: `${error.code}: ${error.message}`,
    nextAtMs: isStop ? nextUtcMidnight(nowMs) : nowMs + backoffMs(failures, parts.random()),
    countsAsAttempt: !isStop && error.code !== "capacity",
    maxAttempts: DEFAULTS.maxAttempts,
  });
}

async function removeVectors(run: Run, rows: readonly OutboxRow[]): Promise<Partial<SweepReport>> {
  const { vectors, store } = run.parts;
  for (const slice of slices(rows, vectors?.maxDelete ?? rows.length)) {
    if (vectors !== undefined) await send(run, [], () => vectors.remove(slice.map(vectorIdOf)));
    await store.done(
      slice.map(({ seq }) => seq),
      run.lease,
    );
  }
  return { removed: rows.length };
}

/** One call to the vector index, noted with its receipt and its place among the run's calls. */
async function send(
  run: Run,
  upserts: readonly EmbeddableChunk[],
  call: (stamp: string) => Promise<string>,
): Promise<void> {
  const { store, now } = run.parts;
  const startedAt = now();
  if (startedAt > run.sendUntil) throw new AppError("timeout", "The work took longer than its lease");
  run.calls.order += 1;
  const mutation = await call(stampOf(run.calls.run, run.calls.order));
  await store.sent({
    lease: run.lease,
    mutation,
    run: run.calls.run,
    order: run.calls.order,
    startedAt,
    endedAt: now(),
    upserts: upserts.map(({ seq, id, workspace, hash }) => ({ seq, id, workspace, hash })),
  });
}

async function bringVectors(run: Run, rows: readonly OutboxRow[]): Promise<Partial<SweepReport>> {
  const { store, embedder, now } = run.parts;
  const { lease } = run;
  const seqs = rows.map(({ seq }) => seq);
  const identity = spaceKey(embedder.space);
  const loaded = await store.load({ seqs, lease, identity, nowMs: now() });
  // A row whose chunk went away before it was embedded has nothing left to do.
  const present = new Set(loaded.map(({ seq }) => seq));
  const gone = seqs.filter((seq) => !present.has(seq));
  if (gone.length > 0) await store.done(gone, lease);
  const isOurs = ({ vector, isLeased }: EmbeddableChunk) => vector !== null || isLeased;
  const chunks = loaded.filter(isOurs);
  const elsewhere = loaded.filter((chunk) => !isOurs(chunk)).map(({ seq }) => seq);
  if (elsewhere.length > 0) await store.release(elsewhere, lease);

  const { vectors, failed, embedded } = await embedTexts(run.parts, { lease, chunks });
  const upserted = await upsertVectors(run, chunks, vectors);
  for (const { chunks: unembedded, error } of failed) {
    const texts = new Set(unembedded.map(textKey));
    const lost = new Set(chunks.filter((chunk) => texts.has(textKey(chunk))).map(({ seq }) => seq));
    await giveBack(
      run,
      rows.filter(({ seq }) => lost.has(seq)),
      error,
    );
  }
  const lost = failed.reduce((sum, { chunks: texts }) => sum + texts.length, 0);
  return { embedded, upserted, failed: lost, released: elsewhere.length };
}

async function upsertVectors(
  run: Run,
  chunks: readonly EmbeddableChunk[],
  vectors: ReadonlyMap<string, string | null>,
): Promise<number> {
  const { store, vectors: index } = run.parts;
  const vectorOf = (chunk: EmbeddableChunk): string | null | undefined => vectors.get(textKey(chunk));
  const seqsOf = (wanted: (vector: string | null | undefined) => boolean): number[] =>
    chunks.filter((chunk) => wanted(vectorOf(chunk))).map(({ seq }) => seq);
  const empty = seqsOf((vector) => vector === null);
  if (empty.length > 0) await store.doneWithoutVector(empty, run.lease);
  if (index === undefined) {
    const settled = seqsOf((vector) => typeof vector === "string");
    if (settled.length > 0) await store.done(settled, run.lease);
    return 0;
  }
  const withVector = chunks.filter((chunk) => typeof vectorOf(chunk) === "string");
  for (const [namespace, group] of groupBy(withVector, namespaceOf)) {
    for (const slice of slices(group, index.maxUpsert)) {
      const entries = slice.map((chunk) => ({
        id: chunk.id,
        values: dequantise(vectorOf(chunk) ?? ""),
        metadata: chunk.metadata,
      }));
      const generation = slice[0]?.generation ?? 1;
      await send(run, slice, (stamp) => inGeneration(index, generation).upsert(namespace, entries, stamp));
    }
  }
  return withVector.length;
}

const slices = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

function groupBy<Item>(items: readonly Item[], keyFor: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyFor(item)) ?? [];
    group.push(item);
    groups.set(keyFor(item), group);
  }
  return groups;
}
