import { jsonParts } from "../database/json-rows.ts";
import type { Session } from "../database/session.ts";
import { ftsTable } from "../search/sql/keyword-index.ts";
import type { ContextStore } from "./context-types.ts";
import { answered, createQuestionStore, keepAnswers } from "./question-store.ts";

/** Contexts to be written, over one D1 session. */
export const createContextStore = (session: Session): ContextStore => ({
  ...createQuestionStore(session, { table: "contexts", kind: "context" }),
  written: (query) => written(session, query),
});

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
      session.prepare(keepAnswers("context")).bind(workspace, JSON.stringify(fresh), nowMs),
      on(PREFIX, lease),
      on(FTS_DELETE(fts)),
      on(FTS_INSERT(fts)),
      on(OUTBOX, nowMs),
      session.prepare(answered("contexts")).bind(lease, json),
      session.prepare(RISE).bind(workspace),
    ]);
  }
}
