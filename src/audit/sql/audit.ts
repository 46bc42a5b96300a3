import { VECTOR } from "../../database/embeddings.ts";
import { enqueueDeletes } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { RAISE_VERSION, raiseVersion } from "../../database/versions.ts";
import type { StoredDocument } from "../../documents/sql/stored-documents.ts";
import type { Finding, Scan, ScanPlace, TableAudit } from "./table-audit.ts";
import { LIVE_IDENTITY, requeue, SETTLES } from "./tables.ts";

interface Scope {
  readonly identity: string;
  readonly generation: number;
  readonly version: number;
  /** As the workspace counts them: how many there are decides whether they are sampled. */
  readonly chunks: number;
}

const SCOPE = statement<Scope>(
  "SELECT identity, generation, version, chunks FROM workspaces WHERE num = :workspace",
);

/** The workspace as it stands. */
export const auditScope = async (db: Session, workspace: number): Promise<Scope> =>
  (await db.first(SCOPE, { workspace })) ?? { identity: "", generation: 0, version: 0, chunks: 0 };

interface ScanRow {
  readonly checked: number;
  readonly last: string | null;
  readonly found: string | null;
}

/** One part of a check that a statement decides. */
export async function scanTable(db: Session, audit: TableAudit, place: ScanPlace): Promise<Scan> {
  const { sql, values } = audit.scan(place);
  const row = await db.first(statement<ScanRow>(sql), values);
  const { checked, last, found } = row ?? { checked: 0, last: null, found: null };
  return {
    checked,
    found: JSON.parse(found ?? "[]") as Finding[],
    next: checked < place.limit || last === null ? undefined : last,
  };
}

interface Mending extends Pick<ScanPlace, "workspace" | "nowMs"> {
  readonly keys: readonly string[];
}

/** Repairs what a scan found and what is still so. Answers that could show it are dropped with the version. */
export async function mendTable(
  db: Session,
  audit: TableAudit,
  { workspace, keys, nowMs }: Mending,
): Promise<void> {
  const values = { workspace, keys: JSON.stringify(keys), now: nowMs };
  await db.batch({
    mended: audit.mend(workspace).map((sql) => db.bind(statement(sql), values)),
    raised: db.bind(RAISE_VERSION, values),
  });
}

/** Names no text: what a document is marked with whose text must be pushed again. */
const NO_TEXT = "0".repeat(32);

const ASK_FOR_PUSH = statement(`UPDATE documents SET hash = :hash,
    version = (SELECT w.version + 1 FROM workspaces w WHERE w.num = workspace)
  WHERE num = :num AND version = :version RETURNING workspace`);
const RAISE_OF_DOCUMENT = statement(
  raiseVersion({ where: "num = (SELECT workspace FROM documents d WHERE d.num = :num)" }),
);

/** The document's stored hash no longer names any text, so that the next push of its root sends it again. */
export async function askForPush(
  db: Session,
  { num, version }: Pick<StoredDocument, "num" | "version">,
): Promise<void> {
  const values = { num, version, hash: NO_TEXT };
  await db.batch({ asked: db.bind(ASK_FOR_PUSH, values), raised: db.bind(RAISE_OF_DOCUMENT, values) });
}

const SHOWN = `c.vector_state = 'visible' AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = c.id) AND NOT ${SETTLES}`;

/** A chunk whose vector the vector index must show. */
export interface ShownChunk {
  readonly id: string;
  readonly hash: string;
  readonly place: string;
  readonly vector: string | null;
}

// Nothing is joined before the chunks: by its statistics SQLite would walk the one workspace there is, and sort the chunks.
const SHOWN_CHUNKS =
  statement<ShownChunk>(`SELECT c.id, c.embed_hash AS hash, c.embed_hash || ' ' || c.rid AS place, ${VECTOR} AS vector
  FROM chunks c LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ${LIVE_IDENTITY}
    AND e.hash = c.embed_hash
  WHERE c.workspace = :workspace AND (c.embed_hash, c.rid) > (:hash, CAST(:rid AS INTEGER)) AND ${SHOWN}
  ORDER BY c.embed_hash, c.rid LIMIT :limit`);

/** Chunks marked visible with no work under way, in order of their texts, at most `limit`. */
export function shownChunks(
  db: Session,
  { workspace, after, limit }: Pick<ScanPlace, "workspace" | "after" | "limit">,
): Promise<readonly ShownChunk[]> {
  const [hash = "", rid = "0"] = after.split(" ");
  return db.all(SHOWN_CHUNKS, { workspace, hash, rid, limit });
}

const STILL_SHOWN = statement<{ readonly id: string }>(
  `SELECT c.id FROM json_each(:ids) CROSS JOIN chunks c ON c.id = value AND c.workspace = :workspace WHERE ${SHOWN}`,
);

/** Those of the ids that are chunks of the workspace, marked visible with no work under way. */
export const stillShown = async (
  db: Session,
  workspace: number,
  ids: readonly string[],
): Promise<readonly string[]> =>
  (await db.all(STILL_SHOWN, { workspace, ids: JSON.stringify(ids) })).map(({ id }) => id);

const UNKNOWN = statement<{ readonly id: string }>(`SELECT value AS id FROM json_each(:ids)
  WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value) AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = value)`);

/** Those of the ids that no chunk has, and whose vectors nothing is about to delete. */
export const unknownVectors = async (db: Session, ids: readonly string[]): Promise<readonly string[]> =>
  (await db.all(UNKNOWN, { ids: JSON.stringify(ids) })).map(({ id }) => id);

const THESE = "id IN (SELECT value FROM json_each(:ids)) AND workspace = :workspace";
const UNSHOW = statement(
  `UPDATE chunks SET vector_state = 'embedded' WHERE ${THESE} AND vector_state = 'visible'`,
);
const REQUEUE = statement(requeue(`${THESE} AND vector_state = 'embedded'`));

interface Vectors {
  readonly workspace: number;
  readonly ids: readonly string[];
  readonly nowMs: number;
}

/** Vectors that the index lost are sent again, from the cache. */
export async function sendAgain(db: Session, { workspace, ids, nowMs }: Vectors): Promise<void> {
  const values = { workspace, ids: JSON.stringify(ids), now: nowMs };
  await db.batch({
    unshown: db.bind(UNSHOW, values),
    queued: db.bind(REQUEUE, values),
    raised: db.bind(RAISE_VERSION, values),
  });
}

const FORGET = statement(enqueueDeletes("SELECT :workspace AS workspace, value AS id FROM json_each(:ids)"));

/** Vectors that no chunk has are deleted from the index. */
export async function forgetVectors(db: Session, { workspace, ids, nowMs }: Vectors): Promise<void> {
  await db.all(FORGET, { workspace, ids: JSON.stringify(ids), now: nowMs });
}
