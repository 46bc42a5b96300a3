import type { Session } from "../database/session.ts";
import { startRechunk } from "../documents/sql/rechunks.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { ReindexWork } from "../workspaces/contract.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import type { ReindexAnswer, ReindexRequest } from "./contract.ts";
import { planGenerations, renewGeneration } from "./sql/generations.ts";
import { retryParked } from "./sql/outbox.ts";
import { type GenerationProgress, readProgress } from "./sql/reindex-progress.ts";

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
    await startRechunk(session, { workspace, all, nowMs });
  }
  return { retried, work: await reindexWork(session, row, nowMs) };
}

/** Work on a workspace's whole index that is under way, with the time at which it ends at the speed so far. */
export async function reindexWork(
  session: Session,
  { num, chunks }: Pick<WorkspaceRow, "num" | "chunks">,
  nowMs: number,
): Promise<ReindexWork[]> {
  const { generations, rechunk } = await readProgress(session, num);
  const work = generations.map(progressOf(chunks, nowMs));
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
