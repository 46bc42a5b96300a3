/** Rows that one statement deletes at most: D1 wants large deletes in pieces. */
export const MAX_DELETED = 2_000;

/** SQL that deletes `?1` rows at most and answers a row for each; `key` is the table's primary key, `where` begins at `?2`. */
export const deleteSome = (table: string, key: string, where: string): string =>
  `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?1) RETURNING 1`;
