import { FIRST } from "../../database/several/databases.ts";
import { dropKeywordIndex } from "../../database/keyword-tables.ts";
import { RELEASE } from "../../database/leases.ts";
import type { Answers, Batch, Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
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

/** What moves between databases is emptied by its move alone. */
const GONE = statement<{ readonly num: number }>(`SELECT num FROM workspaces w WHERE gone_at IS NOT NULL
  AND (:workspace IS NULL OR num = :workspace)
  AND (:isMoving OR NOT EXISTS (SELECT 1 FROM moves m WHERE m.workspace = w.num)) ORDER BY gone_at LIMIT 10`);

/** Rows that went. */
export interface EmptiedSlice {
  readonly chunks: number;
  readonly documents: number;
  readonly others: number;
}

interface Emptying {
  /** Undefined: any. */
  readonly workspace: number | undefined;
  /** Rows of a table that go at once. */
  readonly rows: number;
  /** Of a workspace that lives in another database: statements around those of a slice. @default it is deleted */
  readonly moved?: { readonly before: readonly Bound[]; readonly after: readonly Bound[] } | undefined;
}

/** Empties a slice of a deleted workspace. Undefined: there is none, or its vectors must leave first. */
export async function emptyWorkspace(
  db: Session,
  { workspace, rows, moved }: Emptying,
): Promise<EmptiedSlice | undefined> {
  const isMoving = moved === undefined ? 0 : 1;
  for (const { num } of await db.all(GONE, { workspace: workspace ?? null, isMoving })) {
    const place = { num, rows, moved };
    const slice = (await emptyChunks(db, place)) ?? (await emptyTables(db, place));
    if (slice !== undefined) return slice;
    if (await finish(db, place)) return { chunks: 0, documents: 0, others: 1 };
  }
  return undefined;
}

type Place = Pick<Emptying, "rows" | "moved"> & { readonly num: number };

const HALF_BUILT = statement(`UPDATE generations SET state = 'retiring', cursor_hash = '', cursor_rid = 0,
    next_at = max(next_at, coalesce(lease_until, 0)), ${RELEASE}
  WHERE workspace = :num AND state <> 'retiring'`);
const TOKENS = statement("DELETE FROM tokens WHERE workspace = :num");
const CHUNKS = statement(
  "DELETE FROM chunks WHERE rid IN (SELECT rid FROM chunks WHERE workspace = :num LIMIT :rows) RETURNING 1",
);

async function emptyChunks(db: Session, { num, rows, moved }: Place): Promise<EmptiedSlice | undefined> {
  const { chunks } = await db.batch({
    before: moved?.before,
    generations: db.bind(HALF_BUILT, { num }),
    tokens: db.bind(TOKENS, { num }),
    chunks: db.bind(CHUNKS, { num, rows }),
    after: moved?.after,
  });
  return chunks.length === 0 ? undefined : { chunks: chunks.length, documents: 0, others: 0 };
}

const EMPTY_TABLE = new Map(
  Object.entries(EMPTIED_TABLES).map(([table, key]) => [
    table,
    statement(`DELETE FROM ${table} WHERE (${key.join(", ")}) IN
        (SELECT ${key.join(", ")} FROM ${table} WHERE workspace = :num LIMIT :rows) RETURNING 1`),
  ]),
);

const held = Object.keys(EMPTIED_TABLES).map(
  (table) => `('${table}', EXISTS (SELECT 1 FROM ${table} WHERE workspace = :num))`,
);
const HELD = statement<{ readonly name: string }>(
  `WITH list(name, is_held) AS (VALUES ${held.join(", ")}) SELECT name FROM list WHERE is_held`,
);

/** Tables of a slice: an invocation of the free plan has 50 queries. */
const MAX_TABLES = 20;

/** Browsers stay signed in to a workspace that moves: the first database has them. */
const STAYS = "sign_ins";

async function emptyTables(db: Session, { num, rows, moved }: Place): Promise<EmptiedSlice | undefined> {
  const tables = (await db.all(HELD, { num })).map(({ name }) => name);
  const due = [...EMPTY_TABLE].filter(
    ([table]) => tables.includes(table) && (moved === undefined || table !== STAYS),
  );
  if (due.length === 0) return undefined;
  const statements: Batch = {
    before: moved?.before,
    ...Object.fromEntries(
      due.slice(0, MAX_TABLES).map(([table, sql]) => [table, db.bind(sql, { num, rows })]),
    ),
    after: moved?.after,
  };
  const { documents = [], ...others }: Answers<Batch> = await db.batch(statements);
  const rest = Object.values(others).reduce((sum, { length }) => sum + length, 0);
  return documents.length + rest === 0 ? undefined : { chunks: 0, documents: documents.length, others: rest };
}

/** Everything else is gone: nothing waits to leave, and nothing was written by a request that was still on its way. */
const EMPTY = ["chunks", "documents", "outbox", "generations"]
  .map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE workspace = :num)`)
  .join(" AND ");
const IS_EMPTY = statement(`SELECT 1 AS isEmpty FROM workspaces WHERE num = :num AND ${EMPTY}`);
const REMOVE = statement(`DELETE FROM workspaces WHERE num = :num AND gone_at IS NOT NULL AND ${EMPTY}`);

async function finish(db: Session, { num, moved }: Place): Promise<boolean> {
  if ((await db.first(IS_EMPTY, { num })) === undefined) return false;
  const first = db.on(FIRST);
  const entry = removeEntry(first, { num, database: db.database });
  // Where it goes before the row does, the directory never has a workspace that was there and is no more.
  if (db !== first) await first.batch({ entry });
  await db.batch({
    before: moved?.before,
    entry: db === first ? entry : undefined,
    ...{ keywords: dropKeywordIndex(db, num), row: db.bind(REMOVE, { num }) },
    after: moved?.after,
  });
  return true;
}
