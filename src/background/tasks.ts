import { dailyAudit } from "../audit/daily-audit.ts";
import { backUp } from "../backup/kept/make-backup.ts";
import { KEPT_DAYS } from "../changes/contract.ts";
import { dropGone } from "../changes/sql/drop-gone.ts";
import { DAY_MS, DEFAULTS, PLAN_LIMITS, type Plan, writeBytes } from "../config.ts";
import { heldTo } from "../database/session.ts";
import { contextualize } from "../documents/contexts/contextualize.ts";
import { rechunkSlice } from "../documents/rechunk.ts";
import { emptyRoot } from "../documents/sql/deletions.ts";
import { AppError } from "../errors.ts";
import { askForNames } from "../graph/ask-for-names.ts";
import { mergeDuplicates } from "../memories/duplicates/duplicates.ts";
import { updateQuality } from "../memories/sql/memory-votes.ts";
import { servingOf } from "../models/models.ts";
import { type Embedder, parseSpace, spaceKey } from "../models/ports.ts";
import { byChunk } from "../models/vector-ids.ts";
import { pruneRecalls, scrubRecalls } from "../recalls/sql/recall-scrub.ts";
import { pruneSearchDays } from "../search/sql/search-writes.ts";
import { idsFrom } from "../text/time-ordered-id.ts";
import { advanceGeneration } from "../vectors/generations.ts";
import { sweep } from "../vectors/sweep.ts";
import { deliverDue } from "../webhooks/deliver.ts";
import { ADAPTERS } from "../sources/adapters/adapters.ts";
import { pullDue } from "../sources/pull/pull-due.ts";
import { mendDirectory } from "../workspaces/sql/directory-store.ts";
import { emptyWorkspace } from "../workspaces/sql/empty-workspace.ts";
import { cleanUp } from "./clean-up.ts";
import { pruneAccess } from "../workspaces/access-log/check-log.ts";
import { indexMerging } from "./merge-indexes.ts";
import { moveTask } from "./move-task.ts";
import { pruneCaches } from "./prune-caches.ts";
import type { Counts, Slice, Task } from "./run-task.ts";
import { pruneRuns } from "./runs.ts";
import type { TaskContext } from "./task-context.ts";

type MakeTask = (context: TaskContext) => Task["slice"];

/** Every kind of work that is done in the background, by the name that queue messages give it. */
export const TASKS = {
  sweep: sweepTask,
  deletions: deletionTask,
  generations: generationTask,
  rechunk: rechunkTask,
  contexts: askingTask(contextualize),
  names: askingTask(askForNames),
  memories: memoryTask,
  webhooks: webhookTask,
  sources: sourceTask,
  moves: moveTask,
  merges: ({ session, settings }) => indexMerging(session, settings.now),
  clean: cleanTask,
  caches: cacheTask,
  audit: auditTask,
  recalls: recallTask,
  quality: qualityTask,
  backup: backupTask,
  directory: directoryTask,
} as const satisfies Readonly<Record<string, MakeTask>>;

export type TaskName = keyof typeof TASKS;

const working = ({ settings: { models, modelBudget, now }, session }: TaskContext) => ({
  db: session,
  now,
  random: Math.random,
  newLease: () => crypto.randomUUID(),
  modelBudget,
  callTimeoutMs: models.embedCallTimeoutMs ?? DEFAULTS.sweepCallTimeoutMs,
});

/** What must reach the vector index, of each identity in use with its own embedder and index. */
function sweepTask(context: TaskContext): Task["slice"] {
  const { settings, workspace, due, sweep: bounds } = context;
  const { models, plan } = settings;
  const { sweepRows, sweepSlices, sweepLookups: lookups } = PLAN_LIMITS[plan];
  const { rows, slices } = bounds ?? { rows: sweepRows, slices: sweepSlices };
  const servingFor = servingOf(models);
  const identities = new Set([...due.identities, spaceKey(models.embedder.space)]);
  return async () => {
    const counts: Record<string, number> = {};
    for (const identity of identities) {
      const { embedder = missingEmbedder(identity), vectors } = servingFor(identity);
      const deps = { ...working(context), embedder, vectors };
      const report = await sweep(deps, { workspace, rows, slices, lookups });
      for (const [name, count] of Object.entries(report)) counts[name] = (counts[name] ?? 0) + count;
    }
    return { counts, isLast: (counts.claimed ?? 0) < rows * slices };
  };
}

/** Stands in for an embedder that is no longer available: its work waits for the next generation. */
function missingEmbedder(key: string): Embedder {
  const refuse = async (): Promise<never> => {
    throw new AppError(
      "capacity",
      `Nothing here embeds as ${key} any more; the next generation is being built`,
    );
  };
  const unknown = { model: key, pooling: "", dimensions: 0, prefixVersion: 0 };
  const space = parseSpace(key) ?? unknown;
  return { space, kind: "embedded", maxBatch: 1, embedChunks: refuse, embedQuery: refuse };
}

/** A slice after which there may be another. */
const sliceOf = (counts: object | undefined): Slice | undefined =>
  counts && { counts: { ...counts } as Counts };

function generationTask(context: TaskContext): Task["slice"] {
  const { settings, workspace } = context;
  const { sweepRows: rows, maxPendingScan: maxUnseen } = PLAN_LIMITS[settings.plan];
  const deps = { ...working(context), servingFor: servingOf(settings.models) };
  return async () => sliceOf(await advanceGeneration(deps, { workspace, rows, maxUnseen }));
}

/** Empties what was deleted; its vectors leave through the outbox. */
function deletionTask({ settings, session, workspace }: TaskContext): Task["slice"] {
  const { sweepRows: rows } = PLAN_LIMITS[settings.plan];
  const place = { workspace, rows };
  return async () => sliceOf((await emptyRoot(session, place)) ?? (await emptyWorkspace(session, place)));
}

/** Documents of a slice that are cut anew: each may take fifteen queries. */
const RECHUNKED: Readonly<Record<Plan, number>> = { paid: 50, free: 2 };

function rechunkTask({ settings, session, workspace }: TaskContext): Task["slice"] {
  const { plan, now, isLocal } = settings;
  const limits = { workspace, limit: RECHUNKED[plan], bytes: writeBytes(plan, isLocal) };
  return async () => sliceOf(await rechunkSlice({ db: session, now }, limits));
}

/** Chunks of a slice that a text model is asked about at once; each call is a request of the invocation's. */
const ASKED: Readonly<Record<Plan, number>> = { paid: 8, free: 4 };

function askingTask(ask: typeof contextualize | typeof askForNames): MakeTask {
  return (context) => {
    const { settings, workspace } = context;
    const { generator } = settings.models;
    const limits = { workspace, chunks: ASKED[settings.plan], bytes: DEFAULTS.maxFileBytes };
    return async () => generator && sliceOf(await ask({ ...working(context), generator }, limits));
  };
}

/** Memories of a slice that are compared: each may take seven queries, and a call to the vector index. */
const COMPARED: Readonly<Record<Plan, number>> = { paid: 20, free: 4 };

/** Memories that mean the same become one; the embedded parts know words only, and merge nothing. */
function memoryTask({ settings, session, workspace }: TaskContext): Task["slice"] {
  const { models, plan, now } = settings;
  const servingFor = servingOf(models);
  const parts = {
    db: session,
    now,
    vectorsFor(identity: string) {
      const { embedder, vectors } = servingFor(identity);
      return embedder?.kind === "neural" && vectors !== undefined ? byChunk(vectors) : undefined;
    },
  };
  const limits = { workspace, limit: COMPARED[plan], maxUnseen: PLAN_LIMITS[plan].maxPendingScan };
  return async () => sliceOf(await mergeDuplicates(parts, limits));
}

/** Webhooks of a slice: an invocation has six connections, and on the free plan 50 queries. */
const POSTED: Readonly<Record<Plan, number>> = { paid: 5, free: 4 };

/** Changes are posted to the webhooks that wait for them. */
function webhookTask(context: TaskContext): Task["slice"] {
  const { settings, workspace } = context;
  const { secrets, isLocal: allowsLoopback, plan } = settings;
  const deps = { ...working(context), secrets, allowsLoopback };
  return async () => {
    const report = await deliverDue(deps, { workspace, limit: POSTED[plan] });
    if (report === undefined) return undefined;
    const { delivered, failed, passed, againInMs } = report;
    return { counts: { posted: delivered, postsFailed: failed, passed }, againInMs };
  };
}

/** Things of a slice that are asked for: each may be a request, and those of one host wait for each other. */
const PULLED: Readonly<Record<Plan, { things: number; budgetMs: number; deletions: number }>> = {
  paid: { things: 20, budgetMs: 20_000, deletions: 200 },
  free: { things: 4, budgetMs: 10_000, deletions: 20 },
};

/** Between two requests of sources to one host, milliseconds. */
const SOURCE_PAUSE_MS = 1_000;

/** When each host was last asked by this isolate. */
const LAST_ASKED = new Map<string, number>();
const MAX_HOSTS = 1_000;

/** A piece of a source's run; one source a slice. */
function sourceTask(context: TaskContext): Task["slice"] {
  const { settings, session, workspace } = context;
  const { plan, now, models } = settings;
  return async () => {
    const { fetch, buckets, ...rules } = settings.sources;
    if (LAST_ASKED.size > MAX_HOSTS) LAST_ASKED.clear();
    const report = await pullDue(
      {
        db: heldTo(session, settings.quotas),
        http: { fetch, rules, sleep, now, pauseMs: SOURCE_PAUSE_MS, lastAsked: LAST_ASKED },
        ...{ buckets, adapters: ADAPTERS, limits: PULLED[plan], upload: PLAN_LIMITS[plan] },
        identity: spaceKey(models.embedder.space),
        ...{ now, newLease: () => crypto.randomUUID() },
      },
      { workspace },
    );
    if (report === undefined) return undefined;
    const { slices, documents, failed } = report;
    return { counts: { sourceSlices: slices, sourceDocuments: documents, sourcesFailed: failed } };
  };
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** What nothing needs any more, a bounded number of rows each time. */
function cleanTask({ settings, session }: TaskContext): Task["slice"] {
  return async () => {
    await cleanUp(session, settings.now());
    return { counts: {}, isLast: true };
  };
}

/** Takes what is gone out of the recall log, then what is past its time. */
function recallTask({ settings, session }: TaskContext): Task["slice"] {
  const { recallLog, now } = settings;
  return async () => {
    const scrubbed = await scrubRecalls(session, now());
    if (scrubbed !== undefined) return sliceOf(scrubbed);
    const pruned = await pruneRecalls(session, idsFrom(now() - recallLog.days * DAY_MS));
    return pruned === 0 ? undefined : { counts: { pruned } };
  };
}

/** Once a day, where a bucket is bound: everything that people put in, in as many slices as it takes. */
function backupTask({ settings, session }: TaskContext): Task["slice"] {
  const { backups, plan, now } = settings;
  return async () => backups && backUp({ ...backups, session, plan, nowMs: now() });
}

/** Once a day, where there are several databases: the first one's directory agrees with what this one holds. */
function directoryTask({ settings, session }: TaskContext): Task["slice"] {
  return async () => ({ counts: { mended: await mendDirectory(session, settings.now()) }, isLast: true });
}

/** Once a day: what the votes say of each memory by now. */
function qualityTask({ settings, session }: TaskContext): Task["slice"] {
  return async () => ({ counts: { memories: await updateQuality(session, settings.now()) }, isLast: true });
}

/** Once a day: a look at what nobody asks to have looked at. */
function auditTask({ settings, session }: TaskContext): Task["slice"] {
  const { models, plan, now } = settings;
  const servingFor = servingOf(models);
  const vectorsFor = (identity: string) => servingFor(identity).vectors;
  return dailyAudit({ session, plan, secrets: settings.secrets, now, random: Math.random, vectorsFor });
}

/** Once a day: caches beyond their size and records past their time. */
function cacheTask({ settings, session }: TaskContext): Task["slice"] {
  return async () => {
    const nowMs = settings.now();
    const caches = await pruneCaches(session, nowMs, DEFAULTS.maxQueryResultBytes);
    const gone = await dropGone(session, nowMs - KEPT_DAYS * DAY_MS);
    const pruned =
      caches + gone + (await pruneRuns(session, nowMs)) + (await pruneSearchDays(session, nowMs));
    const access = await pruneAccess(session, settings.secrets[0] ?? "", nowMs);
    return pruned + access > 0 ? { counts: { pruned: pruned + access } } : undefined;
  };
}
