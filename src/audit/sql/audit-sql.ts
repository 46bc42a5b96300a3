import type { Values } from "../../database/statement.ts";
import type { ScanPlace } from "./audit-types.ts";

export interface Sql {
  readonly sql: string;
  readonly values: Values;
}

export interface TableAudit {
  /** Answers `checked`, `last` (place of the last row) and `found` (JSON list of `{id, key, note}`). */
  readonly scan: (place: ScanPlace) => Sql;
  /** Statements of one batch: `:workspace`, `:keys` as a JSON list, `:now`. */
  readonly mend: (workspace: number) => readonly string[];
}

/** `order`: the columns that the rows are in order of. */
export const answer = (rows: string, order: readonly string[] = ["place"]): string =>
  `WITH slice AS MATERIALIZED (${rows})
   SELECT (SELECT count(*) FROM slice) AS checked,
     (SELECT place FROM slice ORDER BY ${order.map((column) => `${column} DESC`).join(", ")} LIMIT 1) AS last,
     (SELECT json_group_array(json_object('id', id, 'key', key, 'note', note)) FROM slice WHERE wrong) AS found`;
