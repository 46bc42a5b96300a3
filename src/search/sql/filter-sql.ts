import { type SQL, sql } from "drizzle-orm";
import { isThere } from "../../database/gone-documents.ts";
import type { ResolvedFilters } from "../query/filters.ts";
import type { GlobFilter } from "../query/glob.ts";

/** A piece of SQL with its parameters in order. */
export interface SqlPart {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Conditions on `d` (documents) as one expression: there, and what the filters say. */
export function filterSql(filters: ResolvedFilters): SqlPart {
  const parts: SqlPart[] = [{ sql: isThere("d"), params: [] }];
  const add = (sql: string, ...params: (string | number)[]) => parts.push({ sql, params });
  if (filters.root !== undefined) add("d.root = ?", filters.root);
  if (filters.kind !== undefined) add("d.kind = ?", filters.kind);
  if (filters.language !== undefined) add("d.language = ?", filters.language);
  // Word for word as the indexes of memories have it.
  if (isOfMemories(filters)) add("d.kind = 'memory'");
  if (filters.type !== undefined) add("d.type = ?", filters.type);
  if (filters.session !== undefined) add("d.session = ?", filters.session);
  if (filters.tag !== undefined) add("EXISTS (SELECT 1 FROM json_each(d.tags) WHERE value = ?)", filters.tag);
  if (filters.prefix !== undefined) add("substr(d.path, 1, length(?)) = ?", filters.prefix, filters.prefix);
  if (filters.afterMs !== undefined) add("d.dated_at >= ?", filters.afterMs);
  if (filters.beforeMs !== undefined) add("d.dated_at < ?", filters.beforeMs);
  if (filters.glob !== undefined) parts.push(globSql(filters.glob));
  return {
    sql: parts.map(({ sql }) => sql).join(" AND "),
    params: parts.flatMap(({ params }) => params),
  };
}

const isOfMemories = ({ type, session, tag }: ResolvedFilters): boolean =>
  type !== undefined || session !== undefined || tag !== undefined;

/** Characters as SQLite counts them: code points. */
const sqlLength = (text: string): number => [...text].length;

function globSql({ startsWith, endsWith, contains, slashes, sqlGlobs }: GlobFilter): SqlPart {
  const parts: SqlPart[] = [
    { sql: "length(d.path) >= ?", params: [sqlLength(startsWith) + sqlLength(endsWith)] },
    { sql: "substr(d.path, 1, length(?)) = ?", params: [startsWith, startsWith] },
  ];
  if (endsWith !== "") parts.push({ sql: "substr(d.path, -length(?)) = ?", params: [endsWith, endsWith] });
  for (const literal of contains) parts.push({ sql: "instr(d.path, ?) > 0", params: [literal] });
  if (slashes !== undefined)
    parts.push({ sql: "length(d.path) - length(replace(d.path, '/', '')) = ?", params: [slashes] });
  if (sqlGlobs.length > 0)
    parts.push({ sql: `(${sqlGlobs.map(() => "d.path GLOB ?").join(" OR ")})`, params: sqlGlobs });
  return { sql: parts.map(({ sql }) => sql).join(" AND "), params: parts.flatMap(({ params }) => params) };
}

/** `filterSql` as a condition of a drizzle query over `documents` under the name `d`. */
export function filterCondition(filters: ResolvedFilters): SQL {
  const { sql: text, params } = filterSql(filters);
  return sql.join(
    text.split("?").flatMap((piece, at) => [...(at === 0 ? [] : [sql`${params[at - 1]}`]), sql.raw(piece)]),
  );
}
