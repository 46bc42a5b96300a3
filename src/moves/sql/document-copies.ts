import { getTableColumns } from "drizzle-orm";
import { jsonParts } from "../../database/json-rows.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import { chunks, documents } from "../../database/schema/documents.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { storedKeywordRows } from "../../documents/stored-keywords.ts";
import { copiedTable } from "./copied-tables.ts";
import { type Row, rowsOf, writesOf } from "./row-copies.ts";

// A document with its chunks is copied as one thing: rows with the numbers that they have, and keyword rows made anew of the
// texts, because a keyword index without contents cannot be read.

const DOCUMENT_COLUMNS = Object.values(getTableColumns(documents)).map(({ name }) => name);
const CHUNK_COLUMNS = Object.values(getTableColumns(chunks)).map(({ name }) => name);

const list = (columns: readonly string[], of = ""): string =>
  columns.map((name) => `${of}${name}`).join(", ");

interface Place extends Row {
  readonly num: number;
  readonly root: string;
  readonly path: string;
  readonly bytes: number;
}

const PAGE = statement<Place>(`SELECT num, root, path, bytes FROM documents
  WHERE workspace = :workspace AND (root, path) > (:root, :path) ORDER BY root, path LIMIT :limit`);
const BY_NUMBER = statement<Place>(`SELECT d.num, d.root, d.path, d.bytes FROM json_each(:nums) j
  CROSS JOIN documents d ON d.num = j.value AND d.workspace = :workspace`);

/** Documents looked at for one slice. */
const MAX_DOCUMENTS = 100;

/** As many of the documents as fit so many bytes; the first always does. */
function fitting(places: readonly Place[], most: number): readonly Place[] {
  let bytes = 0;
  return places.filter((place, at) => {
    bytes += place.bytes;
    return at === 0 || bytes <= most;
  });
}

interface Walk {
  readonly after: readonly [root: string, path: string];
  /** Text of the documents, at most. */
  readonly bytes: number;
}

/** The next documents of a walk; none: it is over. */
export const nextDocuments = async (
  db: Session,
  workspace: number,
  { after: [root, path], bytes }: Walk,
): Promise<readonly Place[]> =>
  fitting(await db.all(PAGE, { workspace, root, path, limit: MAX_DOCUMENTS }), bytes);

interface Asked extends Pick<Walk, "bytes"> {
  readonly nums: readonly number[];
}

/** Of these documents those that are there and fit one slice, and the numbers that are not there. */
export async function documentsThere(db: Session, workspace: number, { nums, bytes }: Asked) {
  const found = await db.all(BY_NUMBER, { workspace, nums: JSON.stringify(nums) });
  const known = new Set(found.map(({ num }) => num));
  return { places: fitting(found, bytes), gone: nums.filter((num) => !known.has(num)) };
}

const READ_DOCUMENTS = statement<Row>(
  `SELECT ${list(DOCUMENT_COLUMNS, "d.")} FROM json_each(:nums) j CROSS JOIN documents d ON d.num = j.value`,
);
const READ_CHUNKS = statement<Row>(`SELECT ${list(CHUNK_COLUMNS, "c.")} FROM json_each(:nums) j
  CROSS JOIN chunks c ON c.document = j.value ORDER BY c.document, c.ordinal`);
const READ_GENERATED =
  statement<Row>(`SELECT DISTINCT g.* FROM json_each(:nums) j CROSS JOIN chunks c ON c.document = j.value
  CROSS JOIN generated g ON g.workspace = c.workspace AND g.kind IN ('context', 'names')
    AND g.key > c.text_hash || ' ' AND g.key < c.text_hash || '!'`);

const QUESTIONS = ["contexts", "name_requests"] as const;

/** Documents as they stand, with what goes when a chunk of theirs does. */
export async function readDocuments(db: Session, workspace: number, nums: readonly number[]) {
  const values = { nums: JSON.stringify(nums) };
  const { documents, chunks, generated } = await db.batch({
    documents: db.bind(READ_DOCUMENTS, values),
    chunks: db.bind(READ_CHUNKS, values),
    generated: db.bind(READ_GENERATED, values),
  });
  const keys = chunks.map(({ id }) => [String(id)]);
  const [contexts, names] = QUESTIONS.map((name) => rowsOf(db, copiedTable(name), workspace, keys));
  const questions = await db.batch({ contexts, names });
  return { documents, chunks, generated, questions: [questions.contexts, questions.names] as const };
}

export type ReadDocuments = Awaited<ReturnType<typeof readDocuments>>;

/** Chunks that are not what comes in their places. */
const STALE = `c.workspace = :workspace AND (c.document IN (SELECT value FROM json_each(:nums))
    OR c.document IN (SELECT d.num FROM json_each(:places) j CROSS JOIN documents d ON d.workspace = :workspace
      AND d.root = j.value->>0 AND d.path = j.value->>1)
    OR c.id IN (SELECT value->>0 FROM json_each(:ids)) OR c.rid IN (SELECT value->>1 FROM json_each(:ids)))`;

const keywordsGone = (fts: string) =>
  statement(`DELETE FROM ${fts} WHERE rowid IN (SELECT c.rid FROM chunks c WHERE ${STALE})`);
const CHUNKS_GONE = statement(`DELETE FROM chunks WHERE rid IN (SELECT c.rid FROM chunks c WHERE ${STALE}
  AND (c.id, c.rid, c.document) NOT IN (SELECT value->>0, value->>1, value->>2 FROM json_each(:ids)))`);
const DOCUMENTS_GONE = statement(`DELETE FROM documents AS d WHERE d.workspace = :workspace AND (
  d.num IN (SELECT value FROM json_each(:gone))
  OR EXISTS (SELECT 1 FROM json_each(:places) j WHERE d.root = j.value->>0 AND d.path = j.value->>1 AND d.num <> j.value->>2))`);
/** Of two memories one had the text before: it comes later. */
const TEXTS_FREE =
  statement(`UPDATE documents AS d SET normal_hash = NULL WHERE d.workspace = :workspace AND d.kind = 'memory'
  AND EXISTS (SELECT 1 FROM json_each(:places) j WHERE d.normal_hash = j.value->>3 AND d.num <> j.value->>2)`);

const written = (table: string, columns: readonly string[], key: string, fixed: readonly string[]) =>
  statement(`INSERT INTO ${table} (${list(columns)}) SELECT ${columns.map((name) => `j.value->>'${name}'`).join(", ")}
    FROM json_each(:rows) j WHERE true ON CONFLICT (${key}) DO UPDATE SET
    ${columns
      .filter((name) => name !== key && !fixed.includes(name))
      .map((name) => `${name} = excluded.${name}`)
      .join(", ")}`);
const WRITE_DOCUMENTS = written("documents", DOCUMENT_COLUMNS, "num", []);
// A chunk's id is made of its text: writing the text again would have its context asked for again.
const WRITE_CHUNKS = written("chunks", CHUNK_COLUMNS, "rid", ["id", "text", "text_hash"]);

const keywordsMade = (fts: string) =>
  statement(`INSERT INTO ${fts} (rowid, title, text, context, ident)
  SELECT value->>'rid', value->>'title', value->>'text', value->>'context', value->>'ident' FROM json_each(:rows)`);

// What triggers note of chunks that go is work of the other database, which has noted it itself.
const NOTED = ["outbox", "dropped_texts"].map((table) =>
  statement(`DELETE FROM ${table} WHERE workspace = :workspace`),
);

/** The keyword rows of all documents, with the chunks' numbers. */
function keywordsOf({ documents, chunks }: ReadDocuments): readonly object[] {
  const byDocument = Map.groupBy(chunks, ({ document }) => document);
  return documents.flatMap(({ num, kind, path, entities }) => {
    const own = byDocument.get(num ?? 0) ?? [];
    const called = kind === "memory" ? (JSON.parse(String(entities)) as string[]) : String(path);
    const rows = storedKeywordRows(called, own.map(chunkOf));
    return own.map(({ rid }, at) => ({ rid, ...rows[at] }));
  });
}

const chunkOf = (row: Row) => ({
  startLine: Number(row.start_line),
  endLine: Number(row.end_line),
  ...(row.start_column !== null && { startColumn: Number(row.start_column) }),
  ...(row.end_column !== null && { endColumn: Number(row.end_column) }),
  headings: JSON.parse(String(row.headings)) as string[],
  text: String(row.text),
  prefix: row.prefix === null ? null : String(row.prefix),
});

/** The statements that make documents what they are in the other database, and take away those that are gone. */
export function documentWrites(
  db: Session,
  workspace: number,
  { read, gone }: { readonly read: ReadDocuments; readonly gone: readonly number[] },
): readonly Bound[] {
  const { documents, chunks, generated, questions } = read;
  const fts = ftsTable(workspace);
  const values = {
    workspace,
    gone: JSON.stringify(gone),
    nums: JSON.stringify([...gone, ...documents.map(({ num }) => num)]),
    places: JSON.stringify(
      documents.map(({ root, path, num, normal_hash: text }) => [root, path, num, text]),
    ),
    ids: JSON.stringify(chunks.map(({ id, rid, document }) => [id, rid, document])),
  };
  const parts = (sql: ReturnType<typeof statement>, rows: readonly object[]): readonly Bound[] =>
    jsonParts(rows).map((part) => db.bind(sql, { rows: part }));
  return [
    db.bind(keywordsGone(fts), values),
    db.bind(CHUNKS_GONE, values),
    db.bind(DOCUMENTS_GONE, values),
    db.bind(TEXTS_FREE, values),
    ...parts(WRITE_DOCUMENTS, documents),
    ...parts(WRITE_CHUNKS, chunks),
    ...parts(keywordsMade(fts), keywordsOf(read)),
    ...QUESTIONS.flatMap((name, at) =>
      writesOf(db, copiedTable(name), { workspace, rows: questions[at] ?? [] }),
    ),
    ...writesOf(db, copiedTable("generated"), { workspace, rows: generated }),
    ...NOTED.map((sql) => db.bind(sql, { workspace })),
  ];
}
