/** Rows that one table may hold of a workspace; 2^21 workspaces have numbers below 2^53, which JavaScript counts exactly. */
const BITS = 32;

/**
 * SQL: the next number of a row in a table whose rows other rows name by it. Each workspace counts in a range of its own:
 * the same number is never given out in two databases, and a row keeps it when its workspace moves to another. (Numbers
 * up to 2^32 are from before, and were all given out by one database.) Of several rows add their place in the list.
 */
export function nextNumber(table: string, column: string, workspace = ":workspace"): string {
  const first = `(CAST(${workspace} AS INTEGER) << ${BITS})`;
  const last = `(${first} + ${2 ** BITS - 1})`;
  return `(coalesce((SELECT ${column} FROM ${table} WHERE ${column} BETWEEN ${first} AND ${last}
    ORDER BY ${column} DESC LIMIT 1), ${first}) + 1)`;
}
