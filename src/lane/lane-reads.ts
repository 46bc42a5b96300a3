import { LANE } from "../config.ts";
import { rivalsOf } from "../database/fragments/rival-sql.ts";
import type { chunks, documents } from "../database/schema/documents.ts";
import type { recalls } from "../database/schema/recalls.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import type { ResolvedFilters } from "../search/query/filters.ts";
import { filterSql } from "../search/sql/filter-sql.ts";

export interface LaneQuery {
  readonly workspace: number;
  /** Whose searches; undefined: everybody's. */
  readonly token: string | undefined;
  /** Ids of searches from here on, and below. */
  readonly from: string;
  readonly below: string;
  /** Of the documents; `session` is that of the search. */
  readonly filters: Omit<ResolvedFilters, "session"> & { readonly session?: string | undefined };
}

type Document = typeof documents.$inferSelect;
type Chunk = typeof chunks.$inferSelect;

export interface RecalledRow
  extends Pick<typeof recalls.$inferSelect, "at" | "query" | "session">,
    Pick<
      Document,
      "kind" | "root" | "path" | "title" | "type" | "tags" | "timesObserved" | "quality" | "supersedes"
    >,
    Pick<Chunk, "startLine" | "endLine" | "startColumn" | "endColumn" | "text"> {
  readonly recall: string;
  /** From 0. */
  readonly position: number;
  readonly score: number;
  readonly chunk: string;
  readonly vote: number | null;
  /** Of a memory, milliseconds. */
  readonly observedAt: number | null;
  /** JSON, as `rivalsOf` has it. */
  readonly rivals: string | null;
}

/** Hits of logged searches whose document and passage are still there: `h`, its search `r`, document `d`, chunk `c`. */
function recalled({ workspace, token, from, below, filters }: LaneQuery) {
  const { session, ...others } = filters;
  const filter = filterSql(others);
  return {
    sql: `(SELECT * FROM recalls WHERE workspace = :workspace AND id >= :from AND id < :below
        AND (:token IS NULL OR token = :token) AND (:session IS NULL OR session = :session) ORDER BY id DESC LIMIT ${LANE.searches}) r
      CROSS JOIN json_each(r.hits) h ON h.key < ${LANE.hits}
      CROSS JOIN documents d ON d.workspace = r.workspace AND d.root = h.value->>'root' AND d.path = h.value->>'path'
      CROSS JOIN chunks c ON c.id = h.value->>'chunk' AND c.document = d.num
      WHERE ${filter.sql}`,
    values: {
      ...filter.values,
      ...{ workspace, from, below, token: token ?? null, session: session ?? null },
    },
  };
}

/** Recalled passages, newest search first, best hit first; `after` is the last of the page before. */
export function recalledPassages(
  db: Session,
  {
    after,
    limit,
    chars,
    voter,
    ...query
  }: LaneQuery & {
    readonly after: readonly [recall: string, position: number] | undefined;
    readonly limit: number;
    readonly chars: number;
    readonly voter: string;
  },
): Promise<readonly RecalledRow[]> {
  const { sql, values } = recalled(query);
  const seek = after === undefined ? "" : " AND (r.id < :recall OR (r.id = :recall AND h.key > :position))";
  const [recall = null, position = null] = after ?? [];
  const passages = statement<RecalledRow>(
    `SELECT r.id AS recall, r.at, r.query, r.session, h.key AS position, h.value->>'score' AS score, c.id AS chunk,
           c.start_line AS startLine, c.end_line AS endLine, c.start_column AS startColumn, c.end_column AS endColumn,
           d.kind, d.root, d.path, d.title, d.type, d.tags, substr(c.text, 1, ${chars + 1}) AS text,
           d.times_observed AS timesObserved, CASE d.kind WHEN 'memory' THEN coalesce(d.quality, 0.5) END AS quality,
           d.supersedes, d.last_observed AS observedAt, ${rivalsOf("d")} AS rivals, (SELECT f.value FROM feedback f
             WHERE f.workspace = r.workspace AND f.recall = r.id AND f.hit = c.id AND f.token = :voter) AS vote
         FROM ${sql}${seek} ORDER BY r.id DESC, h.key LIMIT :limit`,
  );
  return db.all(passages, { ...values, recall, position, voter, limit });
}

export interface LaneCount {
  /** UTC. */
  readonly day: string;
  /** Of memories; null: files. */
  readonly type: string | null;
  readonly events: number;
}

/** Hits of logged searches by day and type. */
export function countRecalled(db: Session, query: LaneQuery): Promise<readonly LaneCount[]> {
  const { sql, values } = recalled(query);
  const counts = statement<LaneCount>(
    `SELECT date(r.at / 1000, 'unixepoch') AS day, d.type, count(*) AS events FROM ${sql} GROUP BY 1, 2`,
  );
  return db.all(counts, values);
}
