import type { chunks } from "../../database/schema/documents.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { ResolvedFilters } from "../../search/query/filters.ts";
import { filterSql } from "../../search/sql/filter-sql.ts";
import type { Chunk } from "../chunkers/chunk.ts";
import type { DocumentSummary } from "../contract.ts";

export interface DocumentRow extends Omit<DocumentSummary, "indexedAt"> {
  readonly num: number;
  readonly finalNewline: number;
  /** JSON. */
  readonly metadata: string;
  /** Milliseconds. */
  readonly indexedAt: number;
}

const DOCUMENT_COLUMNS = `num, root, path, kind, language, title, source, hash, bytes, lines,
  final_newline AS finalNewline, metadata, chunk_count AS chunks, mtime, indexed_at AS indexedAt`;

interface DocumentPageQuery {
  readonly workspace: number;
  readonly filters: ResolvedFilters;
  readonly after: readonly [root: string, path: string];
  readonly limit: number;
}

/** Documents by root and path, from after the last of the page before. */
export function listDocuments(
  session: Session,
  { workspace, filters, after, limit }: DocumentPageQuery,
): Promise<readonly DocumentRow[]> {
  const filter = filterSql(filters);
  const [root, path] = after;
  const list = statement<DocumentRow>(`SELECT ${DOCUMENT_COLUMNS} FROM documents d
    WHERE workspace = :workspace AND ${filter.sql} AND (root, path) > (:root, :path) ORDER BY root, path LIMIT :limit`);
  return session.all(list, { ...filter.values, workspace, root, path, limit });
}

/** The documents at a path that pass the filters, one for each root that has it. */
export function findDocuments(
  db: Session,
  { workspace, path, filters }: { workspace: number; path: string; filters: ResolvedFilters },
): Promise<readonly DocumentRow[]> {
  const filter = filterSql(filters);
  const atPath = statement<DocumentRow>(`SELECT ${DOCUMENT_COLUMNS} FROM documents d
    WHERE workspace = :workspace AND path = :path AND ${filter.sql} ORDER BY +root`);
  return db.all(atPath, { ...filter.values, workspace, path });
}

const ROOT = statement("SELECT 1 FROM root_origins WHERE workspace = :workspace AND root = :root LIMIT 1");

/** Whether somebody has pushed or written to a root, also where nothing is left in it. */
export const isRoot = async (
  db: Session,
  root: { readonly workspace: number; readonly root: string },
): Promise<boolean> => (await db.first(ROOT, root)) !== undefined;

type DocumentChunk = Omit<Pick<typeof chunks.$inferSelect, keyof Chunk>, "headings">;

const CHUNKS = statement<DocumentChunk>(`SELECT start_line AS startLine, end_line AS endLine,
    start_column AS startColumn, end_column AS endColumn, text FROM chunks
  WHERE document = :document AND end_line >= :from AND start_line <= :to ORDER BY ordinal`);

/** Chunks of a document that touch the lines, in order. */
export const readChunks = (
  db: Session,
  lines: { readonly document: number; readonly from: number; readonly to: number },
): Promise<readonly DocumentChunk[]> => db.all(CHUNKS, lines);

const PART = statement<{ readonly startLine: number | null; readonly endLine: number }>(`SELECT
    min(start_line) AS startLine, max(end_line) AS endLine FROM chunks
  WHERE document = :document AND EXISTS (SELECT 1 FROM json_each(headings) WHERE value = :heading)`);

/** The last of the document's headings with a time that is not after `:heading`'s: both are `Time hh:mm:ss`. */
const LAST_TIME = statement<{ readonly heading: string | null }>(`SELECT max(h.value) AS heading
  FROM chunks CROSS JOIN json_each(headings) h
  WHERE document = :document AND h.value GLOB 'Time [0-9][0-9]:*' AND h.value <= :heading`);

/** The heading of the part of a recording that a time is in; undefined: it is before the first. */
export const headingAtTime = async (
  db: Session,
  part: { readonly document: number; readonly heading: string },
): Promise<string | undefined> => (await db.first(LAST_TIME, part))?.heading ?? undefined;

/** First and last line of what stands under a heading; undefined: nothing does. */
export async function findPart(
  db: Session,
  part: { readonly document: number; readonly heading: string },
): Promise<{ readonly startLine: number; readonly endLine: number } | undefined> {
  const [row] = await db.all(PART, part);
  return row === undefined || row.startLine === null ? undefined : { ...row, startLine: row.startLine };
}
