import type { StatusAnswer } from "../contract/admin.ts";
import { utcDay } from "../ports.ts";
import { readStatus } from "../storage/document-reads.ts";
import { readModelUse, type WorkspaceRow } from "../storage/workspace-store.ts";
import type { WorkspaceContext } from "./context.ts";

/** What the service runs on, as `status` names it. */
export interface RunningParts {
  readonly embedder: string;
  readonly reranker: string;
  readonly vectors: string;
  readonly modelBudget: number | undefined;
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What the workspace holds, what is still to be done, and today's model use. */
export async function workspaceStatus(
  { session, claims, nowMs, row }: WorkspaceContext & { readonly row: WorkspaceRow },
  running: RunningParts,
): Promise<StatusAnswer> {
  const [rows, use] = await Promise.all([readStatus(session, row.num), readModelUse(session, nowMs)]);
  const pausedUntil = use?.pausedUntil ?? null;
  return {
    workspace: row.slug,
    name: row.name,
    scope: claims.scope,
    version: row.version,
    documents: row.documents,
    chunks: row.chunks,
    bytes: row.bytes,
    roots: rows.roots.map(({ indexedAt, ...root }) => ({ ...root, indexedAt: iso(indexedAt) })),
    index: {
      indexedAt: iso(row.indexedAt),
      pendingChunks: rows.pending,
      invisibleVectors: rows.embedded,
      failedDocuments: rows.failedDocuments,
      failedWork: rows.failedWork,
      lastError: rows.lastError,
      embedder: running.embedder,
      reranker: running.reranker,
      vectors: running.vectors,
      pausedUntil: pausedUntil !== null && pausedUntil > nowMs ? iso(pausedUntil) : null,
    },
    models: {
      day: utcDay(nowMs),
      calls: use?.calls ?? 0,
      textsEmbedded: use?.texts ?? 0,
      passagesReranked: use?.passages ?? 0,
      budget: running.modelBudget ?? null,
    },
    databaseBytes: rows.databaseBytes,
  };
}
