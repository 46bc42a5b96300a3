import { statement } from "./statement.ts";

/** Rows that one statement deletes at most: D1 wants large deletes in pieces. */
export const MAX_DELETED = 2_000;

/** Deletes `:max` rows at most and answers a row for each; `key` names a row. */
export const deleteSome = (table: string, key: string, where: string) =>
  statement(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT :max) RETURNING 1`,
  );
