import { DEFAULTS } from "../../config.ts";
import { MEMORY_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { jsonParts } from "../../database/json-rows.ts";
import { type NamesJson, nameStatements, namesJson } from "../../database/name-writes.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { columnOf, insertFields, jsonFields } from "../../database/sql-columns.ts";
import { documentGuard, guardedBatch, pushGuard } from "../../database/write-guards.ts";
import { AppError } from "../../errors.ts";
import { ftsTable } from "../../search/sql/keyword-index.ts";
import type { ChunkWrite, DocumentWrite, MemoryWrite, UploadWrite, WriteReceipt } from "./document-types.ts";

// One batch writes documents, chunks, FTS rows and outbox rows together, rows travelling as JSON (`json_each`),
// so that a crash leaves all of an upload or nothing. CROSS JOIN keeps the JSON rows outermost: left to itself SQLite
// walks all documents for each upload, which makes a big push quadratic. `?1` workspace, `?2` root, `?3` JSON throughout.

/** Documents of the upload, by path. */
const THESE = `SELECT num FROM documents WHERE workspace = ?1 AND root = ?2
  AND path IN (SELECT value->>'path' FROM json_each(?3))`;

/** Totals of the upload's documents as they stand. */
const TOTALS = `(SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(bytes), 0) AS bytes
  FROM documents WHERE num IN (${THESE}))`;

/** Before the write: what the documents count for so far leaves the workspace's totals. */
const SUBTRACT = `UPDATE workspaces SET documents = workspaces.documents - t.documents,
  chunks = workspaces.chunks - t.chunks, bytes = workspaces.bytes - t.bytes FROM ${TOTALS} t WHERE workspaces.num = ?1`;

/** After it: what they count for now comes in, and the version rises. */
const ADD = `UPDATE workspaces SET documents = workspaces.documents + t.documents,
  chunks = workspaces.chunks + t.chunks, bytes = workspaces.bytes + t.bytes, version = workspaces.version + 1,
  indexed_at = max(coalesce(indexed_at, 0), ?4) FROM ${TOTALS} t WHERE workspaces.num = ?1
  RETURNING workspaces.version AS version`;

/** Fields of `MemoryWrite`, each in a column of its own. */
export const MEMORY_WRITE_FIELDS: readonly (keyof MemoryWrite)[] = [
  ...MEMORY_FIELD_NAMES.filter((name) => name !== "source" && name !== "metadata"),
  ...(["timesObserved", "lastObserved", "supersedes", "normalHash", "compared"] as const),
];

const UPSERT_DOCUMENTS = `INSERT INTO documents (workspace, root, path, kind, hash, bytes, lines, final_newline, mtime,
    dated_at, language, title, source, metadata, chunk_count, chunker, own_chunks, indexed_at, version,
    ${insertFields(MEMORY_WRITE_FIELDS)})
  SELECT ?1, ?2, value->>'path', value->>'kind', value->>'hash', value->>'bytes', value->>'lines',
    value->>'finalNewline', value->>'mtime', value->>'datedAt', value->>'language', value->>'title', value->>'source',
    value->>'metadata', value->>'chunkCount', value->>'chunker',
    value->>'hasOwnChunks', ?4,
    (SELECT version + 1 FROM workspaces WHERE num = ?1), ${jsonFields(MEMORY_WRITE_FIELDS, ".memory")}
  FROM json_each(?3) WHERE true
  ON CONFLICT (workspace, root, path) DO UPDATE SET kind = excluded.kind, hash = excluded.hash, bytes = excluded.bytes,
    lines = excluded.lines, final_newline = excluded.final_newline, mtime = excluded.mtime,
    dated_at = excluded.dated_at, language = excluded.language, title = excluded.title, source = excluded.source,
    metadata = excluded.metadata, chunk_count = excluded.chunk_count, chunker = excluded.chunker,
    own_chunks = excluded.own_chunks,
    indexed_at = excluded.indexed_at, version = excluded.version,
    ${MEMORY_WRITE_FIELDS.map(columnOf)
      .map((column) => `${column} = excluded.${column}`)
      .join(", ")}`;

const deleteFts = (fts: string): string =>
  `DELETE FROM ${fts} WHERE rowid IN (SELECT rid FROM chunks WHERE document IN (${THESE}))`;

const UPSERT_CHUNKS = `INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, start_column, end_column,
    headings, text, text_hash, embed_hash, sent_hash, tokens)
  SELECT value->>'id', ?1, d.num, value->>'ordinal', value->>'startLine', value->>'endLine', value->>'startColumn',
    value->>'endColumn', value->>'headings', value->>'text', value->>'textHash', value->>'embedHash',
    value->>'sentHash', value->>'tokens'
  FROM json_each(?3) CROSS JOIN documents d ON d.workspace = ?1 AND d.root = ?2 AND d.path = value->>'path' WHERE true
  ON CONFLICT (id) DO UPDATE SET ordinal = excluded.ordinal, start_line = excluded.start_line,
    end_line = excluded.end_line, start_column = excluded.start_column, end_column = excluded.end_column,
    headings = excluded.headings, text = excluded.text, text_hash = excluded.text_hash, embed_hash = excluded.embed_hash, sent_hash = excluded.sent_hash,
    tokens = excluded.tokens,
    vector_state = CASE WHEN embed_hash = excluded.embed_hash THEN vector_state ELSE 'pending' END`;

const insertFts = (fts: string): string => `INSERT INTO ${fts} (rowid, title, text, context, ident)
  SELECT c.rid, value->>'title', coalesce(value->>'text', c.text), value->>'context', value->>'ident'
  FROM json_each(?) CROSS JOIN chunks c ON c.id = value->>'id'`;

const OUTBOX_UPSERTS = `INSERT INTO outbox (workspace, chunk, op, next_at)
  SELECT ?1, c.id, 'upsert', ?4 FROM chunks c WHERE c.document IN (${THESE}) AND c.vector_state = 'pending'
  ON CONFLICT (chunk) DO UPDATE SET op = 'upsert', state = 'due', attempts = 0,
    -- A run that holds the row may be deleting this very vector: its lease ends first.
    next_at = max(excluded.next_at, coalesce(outbox.lease_until, 0)), lease = NULL, lease_until = NULL, mutation = NULL, sent_at = NULL, last_error = NULL
    WHERE outbox.op = 'delete' OR outbox.state <> 'due'
  RETURNING NOT EXISTS (SELECT 1 FROM chunks x JOIN embeddings e ON e.workspace = x.workspace AND e.identity = ?5
    AND e.kind = 'chunk' AND e.hash = x.embed_hash WHERE x.id = outbox.chunk) AS toEmbed`;

/** A text whose embedding is cached is found by it from the first moment: the outbox row only brings it to the index. */
const SHOW_CACHED = `UPDATE chunks SET vector_state = 'embedded'
  WHERE document IN (${THESE}) AND vector_state = 'pending' AND EXISTS (
    SELECT 1 FROM workspaces w CROSS JOIN embeddings e ON e.workspace = w.num AND e.identity = w.identity
      AND e.kind = 'chunk' AND e.hash = chunks.embed_hash WHERE w.num = ?1)`;

const documentJson = ({ chunks, names: _, metadata, finalNewline, ...document }: DocumentWrite) => ({
  ...document,
  finalNewline: finalNewline ? 1 : 0,
  metadata: JSON.stringify(metadata),
  chunkCount: chunks.length,
});

const chunkJson = (path: string, { keyword: _, headings, ...chunk }: ChunkWrite) => ({
  ...chunk,
  path,
  headings: JSON.stringify(headings),
});

const IS_ASCII = /^[\0-\x7f]*$/;

/** Plain text travels once: the FTS row takes it from the chunk where analysis only lower-cased it, as FTS5 does. */
const keywordJson = ({ id, text, keyword }: ChunkWrite) => ({
  id,
  ...keyword,
  text: IS_ASCII.test(text) && keyword.text === text.toLowerCase() ? null : keyword.text,
});

interface UploadJson {
  readonly documents: readonly string[];
  /** Places, with what is expected of them. */
  readonly places: string;
  readonly ids: string;
  readonly chunks: readonly string[];
  readonly keywords: readonly string[];
  readonly names: NamesJson;
}

const uploadJson = ({ documents, expects }: UploadWrite): UploadJson => ({
  documents: jsonParts(documents.map(documentJson)),
  places: JSON.stringify(documents.map(({ path }) => ({ path, expects: expects?.get(path) ?? null }))),
  ids: JSON.stringify(documents.flatMap(({ chunks }) => chunks.map(({ id }) => id))),
  chunks: jsonParts(documents.flatMap(({ path, chunks }) => chunks.map((chunk) => chunkJson(path, chunk)))),
  keywords: jsonParts(documents.flatMap(({ chunks }) => chunks.map(keywordJson))),
  names: namesJson(documents),
});

/** Statements beside those that carry chunks, keyword rows and names. */
const FIXED_STATEMENTS = 9;

/** Statements of the same transaction. */
export interface Beside {
  readonly before?: readonly D1PreparedStatement[];
  readonly after?: readonly D1PreparedStatement[];
}

/**
 * Writes the documents of one upload request and what must still happen for them, all or nothing. Throws `too_large`,
 * and `conflict` when a document or the root's push is no longer the expected one.
 */
export async function writeDocuments(
  session: Session,
  upload: UploadWrite,
  { before = [], after = [] }: Beside = {},
): Promise<WriteReceipt> {
  const { workspace, root, identity, nowMs } = upload;
  const json = uploadJson(upload);
  checkStatements(upload.documents, json);
  const fts = ftsTable(workspace);
  const on = (sql: string, ...more: unknown[]) =>
    session.prepare(sql).bind(workspace, root, json.places, ...more);
  const answers = await guardedBatch(session, [
    ...before,
    ...pushGuard(session, upload),
    documentGuard(session, upload, json.places),
    on(SUBTRACT),
    ...json.documents.map((rows) => session.prepare(UPSERT_DOCUMENTS).bind(workspace, root, rows, nowMs)),
    on(deleteFts(fts)),
    ...json.chunks.map((rows) => session.prepare(UPSERT_CHUNKS).bind(workspace, root, rows)),
    on(
      `DELETE FROM chunks WHERE document IN (${THESE}) AND id NOT IN (SELECT value FROM json_each(?4))`,
      json.ids,
    ),
    ...json.keywords.map((rows) => session.prepare(insertFts(fts)).bind(rows)),
    ...nameStatements(session, workspace, json.names),
    on(OUTBOX_UPSERTS, nowMs, identity),
    on(SHOW_CACHED),
    on(ADD, nowMs),
    ...after,
  ]);
  const last = answers.length - 1 - after.length;
  const queued = rowsOf<{ toEmbed: number }>(answers[last - 2]);
  return {
    version: firstRow<{ version: number }>(answers[last])?.version ?? 0,
    toEmbed: queued.filter(({ toEmbed }) => toEmbed === 1).length,
  };
}

function checkStatements(
  documents: readonly DocumentWrite[],
  { documents: rows, chunks, keywords }: UploadJson,
): void {
  if (
    FIXED_STATEMENTS + Math.max(rows.length - 1, 0) + chunks.length + keywords.length <=
    DEFAULTS.maxUploadStatements
  )
    return;
  throw new AppError(
    "too_large",
    "The index of these documents does not fit one write: send fewer or smaller ones",
    {
      details: { documents: documents.map(({ path }) => path) },
    },
  );
}

export interface Removal {
  readonly workspace: number;
  readonly root: string;
  readonly paths: readonly string[];
  readonly nowMs: number;
  readonly push?: number | undefined;
}

/** Documents that one transaction removes: some thousand chunks of usual files, and what hangs on them. */
const MAX_REMOVED = 500;

/** What removes documents with all that is made from them: the fourth answers a row each, the fifth the version. */
export function removalStatements(
  session: Session,
  { workspace, root, paths, nowMs }: Omit<Removal, "push">,
): readonly D1PreparedStatement[] {
  const json = JSON.stringify(paths.map((path) => ({ path })));
  const on = (sql: string, ...more: unknown[]) => session.prepare(sql).bind(workspace, root, json, ...more);
  return [
    on(SUBTRACT),
    on(deleteFts(ftsTable(workspace))),
    on(`DELETE FROM chunks WHERE document IN (${THESE})`),
    on(`DELETE FROM documents WHERE num IN (${THESE}) RETURNING num`),
    on(ADD, nowMs),
  ];
}

/** Removes documents with all that is made from them, in as many transactions as it takes. Throws `conflict`. */
export async function removeDocuments(
  session: Session,
  removal: Removal,
): Promise<{ deleted: number; version: number }> {
  const { workspace, root, paths, nowMs } = removal;
  let deleted = 0;
  let version = 0;
  for (let at = 0; at < paths.length; at += MAX_REMOVED) {
    const part = { workspace, root, nowMs, paths: paths.slice(at, at + MAX_REMOVED) };
    const answers = await guardedBatch(session, [
      ...removalStatements(session, part),
      ...pushGuard(session, removal),
    ]);
    deleted += answers[3]?.results.length ?? 0;
    version = firstRow<{ version: number }>(answers[4])?.version ?? version;
  }
  return { deleted, version };
}
