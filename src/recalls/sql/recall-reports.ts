import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { ReportKind } from "../../search/sql/recall-types.ts";

/** Searches that one report looks at, the newest: what one statement may read in a moment. */
const MAX_SEARCHES = 50_000;

/** `?1` workspace, `?2` id from which on; what asked for no search is none. */
const LOG = `log AS MATERIALIZED (SELECT r.* FROM recalls r WHERE r.workspace = ?1 AND r.id >= ?2
  AND r.outcome <> 'skipped' ORDER BY r.id DESC LIMIT ${MAX_SEARCHES})`;

/** Hits that still say where they were, with their position from 0. */
const HITS = `hits AS (SELECT log.at, h.key AS position, h.value->>'root' AS root, h.value->>'path' AS path
  FROM log CROSS JOIN json_each(log.hits) h WHERE h.value->>'path' IS NOT NULL)`;

const SCOPE = `WITH ${LOG} SELECT count(*) AS searches, min(at) AS since FROM log`;

/** A search with filters that found nothing tells of its filters, not of what is missing.
 * `?3` the moment before which a stale document was there already, `?4` rows; each reads what it needs of them. */
const REPORTS: Readonly<Record<ReportKind, string>> = {
  never_found: `WITH ${LOG} SELECT query, query_hash AS queryHash, count(*) AS count, max(at) AS lastAt FROM log
    WHERE outcome IN ('nothing_found', 'nothing_relevant') AND filters IS NULL AND ?3 IS NOT NULL GROUP BY query, query_hash
    ORDER BY count(*) DESC, max(at) DESC, query, query_hash LIMIT ?4`,
  popular: `WITH ${LOG}, ${HITS}, top AS (SELECT root, path, count(*) AS count, max(at) AS lastAt FROM hits
      WHERE position < 3 AND ?3 IS NOT NULL GROUP BY root, path)
    SELECT t.root, t.path, t.count, t.lastAt, d.kind, d.title, d.indexed_at AS indexedAt FROM top t
    CROSS JOIN documents d ON d.workspace = ?1 AND d.root = t.root AND d.path = t.path WHERE ${isThere("d")}
    ORDER BY t.count DESC, t.lastAt DESC, t.root, t.path LIMIT ?4`,
  stale: `WITH ${LOG}, ${HITS} SELECT d.root, d.path, d.kind, d.title, d.indexed_at AS indexedAt,
      CASE d.kind WHEN 'memory' THEN coalesce(d.quality, 0.5) END AS quality FROM documents d
    WHERE d.workspace = ?1 AND d.indexed_at < ?3 AND ${isThere("d")}
      AND (d.root, d.path) NOT IN (SELECT root, path FROM hits)
    ORDER BY coalesce(d.quality, 0.5), d.indexed_at, d.root, d.path LIMIT ?4`,
};

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

export interface ReportQuery {
  readonly workspace: number;
  readonly kind: ReportKind;
  /** Ids from this start on. */
  readonly from: string;
  readonly limit: number;
}

/** A report's rows in their order, and how many searches since when (milliseconds; null: none) tell it. */
export async function readReport(
  session: Session,
  { workspace, kind, from, limit }: ReportQuery,
): Promise<{ searches: number; since: number | null; rows: readonly ReportRow[] }> {
  const [scope] = await session.batch([session.prepare(SCOPE).bind(workspace, from)]);
  const { searches = 0, since = null } = firstRow<{ searches: number; since: number | null }>(scope) ?? {};
  if (since === null) return { searches, since, rows: [] };
  const [rows] = await session.batch([session.prepare(REPORTS[kind]).bind(workspace, from, since, limit)]);
  return { searches, since, rows: rowsOf<ReportRow>(rows) };
}
