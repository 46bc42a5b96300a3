import { MEMORY_ROOT } from "../../config.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { weightSql } from "../../database/vote-sql.ts";

/** Votes of memories as they have faded by `?1`, and what follows from them: (1 + ups) / (2 + ups + downs). */
const JUDGED = `judged AS MATERIALIZED (SELECT d.num, d.workspace, d.quality AS before,
    (1 + v.ups) / (2 + v.ups + v.downs) AS quality
  FROM (SELECT f.workspace, f.path,
      sum(CASE WHEN f.value > 0 THEN ${weightSql("f", "?1")} ELSE 0 END) AS ups,
      sum(CASE WHEN f.value < 0 THEN ${weightSql("f", "?1")} ELSE 0 END) AS downs
    FROM feedback f WHERE f.root = '${MEMORY_ROOT}' GROUP BY f.workspace, f.path) v
  CROSS JOIN documents d ON d.workspace = v.workspace AND d.root = '${MEMORY_ROOT}' AND d.path = v.path
  UNION ALL SELECT d.num, d.workspace, d.quality, NULL FROM documents d WHERE d.quality IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.workspace = d.workspace AND f.root = d.root AND f.path = d.path))`;

/** Less than this is nothing that a ranking or a person sees. */
const LEAST_CHANGE = 0.0005;

const CHANGED = `${JUDGED}, changed AS (SELECT * FROM judged
  WHERE (quality IS NULL) <> (before IS NULL) OR abs(quality - before) >= ${LEAST_CHANGE})`;

/** Chunks whose text was gone for a while: they are voted on as before. */
const FORGOTTEN = `SELECT c.rid, c.workspace FROM feedback f CROSS JOIN chunks c ON c.id = f.chunk
  WHERE c.workspace = f.workspace AND c.votes_at IS NULL`;

/**
 * Computes the quality of every memory that has votes, or had some, anew; where it changed, the workspace's version rises
 * with it. Answers how many changed.
 */
export async function updateQuality(session: Session, nowMs: number): Promise<number> {
  const [, changed] = await session.batch([
    session
      .prepare(
        `WITH ${CHANGED} UPDATE workspaces SET version = version + 1 WHERE num IN (SELECT workspace FROM changed)`,
      )
      .bind(nowMs),
    session
      .prepare(
        `WITH ${CHANGED} UPDATE documents SET quality = (SELECT c.quality FROM changed c WHERE c.num = documents.num)
           WHERE num IN (SELECT num FROM changed) RETURNING 1`,
      )
      .bind(nowMs),
    session.prepare(
      `UPDATE workspaces SET version = version + 1 WHERE num IN (SELECT workspace FROM (${FORGOTTEN}))`,
    ),
    session
      .prepare(
        `UPDATE chunks SET votes_at = ?1, votes_net = (SELECT sum(f.value * ${weightSql("f", "?1")}) FROM feedback f
           WHERE f.workspace = chunks.workspace AND f.chunk = chunks.id)
         WHERE rid IN (SELECT rid FROM (${FORGOTTEN}))`,
      )
      .bind(nowMs),
  ]);
  return rowsOf(changed).length;
}
