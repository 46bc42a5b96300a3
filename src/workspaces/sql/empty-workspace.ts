import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { EmptiedSlice } from "../../documents/sql/deletion-types.ts";
import { dropKeywordIndex } from "../../search/sql/keyword-index.ts";

/**
 * Tables with rows of a workspace and their keys, in the order in which they are emptied; `chunks` come before all of
 * them, because their triggers write. `outbox` and the generations empty themselves: vectors leave through them.
 */
export const EMPTIED_TABLES: Readonly<Record<string, readonly string[]>> = {
  documents: ["num"],
  entities: ["num"],
  entity_names: ["workspace", "name", "kind", "entity"],
  past_memories: ["workspace", "id"],
  memory_observations: ["num"],
  dropped_texts: ["workspace", "embed_hash", "sent_hash"],
  embeddings: ["workspace", "identity", "kind", "hash"],
  text_leases: ["workspace", "identity", "hash"],
  rerank_scores: ["workspace", "sent_hash", "model", "query_hash"],
  answers: ["workspace", "request"],
  search_days: ["workspace", "day"],
  root_origins: ["workspace", "root", "origin"],
  root_pushes: ["workspace", "root"],
  deletions: ["num"],
  rechunks: ["workspace"],
  contextual_roots: ["workspace", "root"],
  contexts: ["chunk"],
  named_roots: ["workspace", "root"],
  name_requests: ["chunk"],
  generated: ["workspace", "kind", "key"],
  idempotency: ["token", "key"],
  recalls: ["workspace", "id"],
  runs: ["num"],
  feedback: ["workspace", "recall", "hit", "token"],
  dropped_documents: ["workspace", "root", "path"],
  tokens: ["id"],
};

const GONE =
  "SELECT num FROM workspaces WHERE gone_at IS NOT NULL AND (?1 IS NULL OR num = ?1) ORDER BY gone_at LIMIT 10";

const HALF_BUILT = `UPDATE generations SET state = 'retiring', cursor_hash = '', cursor_rid = 0,
  next_at = max(next_at, coalesce(lease_until, 0)), lease = NULL, lease_until = NULL
  WHERE workspace = ? AND state <> 'retiring'`;

/** Empties a slice of a deleted workspace; its row and its keyword index go when its vectors have left. */
export async function emptyWorkspace(
  session: Session,
  { workspace, rows }: { readonly workspace: number | undefined; readonly rows: number },
): Promise<EmptiedSlice | undefined> {
  const [gone] = await session.batch([session.prepare(GONE).bind(workspace ?? null)]);
  for (const { num } of rowsOf<{ num: number }>(gone)) {
    const slice = (await emptyChunks(session, num, rows)) ?? (await emptyTables(session, num, rows));
    if (slice !== undefined) return slice;
    if (await finish(session, num)) return { chunks: 0, documents: 0, others: 1 };
  }
  return undefined;
}

async function emptyChunks(session: Session, num: number, rows: number): Promise<EmptiedSlice | undefined> {
  const [, , deleted] = await session.batch([
    session.prepare(HALF_BUILT).bind(num),
    session.prepare("DELETE FROM tokens WHERE workspace = ?").bind(num),
    session
      .prepare(
        "DELETE FROM chunks WHERE rid IN (SELECT rid FROM chunks WHERE workspace = ? LIMIT ?) RETURNING 1",
      )
      .bind(num, rows),
  ]);
  const chunks = rowsOf(deleted).length;
  return chunks === 0 ? undefined : { chunks, documents: 0, others: 0 };
}

async function emptyTables(session: Session, num: number, rows: number): Promise<EmptiedSlice | undefined> {
  const answers = await session.batch(
    Object.entries(EMPTIED_TABLES).map(([table, key]) =>
      session
        .prepare(
          `DELETE FROM ${table} WHERE (${key.join(", ")}) IN
             (SELECT ${key.join(", ")} FROM ${table} WHERE workspace = ? LIMIT ?) RETURNING 1`,
        )
        .bind(num, rows),
    ),
  );
  const [documents = 0, ...others] = answers.map((answer) => rowsOf(answer).length);
  const rest = others.reduce((sum, count) => sum + count, 0);
  return documents + rest === 0 ? undefined : { chunks: 0, documents, others: rest };
}

/** Everything else is gone: nothing waits to leave, and nothing was written by a request that was still on its way. */
const EMPTY = ["chunks", "documents", "outbox", "generations"]
  .map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE workspace = ?1)`)
  .join(" AND ");

async function finish(session: Session, num: number): Promise<boolean> {
  const [empty] = await session.batch([
    session.prepare(`SELECT 1 AS isEmpty FROM workspaces WHERE num = ?1 AND ${EMPTY}`).bind(num),
  ]);
  if (firstRow(empty) === undefined) return false;
  await session.batch([
    ...dropKeywordIndex(session, num),
    session.prepare(`DELETE FROM workspaces WHERE num = ?1 AND gone_at IS NOT NULL AND ${EMPTY}`).bind(num),
  ]);
  return true;
}
