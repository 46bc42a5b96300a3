import { type SQL, sql } from "drizzle-orm";
import type { ResolvedFilters } from "../query/filters/filters.ts";
import { filterSql } from "./filter-sql.ts";

/** `filterSql` as a condition of a drizzle query over `documents` under the name `d`. */
export function filterCondition(filters: ResolvedFilters): SQL {
  const { sql: text, params } = filterSql(filters);
  return sql.join(
    text.split("?").flatMap((piece, at) => [...(at === 0 ? [] : [sql`${params[at - 1]}`]), sql.raw(piece)]),
  );
}
