import { FIRST } from "../../database/databases.ts";
import { dropKeywordIndex } from "../../database/keyword-tables.ts";
import { RELEASE } from "../../database/leases.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { removeEntry } from "./directory-store.ts";

/**
 * Tables with rows of a workspace and their keys, in the order in which they are emptied; `chunks` come before all of
 * them, because their triggers write. `outbox` and the generations empty themselves: vectors leave through them.
 */
export const EMPTIED_TABLES: Readonly<Record<string, readonly string[]>> = {
  documents: ["num"],
  mentions: ["workspace", "slug"],
  more_mentions: ["workspace", "slug", "at", "document"],
  entities: ["workspace", "slug"],
  entity_names: ["workspace", "name", "kind", "entity"],
  relations: ["workspace", "from_entity", "type", "to_entity"],
  observations: ["num"],
  past_memories: ["workspace", "id"],
  memory_observations: ["num"],
  contradictions: ["workspace", "memory", "other"],
  dropped_texts: ["workspace", "embed_hash", "sent_hash"],
  embeddings: ["workspace", "identity", "hash"],
  sent_calls: ["num"],
  query_results: ["num"],
  answers: ["workspace", "request"],
  search_days: ["workspace", "day"],
  root_origins: ["workspace", "root", "origin"],
  root_pushes: ["workspace", "root", "origin"],
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
  access_log: ["workspace", "seq"],
  access_anchors: ["workspace"],
  dropped_documents: ["workspace", "root", "path"],
  changes: ["workspace", "root", "path"],
  webhooks: ["id"],
  source_items: ["source", "key"],
  sources: ["id"],
  sign_ins: ["id"],
  tokens: ["id"],
};

const GONE = statement<{ readonly num: number }>(
  "SELECT num FROM workspaces WHERE gone_at IS NOT NULL AND (:workspace IS NULL OR num = :workspace) ORDER BY gone_at LIMIT 10",
);

/** Rows that went. */
export interface EmptiedSlice {
  readonly chunks: number;
  readonly documents: number;
  readonly others: number;
}

/** Empties a slice of a deleted workspace. Undefined: there is none, or its vectors must leave first. */
export async function emptyWorkspace(
  db: Session,
  { workspace, rows }: { workspace: number | undefined; rows: number },
): Promise<EmptiedSlice | undefined> {
  for (const { num } of await db.all(GONE, { workspace: workspace ?? null })) {
    const slice = (await emptyChunks(db, num, rows)) ?? (await emptyTables(db, num, rows));
    if (slice !== undefined) return slice;
    if (await finish(db, num)) return { chunks: 0, documents: 0, others: 1 };
  }
  return undefined;
}

const HALF_BUILT = statement(`UPDATE generations SET state = 'retiring', cursor_hash = '', cursor_rid = 0,
    next_at = max(next_at, coalesce(lease_until, 0)), ${RELEASE}
  WHERE workspace = :num AND state <> 'retiring'`);
const TOKENS = statement("DELETE FROM tokens WHERE workspace = :num");
const CHUNKS = statement(
  "DELETE FROM chunks WHERE rid IN (SELECT rid FROM chunks WHERE workspace = :num LIMIT :rows) RETURNING 1",
);

async function emptyChunks(db: Session, num: number, rows: number): Promise<EmptiedSlice | undefined> {
  const { chunks } = await db.batch({
    generations: db.bind(HALF_BUILT, { num }),
    tokens: db.bind(TOKENS, { num }),
    chunks: db.bind(CHUNKS, { num, rows }),
  });
  return chunks.length === 0 ? undefined : { chunks: chunks.length, documents: 0, others: 0 };
}

const EMPTY_TABLES = Object.entries(EMPTIED_TABLES).map(
  ([table, key]) =>
    [
      table,
      statement(`DELETE FROM ${table} WHERE (${key.join(", ")}) IN
        (SELECT ${key.join(", ")} FROM ${table} WHERE workspace = :num LIMIT :rows) RETURNING 1`),
    ] as const,
);

async function emptyTables(db: Session, num: number, rows: number): Promise<EmptiedSlice | undefined> {
  const { documents = [], ...others } = await db.batch(
    Object.fromEntries(EMPTY_TABLES.map(([table, sql]) => [table, db.bind(sql, { num, rows })])),
  );
  const rest = Object.values(others).reduce((sum, { length }) => sum + length, 0);
  return documents.length + rest === 0 ? undefined : { chunks: 0, documents: documents.length, others: rest };
}

/** Everything else is gone: nothing waits to leave, and nothing was written by a request that was still on its way. */
const EMPTY = ["chunks", "documents", "outbox", "generations"]
  .map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE workspace = :num)`)
  .join(" AND ");
const IS_EMPTY = statement(`SELECT 1 AS isEmpty FROM workspaces WHERE num = :num AND ${EMPTY}`);
const REMOVE = statement(`DELETE FROM workspaces WHERE num = :num AND gone_at IS NOT NULL AND ${EMPTY}`);

async function finish(db: Session, num: number): Promise<boolean> {
  if ((await db.first(IS_EMPTY, { num })) === undefined) return false;
  const first = db.on(FIRST);
  const entry = removeEntry(first, { num, database: db.database });
  // Where it goes before the row does, the directory never has a workspace that was there and is no more.
  if (db !== first) await first.batch({ entry });
  await db.batch({
    entry: db === first ? entry : undefined,
    keywords: dropKeywordIndex(db, num),
    row: db.bind(REMOVE, { num }),
  });
  return true;
}
