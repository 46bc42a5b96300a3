import { DEFAULTS } from "../config.ts";
import { pauseModels, readDayUse } from "../database/day-use.ts";
import { errorText, isStop, retryAt } from "../database/leases.ts";
import type { AppError } from "../errors.ts";
import { callsLeft } from "../models/budget.ts";
import { type Embedder, namespaceOf, spaceKey, type VectorIndex } from "../models/ports.ts";
import { inGeneration, vectorIdOf } from "../models/vector-ids.ts";
import { batches, embedTexts, textKey } from "./embed-texts.ts";
import { callIndex, confirmVisible, entriesOf, type SentVectors, sendUntil } from "./index-calls.ts";
import {
  type ClaimedChunk,
  type ClaimedDelete,
  claimWork,
  keepEmbeddings,
  releaseClaim,
} from "./sql/claims.ts";
import { failWork, settleChunks } from "./sql/outbox.ts";
import type { Receipt } from "./sql/receipts.ts";
import {
  confirmProcessed,
  confirmVectors,
  markDeleted,
  markSent,
  type SentVector,
  waitingVectors,
} from "./sql/sent-calls.ts";
import { type WorkDeps, workOrGiveBack } from "./work-deps.ts";

// Brings chunks to the vector index: embed what no cache holds, keep the vectors in D1 (from then on a search compares them
// exactly), upsert them, and, once the index shows them, forget about them. Every step can be cut off and done again: what
// a slice works on is claimed, vectors are keyed by their text, upserts and deletes are idempotent.

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
  const takesPending = limits.slices > 0 && (await mayEmbed(deps));
  for (let slice = 0; slice < limits.slices; slice++) {
    const sliceReport = await sweepSlice(deps, { ...limits, takesPending }, calls);
    report = add(report, sliceReport);
    if (sliceReport.claimed === 0 || sliceReport.failed > 0) break;
  }
  const { vectors, now } = deps;
  if (vectors === undefined) return report;
  const confirmed = await confirmVisible(vectors, sentVectors(deps), { now, lookups: limits.lookups });
  return add(report, { confirmed });
}

/** Chunks that wait for a used-up quota or budget wait as they are: nothing is written of them. */
async function mayEmbed({ db, embedder, modelBudget, now }: SweepDeps): Promise<boolean> {
  if (embedder.kind !== "neural") return true;
  return callsLeft(await readDayUse(db, now()), { nowMs: now(), callsPerDay: modelBudget }) > 0;
}

/** Vectors of workspaces of the embedder's identity that the index may not show yet. */
function sentVectors({ db, embedder }: SweepDeps): SentVectors<SentVector> {
  const identity = spaceKey(embedder.space);
  return {
    waiting: (beforeMs, limit) => waitingVectors(db, { identity, beforeMs, limit }),
    processed: (progress) => confirmProcessed(db, identity, progress),
    shown: (vectors) => confirmVectors(db, identity, vectors),
  };
}

interface Calls {
  readonly run: string;
  order: number;
}

interface Run {
  readonly deps: SweepDeps;
  /** Of the slice's claim. */
  readonly lease: string;
  readonly sendUntil: number;
  readonly calls: Calls;
}

async function sweepSlice(
  deps: SweepDeps,
  { workspace, rows, takesPending }: SweepLimits & { readonly takesPending: boolean },
  calls: Calls,
): Promise<SweepReport> {
  const { db, embedder, now, newLease } = deps;
  const lease = newLease();
  const nowMs = now();
  const identity = spaceKey(embedder.space);
  const takesCalls = embedder.kind === "neural";
  const claim = { workspace, identity, lease, nowMs, limit: rows, takesPending, takesCalls };
  const { deletes, upserts } = await claimWork(db, claim);
  const claimed = deletes.length + upserts.length;
  if (claimed === 0) return NOTHING;
  const run: Run = { deps, lease, sendUntil: sendUntil(nowMs + DEFAULTS.leaseMs), calls };
  const removed = await removeVectors(run, deletes);
  const brought = await bringVectors(run, upserts);
  await releaseClaim(db, lease);
  return add({ claimed }, removed, brought);
}

/** When and how work that failed is tried again: quota and budget burn no attempt. */
const failureOf = (
  { deps, lease }: Run,
  work: readonly { readonly failures: number }[],
  error: AppError,
): Parameters<typeof failWork>[2] => {
  const failures = Math.max(...work.map((one) => one.failures)) + 1;
  return {
    lease,
    error: errorText(error),
    nextAtMs: retryAt({ error, failures, nowMs: deps.now(), random: deps.random() }),
    countsAsAttempt: !isStop(error) && error.code !== "capacity",
  };
};

/** One call to the vector index, with its place among the run's calls. */
const callOf = (
  { deps: { now }, sendUntil: until, calls }: Run,
  call: (stamp: string) => Promise<string>,
): Promise<Receipt> =>
  callIndex({ run: calls.run, order: calls.order + 1, sendUntil: until, now }, (stamp) => {
    calls.order += 1;
    return call(stamp);
  });

/** Deletes vectors; when that fails, they go back for later. */
async function removeVectors(run: Run, deletes: readonly ClaimedDelete[]): Promise<Partial<SweepReport>> {
  const { deps, lease } = run;
  const { db, vectors } = deps;
  const remove = async (): Promise<Partial<SweepReport>> => {
    for (const slice of batches(deletes, vectors?.maxDelete ?? deletes.length)) {
      const receipt = vectors && (await callOf(run, () => vectors.remove(slice.map(vectorIdOf))));
      await markDeleted(db, lease, slice, receipt);
    }
    return { removed: deletes.length };
  };
  if (deletes.length === 0) return {};
  return workOrGiveBack(deps, remove, async (error) => {
    await failWork(db, { deletes }, failureOf(run, deletes, error));
    return { failed: deletes.length };
  });
}

/** Embeds and sends chunks; when that fails, those that are not sent go back for later. */
async function bringVectors(run: Run, chunks: readonly ClaimedChunk[]): Promise<Partial<SweepReport>> {
  if (chunks.length === 0) return {};
  const open = new Set(chunks);
  return workOrGiveBack(
    run.deps,
    () => embedAndSend(run, chunks, open),
    async (error) => {
      const left = [...open];
      await failWork(run.deps.db, { upserts: left }, failureOf(run, left, error));
      return { failed: left.length };
    },
  );
}

/** `open` loses what is done. */
async function embedAndSend(
  run: Run,
  chunks: readonly ClaimedChunk[],
  open: Set<ClaimedChunk>,
): Promise<Partial<SweepReport>> {
  const { deps, lease } = run;
  const { db, now } = deps;
  const keep = keepEmbeddings.bind(undefined, db);
  const { vectors, failed, embedded } = await embedTexts({ ...deps, keep }, { lease, chunks });
  const upserted = await sendVectors(run, chunks, vectors, open);
  // Their claim ends, and they are as they were: no claim takes them before midnight.
  const returned = failed.filter(({ error }) => error.code !== "workspace_quota");
  for (const { chunks: texts, error } of returned) {
    const keys = new Set(texts.map(textKey));
    const back = chunks.filter((chunk) => keys.has(textKey(chunk)));
    await pauseModels(db, error, now());
    await failWork(db, { upserts: back }, failureOf(run, back, error));
    for (const chunk of back) open.delete(chunk);
  }
  return { embedded, upserted, failed: returned.reduce((sum, { chunks: texts }) => sum + texts.length, 0) };
}

async function sendVectors(
  run: Run,
  chunks: readonly ClaimedChunk[],
  vectors: ReadonlyMap<string, string | null>,
  open: Set<ClaimedChunk>,
): Promise<number> {
  const { deps, lease } = run;
  const { db, vectors: index } = deps;
  const done = (settled: readonly ClaimedChunk[]) => {
    for (const chunk of settled) open.delete(chunk);
  };
  const made = chunks.filter((chunk) => vectors.has(textKey(chunk)));
  const isSent = (chunk: ClaimedChunk) => index !== undefined && vectors.get(textKey(chunk)) !== null;
  const toSend = made.filter(isSent);
  const settled = made.filter((chunk) => !isSent(chunk));
  if (settled.length > 0) await settleChunks(db, lease, settled);
  done(settled);
  if (index === undefined) return 0;
  for (const [namespace, group] of Map.groupBy(toSend, namespaceOf)) {
    const { workspace = 0, generation = 1 } = group[0] ?? {};
    const named = inGeneration(index, generation);
    for (const slice of batches(group, index.maxUpsert)) {
      const entries = entriesOf(slice, vectors);
      const receipt = await callOf(run, (stamp) => named.upsert(namespace, entries, stamp));
      await markSent(db, { lease, receipt, workspace, generation, chunks: slice });
      done(slice);
    }
  }
  return toSend.length;
}
