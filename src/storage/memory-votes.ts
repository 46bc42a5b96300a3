import { MEMORY_ROOT } from "../config.ts";
import type { Session } from "./session.ts";
import { weightSql } from "./vote-sql.ts";

const FIRST_CHUNKS = `SELECT d.path, c.id, c.embed_hash FROM json_each(?2) j CROSS JOIN documents d ON d.workspace = ?1
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0`;

/** A memory that is said in other words keeps its votes: those on chunks that went count for the first one. */
const MOVE = `UPDATE feedback SET chunk = m.id, embed_hash = m.embed_hash FROM (${FIRST_CHUNKS}) m
  WHERE feedback.workspace = ?1 AND feedback.root = '${MEMORY_ROOT}' AND feedback.path = m.path
    AND NOT EXISTS (SELECT 1 FROM chunks x WHERE x.id = feedback.chunk)`;

const SUM = `UPDATE chunks SET votes_at = ?3, votes_net = (SELECT sum(f.value * ${weightSql("f", "?3")}) FROM feedback f
    WHERE f.workspace = ?1 AND f.chunk = chunks.id)
  WHERE id IN (SELECT id FROM (${FIRST_CHUNKS})) AND EXISTS (SELECT 1 FROM feedback f
    WHERE f.workspace = ?1 AND f.chunk = chunks.id)`;

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
