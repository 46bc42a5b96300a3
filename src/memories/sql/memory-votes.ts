import { MEMORY_ROOT } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { weightSql } from "../../database/vote-sql.ts";

// The rows are found from the JSON first: joined to it in an update itself, SQLite walks all rows of the workspace.

const ALL_CHUNKS = `SELECT c.id FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value CROSS JOIN chunks c ON c.document = d.num`;

const FIRST = (column: string): string => `(SELECT c.${column} FROM documents d
  CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
  WHERE d.workspace = ?1 AND d.root = '${MEMORY_ROOT}' AND d.path = feedback.path)`;

/** A memory that is said in other words keeps its votes: those on chunks that went count for the first one. */
const MOVE = `UPDATE feedback SET chunk = ${FIRST("id")}, embed_hash = ${FIRST("embed_hash")}
  WHERE (workspace, recall, hit, token) IN (SELECT f.workspace, f.recall, f.hit, f.token FROM json_each(?2) j
    CROSS JOIN feedback f ON f.workspace = ?1 AND f.root = '${MEMORY_ROOT}' AND f.path = j.value
    WHERE NOT EXISTS (SELECT 1 FROM chunks x WHERE x.id = f.chunk))`;

const SUM = `UPDATE chunks SET votes_net = (SELECT sum(f.value * ${weightSql("f", "?3")}) FROM feedback f
    WHERE f.workspace = ?1 AND f.chunk = chunks.id),
    votes_at = (SELECT ?3 FROM feedback f WHERE f.workspace = ?1 AND f.chunk = chunks.id LIMIT 1)
  WHERE id IN (${ALL_CHUNKS})`;

/** After memories were written again: their votes follow, and are summed up anew. */
export const voteStatements = (
  session: Session,
  { workspace, nowMs, ids }: { workspace: number; nowMs: number; ids: readonly string[] },
): D1PreparedStatement[] =>
  ids.length === 0
    ? []
    : [
        session.prepare(MOVE).bind(workspace, JSON.stringify(ids)),
        session.prepare(SUM).bind(workspace, JSON.stringify(ids), nowMs),
      ];
