import { DEFAULTS } from "../config.ts";
import type { ContextStore, ContextWork } from "../stores/contexts.ts";
import { jsonParts } from "./json-rows.ts";
import { ftsTable } from "./keyword-index.ts";
import { rowsOf, type Session } from "./session.ts";
import { storedDocuments } from "./stored-documents.ts";

/** Contexts to be written, over one D1 session. */
export const createContextStore = (session: Session): ContextStore => ({
  claim: (query) => claim(session, query),
  async documents({ workspace, nums, maxBytes }) {
    return (await storedDocuments(session, { workspace, choice: { nums }, maxBytes })).documents;
  },
  kept: (workspace, keys) => kept(session, workspace, keys),
  written: (query) => written(session, query),
  failed: (query) => failed(session, query),
  async release(lease) {
    const sql = "UPDATE contexts SET lease = NULL, lease_until = NULL WHERE lease = ?";
    await session.batch([session.prepare(sql).bind(lease)]);
  },
});

const DUE = "next_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)";

/** One statement: two runs that claim at once get different rows. */
const CLAIM = `UPDATE contexts SET lease = ?1, lease_until = ?2 WHERE chunk IN (
    SELECT chunk FROM contexts WHERE ${DUE} AND workspace = (
      SELECT x.workspace FROM contexts x JOIN workspaces w ON w.num = x.workspace AND w.gone_at IS NULL
      WHERE x.next_at <= ?3 AND (x.lease_until IS NULL OR x.lease_until <= ?3) AND (?4 IS NULL OR x.workspace = ?4)
      ORDER BY x.next_at, x.document LIMIT 1)
    ORDER BY next_at, document LIMIT ?5)
  RETURNING chunk, workspace, document, attempts`;

async function claim(
  session: Session,
  { workspace, lease, nowMs, limit }: Parameters<ContextStore["claim"]>[0],
): Promise<readonly ContextWork[]> {
  const [rows] = await session.batch([
    session.prepare(CLAIM).bind(lease, nowMs + DEFAULTS.leaseMs, nowMs, workspace ?? null, limit),
  ]);
  return rowsOf<ContextWork>(rows);
}

async function kept(
  session: Session,
  workspace: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT g.key, g.text FROM json_each(?2) j CROSS JOIN generated g
    ON g.workspace = ?1 AND g.kind = 'context' AND g.key = j.value`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(keys))]);
  return new Map(rowsOf<{ key: string; text: string }>(rows).map(({ key, text }) => [key, text]));
}

/** Not of a chunk that was deleted meanwhile: what was written of it is gone by now. */
const KEEP = `INSERT INTO generated (workspace, kind, key, text, used_at)
  SELECT ?1, 'context', value->>'key', value->>'text', ?3 FROM json_each(?2)
  WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
  ON CONFLICT DO UPDATE SET text = excluded.text, used_at = excluded.used_at`;

/** A chunk that was written again has no lease any more. */
const PREFIX = `UPDATE chunks SET prefix = v.prefix, embed_hash = v.hash, vector_state = 'pending'
  FROM (SELECT value->>'id' AS id, value->>'textHash' AS text_hash, value->>'documentHash' AS document_hash,
    value->>'prefix' AS prefix, value->>'embedHash' AS hash FROM json_each(?2)) v
  WHERE chunks.id = v.id AND chunks.workspace = ?1 AND chunks.text_hash = v.text_hash
    AND EXISTS (SELECT 1 FROM documents d WHERE d.num = chunks.document AND d.hash = v.document_hash)
    AND EXISTS (SELECT 1 FROM contexts x WHERE x.chunk = v.id AND x.lease = ?3)`;

/** The chunks `c` whose context has just been written. */
const WRITTEN = `json_each(?2) j CROSS JOIN chunks c ON c.id = j.value->>'id' AND c.workspace = ?1
  AND c.prefix = j.value->>'prefix' AND c.embed_hash = j.value->>'embedHash'`;

const FTS_DELETE = (fts: string): string =>
  `DELETE FROM ${fts} WHERE rowid IN (SELECT c.rid FROM ${WRITTEN})`;

const FTS_INSERT = (fts: string): string => `INSERT INTO ${fts} (rowid, title, text, context, ident)
  SELECT c.rid, j.value->>'$.keyword.title', j.value->>'$.keyword.text', j.value->>'$.keyword.context',
    j.value->>'$.keyword.ident' FROM ${WRITTEN}`;

const OUTBOX = `INSERT INTO outbox (workspace, chunk, op, next_at)
  SELECT ?1, c.id, 'upsert', ?3 FROM ${WRITTEN} WHERE c.vector_state = 'pending'
  ON CONFLICT (chunk) DO UPDATE SET op = 'upsert', state = 'due', attempts = 0,
    -- A run that holds the row may be sending the older vector: its lease ends first.
    next_at = max(excluded.next_at, coalesce(outbox.lease_until, 0)), lease = NULL, lease_until = NULL, mutation = NULL,
    sent_at = NULL, last_error = NULL
    WHERE outbox.op = 'delete' OR outbox.state <> 'due'`;

/** The version rises: answers may be others now. */
const RISE = "UPDATE workspaces SET version = version + 1 WHERE num = ?1";

async function written(
  session: Session,
  { workspace, lease, nowMs, contexts, fresh }: Parameters<ContextStore["written"]>[0],
): Promise<void> {
  const fts = ftsTable(workspace);
  for (const json of jsonParts(contexts)) {
    const on = (sql: string, ...more: unknown[]) => session.prepare(sql).bind(workspace, json, ...more);
    await session.batch([
      session.prepare(KEEP).bind(workspace, JSON.stringify(fresh), nowMs),
      on(PREFIX, lease),
      on(FTS_DELETE(fts)),
      on(FTS_INSERT(fts)),
      on(OUTBOX, nowMs),
      session
        .prepare(
          "DELETE FROM contexts WHERE lease = ?1 AND chunk IN (SELECT value->>'id' FROM json_each(?2))",
        )
        .bind(lease, json),
      session.prepare(RISE).bind(workspace),
    ]);
  }
}

async function failed(
  session: Session,
  { lease, chunks, error, nextAtMs }: Parameters<ContextStore["failed"]>[0],
): Promise<void> {
  const sql = `UPDATE contexts SET attempts = attempts + 1, next_at = ?3, last_error = ?4, lease = NULL, lease_until = NULL
    WHERE lease = ?1 AND chunk IN (SELECT value FROM json_each(?2))`;
  await session.batch([session.prepare(sql).bind(lease, JSON.stringify(chunks), nextAtMs, error)]);
}
