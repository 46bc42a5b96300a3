import { MEMORY_ROOT, UNDO_MS } from "../../config.ts";
import { JSON_FIELD_NAMES, MEMORY_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { countedVotes } from "../../database/fragments/vote-sql.ts";
import { selectFields } from "../../database/fragments/sql-columns.ts";
import type { Session } from "../../database/session.ts";
import { type Statement, statement, type Values } from "../../database/statement.ts";
import { type Piece, reassemble } from "../../text/reassemble.ts";
import type { MemoryRecord, NamedMemory, ObservationRecord } from "../memory-record.ts";

/** Fields whose columns have the same names in `documents` and `past_memories`. */
const SHARED_FIELDS = [...MEMORY_FIELD_NAMES, "timesObserved", "lastObserved", "supersedes"];

/** Columns of `past_memories`, by the fields of a record. */
export const PAST_FIELDS = [
  ...["id", "state", "text"],
  ...SHARED_FIELDS,
  ...["firstObserved", "supersededBy", "leftAt"],
];

/** Votes that count on a memory, whenever they were given: seeks in the index of votes by document. */
const votesSql = (workspace: string, id: string): string =>
  ["up", "down"]
    .map(
      (name, at) =>
        `(SELECT count(*) FROM ${countedVotes(
          `g.workspace = ${workspace} AND g.root = '${MEMORY_ROOT}' AND g.path = ${id}`,
        )} f WHERE f.value = ${1 - 2 * at}) AS ${name}`,
    )
    .join(", ");

const LIVE_COLUMNS = `d.num, d.path AS id, 'live' AS state, d.hash, d.normal_hash AS normalHash,
  ${selectFields("d", SHARED_FIELDS)}, d.mtime AS firstObserved, NULL AS supersededBy, d.compared AS isCompared,
  d.version, NULL AS leftAt, d.final_newline AS finalNewline, d.quality, ${votesSql("d.workspace", "d.path")}`;

const CHUNK_COLUMNS = `c.document, c.start_line AS startLine, c.end_line AS endLine,
  c.start_column AS startColumn, c.end_column AS endColumn, c.text`;

const PAST_COLUMNS = `${selectFields("p", PAST_FIELDS)}, '' AS hash, '' AS normalHash, 1 AS isCompared, 0 AS version,
  NULL AS quality, ${votesSql("p.workspace", "p.id")}`;

/** A record whose fields of `JSON_FIELD_NAMES` are text. */
type RawMemory = Omit<MemoryRecord, "isCompared" | "votes" | "quality"> & {
  readonly isCompared: 0 | 1;
  readonly quality: number | null;
  readonly up: number;
  readonly down: number;
};
type RawLive = Omit<RawMemory, "text"> & { readonly num: number; readonly finalNewline: 0 | 1 };
type RawChunk = Piece & { readonly document: number };

/** A row with its JSON columns parsed. */
export const parsedFields = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      JSON_FIELD_NAMES.includes(field) ? JSON.parse(value as string) : value,
    ]),
  ) as Row;

interface LiveQuery {
  readonly memories: Statement<RawLive>;
  readonly chunks: Statement<RawChunk>;
}

/** Reads the memories that a clause names as `documents d`. */
export const liveQuery = (from: string): LiveQuery => ({
  memories: statement(`SELECT ${LIVE_COLUMNS} ${from}`),
  chunks: statement(`SELECT ${CHUNK_COLUMNS} FROM (SELECT d.num ${from}) m
    CROSS JOIN chunks c ON c.document = m.num ORDER BY c.document, c.ordinal`),
});

export const bindLive = (db: Session, { memories, chunks }: LiveQuery, values: Values) => ({
  memories: db.bind(memories, values),
  chunks: db.bind(chunks, values),
});

function recordOf<Row extends Omit<RawMemory, "text">>({ isCompared, quality, up, down, ...row }: Row) {
  return {
    ...parsedFields(row),
    isCompared: isCompared === 1,
    votes: { up, down },
    ...(quality !== null && { quality }),
  };
}

/** The answers of a `LiveQuery` as memories. */
export function liveMemories(rows: readonly RawLive[], chunks: readonly RawChunk[]): MemoryRecord[] {
  const byDocument = Map.groupBy(chunks, ({ document }) => document);
  return rows.map(({ num, finalNewline, isCompared, ...memory }) => ({
    ...recordOf({ ...memory, isCompared }),
    text: reassemble(byDocument.get(num) ?? [], finalNewline === 1),
  }));
}

/** Live memories as one query reads them. */
export async function readLive(db: Session, query: LiveQuery, values: Values): Promise<MemoryRecord[]> {
  const { memories, chunks } = await db.batch(bindLive(db, query, values));
  return liveMemories(memories, chunks);
}

/** Reads the past memories that a clause names as `past_memories p`. */
export const pastQuery = (from: string): Statement<RawMemory> => statement(`SELECT ${PAST_COLUMNS} ${from}`);

/** The answer of a `pastQuery` as memories. */
export const pastMemories = (rows: readonly RawMemory[]): MemoryRecord[] => rows.map((row) => recordOf(row));

const IS_MEMORY = `d.workspace = :workspace AND d.root = '${MEMORY_ROOT}' AND d.kind = 'memory'`;

const BY_TEXT = liveQuery(`FROM json_each(:hashes) j CROSS JOIN documents d ON d.workspace = :workspace
  AND d.normal_hash = j.value AND d.kind = 'memory'`);

/** Live memories by the hash of their normalised text. */
export async function memoriesByText(
  db: Session,
  workspace: number,
  normalHashes: readonly string[],
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const hashes = JSON.stringify([...new Set(normalHashes)]);
  const memories = await readLive(db, BY_TEXT, { workspace, hashes });
  return new Map(memories.map((memory) => [memory.normalHash, memory]));
}

const BY_ID = liveQuery(`FROM json_each(:ids) j CROSS JOIN documents d ON ${IS_MEMORY} AND d.path = j.value`);

/** Live memories by their whole ids, in no order; the others are left out. */
export const memoriesById = (
  db: Session,
  workspace: number,
  ids: readonly string[],
): Promise<readonly MemoryRecord[]> => readLive(db, BY_ID, { workspace, ids: JSON.stringify(ids) });

/** More candidates help nobody to choose. */
const MAX_NAMED = 10;

/** Ids are hexadecimal: "g" comes after every one that begins so. */
const begins = (column: string): string => `${column} >= :idStart AND ${column} < :idStart || 'g'`;

/** Without what was forgotten so long ago that it only waits to be deleted. */
const IS_KEPT = `p.workspace = :workspace AND (p.state <> 'forgotten' OR p.left_at > :nowMs - ${UNDO_MS})`;

const MERGED = `FROM memory_observations o WHERE o.workspace = :workspace AND ${begins("o.merged")} LIMIT ${MAX_NAMED}`;
const MERGED_IDS = statement<{ readonly merged: string; readonly memory: string }>(
  `SELECT o.merged, o.memory ${MERGED}`,
);
const NAMED_LIVE = liveQuery(
  `FROM documents d WHERE ${IS_MEMORY} AND ${begins("d.path")} ORDER BY d.path LIMIT ${MAX_NAMED}`,
);
const NAMED_PAST = pastQuery(
  `FROM past_memories p WHERE ${IS_KEPT} AND ${begins("p.id")} LIMIT ${MAX_NAMED}`,
);
const SURVIVING_LIVE = liveQuery(
  `FROM (SELECT DISTINCT o.memory ${MERGED}) s CROSS JOIN documents d ON ${IS_MEMORY} AND d.path = s.memory`,
);
const SURVIVING_PAST = pastQuery(
  `FROM past_memories p WHERE ${IS_KEPT} AND p.id IN (SELECT o.memory ${MERGED})`,
);

/** Memories by a start of their id, wherever they are: live, past, or merged into another. */
export async function namedMemories(
  db: Session,
  values: { readonly workspace: number; readonly idStart: string; readonly nowMs: number },
): Promise<readonly NamedMemory[]> {
  const named = bindLive(db, NAMED_LIVE, values);
  const surviving = bindLive(db, SURVIVING_LIVE, values);
  const answers = await db.batch({
    live: named.memories,
    liveChunks: named.chunks,
    past: db.bind(NAMED_PAST, values),
    merged: db.bind(MERGED_IDS, values),
    survivors: surviving.memories,
    survivorChunks: surviving.chunks,
    pastSurvivors: db.bind(SURVIVING_PAST, values),
  });
  const own = [...liveMemories(answers.live, answers.liveChunks), ...pastMemories(answers.past)];
  const survivors = new Map(
    [...liveMemories(answers.survivors, answers.survivorChunks), ...pastMemories(answers.pastSurvivors)].map(
      (memory) => [memory.id, memory],
    ),
  );
  const followed = answers.merged.flatMap(({ merged, memory: id }): NamedMemory[] => {
    const memory = survivors.get(id);
    return memory === undefined ? [] : [{ memory, merged }];
  });
  return [...own.map((memory) => ({ memory, merged: null })), ...followed];
}

/** Where a page of older texts ended. */
export interface ObservationPlace {
  /** Milliseconds. */
  readonly at: number;
  readonly num: number;
}

const OBSERVATIONS = statement<
  ObservationRecord & ObservationPlace
>(`SELECT num, memory, merged, text, type, confidence, session, source, at
  FROM memory_observations WHERE workspace = :workspace AND memory = :id AND (at, num) < (:at, :num)
  ORDER BY at DESC, num DESC LIMIT :limit`);

const NEWEST: ObservationPlace = { at: Number.MAX_SAFE_INTEGER, num: Number.MAX_SAFE_INTEGER };

/** Older texts of a memory, newest first, after a place. */
export const memoryObservations = (
  db: Session,
  {
    after = NEWEST,
    ...query
  }: {
    readonly workspace: number;
    readonly id: string;
    readonly limit: number;
    /** @default the first page */
    readonly after?: ObservationPlace | undefined;
  },
): Promise<readonly (ObservationRecord & ObservationPlace)[]> => db.all(OBSERVATIONS, { ...query, ...after });

/** Steps of a chain that are followed, each way. */
const MAX_CHAIN = 50;
const CHAIN = `older (id, step) AS (SELECT :id, 0 UNION SELECT p.id, o.step - 1 FROM older o
    CROSS JOIN past_memories p ON p.workspace = :workspace AND p.superseded_by = o.id WHERE o.step > -${MAX_CHAIN}),
  newer (id, step) AS (SELECT :id, 0 UNION SELECT p.superseded_by, n.step + 1 FROM newer n
    CROSS JOIN past_memories p ON p.workspace = :workspace AND p.id = n.id AND p.superseded_by IS NOT NULL
    WHERE n.step < ${MAX_CHAIN}),
  chain AS (SELECT id, min(step) AS step FROM (SELECT * FROM older UNION SELECT * FROM newer) GROUP BY id)`;
const PAST_CHAIN = statement<RawMemory>(`WITH RECURSIVE ${CHAIN} SELECT ${PAST_COLUMNS} FROM chain s
  CROSS JOIN past_memories p ON p.workspace = :workspace AND p.id = s.id
  WHERE p.state = 'superseded' ORDER BY s.step, p.left_at LIMIT 100`);
const LIVE_CHAIN = liveQuery(
  `FROM (WITH RECURSIVE ${CHAIN} SELECT id FROM chain) s CROSS JOIN documents d ON ${IS_MEMORY} AND d.path = s.id`,
);

/** What a memory superseded and what superseded it, itself included, oldest first. What was forgotten is left out. */
export async function memoryChain(
  db: Session,
  workspace: number,
  id: string,
): Promise<readonly MemoryRecord[]> {
  const { past, memories, chunks } = await db.batch({
    past: db.bind(PAST_CHAIN, { workspace, id }),
    ...bindLive(db, LIVE_CHAIN, { workspace, id }),
  });
  return [...pastMemories(past), ...liveMemories(memories, chunks)];
}
