import type {
  DocumentChoice,
  DocumentPage,
  StoredChunkRow,
  StoredDocument,
} from "../../audit/sql/audit-types.ts";
import { JSON_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { isThere } from "../../database/gone-documents.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { jsonObject } from "../../database/sql-columns.ts";
import type { MemoryPart } from "./document-types.ts";
import { MEMORY_WRITE_FIELDS } from "./document-writes.ts";

export interface DocumentsQuery {
  readonly workspace: number;
  readonly choice: DocumentChoice;
  /** Text of all of them together, at most; the first document always comes. */
  readonly maxBytes: number;
}

interface Sized {
  readonly num: number;
  readonly bytes: number;
  readonly root: string;
  readonly path: string;
}

/** Sizes and places of the documents of a choice, in its order. */
function chosen(session: Session, workspace: number, choice: DocumentChoice): D1PreparedStatement {
  if ("after" in choice)
    return session
      .prepare(
        `SELECT num, bytes, root, path FROM documents WHERE workspace = ?1 AND (root, path) > (?2, ?3) AND ${isThere("documents")} ORDER BY root, path LIMIT ?4`,
      )
      .bind(workspace, ...choice.after, choice.limit + 1);
  if ("nums" in choice)
    return session
      .prepare(
        `SELECT d.num, d.bytes, d.root, d.path FROM json_each(?2) CROSS JOIN documents d ON d.num = value WHERE d.workspace = ?1 AND ${isThere("d")} ORDER BY d.num`,
      )
      .bind(workspace, JSON.stringify(choice.nums));
  return session
    .prepare(
      `SELECT DISTINCT d.num, d.bytes, d.root, d.path FROM (SELECT (SELECT c.document FROM chunks c WHERE c.workspace = ?1
           AND c.embed_hash >= value ORDER BY c.embed_hash LIMIT 1) AS num FROM json_each(?2)) s
         CROSS JOIN documents d ON d.num = s.num WHERE ${isThere("d")}`,
    )
    .bind(workspace, JSON.stringify(choice.seeds));
}

/** A memory's `MemoryPart` in JSON; null for a file. */
const MEMORY = `CASE WHEN kind = 'memory'
  THEN ${jsonObject([...MEMORY_WRITE_FIELDS, "metadata"], JSON_FIELD_NAMES)} END`;

const DOCUMENTS = `SELECT num, root, path, hash, bytes, lines, final_newline AS finalNewline, mtime, title, source,
  chunk_count AS chunkCount, own_chunks AS ownChunks, version, ${MEMORY} AS memory
  FROM documents WHERE num IN (SELECT value FROM json_each(?)) ORDER BY root, path`;

const CHUNKS = `SELECT c.document, c.id, c.ordinal, c.start_line AS startLine, c.end_line AS endLine,
    c.start_column AS startColumn, c.end_column AS endColumn, c.headings, c.text, c.text_hash AS textHash,
    c.embed_hash AS embedHash, c.sent_hash AS sentHash, c.prefix
  FROM json_each(?) CROSS JOIN chunks c ON c.document = value ORDER BY c.document, c.ordinal`;

type RawChunk = Omit<StoredChunkRow, "headings"> & { readonly document: number; readonly headings: string };

type RawDocument = Omit<StoredDocument, "chunks" | "memory"> & { readonly memory: string | null };

/** Whole documents with their chunks, as one transaction shows them. */
export async function storedDocuments(
  session: Session,
  { workspace, choice, maxBytes }: DocumentsQuery,
): Promise<DocumentPage> {
  const [sizes] = await session.batch([chosen(session, workspace, choice)]);
  const all = rowsOf<Sized>(sizes);
  const limit = "limit" in choice ? choice.limit : all.length;
  let bytes = 0;
  const fitting = all.slice(0, limit).filter((document, at) => {
    bytes += document.bytes;
    return at === 0 || bytes <= maxBytes;
  });
  const nums = JSON.stringify(fitting.map(({ num }) => num));
  const [documents, chunks] = await session.batch([
    session.prepare(DOCUMENTS).bind(nums),
    session.prepare(CHUNKS).bind(nums),
  ]);
  const byDocument = new Map<number, StoredChunkRow[]>();
  for (const { document, headings, ...chunk } of rowsOf<RawChunk>(chunks)) {
    const own = byDocument.get(document) ?? [];
    own.push({ ...chunk, headings: JSON.parse(headings) as string[] });
    byDocument.set(document, own);
  }
  const last = fitting.at(-1);
  return {
    documents: rowsOf<RawDocument>(documents).map(({ memory, ...document }) => ({
      ...document,
      ...(memory !== null && { memory: JSON.parse(memory) as MemoryPart }),
      chunks: byDocument.get(document.num) ?? [],
    })),
    next: fitting.length === all.length || last === undefined ? undefined : [last.root, last.path],
  };
}
