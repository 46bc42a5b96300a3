import { MEMORY_ROOT } from "../../config.ts";
import { judgeMemories, NEWEST, netOfVotes, sumVotes, weightSql } from "../../database/fragments/vote-sql.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";

// The rows are found from the JSON first: joined to it in an update itself, SQLite walks all rows of the workspace.

const firstChunk = (column: string): string => `(SELECT c.${column} FROM documents d
  CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
  WHERE d.workspace = :workspace AND d.root = '${MEMORY_ROOT}' AND d.path = feedback.path)`;

/** A memory whose text changes keeps its votes: those on chunks that are gone count for the first one. */
const MOVE_VOTES =
  statement(`UPDATE feedback SET chunk = ${firstChunk("id")}, embed_hash = ${firstChunk("embed_hash")}
  WHERE (workspace, recall, hit, token) IN (SELECT f.workspace, f.recall, f.hit, f.token FROM json_each(:ids) j
    CROSS JOIN feedback f ON f.workspace = :workspace AND f.root = '${MEMORY_ROOT}' AND f.path = j.value
    WHERE NOT EXISTS (SELECT 1 FROM chunks x WHERE x.id = f.chunk))`);

const SUM_VOTES =
  sumVotes(`SELECT c.id FROM json_each(:ids) j CROSS JOIN documents d ON d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value CROSS JOIN chunks c ON c.document = d.num`);

const JUDGE =
  judgeMemories(`SELECT d.num FROM json_each(:ids) j CROSS JOIN documents d ON d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = j.value`);

/** After memories were written again: their votes follow, are summed up and judge them anew. */
export function voteStatements(
  db: Session,
  {
    workspace,
    nowMs,
    ids,
  }: { readonly workspace: number; readonly nowMs: number; readonly ids: readonly string[] },
): Bound[] {
  if (ids.length === 0) return [];
  const values = { workspace, nowMs, ids: JSON.stringify(ids) };
  return [MOVE_VOTES, SUM_VOTES, JUDGE].map((sql) => db.bind(sql, values));
}

/** Votes of memories as they have faded by `:nowMs`, and what follows from them: (1 + ups) / (2 + ups + downs). */
const JUDGED = `judged AS MATERIALIZED (SELECT d.num, d.workspace, d.quality AS before,
    (1 + v.ups) / (2 + v.ups + v.downs) AS quality
  FROM (SELECT f.workspace, f.path,
      sum(CASE WHEN f.value > 0 THEN ${weightSql("f", ":nowMs")} ELSE 0 END) AS ups,
      sum(CASE WHEN f.value < 0 THEN ${weightSql("f", ":nowMs")} ELSE 0 END) AS downs
    FROM (SELECT g.workspace, g.path, g.value, g.at, ${NEWEST} FROM feedback g WHERE g.root = '${MEMORY_ROOT}'
      GROUP BY g.workspace, g.path, g.token) f GROUP BY f.workspace, f.path) v
  CROSS JOIN documents d ON d.workspace = v.workspace AND d.root = '${MEMORY_ROOT}' AND d.path = v.path
  UNION ALL SELECT d.num, d.workspace, d.quality, NULL FROM workspaces w
  CROSS JOIN documents d ON d.workspace = w.num AND d.kind = 'memory' AND d.quality IS NOT NULL
    WHERE NOT EXISTS (SELECT 1 FROM feedback f WHERE f.workspace = d.workspace AND f.root = d.root AND f.path = d.path))`;

/** No ranking and no person sees a smaller change. */
const LEAST_CHANGE = 0.0005;

const CHANGED = `WITH ${JUDGED}, changed AS (SELECT * FROM judged
  WHERE (quality IS NULL) <> (before IS NULL) OR abs(quality - before) >= ${LEAST_CHANGE})`;

/** Chunks whose text was gone for a while: their votes count again. */
const RETURNED = `SELECT c.rid, c.workspace FROM feedback f CROSS JOIN chunks c ON c.id = f.chunk
  WHERE c.workspace = f.workspace AND c.votes_at IS NULL`;

const raiseVersions = (workspaces: string): string =>
  raiseVersion({ where: `num IN (SELECT workspace FROM ${workspaces})` });

const RAISE_CHANGED = statement(`${CHANGED} ${raiseVersions("changed")}`);
const UPDATE_QUALITY = statement(`${CHANGED} UPDATE documents
  SET quality = (SELECT c.quality FROM changed c WHERE c.num = documents.num)
  WHERE num IN (SELECT num FROM changed) RETURNING 1`);
const RAISE_RETURNED = statement(raiseVersions(`(${RETURNED})`));
const SUM_RETURNED = statement(`UPDATE chunks SET votes_at = :nowMs,
    votes_net = ${netOfVotes({ workspace: "chunks.workspace", chunk: "chunks.id", now: ":nowMs" })}
  WHERE rid IN (SELECT rid FROM (${RETURNED}))`);

/**
 * Computes the quality of every memory that has votes, or had some, anew; where it changed, the workspace's version rises
 * with it. Answers how many changed.
 */
export async function updateQuality(db: Session, nowMs: number): Promise<number> {
  const { changed } = await db.batch({
    raised: db.bind(RAISE_CHANGED, { nowMs }),
    changed: db.bind(UPDATE_QUALITY, { nowMs }),
    raisedForVotes: db.bind(RAISE_RETURNED),
    summed: db.bind(SUM_RETURNED, { nowMs }),
  });
  return changed.length;
}
