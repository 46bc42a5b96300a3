import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import { type Embedder, identityKey, namespaceOf, nextUtcMidnight, type VectorIndex } from "../ports.ts";
import type { EmbeddableChunk, OutboxRow, OutboxStore, WaitingRow } from "../stores/outbox.ts";
import { dequantise, quantise } from "../text/quantise.ts";
import { backoffMs } from "./backoff.ts";

// Brings the outbox's work to the vector index: embed what no cache holds, keep the vectors in D1 (from then on a search
// compares them exactly), upsert them, and, once the index shows them, forget about them. Every step can be cut off and
// done again: rows are leased, vectors are keyed by their text, upserts and deletes are idempotent.

export interface SweepParts {
  readonly store: OutboxStore;
  readonly embedder: Embedder;
  /** Undefined: vectors are only ever compared from D1. */
  readonly vectors: VectorIndex | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
}

export interface SweepLimits {
  readonly workspace?: number | undefined;
  readonly rows: number;
  readonly slices: number;
}

export interface SweepReport {
  readonly claimed: number;
  readonly embedded: number;
  readonly upserted: number;
  readonly removed: number;
  readonly confirmed: number;
  readonly failed: number;
}

const NOTHING: SweepReport = { claimed: 0, embedded: 0, upserted: 0, removed: 0, confirmed: 0, failed: 0 };

const add = (a: SweepReport, b: Partial<SweepReport>): SweepReport => ({
  claimed: a.claimed + (b.claimed ?? 0),
  embedded: a.embedded + (b.embedded ?? 0),
  upserted: a.upserted + (b.upserted ?? 0),
  removed: a.removed + (b.removed ?? 0),
  confirmed: a.confirmed + (b.confirmed ?? 0),
  failed: a.failed + (b.failed ?? 0),
});

/** One bounded run: slices of due work until there is none, then a look at what has become visible. */
export async function sweep(parts: SweepParts, limits: SweepLimits): Promise<SweepReport> {
  let report = NOTHING;
  for (let slice = 0; slice < limits.slices; slice++) {
    const sliceReport = await sweepSlice(parts, limits);
    report = add(report, sliceReport);
    if (sliceReport.claimed < limits.rows || sliceReport.failed > 0) break;
  }
  return add(report, { confirmed: await confirmVisible(parts, limits.rows) });
}

async function sweepSlice(parts: SweepParts, { workspace, rows }: SweepLimits): Promise<SweepReport> {
  const lease = parts.newLease();
  const claimed = await parts.store.claim({ workspace, lease, nowMs: parts.now(), limit: rows });
  if (claimed.length === 0) return NOTHING;
  const deletes = claimed.filter(({ op }) => op === "delete");
  const upserts = claimed.filter(({ op }) => op === "upsert");
  const removal = await attempt(parts, lease, deletes, () => removeVectors(parts, lease, deletes));
  const upload = await attempt(parts, lease, upserts, () => bringVectors(parts, lease, upserts));
  return add(add(add(NOTHING, { claimed: claimed.length }), removal), upload);
}

/** Runs one kind of work; when it fails, its rows go back for later, and the other kind still has its turn. */
async function attempt(
  parts: SweepParts,
  lease: string,
  rows: readonly OutboxRow[],
  work: () => Promise<Partial<SweepReport>>,
): Promise<Partial<SweepReport>> {
  if (rows.length === 0) return {};
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveBack(parts, lease, rows, error);
    return { failed: rows.length };
  }
}

/** Quota and budget stop all model work until midnight and burn no attempt; anything else backs off. */
async function giveBack(
  parts: SweepParts,
  lease: string,
  rows: readonly OutboxRow[],
  error: AppError,
): Promise<void> {
  const nowMs = parts.now();
  const isStop = error.code === "quota" || error.code === "model_budget";
  const attempts = Math.max(...rows.map((row) => row.attempts)) + 1;
  if (error.code === "quota")
    await parts.store.recordUse({ nowMs, calls: 0, texts: 0, pausedUntil: nextUtcMidnight(nowMs) });
  await parts.store.failed({
    lease,
    seqs: rows.map(({ seq }) => seq),
    error: `${error.code}: ${error.message}`,
    nextAtMs: isStop ? nextUtcMidnight(nowMs) : nowMs + backoffMs(attempts, parts.random()),
    countsAsAttempt: !isStop && error.code !== "capacity",
    maxAttempts: DEFAULTS.maxAttempts,
  });
}

async function removeVectors(
  parts: SweepParts,
  lease: string,
  rows: readonly OutboxRow[],
): Promise<Partial<SweepReport>> {
  const { vectors, store } = parts;
  for (const slice of slices(rows, vectors?.maxDelete ?? rows.length)) {
    await vectors?.remove(slice.map(({ chunk }) => chunk));
    await store.done(
      slice.map(({ seq }) => seq),
      lease,
    );
  }
  return { removed: rows.length };
}

async function bringVectors(
  parts: SweepParts,
  lease: string,
  rows: readonly OutboxRow[],
): Promise<Partial<SweepReport>> {
  const { store, embedder } = parts;
  const seqs = rows.map(({ seq }) => seq);
  const chunks = await store.load(seqs, lease, identityKey(embedder.identity));
  // A row whose chunk went away before it was embedded has nothing left to do.
  const gone = seqs.filter((seq) => !chunks.some((chunk) => chunk.seq === seq));
  if (gone.length > 0) await store.done(gone, lease);
  const { vectors, embedded } = await embedMissing(parts, lease, chunks);
  const upserted = await upsertVectors(parts, lease, chunks, vectors);
  return { embedded, upserted };
}

/** Text key of a chunk within this sweep: the same text in two workspaces is embedded for each. */
const keyOf = ({ workspace, hash }: { workspace: number; hash: string }): string => `${workspace} ${hash}`;

/** Vectors of the chunks by text, each distinct text embedded once, kept in D1 call by call. */
async function embedMissing(
  parts: SweepParts,
  lease: string,
  chunks: readonly EmbeddableChunk[],
): Promise<{ vectors: ReadonlyMap<string, string | null>; embedded: number }> {
  const { embedder, store } = parts;
  const vectors = new Map<string, string | null>();
  const missing = new Map<string, EmbeddableChunk>();
  for (const chunk of chunks) {
    if (chunk.vector === null) missing.set(keyOf(chunk), chunk);
    else vectors.set(keyOf(chunk), chunk.vector);
  }
  const keep = async (kept: readonly EmbeddableChunk[]) =>
    store.embedded({
      lease,
      identity: identityKey(embedder.identity),
      nowMs: parts.now(),
      vectors: kept.map(({ workspace, hash }) => ({
        workspace,
        hash,
        vector: vectors.get(keyOf({ workspace, hash })) ?? null,
      })),
    });
  const cached = chunks.filter(({ vector }) => vector !== null);
  if (cached.length > 0) await keep(cached);
  for (const slice of slices([...missing.values()], embedder.maxBatch)) {
    await checkBudget(parts);
    const answers = await embedder.embedChunks(
      slice.map(({ headings, text }) => ({ headings: headings.join(" > "), text })),
    );
    if (embedder.kind === "neural")
      await store.recordUse({ nowMs: parts.now(), calls: 1, texts: slice.length });
    for (const [at, chunk] of slice.entries()) {
      const vector = answers[at];
      vectors.set(keyOf(chunk), (vector && quantise(vector)) ?? null);
    }
    await keep(slice);
  }
  return { vectors, embedded: missing.size };
}

async function checkBudget({ store, now, embedder, modelBudget }: SweepParts): Promise<void> {
  if (embedder.kind !== "neural") return;
  const { calls, pausedUntil } = await store.models(now());
  if (pausedUntil !== null && pausedUntil > now())
    throw new AppError("quota", "The model's daily quota is used up until 00:00 UTC");
  if (modelBudget !== undefined && calls >= modelBudget)
    throw new AppError(
      "model_budget",
      `MODEL_BUDGET_PER_DAY (${modelBudget} calls) is used up until 00:00 UTC`,
    );
}

async function upsertVectors(
  parts: SweepParts,
  lease: string,
  chunks: readonly EmbeddableChunk[],
  vectors: ReadonlyMap<string, string | null>,
): Promise<number> {
  const { store, vectors: index } = parts;
  const withVector = chunks.filter((chunk) => typeof vectors.get(keyOf(chunk)) === "string");
  const settled =
    index === undefined ? chunks : chunks.filter((chunk) => typeof vectors.get(keyOf(chunk)) !== "string");
  if (settled.length > 0)
    await store.done(
      settled.map(({ seq }) => seq),
      lease,
    );
  if (index === undefined) return 0;
  for (const [namespace, group] of groupBy(withVector, namespaceOf)) {
    for (const slice of slices(group, index.maxUpsert)) {
      const mutation = await index.upsert(
        namespace,
        slice.map((chunk) => ({
          id: chunk.id,
          values: dequantise(vectors.get(keyOf(chunk)) as string),
          metadata: chunk.metadata,
        })),
      );
      await store.sent({ lease, seqs: slice.map(({ seq }) => seq), mutation, nowMs: parts.now() });
    }
  }
  return withVector.length;
}

/** Moves what the vector index shows by now out of the exact comparison; answers how many. */
async function confirmVisible({ store, vectors }: SweepParts, limit: number): Promise<number> {
  if (vectors === undefined) return 0;
  const waiting = await store.waiting(limit);
  if (waiting.length === 0) return 0;
  const progress = await vectors.progress();
  const last = waiting.findLast(({ mutation }) => mutation === progress.processedUpToMutation);
  const isProcessed = ({ mutation, sentAt }: WaitingRow): boolean =>
    (last !== undefined && (mutation === last.mutation || sentAt < last.sentAt)) ||
    (progress.processedUpToMs !== undefined &&
      progress.processedUpToMs >= sentAt + DEFAULTS.visibilityMarginMs);
  const processed = waiting.filter(isProcessed);
  const open = waiting.filter((row) => !isProcessed(row)).slice(0, vectors.maxGet);
  const shown = new Set(open.length === 0 ? [] : await vectors.visible(open.map(({ chunk }) => chunk)));
  const seqs = [...processed, ...open.filter(({ chunk }) => shown.has(chunk))].map(({ seq }) => seq);
  if (seqs.length > 0) await store.confirmed(seqs);
  return seqs.length;
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
