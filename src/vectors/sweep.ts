import { DEFAULTS } from "../config.ts";
import { pauseModels } from "../database/day-use.ts";
import { errorText, isStop, retryAt } from "../database/leases.ts";
import type { AppError } from "../errors.ts";
import { type Embedder, namespaceOf, spaceKey, type VectorIndex } from "../models/ports.ts";
import { inGeneration, vectorIdOf } from "../models/vector-ids.ts";
import { batches, embedTexts, textKey } from "./embed-texts.ts";
import { callIndex, confirmVisible, entriesOf, type SentVectors, sendUntil } from "./index-calls.ts";
import {
  type ClaimedChunk,
  claimRows,
  failRows,
  keepEmbeddings,
  loadChunks,
  type OutboxRow,
} from "./sql/outbox.ts";
import {
  confirmProcessed,
  confirmRows,
  finishRows,
  finishWithoutVector,
  markSent,
  releaseRows,
  type WaitingRow,
  waitingRows,
} from "./sql/sent-rows.ts";
import { type WorkDeps, workOrGiveBack } from "./work-deps.ts";

// Brings the outbox's work to the vector index: embed what no cache holds, keep the vectors in D1 (from then on a search
// compares them exactly), upsert them, and, once the index shows them, forget about them. Every step can be cut off and
// done again: rows are leased, vectors are keyed by their text, upserts and deletes are idempotent.

interface SweepDeps extends WorkDeps {
  readonly embedder: Embedder;
  /** Undefined: vectors are only ever compared from D1. */
  readonly vectors: VectorIndex | undefined;
}

interface SweepLimits {
  readonly workspace?: number | undefined;
  readonly rows: number;
  readonly slices: number;
  /** Look-ups of vectors by their ids, each up to three queries. */
  readonly lookups: number;
}

const NOTHING = {
  claimed: 0,
  embedded: 0,
  upserted: 0,
  removed: 0,
  confirmed: 0,
  failed: 0,
  /** Given back because another run is having their text embedded. */
  released: 0,
};

type SweepReport = Readonly<typeof NOTHING>;

const KEYS = Object.keys(NOTHING) as (keyof SweepReport)[];

const add = (...reports: readonly Partial<SweepReport>[]): SweepReport =>
  Object.fromEntries(
    KEYS.map((key) => [key, reports.reduce((sum, report) => sum + (report[key] ?? 0), 0)]),
  ) as unknown as SweepReport;

/** One bounded run: slices of due work until there is none, then a look at what has become visible. */
export async function sweep(deps: SweepDeps, limits: SweepLimits): Promise<SweepReport> {
  let report: SweepReport = NOTHING;
  const calls: Calls = { run: deps.newLease(), order: 0 };
  for (let slice = 0; slice < limits.slices; slice++) {
    const sliceReport = await sweepSlice(deps, limits, calls);
    report = add(report, sliceReport);
    // Not "fewer than a slice": what another run gave back meanwhile, because this one had its texts, is due now.
    if (sliceReport.claimed === 0 || sliceReport.failed + sliceReport.released > 0) break;
  }
  const { vectors, now } = deps;
  if (vectors === undefined) return report;
  const confirmed = await confirmVisible(vectors, sentRows(deps), { now, lookups: limits.lookups });
  return add(report, { confirmed });
}

/** Rows of workspaces of the embedder's identity whose vectors the index may not show yet. */
function sentRows({ db, embedder }: SweepDeps): SentVectors<WaitingRow> {
  const identity = spaceKey(embedder.space);
  return {
    waiting: (beforeMs, limit) => waitingRows(db, { identity, beforeMs, limit }),
    processed: (progress) => confirmProcessed(db, identity, progress),
    shown: (rows) => confirmRows(db, rows),
  };
}

interface Calls {
  readonly run: string;
  order: number;
}

interface Run {
  readonly deps: SweepDeps;
  /** Of the slice's rows. */
  readonly lease: string;
  readonly sendUntil: number;
  readonly calls: Calls;
}

async function sweepSlice(
  deps: SweepDeps,
  { workspace, rows }: SweepLimits,
  calls: Calls,
): Promise<SweepReport> {
  const { db, embedder, now, newLease } = deps;
  const lease = newLease();
  const nowMs = now();
  const identity = spaceKey(embedder.space);
  const claimed = await claimRows(db, { workspace, identity, lease, nowMs, limit: rows });
  const run: Run = { deps, lease, sendUntil: sendUntil(nowMs + DEFAULTS.leaseMs), calls };
  const deletes = claimed.filter(({ op }) => op === "delete");
  const upserts = claimed.filter(({ op }) => op === "upsert");
  const removed = await doRows(run, deletes, removeVectors);
  return add({ claimed: claimed.length }, removed, await doRows(run, upserts, bringVectors));
}

type RowWork = (run: Run, rows: readonly OutboxRow[]) => Promise<Partial<SweepReport>>;

/** Does one kind of work; when it fails, its rows go back for later, and the other kind still has its turn. */
async function doRows(run: Run, rows: readonly OutboxRow[], work: RowWork): Promise<Partial<SweepReport>> {
  if (rows.length === 0) return {};
  return workOrGiveBack(
    run.deps,
    () => work(run, rows),
    async (error) => {
      await giveBack(run, rows, error);
      return { failed: rows.length };
    },
  );
}

/** Quota and budget burn no attempt. */
const giveBack = ({ deps, lease }: Run, rows: readonly OutboxRow[], error: AppError): Promise<void> => {
  const failures = Math.max(...rows.map((row) => row.failures)) + 1;
  return failRows(deps.db, {
    lease,
    seqs: seqsOf(rows),
    error: errorText(error),
    nextAtMs: retryAt({ error, failures, nowMs: deps.now(), random: deps.random() }),
    countsAsAttempt: !isStop(error) && error.code !== "capacity",
  });
};

const seqsOf = (rows: readonly { readonly seq: number }[]): number[] => rows.map(({ seq }) => seq);

async function removeVectors(run: Run, rows: readonly OutboxRow[]): Promise<Partial<SweepReport>> {
  const { db, vectors } = run.deps;
  for (const slice of batches(rows, vectors?.maxDelete ?? rows.length)) {
    if (vectors !== undefined) await send(run, [], () => vectors.remove(slice.map(vectorIdOf)));
    await finishRows(db, seqsOf(slice), run.lease);
  }
  return { removed: rows.length };
}

/** One call to the vector index, noted with its receipt and its place among the run's calls. */
async function send(
  { deps, lease, sendUntil: until, calls }: Run,
  upserts: readonly ClaimedChunk[],
  call: (stamp: string) => Promise<string>,
): Promise<void> {
  const { db, now } = deps;
  const place = { run: calls.run, order: calls.order + 1, sendUntil: until, now };
  const receipt = await callIndex(place, (stamp) => {
    calls.order += 1;
    return call(stamp);
  });
  await markSent(db, { lease, receipt, upserts });
}

async function bringVectors(run: Run, rows: readonly OutboxRow[]): Promise<Partial<SweepReport>> {
  const { deps, lease } = run;
  const { db, embedder, now } = deps;
  const identity = spaceKey(embedder.space);
  const loaded = await loadChunks(db, { seqs: seqsOf(rows), lease, identity, nowMs: now() });
  // A row whose chunk went away before it was embedded has nothing left to do.
  const present = new Set(seqsOf(loaded));
  const gone = rows.filter(({ seq }) => !present.has(seq));
  if (gone.length > 0) await finishRows(db, seqsOf(gone), lease);
  const isOurs = ({ vector, isLeased }: ClaimedChunk) => vector !== null || isLeased;
  const chunks = loaded.filter(isOurs);
  const elsewhere = loaded.filter((chunk) => !isOurs(chunk));
  if (elsewhere.length > 0) await releaseRows(db, seqsOf(elsewhere), lease);

  const keep = keepEmbeddings.bind(undefined, db);
  const { vectors, failed, embedded } = await embedTexts({ ...deps, keep }, { lease, chunks });
  const upserted = await upsertVectors(run, chunks, vectors);
  for (const { chunks: unembedded, error } of failed) {
    const texts = new Set(unembedded.map(textKey));
    const lost = new Set(seqsOf(chunks.filter((chunk) => texts.has(textKey(chunk)))));
    const back = rows.filter(({ seq }) => lost.has(seq));
    await pauseModels(db, error, now());
    await giveBack(run, back, error);
  }
  const lost = failed.reduce((sum, { chunks: texts }) => sum + texts.length, 0);
  return { embedded, upserted, failed: lost, released: elsewhere.length };
}

async function upsertVectors(
  run: Run,
  chunks: readonly ClaimedChunk[],
  vectors: ReadonlyMap<string, string | null>,
): Promise<number> {
  const { db, vectors: index } = run.deps;
  const empty = chunks.filter((chunk) => vectors.get(textKey(chunk)) === null);
  if (empty.length > 0) await finishWithoutVector(db, seqsOf(empty), run.lease);
  const withVector = chunks.filter((chunk) => typeof vectors.get(textKey(chunk)) === "string");
  if (index === undefined) {
    if (withVector.length > 0) await finishRows(db, seqsOf(withVector), run.lease);
    return 0;
  }
  for (const [namespace, group] of Map.groupBy(withVector, namespaceOf)) {
    const named = inGeneration(index, group[0]?.generation ?? 1);
    for (const slice of batches(group, index.maxUpsert))
      await send(run, slice, (stamp) => named.upsert(namespace, entriesOf(slice, vectors), stamp));
  }
  return withVector.length;
}
