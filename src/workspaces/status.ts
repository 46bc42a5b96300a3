import { readModelUse } from "../database/model-use.ts";
import type { Session } from "../database/session.ts";
import { utcDay } from "../text/dates/utc-day.ts";
import type { WorkspaceContext } from "./context.ts";
import type { ReindexWork, StatusAnswer } from "./contract.ts";
import { isoTime } from "./iso-time.ts";
import { latencyQuantile, type SearchDay } from "./search-days.ts";
import { readStatus } from "./sql/status-reads.ts";
import { readSearchDays, type WorkspaceRow } from "./sql/workspace-store.ts";

/** What the service runs on, as `status` names it. */
export interface RunningParts {
  readonly embedder: string;
  readonly reranker: string;
  readonly vectors: string;
  /** Work on a workspace's whole index that is under way. */
  readonly reindexWork: (db: Session, row: WorkspaceRow, nowMs: number) => Promise<ReindexWork[]>;
}

/** What the workspace holds, what is still to be done, and how today's searches went. */
export async function workspaceStatus(
  { session, claims, nowMs, row }: WorkspaceContext & { readonly row: WorkspaceRow },
  running: RunningParts,
): Promise<StatusAnswer> {
  const [rows, use, days, reindex] = await Promise.all([
    readStatus(session, row.num),
    readModelUse(session, nowMs),
    readSearchDays(session, row.num, nowMs),
    running.reindexWork(session, row, nowMs),
  ]);
  const sum = (of: "documents" | "chunks" | "bytes"): number =>
    rows.roots.reduce((total, root) => total + root[of], 0);
  const { pausedUntil } = use;
  return {
    workspace: row.slug,
    name: row.name,
    scope: claims.scope,
    version: row.version,
    // Not the workspace's own counts, which hold what is deleted until it is emptied.
    documents: sum("documents"),
    chunks: sum("chunks"),
    bytes: sum("bytes"),
    roots: rows.roots.map(({ chunks: _, indexedAt, ...root }) => ({
      ...root,
      indexedAt: isoTime(indexedAt),
    })),
    index: {
      indexedAt: isoTime(row.indexedAt),
      pendingChunks: rows.pending ?? 0,
      invisibleVectors: rows.embedded ?? 0,
      failedDocuments: rows.failedDocuments ?? 0,
      failedWork: rows.failedWork ?? 0,
      lastError: rows.lastError ?? rows.contextError ?? rows.namesError ?? null,
      pendingContexts: rows.pendingContexts ?? 0,
      pendingNames: rows.pendingNames ?? 0,
      embedder: running.embedder,
      reranker: running.reranker,
      vectors: running.vectors,
      pausedUntil: pausedUntil !== null && pausedUntil > nowMs ? isoTime(pausedUntil) : null,
    },
    reindex,
    searches: searchesOf(days, utcDay(nowMs)),
  };
}

type Day = SearchDay & { readonly day: string };

function searchesOf(days: readonly Day[], today: string): StatusAnswer["searches"] {
  const now = days.find(({ day }) => day === today);
  return {
    day: today,
    count: now?.searches ?? 0,
    nothingFound: now?.nothingFound ?? 0,
    degraded: now?.degraded ?? 0,
    ...speedOf(now?.latencies ?? []),
    cached: {
      answer: now?.cachedAnswer ?? 0,
      embedding: now?.cachedEmbedding ?? 0,
      rerank: now?.cachedRerank ?? 0,
    },
    days: days.map(({ day, searches, latencies }) => ({ day, count: searches, ...speedOf(latencies) })),
  };
}

const speedOf = (latencies: readonly number[]) => ({
  p50Ms: latencyQuantile(latencies, 0.5),
  p95Ms: latencyQuantile(latencies, 0.95),
});
