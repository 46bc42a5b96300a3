import { HOUR_MS } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { LONGEST_WAIT_MS } from "../../database/leases.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import { enqueueUpserts } from "../../database/outbox.ts";
import { EMPTIED_TABLES } from "../../workspaces/sql/empty-workspace.ts";
import { SOURCE_AUDITS } from "./sources.ts";
import { SUBJECT_AUDITS } from "./subjects.ts";
import { ALL, KEYS, type TableAudit, walk, walkChunks } from "./table-audit.ts";

// Each check reads a slice of one table and answers one row: how many it looked at, where it ended, and what is wrong.
// One statement sees one state of the database, so pushes that go on make nothing look wrong.

/** Vectors become visible within minutes; after so long the call is taken as lost. */
const LOST_MS = 6 * HOUR_MS;

/** Characters shown of a text whose place is not known. */
const SHOWN_CHARS = 60;

const MINE = `rid IN ${KEYS} AND workspace = :workspace`;
const THIS_WORK = `workspace = :workspace AND seq IN ${KEYS}`;

const STRAY = `${MINE} AND document NOT IN (SELECT num FROM documents WHERE workspace = :workspace)`;

/** Where chunk `c` is, as it is cited. */
const CITED = `(SELECT root || ':' || path FROM documents WHERE num = c.document) || '#L' || c.start_line || '-L' || c.end_line`;

/** Outbox rows `o` of the workspace by state, the order of `outbox_by_workspace`. */
const walkOutbox = (wrong: string, note: string, join = ""): TableAudit["scan"] =>
  walk({
    from: `outbox o ${join}`,
    where: "o.workspace = :workspace",
    order: { "o.state": "", "o.seq": 0 },
    id: "o.chunk",
    key: "o.seq",
    note,
    wrong,
  });

/** Has chunks sent by rows of the outbox; what failed starts anew. */
export const requeue = (chunks: string): string =>
  enqueueUpserts(`SELECT workspace, id FROM chunks WHERE ${chunks}`, { restarts: true });

/** Read once a statement, not once a chunk. */
const LIVE_GENERATION = "(SELECT w.generation FROM workspaces w WHERE w.num = :workspace)";
export const LIVE_IDENTITY = "(SELECT w.identity FROM workspaces w WHERE w.num = :workspace)";

/** Chunk `c` is an exception of the workspace's live generation, which has just been switched to. */
export const SETTLES = `EXISTS (SELECT 1 FROM generation_chunks g
  WHERE g.workspace = :workspace AND g.generation = ${LIVE_GENERATION} AND g.chunk = c.id)`;

const HAS_EMBEDDING = `EXISTS (SELECT 1 FROM embeddings e JOIN workspaces w ON w.num = e.workspace AND w.identity = e.identity
  WHERE e.workspace = chunks.workspace AND e.hash = chunks.embed_hash)`;

const STUCK = `((o.state = 'due' AND o.next_at > :now + ${LONGEST_WAIT_MS}) OR o.state NOT IN ('due', 'parked'))`;

/** What the outbox is to do with a chunk's vector. */
const workOf = (chunk: string): string => `(SELECT o.op FROM outbox o WHERE o.chunk = ${chunk}.id)`;

/**
 * The vector of chunk `c` is still on its way: by a row of the outbox, else because it is pending, in the list of a claim,
 * or sent by a call of late.
 */
const IS_UNDER_WAY = `CASE ${workOf("c")} WHEN 'upsert' THEN true WHEN 'delete' THEN false ELSE c.vector_state = 'pending'
  OR c.id || c.embed_hash IN (SELECT (j.value->>0) || (j.value->>2) FROM claims k CROSS JOIN json_each(k.chunks) j)
  OR c.id || c.embed_hash IN (SELECT (j.value->>0) || (j.value->>1) FROM sent_calls s CROSS JOIN json_each(s.chunks) j
    WHERE s.workspace = :workspace AND s.sent_at >= :now - ${LOST_MS}) END`;

/** A vector whose levels are all zero: what follows its format, its scale and, of a sparse one, its dimensions (text/quantise.ts). */
const WITHOUT_DIRECTION =
  "trim(hex(substr(vector, iif(hex(substr(vector, 1, 1)) = '01', 8, 6))), '0') = '' OR typeof(vector) <> 'blob'";

/**
 * Tables whose rows are of a workspace; each has an index that begins with it. Without the outbox: what is in there of
 * a deleted workspace still has vectors to delete.
 */
const OF_A_WORKSPACE = ["chunks", ...Object.keys(EMPTIED_TABLES), "generations", "generation_chunks"];

/** Workspace numbers of a table that no workspace has, one index look-up a number; 0 is the owner's in the access log. */
const strangers = (table: string): string => `SELECT n FROM (WITH RECURSIVE w(n) AS (
    SELECT min(workspace) FROM ${table} UNION ALL SELECT (SELECT min(workspace) FROM ${table} WHERE workspace > n) FROM w WHERE n IS NOT NULL)
  SELECT n FROM w WHERE n > 0 AND n NOT IN (SELECT num FROM workspaces))`;

/** What is wrong with one table, as a JSON list. */
const strangersOf = (table: string): string => `json((SELECT json_group_array(json_object('id', '${table}',
  'key', '${table} ' || CAST(n AS TEXT), 'note', 'rows of workspace number ' || CAST(n AS TEXT))) FROM (${strangers(table)})))`;

// As rows: a function takes no more than 32 arguments (https://developers.cloudflare.com/d1/platform/limits/).
const STRANGERS = `WITH list(value) AS (VALUES ${OF_A_WORKSPACE.map((table) => `(${strangersOf(table)})`).join(", ")})
  SELECT ${OF_A_WORKSPACE.length} AS checked, NULL AS last, json_group_array(json(row.value)) AS found
  FROM list CROSS JOIN json_each(list.value) row`;

const totalsOf = (
  documents: string,
): string => `(SELECT count(*) AS documents, coalesce(sum(bytes), 0) AS bytes,
  coalesce(sum(chunk_count), 0) AS chunks, count(*) FILTER (WHERE kind = 'memory') AS memories FROM ${documents})`;
const TOTALS = totalsOf("documents WHERE workspace = :workspace");
const SOME_TOTALS = totalsOf(
  "(SELECT bytes, chunk_count, kind FROM documents WHERE workspace = :workspace LIMIT :counted + 1)",
);

/** How each check that the database decides is made and mended; `CHECKS` says what it promises. */
export const TABLE_AUDITS = {
  chunk_without_document: {
    scan: walkChunks({
      wrong: "(d.num IS NULL OR d.workspace <> c.workspace)",
      join: "LEFT JOIN documents d ON d.num = c.document",
      // No path is left of it: how it begins is all that tells whose it was.
      note: `'it begins "' || replace(substr(c.text, 1, ${SHOWN_CHARS}), char(10), ' ') || '"'`,
    }),
    mend: (workspace) => [
      `DELETE FROM ${ftsTable(workspace)} WHERE rowid IN (SELECT rid FROM chunks WHERE ${STRAY})`,
      `DELETE FROM chunks WHERE ${STRAY}`,
    ],
  },
  missing_keyword_row: {
    scan: (place) =>
      walkChunks({
        wrong: "k.id IS NULL",
        join: `LEFT JOIN ${ftsTable(place.workspace)}_docsize k ON k.id = c.rid`,
        key: "c.document",
        note: CITED,
      })(place),
    mend: () => [],
  },
  orphan_keyword_row: {
    // The shadow table has one row an entry; a contentless index cannot be walked in any other bounded way. A plus before the
    // workspace: by what SQLite notes of the tables it would walk all chunks of that for each row.
    scan: (place) =>
      walk({
        from: `${ftsTable(place.workspace)}_docsize k LEFT JOIN chunks c ON c.rid = k.id AND +c.workspace = :workspace`,
        where: "true",
        order: { "k.id": -1 },
        id: "CAST(k.id AS TEXT)",
        key: "k.id",
        wrong: "c.rid IS NULL",
      })(place),
    mend: (workspace) => [
      `DELETE FROM ${ftsTable(workspace)} WHERE rowid IN (SELECT value FROM json_each(:keys) AS key
         WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.rid = key.value AND c.workspace = :workspace))`,
    ],
  },
  missing_embedding: {
    scan: walkChunks({
      wrong: `(c.vector_state IN ('embedded', 'visible') AND e.hash IS NULL AND NOT ${SETTLES})`,
      join: `LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ${LIVE_IDENTITY} AND e.hash = c.embed_hash`,
      note: CITED,
    }),
    mend: () => [
      `UPDATE chunks SET vector_state = 'pending' WHERE ${MINE} AND NOT ${HAS_EMBEDDING}`,
      requeue(`${MINE} AND vector_state = 'pending'`),
    ],
  },
  invalid_vector: {
    scan: walk({
      from: "embeddings",
      where: "workspace = :workspace",
      order: { identity: "", hash: "" },
      id: "hash",
      key: "json_array(identity, hash)",
      wrong: `(${WITHOUT_DIRECTION})`,
    }),
    mend: () => {
      const these = "(SELECT value->>0, value->>1 FROM json_each(:keys))";
      const hashes = "(SELECT value->>1 FROM json_each(:keys))";
      return [
        `DELETE FROM embeddings WHERE workspace = :workspace AND (identity, hash) IN ${these} AND (${WITHOUT_DIRECTION})`,
        `UPDATE chunks SET vector_state = 'pending' WHERE workspace = :workspace AND embed_hash IN ${hashes}
           AND vector_state IN ('embedded', 'visible') AND NOT ${HAS_EMBEDDING}`,
        requeue(`workspace = :workspace AND embed_hash IN ${hashes} AND vector_state = 'pending'`),
      ];
    },
  },
  missing_work: {
    scan: walkChunks({
      wrong: `(c.vector_state NOT IN ('visible', 'none') AND NOT ${IS_UNDER_WAY} AND NOT ${SETTLES})`,
      note: CITED,
    }),
    mend: () => [
      `UPDATE chunks SET vector_state = 'pending' WHERE ${MINE} AND vector_state NOT IN ('embedded', 'visible', 'none')`,
      requeue(
        `${MINE} AND (${workOf("chunks")} = 'delete' OR (vector_state = 'embedded' AND ${workOf("chunks")} IS NULL))`,
      ),
    ],
  },
  orphan_work: {
    scan: walkOutbox(
      "(o.op <> 'delete' AND c.id IS NULL)",
      "'nothing to send'",
      "LEFT JOIN chunks c ON c.id = o.chunk",
    ),
    mend: () => [
      `UPDATE outbox SET op = 'delete', state = 'due', attempts = 0, next_at = :now
         WHERE ${THIS_WORK} AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk)`,
    ],
  },
  stuck_work: {
    scan: walkOutbox(STUCK, "o.op || ' ' || o.state"),
    mend: () => [`UPDATE outbox AS o SET state = 'due', next_at = :now WHERE ${THIS_WORK} AND ${STUCK}`],
  },
  failed_work: {
    scan: walkOutbox("o.state = 'parked'", "o.last_error"),
    mend: () => [
      `UPDATE outbox SET state = 'due', attempts = 0, next_at = :now WHERE ${THIS_WORK} AND state = 'parked'`,
    ],
  },
  document_counts: {
    scan: walk({
      from: "documents d",
      where: `workspace = :workspace AND ${isThere("d")}`,
      order: { root: "", path: "" },
      id: "root || ':' || path",
      key: "num",
      wrong: "chunk_count <> (SELECT count(*) FROM chunks c WHERE c.document = d.num)",
    }),
    mend: () => [],
  },
  workspace_totals: {
    scan: ({ workspace, counted = ALL }) => ({
      sql: `SELECT 1 AS checked, NULL AS last, CASE WHEN w.documents = t.documents AND w.chunks = t.chunks AND w.bytes = t.bytes
            AND w.memories = t.memories
          THEN '[]' ELSE json_array(json_object('id', w.slug, 'key', w.slug)) END AS found
        FROM workspaces w CROSS JOIN ${SOME_TOTALS} t WHERE w.num = :workspace AND w.documents <= :counted`,
      values: { workspace, counted },
    }),
    mend: () => [
      `UPDATE workspaces SET documents = t.documents, chunks = t.chunks, bytes = t.bytes, memories = t.memories FROM ${TOTALS} t WHERE num = :workspace`,
    ],
  },
  ...SUBJECT_AUDITS,
  ...SOURCE_AUDITS,
  rows_without_workspace: {
    scan: () => ({ sql: STRANGERS, values: {} }),
    mend: () =>
      OF_A_WORKSPACE.map(
        (table) =>
          `DELETE FROM ${table} WHERE workspace IN (SELECT CAST(substr(value, ${table.length + 2}) AS INTEGER) FROM json_each(:keys)
             WHERE substr(value, 1, ${table.length + 1}) = '${table} ') AND workspace NOT IN (SELECT num FROM workspaces)`,
      ),
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
export type TableCheck = keyof typeof TABLE_AUDITS;
