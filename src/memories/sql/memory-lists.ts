import { MEMORY_ROOT, UNDO_MS } from "../../config.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { filterSql, type SqlPart } from "../../search/sql/filter-sql.ts";
import type { ResolvedFilters } from "../../search/sql/search-types.ts";

// Reads of many memories at once, none of them whole. Everything here is of one workspace and of live memories only.

export interface ListedRow {
  readonly id: string;
  readonly type: string;
  /** Its beginning, one character more than was asked for where there is more. */
  readonly text: string;
  readonly chunks: number;
  readonly importance: number;
  readonly priority: number;
  readonly confidence: number;
  readonly timesObserved: number;
  readonly quality: number;
  /** Milliseconds. */
  readonly firstObserved: number;
  readonly lastObserved: number;
  readonly session: string | null;
  readonly source: string | null;
  /** JSON. */
  readonly tags: string;
  readonly supersedes: string | null;
  /** What it is sorted by. */
  readonly place: number;
}

/** Beside the filters of a search, where a memory comes from. */
export interface MemoryFilters extends ResolvedFilters {
  readonly source?: string;
  /** 0 to 1. */
  readonly minQuality?: number;
}

/** Start of a document's text, without its other chunks. */
const opening = (chars: number): string =>
  `(SELECT substr(c.text, 1, ${chars + 1}) FROM chunks c WHERE c.document = d.num ORDER BY c.ordinal LIMIT 1)`;

const COLUMNS = `d.path AS id, d.type, d.chunk_count AS chunks, d.importance, d.priority, d.confidence,
  d.times_observed AS timesObserved, d.mtime AS firstObserved, d.last_observed AS lastObserved, coalesce(d.quality, 0.5) AS quality, d.session, d.source,
  d.tags, d.supersedes`;

/** Column and direction of each order; equal ones are told apart by the id, in the same direction. */
const ORDERS = {
  newest: ["d.last_observed", "DESC"],
  oldest: ["d.last_observed", "ASC"],
  created: ["d.mtime", "DESC"],
  importance: ["d.importance", "DESC"],
  priority: ["d.priority", "ASC"],
  observed: ["d.times_observed", "DESC"],
} as const;

export type MemoryOrder = keyof typeof ORDERS;

/** Where a page ended. */
export type MemoryPlace = readonly [value: number, id: string];

/** Conditions on `d`: a live memory of the workspace that passes the filters. */
export function chosenMemories(
  workspace: number,
  { source, minQuality, afterMs, beforeMs, ...filters }: MemoryFilters,
): SqlPart {
  const { sql, params } = filterSql(filters);
  const own: readonly (readonly [string, string | number | undefined])[] = [
    // A memory's date is its last observation, which its indexes are ordered by.
    ["d.last_observed >= ?", afterMs],
    ["d.last_observed < ?", beforeMs],
    ["d.source = ?", source],
    ["coalesce(d.quality, 0.5) >= ?", minQuality],
  ];
  const set = own.filter(
    (condition): condition is readonly [string, string | number] => condition[1] !== undefined,
  );
  return {
    sql: ["d.workspace = ? AND d.kind = 'memory'", sql, ...set.map(([one]) => one)].join(" AND "),
    params: [workspace, ...params, ...set.map(([, value]) => value)],
  };
}

/** Memories that left the index, after an instant in milliseconds. */
export interface PastMemories {
  readonly state: "superseded" | "forgotten";
  readonly leftAfter: number;
}

/** Past memories under the names that the columns of documents have. */
const PAST = `SELECT p.workspace, '${MEMORY_ROOT}' AS root, p.id AS path, 'memory' AS kind, ${Number.MAX_SAFE_INTEGER} AS version,
  1 AS chunk_count, p.first_observed AS mtime, p.last_observed, p.type, p.importance, p.priority, p.confidence,
  p.times_observed, p.session, p.source, p.tags, p.supersedes, p.text, NULL AS quality FROM past_memories p
  WHERE p.workspace = ? AND p.state = ? AND p.left_at > ?`;

export interface ListQuery {
  readonly workspace: number;
  /** Undefined: the live ones. */
  readonly from?: PastMemories | undefined;
  readonly filters: MemoryFilters;
  readonly order: MemoryOrder;
  readonly after?: MemoryPlace | undefined;
  readonly limit: number;
  /** Characters of each text. */
  readonly chars: number;
}

const listStatement = (session: Session, query: ListQuery): D1PreparedStatement => {
  const { workspace, from, filters, order, after, limit, chars } = query;
  const [column, direction] = ORDERS[order];
  const { sql, params } = chosenMemories(workspace, filters);
  const seek =
    after === undefined ? "" : ` AND (${column}, d.path) ${direction === "DESC" ? "<" : ">"} (?, ?)`;
  return session
    .prepare(
      `SELECT ${COLUMNS}, ${column} AS place, ${from === undefined ? opening(chars) : `substr(d.text, 1, ${chars + 1})`} AS text
       FROM ${from === undefined ? "documents" : `(${PAST})`} d WHERE ${sql}${seek} ORDER BY ${column} ${direction}, d.path ${direction} LIMIT ?`,
    )
    .bind(
      ...(from === undefined ? [] : [workspace, from.state, from.leftAfter]),
      ...params,
      ...(after ?? []),
      limit,
    );
};

/** One page of memories in an order that does not change while it is read, but for what is observed meanwhile. */
export async function listMemories(session: Session, query: ListQuery): Promise<readonly ListedRow[]> {
  const [rows] = await session.batch([listStatement(session, query)]);
  return rowsOf<ListedRow>(rows);
}

/** How many memories pass, and the first of them. */
export async function countMemories(
  session: Session,
  query: ListQuery,
): Promise<{ readonly total: number; readonly rows: readonly ListedRow[] }> {
  const { sql, params } = chosenMemories(query.workspace, query.filters);
  const [count, rows] = await session.batch([
    session.prepare(`SELECT count(*) AS total FROM documents d WHERE ${sql}`).bind(...params),
    listStatement(session, query),
  ]);
  return { total: firstRow<{ total: number }>(count)?.total ?? 0, rows: rowsOf<ListedRow>(rows) };
}

/** Up to two memories whose id begins so. */
export async function findMemories(
  session: Session,
  { workspace, idStart, chars }: { workspace: number; idStart: string; chars: number },
): Promise<readonly ListedRow[]> {
  const { sql, params } = chosenMemories(workspace, {});
  const [rows] = await session.batch([
    session
      .prepare(
        `SELECT ${COLUMNS}, d.last_observed AS place, ${opening(chars)} AS text FROM documents d
         WHERE ${sql} AND d.root = '${MEMORY_ROOT}' AND d.path >= ? AND d.path < ? || 'g' ORDER BY d.path LIMIT 2`,
      )
      .bind(...params, idStart, idStart),
  ]);
  return rowsOf<ListedRow>(rows);
}

export interface NeighboursQuery extends Pick<ListQuery, "workspace" | "filters" | "chars"> {
  readonly place: MemoryPlace;
  readonly before: number;
  readonly after: number;
}

/** Memories before and after a place in time, nearest first. */
export async function memoriesAround(
  session: Session,
  { place, before, after, ...query }: NeighboursQuery,
): Promise<{ readonly before: readonly ListedRow[]; readonly after: readonly ListedRow[] }> {
  const [older, newer] = await session.batch([
    listStatement(session, { ...query, order: "newest", after: place, limit: before }),
    listStatement(session, { ...query, order: "oldest", after: place, limit: after }),
  ]);
  return { before: rowsOf<ListedRow>(older), after: rowsOf<ListedRow>(newer) };
}

export interface NameCount {
  readonly name: string;
  readonly memories: number;
}

export interface StatisticsRows {
  readonly totals: {
    readonly memories: number;
    readonly observations: number | null;
    readonly withoutSource: number;
    readonly withoutSession: number;
    readonly sources: number;
    readonly sessions: number;
    readonly oldest: number | null;
    readonly newest: number | null;
    readonly superseded: number;
    readonly forgotten: number;
  };
  readonly byType: readonly NameCount[];
  readonly bySource: readonly NameCount[];
  readonly bySession: readonly NameCount[];
  /** By the number of the first band whose start the last observation is not before. */
  readonly byAge: readonly { readonly band: number; readonly memories: number }[];
}

/** Names that a list of frequencies holds at most. */
const MAX_NAMES = 50;

/** Counts over a workspace's memories; `bands` are instants, latest first. */
export async function memoryStatistics(
  session: Session,
  { workspace, nowMs, bands }: { workspace: number; nowMs: number; bands: readonly number[] },
): Promise<StatisticsRows> {
  const { sql, params } = chosenMemories(workspace, {});
  const by = (column: string) =>
    session
      .prepare(
        `SELECT d.${column} AS name, count(*) AS memories FROM documents d WHERE ${sql} AND d.${column} IS NOT NULL
         GROUP BY d.${column} ORDER BY memories DESC, name LIMIT ${MAX_NAMES}`,
      )
      .bind(...params);
  const past = (state: string) =>
    `(SELECT count(*) FROM past_memories p WHERE p.workspace = ? AND p.state = '${state}'`;
  const [totals, byType, bySource, bySession, byAge] = await session.batch([
    session
      .prepare(
        `SELECT count(*) AS memories, sum(d.times_observed) AS observations, count(*) - count(d.source) AS withoutSource,
           count(*) - count(d.session) AS withoutSession, count(DISTINCT d.source) AS sources,
           count(DISTINCT d.session) AS sessions, min(d.last_observed) AS oldest, max(d.last_observed) AS newest,
           ${past("superseded")}) AS superseded, ${past("forgotten")} AND p.left_at > ?) AS forgotten
         FROM documents d WHERE ${sql}`,
      )
      .bind(workspace, workspace, nowMs - UNDO_MS, ...params),
    by("type"),
    by("source"),
    by("session"),
    session
      .prepare(
        `SELECT (SELECT count(*) FROM json_each(?) b WHERE b.value > d.last_observed) AS band, count(*) AS memories
         FROM documents d WHERE ${sql} GROUP BY band`,
      )
      .bind(JSON.stringify(bands), ...params),
  ]);
  return {
    totals: firstRow<StatisticsRows["totals"]>(totals) as StatisticsRows["totals"],
    byType: rowsOf<NameCount>(byType),
    bySource: rowsOf<NameCount>(bySource),
    bySession: rowsOf<NameCount>(bySession),
    byAge: rowsOf<StatisticsRows["byAge"][number]>(byAge),
  };
}

export interface RecentRow {
  readonly kind: "file" | "memory";
  readonly root: string;
  readonly path: string;
  readonly title: string | null;
  readonly type: string | null;
  readonly session: string | null;
  /** Milliseconds. */
  readonly datedAt: number;
  readonly text: string | null;
  readonly chunks: number;
}

/** The newest dated documents; of each list `limit`, newest first. */
export async function newestDocuments(
  session: Session,
  query: {
    readonly workspace: number;
    readonly filters: readonly ResolvedFilters[];
    readonly limit: number;
    readonly chars: number;
  },
): Promise<readonly (readonly RecentRow[])[]> {
  const { workspace, limit, chars } = query;
  const answers = await session.batch(
    query.filters.map((filters) => {
      const { sql, params } = filterSql(filters);
      const date = filters.session === undefined ? "d.dated_at" : "d.last_observed";
      return session
        .prepare(
          `SELECT d.kind, d.root, d.path, d.title, d.type, d.session, d.dated_at AS datedAt, d.chunk_count AS chunks,
             ${opening(chars)} AS text FROM documents d
           WHERE d.workspace = ? AND ${sql} AND ${date} IS NOT NULL ORDER BY ${date} DESC, d.num DESC LIMIT ?`,
        )
        .bind(workspace, ...params, limit);
    }),
  );
  return answers.map((answer) => rowsOf<RecentRow>(answer));
}
