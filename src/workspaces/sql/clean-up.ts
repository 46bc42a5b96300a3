import { DAY_MS, DEFAULTS, UNDO_MS } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import type { Session } from "../../database/session.ts";

const IDENTITIES =
  "SELECT num AS workspace, identity FROM workspaces UNION SELECT workspace, identity FROM generations";

/** Texts given up by chunks, a bounded number a time. */
const DROPPED = `SELECT workspace, embed_hash, sent_hash FROM dropped_texts ORDER BY workspace, embed_hash LIMIT ${MAX_DELETED}`;

const FORGOTTEN = `SELECT workspace, id FROM past_memories WHERE state = 'forgotten' AND left_at <= ?1
  ORDER BY left_at, workspace, id LIMIT ${MAX_DELETED}`;

/**
 * Drops caches of texts that no chunk has any more, answers past their time, and receipts nothing waits for.
 * Everything of that can be made again. Forgotten memories go for good.
 */
export async function cleanUp(session: Session, { nowMs }: { readonly nowMs: number }): Promise<void> {
  const statement = (sql: string, ...params: unknown[]) => session.prepare(sql).bind(...params);
  await session.batch([
    // By their whole keys, so that nothing but the dropped texts is looked at; of every identity that is compared by,
    // or will be.
    statement(
      `DELETE FROM embeddings WHERE (workspace, identity, kind, hash) IN (
         SELECT e.workspace, e.identity, e.kind, e.hash FROM (${DROPPED}) x CROSS JOIN (${IDENTITIES}) i ON i.workspace = x.workspace
         CROSS JOIN embeddings e ON e.workspace = i.workspace AND e.identity = i.identity AND e.kind = 'chunk' AND e.hash = x.embed_hash
         WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = e.workspace AND c.embed_hash = e.hash))`,
    ),
    statement(
      `DELETE FROM rerank_scores WHERE (workspace, sent_hash, model, query_hash) IN (
         SELECT r.workspace, r.sent_hash, r.model, r.query_hash FROM (${DROPPED}) x
         CROSS JOIN rerank_scores r ON r.workspace = x.workspace AND r.sent_hash = x.sent_hash
         WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = x.workspace AND c.embed_hash = x.embed_hash))`,
    ),
    statement(`DELETE FROM dropped_texts WHERE (workspace, embed_hash, sent_hash) IN (${DROPPED})`),
    statement("DELETE FROM answers WHERE created_at <= ?", nowMs - DEFAULTS.answerTtlSeconds * 1_000),
    statement(
      "DELETE FROM mutations WHERE started_at < ? AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.run = mutations.run)",
      nowMs - DAY_MS,
    ),
    // Memories forgotten a day ago, with what they told.
    statement(
      `DELETE FROM memory_observations WHERE (workspace, memory) IN (SELECT workspace, id FROM (${FORGOTTEN}))`,
      nowMs - UNDO_MS,
    ),
    statement(
      `DELETE FROM past_memories WHERE (workspace, id) IN (SELECT workspace, id FROM (${FORGOTTEN}))`,
      nowMs - UNDO_MS,
    ),
    statement("DELETE FROM text_leases WHERE lease_until <= ?", nowMs),
    statement(
      `DELETE FROM idempotency WHERE (token, key) IN
         (SELECT token, key FROM idempotency WHERE created_at <= ? LIMIT ${MAX_DELETED})`,
      nowMs - DEFAULTS.idempotencyMs,
    ),
  ]);
}
