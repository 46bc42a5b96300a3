import type { ResolvedFilters } from "../stores/search.ts";

/** A piece of SQL with its parameters in order. */
export interface SqlPart {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Conditions on `d` (documents) as one expression; "1" when nothing is filtered. */
export function filterSql(filters: ResolvedFilters): SqlPart {
  const parts: SqlPart[] = [];
  const add = (sql: string, ...params: (string | number)[]) => parts.push({ sql, params });
  if (filters.root !== undefined) add("d.root = ?", filters.root);
  if (filters.kind !== undefined) add("d.kind = ?", filters.kind);
  if (filters.language !== undefined) add("d.language = ?", filters.language);
  if (filters.prefix !== undefined) add("substr(d.path, 1, length(?)) = ?", filters.prefix, filters.prefix);
  if (filters.afterMs !== undefined) add("d.dated_at >= ?", filters.afterMs);
  if (filters.beforeMs !== undefined) add("d.dated_at < ?", filters.beforeMs);
  if (filters.glob !== undefined) parts.push(globSql(filters.glob));
  return {
    sql: parts.length === 0 ? "1" : parts.map(({ sql }) => sql).join(" AND "),
    params: parts.flatMap(({ params }) => params),
  };
}

function globSql(glob: NonNullable<ResolvedFilters["glob"]>): SqlPart {
  const parts: SqlPart[] = [
    { sql: "length(d.path) >= ?", params: [glob.startsWith.length + glob.endsWith.length] },
    { sql: "substr(d.path, 1, length(?)) = ?", params: [glob.startsWith, glob.startsWith] },
  ];
  if (glob.endsWith !== "")
    parts.push({ sql: "substr(d.path, -length(?)) = ?", params: [glob.endsWith, glob.endsWith] });
  for (const literal of glob.contains) parts.push({ sql: "instr(d.path, ?) > 0", params: [literal] });
  if (glob.slashes !== undefined)
    parts.push({ sql: "length(d.path) - length(replace(d.path, '/', '')) = ?", params: [glob.slashes] });
  return { sql: parts.map(({ sql }) => sql).join(" AND "), params: parts.flatMap(({ params }) => params) };
}
