import { DAY_MS, DEFAULTS, UNDO_MS } from "../config.ts";
import { MAX_DELETED } from "../database/delete-some.ts";
import { DROP_WRITES } from "../database/idempotency-store.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { DROP_FORGOTTEN } from "../memories/sql/memory-writes.ts";
import { DROP_RECEIPTS } from "../vectors/sql/receipts.ts";

const IDENTITIES =
  "SELECT num AS workspace, identity FROM workspaces UNION SELECT workspace, identity FROM generations";

/** Texts given up by chunks, a bounded number a time. */
const DROPPED = `SELECT workspace, embed_hash, sent_hash FROM dropped_texts ORDER BY workspace, embed_hash LIMIT ${MAX_DELETED}`;

/** Those that no chunk holds now, as the re-ranker was sent them. */
const UNSENT = `SELECT x.workspace, x.sent_hash FROM (${DROPPED}) x
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = x.workspace AND c.embed_hash = x.embed_hash)`;

// By their whole keys, so that nothing but the dropped texts is looked at; of every identity that is compared by, or will be.
const EMBEDDINGS = statement(`DELETE FROM embeddings WHERE (workspace, identity, hash) IN (
  SELECT e.workspace, e.identity, e.hash FROM (${DROPPED}) x CROSS JOIN (${IDENTITIES}) i ON i.workspace = x.workspace
  CROSS JOIN embeddings e ON e.workspace = i.workspace AND e.identity = i.identity AND e.hash = x.embed_hash
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = e.workspace AND c.embed_hash = e.hash))`);
const SCORES =
  statement(`UPDATE query_results SET scores = (SELECT json_group_object(s.key, s.value) FROM json_each(scores) s
    WHERE (query_results.workspace, s.key) NOT IN (${UNSENT}))
  WHERE workspace IN (SELECT workspace FROM (${UNSENT}))
    AND EXISTS (SELECT 1 FROM json_each(scores) s WHERE (query_results.workspace, s.key) IN (${UNSENT}))`);
const NO_RESULTS = statement(
  `DELETE FROM query_results WHERE workspace IN (SELECT workspace FROM (${UNSENT})) AND scores = '{}' AND vector IS NULL`,
);
const TEXTS = statement(`DELETE FROM dropped_texts WHERE (workspace, embed_hash, sent_hash) IN (${DROPPED})`);
const ANSWERS = statement("DELETE FROM answers WHERE created_at <= :answeredAt");
/** In their order: the dropped texts go once nothing is looked up by them. */
const STATEMENTS = [
  ...[EMBEDDINGS, SCORES, NO_RESULTS, TEXTS, ANSWERS, DROP_RECEIPTS],
  ...[...DROP_FORGOTTEN, DROP_WRITES],
];

/** Drops caches that no chunk needs, what is past its time, and memories forgotten a day ago. */
export async function cleanUp(db: Session, nowMs: number): Promise<void> {
  const times = {
    now: nowMs,
    answeredAt: nowMs - DEFAULTS.answerTtlSeconds * 1_000,
    sentAt: nowMs - DAY_MS,
    forgottenAt: nowMs - UNDO_MS,
    writtenAt: nowMs - DEFAULTS.idempotencyMs,
  };
  await db.batch({ cleaned: STATEMENTS.map((sql) => db.bind(sql, times)) });
}
