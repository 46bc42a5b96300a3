import { DEFAULTS } from "../../config.ts";
import { MEMORY_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { isWithoutVector } from "../../database/embeddings.ts";
import { nextNumber } from "../../database/fragments/row-numbers.ts";
import { columnOf, insertFields, jsonFields } from "../../database/fragments/sql-columns.ts";
import { jsonParts } from "../../database/json-rows.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import { listOfNames, nameStatements, namesAreOn, namesJsonSteps } from "../../database/name-writes.ts";
import { isOverQuota, quotaFailure, quotaGuard } from "../../database/quotas.ts";
import { enqueueUpserts, HAS_WORK, leaveToBeSent } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { documentGuard, guardedBatch, pushGuard } from "../../database/failures/write-guards.ts";
import { AppError } from "../../errors.ts";
import { inTurns } from "../../text/steps.ts";
import type { ChunkWrite, DocumentWrite, MemoryWrite, UploadWrite, WriteReceipt } from "./document-types.ts";

// One batch writes documents, chunks, FTS rows and what is due of them together, rows travelling as JSON (`json_each`),
// so that a crash leaves all of an upload or nothing. CROSS JOIN keeps the JSON rows outermost: left to itself SQLite
// walks all documents for each upload, which makes a big push quadratic. `:places` are the documents as JSON.

/** Documents of the upload, by path, but for those that a later push wrote than `:upToPush`. */
const THESE = `SELECT num FROM documents WHERE workspace = :workspace AND root = :root AND push <= :upToPush
  AND path IN (SELECT value->>'path' FROM json_each(:places))`;

/** Whichever push wrote them. */
const ANY_PUSH = Number.MAX_SAFE_INTEGER;

/** Totals of the upload's documents as they stand. */
const TOTALS = `(SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(bytes), 0) AS bytes,
    count(*) FILTER (WHERE kind = 'memory') AS memories FROM documents WHERE num IN (${THESE}))`;

/** The upload's chunks `c` that have no vector yet. */
const THESE_PENDING = `FROM chunks c WHERE c.document IN (${THESE}) AND ${isWithoutVector("c")}`;

/** Before the write: what the documents count for so far leaves the workspace's totals. */
const SUBTRACT = statement(`UPDATE workspaces SET documents = workspaces.documents - t.documents,
  chunks = workspaces.chunks - t.chunks, bytes = workspaces.bytes - t.bytes, memories = workspaces.memories - t.memories FROM ${TOTALS} t WHERE workspaces.num = :workspace`);

/** After it: what they count for now comes in, and the version rises. */
const ADD = statement<WriteReceipt>(
  raiseVersion({
    set: `documents = workspaces.documents + t.documents, chunks = workspaces.chunks + t.chunks,
      bytes = workspaces.bytes + t.bytes, memories = workspaces.memories + t.memories, indexed_at = max(coalesce(indexed_at, 0), :now)`,
    from: `${TOTALS} t`,
    returning: `version, (SELECT count(*) ${THESE_PENDING}) AS toEmbed`,
  }),
);

/** Fields of `MemoryWrite`, each in a column of its own. */
export const MEMORY_WRITE_FIELDS: readonly (keyof MemoryWrite)[] = [
  ...MEMORY_FIELD_NAMES.filter((name) => name !== "source" && name !== "metadata"),
  ...(["timesObserved", "lastObserved", "supersedes", "normalHash", "compared"] as const),
];

/** Fields of `documentJson` and of `chunkJson` beside what names the row. */
const DOCUMENT_FIELDS =
  `kind hash bytes lines finalNewline mtime datedAt language title source metadata givenMetadata chunkCount chunker
  ownChunks`.split(/\s+/);
const CHUNK_FIELDS =
  `ordinal startLine endLine startColumn endColumn headings text textHash embedHash sentHash
  tokens`.split(/\s+/);

const replaced = (fields: readonly string[]): string =>
  fields.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(", ");

const UPSERT_DOCUMENTS =
  statement(`INSERT INTO documents (num, workspace, root, path, indexed_at, version, push, names,
    ${insertFields([...DOCUMENT_FIELDS, ...MEMORY_WRITE_FIELDS])})
  SELECT ${nextNumber("documents", "num")} + key, :workspace, :root, value->>'path', :now, (SELECT version + 1 FROM workspaces WHERE num = :workspace), coalesce(:push, 0),
    iif(${namesAreOn(":root")}, value->>'names', '[]'),
    ${jsonFields(DOCUMENT_FIELDS)}, ${jsonFields(MEMORY_WRITE_FIELDS, ".memory")}
  FROM json_each(:rows) WHERE true ON CONFLICT (workspace, root, path) DO UPDATE SET push = coalesce(:push, push),
    ${replaced(["indexedAt", "version", "names", ...DOCUMENT_FIELDS, ...MEMORY_WRITE_FIELDS])}`);

const deleteFts = (fts: string) =>
  statement(`DELETE FROM ${fts} WHERE rowid IN (SELECT rid FROM chunks WHERE document IN (${THESE}))`);

const UPSERT_CHUNKS =
  statement(`INSERT INTO chunks (rid, id, workspace, document, modified_at, ${insertFields(CHUNK_FIELDS)})
  SELECT ${nextNumber("chunks", "rid")} + key, value->>'id', :workspace, d.num, coalesce(d.last_observed, d.mtime), ${jsonFields(CHUNK_FIELDS)}
  FROM json_each(:rows) CROSS JOIN documents d ON d.workspace = :workspace AND d.root = :root AND d.path = value->>'path' WHERE true
  ON CONFLICT (id) DO UPDATE SET ${replaced(["modifiedAt", ...CHUNK_FIELDS])},
    vector_state = CASE WHEN embed_hash = excluded.embed_hash THEN vector_state ELSE 'pending' END`);

const insertFts = (fts: string) =>
  statement(`INSERT INTO ${fts} (rowid, title, text, context, ident)
  SELECT c.rid, value->>'title', coalesce(value->>'text', c.text), value->>'context', value->>'ident'
  FROM json_each(:rows) CROSS JOIN chunks c ON c.id = value->>'id'`);

const REMOVE_CHUNKS = statement(`DELETE FROM chunks WHERE document IN (${THESE})`);
const REMOVE_OTHER_CHUNKS = statement(
  `DELETE FROM chunks WHERE document IN (${THESE}) AND id NOT IN (SELECT value FROM json_each(:ids))`,
);

const IS_CACHED = `EXISTS (SELECT 1 FROM workspaces w CROSS JOIN embeddings e ON e.workspace = w.num AND e.identity = w.identity
  AND e.hash = c.embed_hash WHERE w.num = :workspace)`;

const ENQUEUE = statement(enqueueUpserts(`SELECT c.workspace, c.id ${THESE_PENDING} AND ${HAS_WORK}`));

/** A text whose embedding is cached is found by it from the first moment, and only has to be brought to the index. */
const SEND_CACHED = statement(leaveToBeSent(`${THESE_PENDING} AND ${IS_CACHED} AND NOT ${HAS_WORK}`));
const SHOW_CACHED = statement(
  `UPDATE chunks SET vector_state = 'embedded' WHERE rid IN (SELECT c.rid ${THESE_PENDING} AND ${IS_CACHED})`,
);

const documentJson = ({
  chunks,
  names,
  metadata,
  givenMetadata,
  hasOwnChunks,
  ...document
}: DocumentWrite) => ({
  ...document,
  names: listOfNames(names),
  ownChunks: hasOwnChunks,
  metadata: JSON.stringify(metadata),
  givenMetadata: JSON.stringify(givenMetadata),
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

const uploadJson = async ({ documents, expects }: UploadWrite) => ({
  documents: jsonParts(documents.map(documentJson)),
  // With what is expected of them.
  places: JSON.stringify(documents.map(({ path }) => ({ path, expects: expects?.get(path) ?? null }))),
  ids: JSON.stringify(documents.flatMap(({ chunks }) => chunks.map(({ id }) => id))),
  chunks: jsonParts(documents.flatMap(({ path, chunks }) => chunks.map((chunk) => chunkJson(path, chunk)))),
  keywords: jsonParts(documents.flatMap(({ chunks }) => chunks.map(keywordJson))),
  names: await inTurns(namesJsonSteps(documents)),
});

/** Statements beside those that carry chunks, keyword rows and names. */
const FIXED_STATEMENTS = 11;

interface Beside {
  readonly before?: readonly Bound[];
  readonly after?: readonly Bound[];
}

/**
 * Writes the documents of one upload request and what must still happen for them, all or nothing. Throws `too_large`,
 * `quota_exceeded`, and `conflict` when a document or the root's push is no longer the expected one.
 */
export async function writeDocuments(
  db: Session,
  upload: UploadWrite,
  { before, after }: Beside = {},
): Promise<WriteReceipt> {
  const { workspace, root, identity, nowMs } = upload;
  const documents = db.readsNames ? upload.documents : upload.documents.map((one) => ({ ...one, names: [] }));
  const json = await uploadJson({ ...upload, documents });
  checkStatements(upload.documents, json);
  const fts = ftsTable(workspace);
  const { places, ids } = json;
  const values = { workspace, root, identity, now: nowMs, places, ids, upToPush: ANY_PUSH };
  const adding = { workspace, root, places, ...amountsOf(upload.documents) };
  const { raised } = await guardedBatch(db, {
    before,
    push: pushGuard(db, upload),
    guard: documentGuard(db, upload, json.places),
    quota: quotaGuard(db, adding),
    subtracted: db.bind(SUBTRACT, values),
    documents: json.documents.map((rows) =>
      db.bind(UPSERT_DOCUMENTS, { ...values, push: upload.push ?? null, rows }),
    ),
    oldRows: db.bind(deleteFts(fts), values),
    chunks: json.chunks.map((rows) => db.bind(UPSERT_CHUNKS, { ...values, rows })),
    others: db.bind(REMOVE_OTHER_CHUNKS, values),
    newRows: json.keywords.map((rows) => db.bind(insertFts(fts), { rows })),
    names: nameStatements(db, { workspace, root }, json.names),
    queued: db.bind(ENQUEUE, values),
    sent: db.bind(SEND_CACHED, values),
    shown: db.bind(SHOW_CACHED, values),
    raised: db.bind(ADD, values),
    after,
  }).catch(async (error: unknown) => {
    throw isOverQuota(error) ? await quotaFailure(db, adding) : error;
  });
  const [{ version, toEmbed } = { version: 0, toEmbed: 0 }] = raised;
  return { version, toEmbed };
}

const amountsOf = (documents: readonly DocumentWrite[]) => ({
  documents: documents.length,
  bytes: documents.reduce((sum, { bytes }) => sum + bytes, 0),
  memories: documents.filter(({ kind }) => kind === "memory").length,
});

function checkStatements(
  documents: readonly DocumentWrite[],
  { documents: rows, chunks, keywords }: Awaited<ReturnType<typeof uploadJson>>,
): void {
  const count = FIXED_STATEMENTS + Math.max(rows.length - 1, 0) + chunks.length + keywords.length;
  if (count <= DEFAULTS.maxUploadStatements) return;
  throw new AppError(
    "too_large",
    "The index of these documents does not fit one write: send fewer or smaller ones",
    { details: { documents: documents.map(({ path }) => path) } },
  );
}

interface Removal {
  readonly workspace: number;
  readonly root: string;
  readonly paths: readonly string[];
  readonly nowMs: number;
  /** The push that deletes: what a later one wrote stays. @default whatever wrote them goes */
  readonly push?: number | undefined;
}

/** Documents that one transaction removes: some thousand chunks of usual files, and what hangs on them. */
const MAX_REMOVED = 500;

const DELETE = statement<{ readonly num: number }>(
  `DELETE FROM documents WHERE num IN (${THESE}) RETURNING num`,
);

function removal(db: Session, { workspace, root, paths, nowMs, push = ANY_PUSH }: Removal) {
  const places = JSON.stringify(paths.map((path) => ({ path })));
  const values = { workspace, root, places, now: nowMs, upToPush: push };
  return {
    subtracted: db.bind(SUBTRACT, values),
    rows: db.bind(deleteFts(ftsTable(workspace)), values),
    chunks: db.bind(REMOVE_CHUNKS, values),
    deleted: db.bind(DELETE, values),
    raised: db.bind(ADD, values),
  };
}

/** The statements that remove documents with all that is made from them, and raise the version. */
export const removalStatements = (db: Session, query: Omit<Removal, "push">): readonly Bound[] =>
  Object.values(removal(db, query));

/** Removes documents with all that is made from them, in as many transactions as it takes. Throws `conflict`. */
export async function removeDocuments(
  db: Session,
  query: Removal,
): Promise<{ readonly deleted: number; readonly version: number }> {
  let count = 0;
  let version = 0;
  for (let at = 0; at < query.paths.length; at += MAX_REMOVED) {
    const { deleted, raised } = await guardedBatch(db, {
      ...removal(db, { ...query, paths: query.paths.slice(at, at + MAX_REMOVED) }),
      push: pushGuard(db, query),
    });
    count += deleted.length;
    version = raised[0]?.version ?? version;
  }
  return { deleted: count, version };
}
