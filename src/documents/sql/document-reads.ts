import { isThere } from "../../database/gone-documents.ts";
import type { chunks, documents } from "../../database/schema/documents.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import type { ResolvedFilters } from "../../search/query/filters.ts";
import { filterSql } from "../../search/sql/filter-sql.ts";

export type DocumentRow = Pick<
  typeof documents.$inferSelect,
  | "num"
  | "root"
  | "path"
  | "kind"
  | "language"
  | "title"
  | "source"
  | "hash"
  | "bytes"
  | "lines"
  | "finalNewline"
  | "metadata"
  | "mtime"
  | "indexedAt"
> & { readonly chunks: number };

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
  const statement = session.prepare(sql).bind(workspace, ...filter.params, ...after, limit);
  const { rows } = await session.batch({ rows: statement as Bound<DocumentRow> });
  return rows;
}

const AT_PATH = statement<DocumentRow>(`SELECT ${DOCUMENT_COLUMNS} FROM documents
  WHERE workspace = :workspace AND path = :path AND (:root IS NULL OR root = :root) AND ${isThere("documents")} ORDER BY +root`);

/** The documents at a path, one for each root that has it. */
export const findDocuments = (
  db: Session,
  { workspace, root, path }: { workspace: number; root: string | undefined; path: string },
): Promise<readonly DocumentRow[]> => db.all(AT_PATH, { workspace, path, root: root ?? null });

export type DocumentChunk = Pick<
  typeof chunks.$inferSelect,
  "id" | "startLine" | "endLine" | "startColumn" | "endColumn" | "headings" | "text"
>;

const CHUNKS = statement<DocumentChunk>(`SELECT id, start_line AS startLine, end_line AS endLine,
    start_column AS startColumn, end_column AS endColumn, headings, text FROM chunks
  WHERE document = :document AND end_line >= :from AND start_line <= :to ORDER BY ordinal`);

/** Chunks of a document that touch the lines, in order. */
export const readChunks = (
  db: Session,
  lines: { readonly document: number; readonly from: number; readonly to: number },
): Promise<readonly DocumentChunk[]> => db.all(CHUNKS, lines);
