import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { VECTOR } from "../../database/embeddings.ts";
import { storedDocuments } from "../../documents/sql/stored-documents.ts";
import type { AuditStore, Finding, Scan, ScanPlace, ShownChunk, TableCheck } from "./audit-types.ts";
import { requeue, SETTLES, TABLE_AUDITS } from "./tables.ts";

/** Names no text: what a document is marked with whose text must be pushed again. */
const NO_TEXT = "0".repeat(32);

/** Answers that could show what has just been repaired are dropped with the version. */
const RISE = "UPDATE workspaces SET version = version + 1 WHERE num = ?1";

const SHOWN = `c.vector_state = 'visible' AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = c.id) AND NOT ${SETTLES}`;

/** The audit over one D1 session. */
export const createAuditStore = (session: Session): AuditStore => ({
  async scope(workspace) {
    const sql = `SELECT identity, generation, version,
      (SELECT count(*) FROM chunks WHERE workspace = ?1) AS chunks FROM workspaces WHERE num = ?1`;
    const [row] = await session.batch([session.prepare(sql).bind(workspace)]);
    const found = firstRow<Awaited<ReturnType<AuditStore["scope"]>>>(row);
    return found ?? { identity: "", generation: 0, version: 0, chunks: 0 };
  },
  scan: (check, place) => scan(session, check, place),
  mend: (check, keys, place) => mend(session, check, { ...place, keys }),
  documents: (workspace, choice, maxBytes) => storedDocuments(session, { workspace, choice, maxBytes }),
  async askForPush({ num, version }) {
    const sql = `UPDATE documents SET hash = ?, version = (SELECT w.version + 1 FROM workspaces w WHERE w.num = workspace)
      WHERE num = ? AND version = ? RETURNING workspace`;
    const rise =
      "UPDATE workspaces SET version = version + 1 WHERE num = (SELECT workspace FROM documents WHERE num = ?)";
    await session.batch([session.prepare(sql).bind(NO_TEXT, num, version), session.prepare(rise).bind(num)]);
  },
  shownChunks: (workspace, after, limit) => shownChunks(session, { workspace, after, limit }),
  stillShown: (ids) =>
    idsOf(session, `SELECT c.id FROM json_each(?) CROSS JOIN chunks c ON c.id = value WHERE ${SHOWN}`, ids),
  unknown: (ids) =>
    idsOf(
      session,
      `SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value)
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = value)`,
      ids,
    ),
  async sendAgain(workspace, ids, nowMs) {
    const these = "id IN (SELECT value FROM json_each(?2)) AND workspace = ?1";
    await session.batch([
      session
        .prepare(`UPDATE chunks SET vector_state = 'embedded' WHERE ${these} AND vector_state = 'visible'`)
        .bind(workspace, JSON.stringify(ids)),
      session
        .prepare(requeue(`${these} AND vector_state = 'embedded'`))
        .bind(workspace, JSON.stringify(ids), nowMs),
      session.prepare(RISE).bind(workspace),
    ]);
  },
  async forget(workspace, ids, nowMs) {
    const sql = `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT ?1, value, 'delete', ?3 FROM json_each(?2)
      WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value) ON CONFLICT DO NOTHING`;
    await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(ids), nowMs)]);
  },
});

async function idsOf(session: Session, sql: string, ids: readonly string[]): Promise<readonly string[]> {
  const [rows] = await session.batch([session.prepare(sql).bind(JSON.stringify(ids))]);
  return rowsOf<{ id: string }>(rows).map(({ id }) => id);
}

interface ScanRow {
  readonly checked: number;
  readonly last: string | null;
  readonly found: string | null;
}

async function scan(session: Session, check: TableCheck, place: ScanPlace): Promise<Scan> {
  const { sql, params } = TABLE_AUDITS[check].scan(place);
  const [rows] = await session.batch([session.prepare(sql).bind(...params)]);
  const { checked, last, found } = firstRow<ScanRow>(rows) ?? { checked: 0, last: null, found: null };
  return {
    checked,
    found: JSON.parse(found ?? "[]") as Finding[],
    next: checked < place.limit || last === null ? undefined : last,
  };
}

interface Mending extends Pick<ScanPlace, "workspace" | "nowMs"> {
  readonly keys: readonly string[];
}

async function mend(session: Session, check: TableCheck, { workspace, keys, nowMs }: Mending): Promise<void> {
  const params = [workspace, JSON.stringify(keys), nowMs];
  const statements = TABLE_AUDITS[check].mend(workspace);
  await session.batch(
    [...statements, RISE].map((sql) => session.prepare(sql).bind(...params.slice(0, parametersOf(sql)))),
  );
}

/** D1 refuses more values than a statement has parameters. */
const parametersOf = (sql: string): number => (sql.includes("?3") ? 3 : sql.includes("?2") ? 2 : 1);

async function shownChunks(
  session: Session,
  { workspace, after, limit }: Pick<ScanPlace, "workspace" | "after" | "limit">,
): Promise<readonly ShownChunk[]> {
  const [hash = "", rid = "0"] = after.split(" ");
  const sql = `SELECT c.id, c.embed_hash AS hash, c.embed_hash || ' ' || c.rid AS place, ${VECTOR} AS vector FROM chunks c
    JOIN workspaces w ON w.num = c.workspace LEFT JOIN embeddings e ON e.workspace = c.workspace
      AND e.identity = w.identity AND e.kind = 'chunk' AND e.hash = c.embed_hash
    WHERE c.workspace = ?1 AND (c.embed_hash, c.rid) > (?2, CAST(?3 AS INTEGER)) AND ${SHOWN}
    ORDER BY c.embed_hash, c.rid LIMIT ?4`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, hash, rid, limit)]);
  return rowsOf<ShownChunk>(rows);
}
