import { jsonParts } from "../../database/json-rows.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import { enqueueUpserts, HAS_WORK } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";
import { type Answered, answerStatements, CONTEXTS } from "../../jobs/questions.ts";
import type { KeywordRow } from "../keyword-row.ts";

/** A chunk's context with all that changes with it. */
export interface ContextWrite {
  readonly id: string;
  readonly textHash: string;
  /** The context is only true of this text of the document. */
  readonly documentHash: string;
  readonly prefix: string;
  readonly embedHash: string;
  readonly keyword: KeywordRow;
}

/** A chunk that was written again has no lease any more. */
const PREFIX = statement(`UPDATE chunks SET prefix = v.prefix, embed_hash = v.hash, vector_state = 'pending'
  FROM (SELECT value->>'id' AS id, value->>'textHash' AS text_hash, value->>'documentHash' AS document_hash,
    value->>'prefix' AS prefix, value->>'embedHash' AS hash FROM json_each(:contexts)) v
  WHERE chunks.id = v.id AND chunks.workspace = :workspace AND chunks.text_hash = v.text_hash
    AND EXISTS (SELECT 1 FROM documents d WHERE d.num = chunks.document AND d.hash = v.document_hash)
    AND EXISTS (SELECT 1 FROM contexts x WHERE x.chunk = v.id AND x.lease = :lease)`);

/** The chunks `c` whose context has just been written. */
const WRITTEN = `json_each(:contexts) j CROSS JOIN chunks c ON c.id = j.value->>'id' AND c.workspace = :workspace
  AND c.prefix = j.value->>'prefix' AND c.embed_hash = j.value->>'embedHash'`;

const deleteFts = (fts: string) =>
  statement(`DELETE FROM ${fts} WHERE rowid IN (SELECT c.rid FROM ${WRITTEN})`);

const insertFts = (fts: string) =>
  statement(`INSERT INTO ${fts} (rowid, title, text, context, ident)
    SELECT c.rid, j.value->>'$.keyword.title', j.value->>'$.keyword.text', j.value->>'$.keyword.context',
      j.value->>'$.keyword.ident' FROM ${WRITTEN}`);

const ENQUEUE = statement(
  enqueueUpserts(`SELECT c.workspace, c.id FROM ${WRITTEN} WHERE c.vector_state = 'pending' AND ${HAS_WORK}`),
);

/** Writes contexts beside their chunks, in one transaction; a chunk that was written again or deleted is left out. */
export async function writeContexts(
  db: Session,
  { workspace, lease, nowMs, fresh }: Answered,
  writes: readonly ContextWrite[],
): Promise<void> {
  const fts = ftsTable(workspace);
  for (const contexts of jsonParts(writes)) {
    const values = { workspace, lease, now: nowMs, contexts };
    const ids = (JSON.parse(contexts) as readonly ContextWrite[]).map(({ id }) => id);
    const { kept, done } = answerStatements(db, CONTEXTS, { workspace, lease, nowMs, fresh, ids });
    await db.batch({
      kept,
      prefixes: db.bind(PREFIX, values),
      oldRows: db.bind(deleteFts(fts), values),
      newRows: db.bind(insertFts(fts), values),
      enqueued: db.bind(ENQUEUE, values),
      done,
      raised: db.bind(RAISE_VERSION, values),
    });
  }
}
