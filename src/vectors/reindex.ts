import type { generations } from "../database/schema/vectors.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { CHUNKER_VERSION } from "../documents/chunkers/chunk-document.ts";
import { startRechunk } from "../documents/sql/rechunks.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { ReindexWork } from "../workspaces/contract.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import type { ReindexAnswer, ReindexRequest } from "./contract.ts";
import { planGenerations, renewGeneration } from "./sql/generations.ts";
import { retryParked } from "./sql/outbox.ts";

type AdminContext = WorkspaceContext & { readonly row: WorkspaceRow };

/**
 * Starts what is stale (another identity, an older chunker), everything, or only gives what failed new attempts; the work
 * itself is done in the background. `identity` is the configured one.
 */
export async function reindex(
  { session, workspace, nowMs, row }: AdminContext,
  { failed, all }: ReindexRequest,
  identity: string,
): Promise<ReindexAnswer> {
  const retried = await retryParked(session, { workspace, nowMs });
  if (!failed || all) {
    if (all && row.identity === identity) await renewGeneration(session, { workspace, identity, nowMs });
    else await planGenerations(session, { identity, nowMs });
    await startRechunk(session, { workspace, chunker: CHUNKER_VERSION, all, nowMs });
  }
  return { retried, work: await reindexWork(session, row, nowMs) };
}

type GenerationProgress = Pick<typeof generations.$inferSelect, "state" | "done" | "startedAt" | "lastError">;

const GENERATIONS =
  statement<GenerationProgress>(`SELECT state, done, started_at AS startedAt, last_error AS lastError
  FROM generations WHERE workspace = :workspace AND state <> 'settling' ORDER BY num`);

const RECHUNK = statement<{ readonly done: number; readonly left: number; readonly startedAt: number }>(
  `SELECT r.done, r.started_at AS startedAt, CASE WHEN r.recut_all = 1
    THEN (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND d.num > r.cursor)
    ELSE (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND d.chunker >= 0 AND d.chunker < :chunker) END AS left
  FROM rechunks r WHERE r.workspace = :workspace`,
);

/** Work on a workspace's whole index that is under way, with the time at which it ends at the speed so far. */
export async function reindexWork(
  session: Session,
  { num, chunks }: Pick<WorkspaceRow, "num" | "chunks">,
  nowMs: number,
): Promise<ReindexWork[]> {
  const values = { workspace: num, chunker: CHUNKER_VERSION };
  const { generations, rechunks } = await session.batch({
    generations: session.bind(GENERATIONS, values),
    rechunks: session.bind(RECHUNK, values),
  });
  const work = generations.map(progressOf(chunks, nowMs));
  const [rechunk] = rechunks;
  if (rechunk === undefined) return work;
  const { done, left, startedAt } = rechunk;
  const progress = { done, total: done + left, startedAt, nowMs };
  return [...work, { kind: "chunker", unit: "documents", ...timed(progress), lastError: null }];
}

const progressOf =
  (chunks: number, nowMs: number) =>
  ({ state, done, startedAt, lastError }: GenerationProgress): ReindexWork => ({
    kind: state === "building" ? "identity" : "old_vectors",
    unit: "chunks",
    // Chunks come and go while it is under way.
    ...timed({ done: Math.min(done, chunks), total: chunks, startedAt, nowMs }),
    lastError,
  });

/** What is left takes as long for each as what is done took. */
function timed({
  done,
  total,
  startedAt,
  nowMs,
}: {
  done: number;
  total: number;
  startedAt: number;
  nowMs: number;
}) {
  const left = ((nowMs - startedAt) / done) * (total - done);
  return {
    done,
    total,
    startedAt: new Date(startedAt).toISOString(),
    endsAt: done === 0 || done >= total ? null : new Date(nowMs + left).toISOString(),
  };
}
