import type { Session } from "../database/session.ts";
import { CHUNKER_VERSION } from "../documents/chunkers/chunk-document.ts";
import { createRechunkStore } from "../documents/sql/rechunk-store.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import type { ReindexAnswer, ReindexRequest, ReindexWork } from "./contract.ts";
import { createGenerationStore } from "./sql/generation-store.ts";
import { createOutboxStore } from "./sql/outbox-store.ts";
import { type ReindexRows, readReindex } from "./sql/reindex-progress.ts";

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
  const retried = await createOutboxStore(session).retryParked({ workspace, nowMs });
  if (!failed || all) {
    const generations = createGenerationStore(session);
    if (all && row.identity === identity) await generations.renew({ workspace, identity, nowMs });
    else await generations.plan({ identity, nowMs });
    await createRechunkStore(session).start({ workspace, chunker: CHUNKER_VERSION, all, nowMs });
  }
  return { retried, work: await reindexWork(session, row, nowMs) };
}

/** Work on a workspace's whole index that is under way, with the time at which it ends at the speed so far. */
export async function reindexWork(
  session: Session,
  { num, chunks }: Pick<WorkspaceRow, "num" | "chunks">,
  nowMs: number,
): Promise<ReindexWork[]> {
  const { generations, rechunk } = await readReindex(session, { workspace: num, chunker: CHUNKER_VERSION });
  const work = generations.filter(({ state }) => state !== "settling").map(generationWork(chunks, nowMs));
  if (rechunk === undefined) return work;
  const { done, left, startedAt } = rechunk;
  const progress = { done, total: done + left, startedAt, nowMs };
  return [...work, { kind: "chunker", unit: "documents", ...timed(progress), lastError: null }];
}

const generationWork =
  (chunks: number, nowMs: number) =>
  ({ state, done, startedAt, lastError }: ReindexRows["generations"][number]): ReindexWork => ({
    kind: state === "building" ? "identity" : "old_vectors",
    unit: "chunks",
    // Chunks come and go while it is under way.
    ...timed({ done: Math.min(done, chunks), total: chunks, startedAt, nowMs }),
    lastError,
  });

interface Progress {
  readonly done: number;
  readonly total: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly nowMs: number;
}

/** What is left takes as long for each as what is done took. */
function timed({ done, total, startedAt, nowMs }: Progress) {
  const left = ((nowMs - startedAt) / done) * (total - done);
  return {
    done,
    total,
    startedAt: new Date(startedAt).toISOString(),
    endsAt: done === 0 || done >= total ? null : new Date(nowMs + left).toISOString(),
  };
}
