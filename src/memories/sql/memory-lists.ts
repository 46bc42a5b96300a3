import { and, asc, count, desc, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MEMORY_ROOT, NO_VOTES_QUALITY } from "../../config.ts";
import { LISTED_FIELD_NAMES, MEMORY_FIELD_NAMES, type MemoryFields } from "../../contract/memory-fields.ts";
import { rivalsOf } from "../../database/fragments/rival-sql.ts";
import { selectFields } from "../../database/fragments/sql-columns.ts";
import { countedVotes } from "../../database/fragments/vote-sql.ts";
import { documents } from "../../database/schema/documents.ts";
import { pastMemories } from "../../database/schema/memories.ts";
import type { Session } from "../../database/session.ts";
import type { ResolvedFilters } from "../../search/query/filters.ts";
import { filterCondition } from "../../search/sql/filter-sql.ts";
import type { MemoryRecord } from "../memory-record.ts";
import { holdsWords, RECALLED, recalledCounts } from "./list-conditions.ts";
import { liveQuery, parsedFields, readLive } from "./memory-reads.ts";

// Reads of many memories at once. Everything here is of one workspace.

export interface ListedRow
  extends Pick<MemoryFields, (typeof LISTED_FIELD_NAMES)[number]>,
    Pick<MemoryRecord, "id" | "text" | "timesObserved" | "firstObserved" | "lastObserved" | "supersedes"> {
  readonly chunks: number;
  readonly quality: number;
  readonly up: number;
  readonly down: number;
  /** JSON, as `rivalsOf` has it. */
  readonly rivals: string | null;
  /** Searches that recalled it, where they are counted. */
  readonly recalled?: number;
  /** The value that the list is sorted by. */
  readonly place: number;
}

/** Beside the filters of a search, what votes say. */
export interface MemoryFilters extends ResolvedFilters {
  /** 0 to 1. */
  readonly minQuality?: number;
}

/** `documents`, under the name that filters have for it. */
export const d = alias(documents, "d");
const VOTES_ON = countedVotes("g.workspace = d.workspace AND g.root = d.root AND g.path = d.path");
const votesOf = (value: 1 | -1) =>
  sql<number>`(SELECT count(*) FROM ${sql.raw(VOTES_ON)} f WHERE f.value = ${sql.raw(String(value))})`;
const QUALITY = sql<number>`coalesce(${d.quality}, ${sql.raw(String(NO_VOTES_QUALITY))})`;

/** The beginning of a document's text, one character more than asked for where there is more. */
const beginningOf = (chars: number): SQL<string> =>
  sql`(SELECT substr(c.text, 1, ${sql.raw(`${chars + 1}`)}) FROM chunks c WHERE c.document = ${d.num} ORDER BY c.ordinal LIMIT 1)`;

/** Column and direction of each order; the id breaks ties, in the same direction. */
const ORDERS = {
  newest: [d.lastObserved, desc],
  oldest: [d.lastObserved, asc],
  created: [d.mtime, desc],
  importance: [d.importance, desc],
  priority: [d.priority, asc],
  observed: [d.timesObserved, desc],
  recalled: [RECALLED, desc],
} as const;

type MemoryOrder = keyof typeof ORDERS;

/** Where a page ended. */
export type MemoryPlace = readonly [value: number, id: string];

/**
 * Conditions on `d`: a live memory of the workspace, neither forgotten nor deleted, that passes the filters. The kind is a
 * literal, as partial indexes have it.
 */
export function memoryCondition(
  workspace: number,
  { minQuality, afterMs, beforeMs, ...filters }: MemoryFilters,
): SQL | undefined {
  return and(
    eq(d.workspace, workspace),
    sql`${d.kind} = 'memory'`,
    filterCondition(filters),
    // A memory's date is its last observation, which its indexes are ordered by.
    afterMs === undefined ? undefined : gte(d.lastObserved, afterMs),
    beforeMs === undefined ? undefined : lt(d.lastObserved, beforeMs),
    minQuality === undefined ? undefined : gte(QUALITY, minQuality),
  );
}

/** Memories that left the index, after an instant in milliseconds. */
export interface PastMemories {
  readonly state: "superseded" | "forgotten";
  readonly leftAfter: number;
}

/** Past memories under the names that the columns of documents have. */
const pastAsDocuments = (workspace: number, { state, leftAfter }: PastMemories): SQL =>
  sql`(SELECT p.workspace, ${sql.raw(`'${MEMORY_ROOT}' AS root, p.id AS path, NULL AS num, 'memory' AS kind, 1 AS chunk_count,
    ${Number.MAX_SAFE_INTEGER} AS version, p.first_observed AS mtime, p.last_observed, p.times_observed, p.supersedes,
    ${selectFields("p", MEMORY_FIELD_NAMES)}, p.text, NULL AS quality`)} FROM ${pastMemories} p
    WHERE p.workspace = ${workspace} AND p.state = ${state} AND p.left_at > ${leftAfter}) d`;

interface ListQuery {
  readonly workspace: number;
  /** Undefined: the live ones. */
  readonly from?: PastMemories | undefined;
  readonly filters: MemoryFilters;
  /** Each is in the text. */
  readonly words?: readonly string[] | undefined;
  /** Whose searches are counted, where any are: a token's, or everybody's. */
  readonly recalledBy?: { readonly token: string | undefined } | undefined;
  readonly order: MemoryOrder;
  readonly after?: MemoryPlace | undefined;
  readonly limit: number;
  readonly chars: number;
}

/** As expressions: a column itself is only taken from its own table. */
const LISTED_COLUMNS = Object.fromEntries(
  Object.entries({
    ...{
      id: d.path,
      chunks: d.chunkCount,
      quality: QUALITY,
      up: votesOf(1),
      down: votesOf(-1),
      supersedes: d.supersedes,
      rivals: sql.raw(rivalsOf("d")),
    },
    ...{ timesObserved: d.timesObserved, firstObserved: d.mtime, lastObserved: d.lastObserved },
    ...Object.fromEntries(LISTED_FIELD_NAMES.map((field) => [field, d[field]])),
  }).map(([field, column]) => [field, sql`${column}`.as(field)]),
);

/** Rows of a list, from `documents` or what stands in for it under the name `d`; conditions and order follow. */
function selectListed(
  db: Session,
  { from, order, chars, workspace, recalledBy }: Omit<ListQuery, "filters" | "limit">,
) {
  const text =
    from === undefined ? beginningOf(chars) : sql<string>`substr(d.text, 1, ${sql.raw(`${chars + 1}`)})`;
  const listed = from === undefined ? sql.raw("documents d") : pastAsDocuments(workspace, from);
  return db.orm
    .select({
      ...{ ...LISTED_COLUMNS, text: text.as("text") },
      ...(recalledBy && { recalled: RECALLED.as("recalled") }),
      place: sql<number>`${ORDERS[order][0]}`.as("place"),
    })
    .from(recalledBy === undefined ? listed : sql`${listed} ${recalledCounts(workspace, recalledBy.token)}`);
}

function listQuery(db: Session, query: ListQuery) {
  const { workspace, from, filters, words = [], order, after, limit } = query;
  const [column, direction] = ORDERS[order];
  const beyond = sql.raw(direction === desc ? "<" : ">");
  const seek = after && sql`(${column}, ${d.path}) ${beyond} (${after[0]}, ${after[1]})`;
  return selectListed(db, query)
    .where(and(memoryCondition(workspace, filters), holdsWords(words, from !== undefined), seek))
    .orderBy(direction(column), direction(d.path))
    .limit(limit);
}

const listed = (rows: readonly object[]): readonly ListedRow[] =>
  rows.map((row) => parsedFields(row) as ListedRow);

/** One page of memories in an order that does not change while it is read, but for what is observed meanwhile. */
export const listMemories = async (db: Session, query: ListQuery): Promise<readonly ListedRow[]> =>
  listed(await listQuery(db, query));

/** How many memories pass, and the first of them. */
export async function countMemories(
  db: Session,
  query: ListQuery,
): Promise<{ readonly total: number; readonly rows: readonly ListedRow[] }> {
  const condition = memoryCondition(query.workspace, query.filters);
  const [[counted], rows] = await db.orm.batch([
    db.orm.select({ total: count() }).from(d).where(condition),
    listQuery(db, query),
  ]);
  return { total: counted?.total ?? 0, rows: listed(rows) };
}

/** Up to two memories whose id begins so. */
export async function findMemories(
  db: Session,
  { workspace, idStart, chars }: { workspace: number; idStart: string; chars: number },
): Promise<readonly ListedRow[]> {
  // "g" comes after every hexadecimal id that begins so.
  const begins = sql`${d.root} = ${MEMORY_ROOT} AND ${d.path} >= ${idStart} AND ${d.path} < ${`${idStart}g`}`;
  return listed(
    await selectListed(db, { workspace, order: "newest", chars })
      .where(and(memoryCondition(workspace, {}), begins))
      .orderBy(d.path)
      .limit(2),
  );
}

/** Live memories by their whole ids, in no order. */
export const listedById = async (
  db: Session,
  { workspace, ids, chars }: { workspace: number; ids: readonly string[]; chars: number },
): Promise<readonly ListedRow[]> => {
  const named = sql`${d.root} = ${MEMORY_ROOT} AND ${d.path} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = selectListed(db, { workspace, order: "newest", chars });
  return listed(await rows.where(and(memoryCondition(workspace, {}), named)));
};

interface NeighboursQuery extends Pick<ListQuery, "workspace" | "filters" | "chars"> {
  readonly place: MemoryPlace;
  readonly before: number;
  readonly after: number;
}

/** Memories before and after a place in time, nearest first. */
export async function memoriesAround(
  db: Session,
  { place, before, after, ...query }: NeighboursQuery,
): Promise<{ readonly before: readonly ListedRow[]; readonly after: readonly ListedRow[] }> {
  const [older, newer] = await db.orm.batch([
    listQuery(db, { ...query, order: "newest", after: place, limit: before }),
    listQuery(db, { ...query, order: "oldest", after: place, limit: after }),
  ]);
  return { before: listed(older), after: listed(newer) };
}

export type RecentRow = Awaited<ReturnType<typeof recentQuery>>[number];

interface RecentQuery {
  readonly workspace: number;
  readonly limit: number;
  readonly chars: number;
}

function recentQuery(db: Session, { workspace, limit, chars }: RecentQuery, filters: ResolvedFilters) {
  const date = filters.session === undefined ? d.datedAt : d.lastObserved;
  return db.orm
    .select({
      ...{ kind: d.kind, root: d.root, path: d.path, title: d.title, type: d.type, session: d.session },
      ...{
        datedAt: sql<number>`${d.datedAt}`.as("datedAt"),
        chunks: d.chunkCount,
        text: beginningOf(chars).as("text"),
        rivals: sql<string | null>`${sql.raw(rivalsOf("d"))}`.as("rivals"),
      },
    })
    .from(d)
    .where(and(eq(d.workspace, workspace), filterCondition(filters), isNotNull(date)))
    .orderBy(desc(date), desc(d.num))
    .limit(limit);
}

/** The newest dated documents for each choice of filters; of a session those that it last observed. */
export async function newestDocuments(
  db: Session,
  query: RecentQuery,
  [first, ...others]: readonly [ResolvedFilters, ...ResolvedFilters[]],
): Promise<readonly (readonly RecentRow[])[]> {
  const lists = await db.orm.batch([
    recentQuery(db, query, first),
    ...others.map((filters) => recentQuery(db, query, filters)),
  ]);
  return lists as readonly (readonly RecentRow[])[];
}

/** Memories of one slice, and what is in them together, bytes: they are read and written at once. */
const MAX_MEMORIES = 100;
const MAX_BYTES = 600_000;

const BY_NUMBER = liveQuery(
  "FROM json_each(:nums) j CROSS JOIN documents d ON d.num = j.value AND d.kind = 'memory'",
);

/** Some of the memories that pass the filters, whole, those first that were not observed for the longest time. */
export async function oldestMemories(
  db: Session,
  { workspace, filters }: { workspace: number; filters: MemoryFilters },
): Promise<readonly MemoryRecord[]> {
  const size = sql<number>`${d.bytes} + length(${d.metadata}) + length(${d.tags}) + length(${d.entities})`;
  const sizes = await db.orm
    .select({ num: d.num, size: size.as("size") })
    .from(d)
    .where(memoryCondition(workspace, filters))
    .orderBy(d.lastObserved, d.path)
    .limit(MAX_MEMORIES);
  let bytes = 0;
  const fitting = sizes.filter((row, at) => {
    bytes += row.size;
    return at === 0 || bytes <= MAX_BYTES;
  });
  if (fitting.length === 0) return [];
  return readLive(db, BY_NUMBER, { nums: JSON.stringify(fitting.map(({ num }) => num)) });
}
