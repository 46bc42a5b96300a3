import { JSON_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { jsonObject } from "../../database/fragments/sql-columns.ts";
import { databaseDamaged } from "../../database/failures/database-errors.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { MemoryPart, StoredChunk } from "./document-types.ts";
import { MEMORY_WRITE_FIELDS } from "./document-writes.ts";

export interface StoredDocument {
  readonly num: number;
  readonly root: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly finalNewline: number;
  readonly mtime: number;
  readonly title: string | null;
  readonly source: string | null;
  /** JSON. */
  readonly givenMetadata: string;
  readonly chunkCount: number;
  /** 1: cut where the client said. */
  readonly ownChunks: number;
  readonly version: number;
  readonly chunks: readonly StoredChunkRow[];
  /** Null for a file. */
  readonly memory?: MemoryPart | null;
}

export interface StoredChunkRow extends StoredChunk {
  readonly prefix?: string | null;
}

/** Documents in order of root and path, from after a place; `seeds`: those of the chunks next to these text hashes. */
export type DocumentChoice =
  | { readonly after: readonly [root: string, path: string]; readonly limit: number }
  | { readonly seeds: readonly string[] }
  | { readonly nums: readonly number[] };

export interface DocumentPage {
  readonly documents: readonly StoredDocument[];
  /** Documents that cannot be read: the file of the database is damaged where they are. */
  readonly unreadable: readonly Pick<StoredDocument, "num" | "root" | "path">[];
  /** Root and path after which the next page begins; undefined: this was the last. */
  readonly next: readonly [root: string, path: string] | undefined;
}

interface DocumentsQuery {
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

// Sizes and places of the documents of a choice, in its order.

const PAGE = statement<Sized>(`SELECT num, bytes, root, path FROM documents
  WHERE workspace = :workspace AND (root, path) > (:root, :path) AND ${isThere("documents")}
  ORDER BY root, path LIMIT :limit`);

const BY_NUM = statement<Sized>(`SELECT d.num, d.bytes, d.root, d.path FROM json_each(:nums)
  CROSS JOIN documents d ON d.num = value WHERE d.workspace = :workspace AND ${isThere("d")} ORDER BY d.num`);

const BY_SEED = statement<Sized>(`SELECT DISTINCT d.num, d.bytes, d.root, d.path FROM (
    SELECT (SELECT c.document FROM chunks c WHERE c.workspace = :workspace AND c.embed_hash >= value
      ORDER BY c.embed_hash LIMIT 1) AS num FROM json_each(:seeds)) s
  CROSS JOIN documents d ON d.num = s.num WHERE ${isThere("d")}`);

function chosen(db: Session, workspace: number, choice: DocumentChoice): Bound<Sized> {
  if ("nums" in choice) return db.bind(BY_NUM, { workspace, nums: JSON.stringify(choice.nums) });
  if ("seeds" in choice) return db.bind(BY_SEED, { workspace, seeds: JSON.stringify(choice.seeds) });
  const [root, path] = choice.after;
  return db.bind(PAGE, { workspace, root, path, limit: choice.limit + 1 });
}

/** A memory's `MemoryPart` in JSON; null for a file. */
const MEMORY = `CASE WHEN kind = 'memory'
  THEN ${jsonObject([...MEMORY_WRITE_FIELDS, "metadata"], JSON_FIELD_NAMES)} END`;

type RawDocument = Omit<StoredDocument, "chunks" | "memory"> & { readonly memory: string | null };

// From the numbers outwards: left to itself SQLite walks all documents by path for each page.
const DOCUMENTS =
  statement<RawDocument>(`SELECT num, root, path, hash, bytes, lines, final_newline AS finalNewline, mtime,
    title, source, given_metadata AS givenMetadata, chunk_count AS chunkCount, own_chunks AS ownChunks, version, ${MEMORY} AS memory
  FROM (SELECT value AS num FROM json_each(:nums)) CROSS JOIN documents USING (num) ORDER BY root, path`);

type RawChunk = Omit<StoredChunkRow, "headings"> & { readonly document: number; readonly headings: string };

const CHUNKS =
  statement<RawChunk>(`SELECT c.document, c.id, c.ordinal, c.start_line AS startLine, c.end_line AS endLine,
    c.start_column AS startColumn, c.end_column AS endColumn, c.headings, c.text, c.text_hash AS textHash,
    c.embed_hash AS embedHash, c.sent_hash AS sentHash, c.prefix
  FROM json_each(:nums) CROSS JOIN chunks c ON c.document = value ORDER BY c.document, c.ordinal`);

/** Whole documents with their chunks: at most as many as have `maxBytes` of text together, the first one always. */
export async function storedDocuments(
  db: Session,
  { workspace, choice, maxBytes }: DocumentsQuery,
): Promise<DocumentPage> {
  const { all } = await db.batch({ all: chosen(db, workspace, choice) });
  const limit = "limit" in choice ? choice.limit : all.length;
  let bytes = 0;
  const fitting = all.slice(0, limit).filter((document, at) => {
    bytes += document.bytes;
    return at === 0 || bytes <= maxBytes;
  });
  const last = fitting.at(-1);
  return {
    ...(await readable(db, fitting)),
    next: fitting.length === all.length || last === undefined ? undefined : [last.root, last.path],
  };
}

/** Those that can be read; where the file is damaged, halves are read apart until it is known of which documents. */
async function readable(db: Session, sized: readonly Sized[]): Promise<Omit<DocumentPage, "next">> {
  try {
    return { documents: await wholeDocuments(db, sized), unreadable: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "database_damaged") throw error;
  }
  if (sized.length === 1) return { documents: [], unreadable: sized };
  const half = Math.ceil(sized.length / 2);
  const first = await readable(db, sized.slice(0, half));
  const second = await readable(db, sized.slice(half));
  return {
    documents: [...first.documents, ...second.documents],
    unreadable: [...first.unreadable, ...second.unreadable],
  };
}

async function wholeDocuments(db: Session, sized: readonly Sized[]): Promise<readonly StoredDocument[]> {
  const nums = JSON.stringify(sized.map(({ num }) => num));
  const { documents, chunks } = await db.batch({
    documents: db.bind(DOCUMENTS, { nums }),
    chunks: db.bind(CHUNKS, { nums }),
  });
  const byDocument = Map.groupBy(chunks, ({ document }) => document);
  return documents.map(({ memory, ...document }) => ({
    ...document,
    ...(memory !== null && { memory: stored<MemoryPart>(memory) }),
    chunks: (byDocument.get(document.num) ?? []).map(({ document: _, headings, ...chunk }) => ({
      ...chunk,
      headings: stored<string[]>(headings),
    })),
  }));
}

/** What a column keeps as JSON. Throws `database_damaged` for what is none any more. */
function stored<Value>(json: string): Value {
  try {
    return JSON.parse(json) as Value;
  } catch (cause) {
    throw databaseDamaged(cause);
  }
}
