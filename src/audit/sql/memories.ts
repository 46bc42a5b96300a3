import { MEMORY_ROOT } from "../../config.ts";
import { answer, type TableAudit } from "./audit-sql.ts";

const IS_LIVE = (id: string): string => `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = ${id} AND d.kind = 'memory')`;

const UNTOLD = (o: string): string => `(NOT ${IS_LIVE(`${o}.memory`)}
  AND NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = ${o}.memory))`;

/** What must hold between memories, past ones and what they told. */
export const MEMORY_AUDITS = {
  observation_without_memory: {
    scan: ({ workspace, after, limit }) => {
      const [memory = "", at = -1, num = -1] = after === "" ? [] : (JSON.parse(after) as unknown[]);
      return {
        sql: answer(
          `SELECT json_array(o.memory, o.at, o.num) AS place, o.memory AS id, CAST(o.num AS TEXT) AS key, NULL AS note,
             ${UNTOLD("o")} AS wrong, o.memory, o.at, o.num FROM memory_observations o
           WHERE o.workspace = :workspace AND (o.memory, o.at, o.num) > (:memory, :at, :num) ORDER BY o.memory, o.at, o.num LIMIT :limit`,
          ["memory", "at", "num"],
        ),
        values: { workspace, memory: String(memory), at: Number(at), num: Number(num), limit },
      };
    },
    mend: () => [
      `DELETE FROM memory_observations AS o WHERE o.workspace = :workspace
         AND o.num IN (SELECT CAST(value AS INTEGER) FROM json_each(:keys)) AND ${UNTOLD("o")}`,
    ],
  },
  memory_twice: {
    scan: ({ workspace, after, limit }) => ({
      sql: answer(`SELECT p.id AS place, p.id, p.id AS key, p.state AS note, ${IS_LIVE("p.id")} AS wrong
        FROM past_memories p WHERE p.workspace = :workspace AND p.id > :after ORDER BY p.id LIMIT :limit`),
      values: { workspace, after, limit },
    }),
    mend: () => [
      `DELETE FROM past_memories AS p WHERE p.workspace = :workspace AND p.id IN (SELECT value FROM json_each(:keys))
         AND ${IS_LIVE("p.id")}`,
    ],
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
