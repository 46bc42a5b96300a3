import { isThere } from "../../database/fragments/gone-documents.ts";
import type { Session } from "../../database/session.ts";
import { type Statement, statement } from "../../database/statement.ts";
import type { ReportKind } from "../contract/recalls.ts";

/** Searches that one report looks at, the newest: what one statement may read in a moment. */
const MAX_SEARCHES = 50_000;

/** Searches from an id on that a report looks at; a query that needed none is left out. */
const logOf = (condition: string): string => `log AS MATERIALIZED (SELECT r.* FROM recalls r
  WHERE r.workspace = :workspace AND r.id >= :from AND r.outcome <> 'skipped'${condition}
  ORDER BY r.id DESC LIMIT ${MAX_SEARCHES})`;
const LOG = logOf("");
/** A search with filters that found nothing tells of its filters, not of what is missing. */
const UNFILTERED = logOf(" AND coalesce(r.filters, '{}') = '{}'");

/** Hits that still say where they were, with their position from 0. */
const HITS = `hits AS (SELECT log.at, h.key AS position, h.value->>'root' AS root, h.value->>'path' AS path
  FROM log CROSS JOIN json_each(log.hits) h WHERE h.value->>'path' IS NOT NULL)`;

const scopeOf = (log: string) =>
  statement<{ readonly searches: number; readonly since: number | null }>(
    `WITH ${log} SELECT count(*) AS searches, min(at) AS since FROM log`,
  );
const SCOPE = scopeOf(LOG);
const UNFILTERED_SCOPE = scopeOf(UNFILTERED);

/** `:since` is the first search that is looked at: a document that came later is not stale. */
const REPORT_SQL: Readonly<Record<ReportKind, string>> = {
  never_found: `WITH ${UNFILTERED} SELECT query, query_hash AS queryHash, count(*) AS count, max(at) AS lastAt FROM log
    WHERE outcome IN ('nothing_found', 'nothing_relevant') GROUP BY query, query_hash
    ORDER BY count(*) DESC, max(at) DESC, query, query_hash LIMIT :limit`,
  popular: `WITH ${LOG}, ${HITS}, top AS (SELECT root, path, count(*) AS count, max(at) AS lastAt FROM hits
      WHERE position < 3 GROUP BY root, path)
    SELECT t.root, t.path, t.count, t.lastAt, d.kind, d.title, d.indexed_at AS indexedAt FROM top t
    CROSS JOIN documents d ON d.workspace = :workspace AND d.root = t.root AND d.path = t.path WHERE ${isThere("d")}
    ORDER BY t.count DESC, t.lastAt DESC, t.root, t.path LIMIT :limit`,
  stale: `WITH ${LOG}, ${HITS} SELECT d.root, d.path, d.kind, d.title, d.indexed_at AS indexedAt,
      CASE d.kind WHEN 'memory' THEN coalesce(d.quality, 0.5) END AS quality FROM documents d
    WHERE d.workspace = :workspace AND d.indexed_at < :since AND ${isThere("d")}
      AND (d.root, d.path) NOT IN (SELECT root, path FROM hits)
    ORDER BY coalesce(d.quality, 0.5), d.indexed_at, d.root, d.path LIMIT :limit`,
};
const REPORTS = Object.fromEntries(
  Object.entries(REPORT_SQL).map(([kind, sql]) => [kind, statement(sql)]),
) as Readonly<Record<ReportKind, Statement<ReportRow>>>;

export interface ReportRow {
  readonly query?: string | null;
  readonly queryHash?: string | null;
  readonly root?: string;
  readonly path?: string;
  readonly kind?: string;
  readonly title?: string | null;
  readonly count?: number;
  readonly lastAt?: number;
  readonly quality?: number | null;
  readonly indexedAt?: number;
}

interface ReportQuery {
  readonly workspace: number;
  readonly kind: ReportKind;
  /** Ids from this start on. */
  readonly from: string;
  readonly limit: number;
}

/** A report's rows in their order, how many searches they come from, and since when (milliseconds; null: there are none). */
export async function readReport(
  db: Session,
  { kind, ...query }: ReportQuery,
): Promise<{ searches: number; since: number | null; rows: readonly ReportRow[] }> {
  const scope = kind === "never_found" ? UNFILTERED_SCOPE : SCOPE;
  const { searches = 0, since = null } = (await db.first(scope, { ...query })) ?? {};
  const rows = since === null ? [] : await db.all(REPORTS[kind], { ...query, since });
  return { searches, since, rows };
}
