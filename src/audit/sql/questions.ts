import { answer, type TableAudit } from "./audit-sql.ts";

const IS_STRAY = (chunk: string): string =>
  `NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = ${chunk} AND c.workspace = :workspace)`;

const QUESTIONS = ["contexts", "name_requests"] as const;

/** The next questions of one table, walked by its index. */
const nextOf = (table: (typeof QUESTIONS)[number]): string =>
  `SELECT chunk FROM (SELECT chunk FROM ${table} WHERE workspace = :workspace AND chunk > :after ORDER BY chunk LIMIT :limit) slice`;

/** What must hold of what a text model is still to be asked. */
export const QUESTION_AUDITS = {
  question_without_chunk: {
    scan: ({ workspace, after, limit }) => ({
      sql: answer(`SELECT slice.chunk AS place, slice.chunk AS id, slice.chunk AS key, NULL AS note,
          ${IS_STRAY("slice.chunk")} AS wrong
        FROM (${QUESTIONS.map(nextOf).join(" UNION ")}) slice ORDER BY slice.chunk LIMIT :limit`),
      values: { workspace, after, limit },
    }),
    mend: () =>
      QUESTIONS.map(
        (
          table,
        ) => `DELETE FROM ${table} WHERE workspace = :workspace AND chunk IN (SELECT value FROM json_each(:keys))
          AND ${IS_STRAY(`${table}.chunk`)}`,
      ),
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
