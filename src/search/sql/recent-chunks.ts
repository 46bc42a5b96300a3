import { DEFAULTS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { chunkColumns, type RowOptions } from "./chunk-rows.ts";
import { filterSql } from "./filter-sql.ts";
import type { ResolvedFilters } from "./search-types.ts";

/** Documents of each of the two parts below: every one of them has a chunk, or nearly. */
const NEWEST = DEFAULTS.armPool;

/**
 * Chunks of the newest documents, undated ones last, those of the session `first` before all others: each part by an
 * index of its own, so that a search reads no whole workspace for what it may not even show.
 */
export function recentStatement(
  session: Session,
  workspace: number,
  query: RowOptions & { readonly filters: ResolvedFilters; readonly first?: string | undefined },
): D1PreparedStatement {
  const { filters, first } = query;
  const filter = filterSql(filters);
  const own = first === undefined ? undefined : filterSql({ ...filters, session: filters.session ?? first });
  const part = (where: string, isOwn: 0 | 1, order: string) =>
    `SELECT * FROM (SELECT d.num, ${isOwn} AS isOwn FROM documents d WHERE d.workspace = ? AND ${where}
       ORDER BY ${order} DESC, d.num LIMIT ${NEWEST})`;
  const parts = [
    part(`${filter.sql} AND d.session IS NOT ?`, 0, "d.dated_at"),
    ...(own === undefined ? [] : [part(`${own.sql} AND d.session = ?`, 1, "d.last_observed")]),
  ];
  const params = [
    ...[workspace, ...filter.params, first ?? NO_SESSION],
    ...(own === undefined || first === undefined ? [] : [workspace, ...own.params, first]),
  ];
  return session
    .prepare(
      `SELECT ${chunkColumns(query)} FROM (${parts.join(" UNION ALL ")}) r CROSS JOIN documents d ON d.num = r.num
       CROSS JOIN chunks c ON c.document = d.num ORDER BY r.isOwn DESC, d.dated_at DESC, d.num, c.ordinal LIMIT ?`,
    )
    .bind(...params, DEFAULTS.armPool);
}

/** No session is called so: without an asking one, none is left out. */
const NO_SESSION = "";

/** How many chunks pass the filters, up to what is compared exactly and one. */
export function countStatement(
  session: Session,
  workspace: number,
  filters: ResolvedFilters,
): D1PreparedStatement {
  const filter = filterSql(filters);
  return session
    .prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM documents d JOIN chunks c ON c.document = d.num
         WHERE d.workspace = ? AND ${filter.sql} LIMIT ?)`,
    )
    .bind(workspace, ...filter.params, DEFAULTS.exactFilterChunks + 1);
}
