import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { ResolvedFilters } from "../../search/query/filters/filters.ts";
import { filterSql } from "../../search/sql/filter-sql.ts";

export interface DocumentRow {
  readonly num: number;
  readonly root: string;
  readonly path: string;
  readonly kind: "file" | "memory";
  readonly language: string;
  readonly title: string | null;
  readonly source: string | null;
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly finalNewline: number;
  readonly metadata: string;
  readonly chunks: number;
  readonly mtime: number;
  readonly indexedAt: number;
}

export interface StoredChunk {
  readonly id: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly headings: string;
  readonly text: string;
}

const DOCUMENT_COLUMNS = `num, root, path, kind, language, title, source, hash, bytes, lines,
  final_newline AS finalNewline, metadata, chunk_count AS chunks, mtime, indexed_at AS indexedAt`;

/** Documents by root and path, from after the last of the page before. */
export async function listDocuments(
  session: Session,
  query: {
    readonly workspace: number;
    readonly filters: ResolvedFilters;
    readonly after: readonly [root: string, path: string];
    readonly limit: number;
  },
): Promise<readonly DocumentRow[]> {
  const { workspace, filters, after, limit } = query;
  const filter = filterSql(filters);
  const sql = `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE workspace = ? AND ${filter.sql}
    AND (root, path) > (?, ?) ORDER BY root, path LIMIT ?`;
  const [rows] = await session.batch([
    session.prepare(sql).bind(workspace, ...filter.params, ...after, limit),
  ]);
  return rowsOf<DocumentRow>(rows);
}

/** The documents at a path, one for each root that has it. */
export async function findDocuments(
  session: Session,
  { workspace, root, path }: { workspace: number; root: string | undefined; path: string },
): Promise<readonly DocumentRow[]> {
  const sql = `SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE workspace = ?1 AND path = ?2 AND (?3 IS NULL OR root = ?3)
    AND ${isThere("documents")} ORDER BY +root`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, path, root ?? null)]);
  return rowsOf<DocumentRow>(rows);
}

/** Chunks of a document that touch the lines, in order. */
export async function readChunks(
  session: Session,
  { document, from, to }: { document: number; from: number; to: number },
): Promise<readonly StoredChunk[]> {
  const sql = `SELECT id, start_line AS startLine, end_line AS endLine, start_column AS startColumn,
    end_column AS endColumn, headings, text FROM chunks
    WHERE document = ? AND end_line >= ? AND start_line <= ? ORDER BY ordinal`;
  const [rows] = await session.batch([session.prepare(sql).bind(document, from, to)]);
  return rowsOf<StoredChunk>(rows);
}

export interface StatusRows {
  /** What can be reached: nothing that waits to be emptied. */
  readonly roots: readonly {
    root: string;
    documents: number;
    chunks: number;
    bytes: number;
    indexedAt: number | null;
  }[];
  readonly pending: number;
  readonly embedded: number;
  readonly failedDocuments: number;
  readonly failedWork: number;
  readonly lastError: string | null;
  /** Chunks whose context is still to be written, and why the last of them was not. */
  readonly pendingContexts: number;
  readonly contextError: string | null;
  readonly pendingNames: number;
  readonly namesError: string | null;
}

/** What `status` shows beside the workspace's own row. */
export async function readStatus(session: Session, workspace: number): Promise<StatusRows> {
  const [roots, counts] = await session.batch([
    session
      .prepare(
        `SELECT root, count(*) AS documents, sum(chunk_count) AS chunks, sum(bytes) AS bytes,
           max(indexed_at) AS indexedAt FROM documents
         WHERE workspace = ? AND ${isThere("documents")} GROUP BY root ORDER BY root`,
      )
      .bind(workspace),
    session
      .prepare(
        `SELECT (SELECT count(*) FROM chunks WHERE workspace = ?1 AND vector_state = 'pending') AS pending,
           (SELECT count(*) FROM chunks WHERE workspace = ?1 AND vector_state = 'embedded') AS embedded,
           (SELECT count(*) FROM outbox WHERE workspace = ?1 AND state = 'parked') AS failedWork,
           (SELECT count(DISTINCT c.document) FROM outbox o JOIN chunks c ON c.id = o.chunk
             WHERE o.workspace = ?1 AND o.state = 'parked') AS failedDocuments,
           (SELECT last_error FROM outbox WHERE workspace = ?1 AND last_error IS NOT NULL
             ORDER BY seq DESC LIMIT 1) AS lastError,
           (SELECT count(*) FROM contexts WHERE workspace = ?1) AS pendingContexts,
           (SELECT last_error FROM contexts WHERE workspace = ?1 AND last_error IS NOT NULL LIMIT 1) AS contextError,
           (SELECT count(*) FROM name_requests WHERE workspace = ?1) AS pendingNames,
           (SELECT last_error FROM name_requests WHERE workspace = ?1 AND last_error IS NOT NULL LIMIT 1) AS namesError`,
      )
      .bind(workspace),
  ]);
  const row = firstRow<Omit<StatusRows, "roots">>(counts);
  return {
    roots: rowsOf<StatusRows["roots"][number]>(roots),
    pending: row?.pending ?? 0,
    embedded: row?.embedded ?? 0,
    failedDocuments: row?.failedDocuments ?? 0,
    failedWork: row?.failedWork ?? 0,
    lastError: row?.lastError ?? null,
    pendingContexts: row?.pendingContexts ?? 0,
    contextError: row?.contextError ?? null,
    pendingNames: row?.pendingNames ?? 0,
    namesError: row?.namesError ?? null,
  };
}
