import { isThere } from "../../database/gone-documents.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { weightSql } from "../../database/vote-sql.ts";

/** A vote as it leaves a workspace and comes into another: its chunk by document and text, since ids differ there. */
export interface BackupVote {
  readonly recallId: string;
  readonly hit: string;
  readonly token: string;
  readonly value: number;
  readonly note: string | null;
  /** Milliseconds. */
  readonly at: number;
  readonly root: string;
  readonly path: string;
  readonly embedHash: string | null;
}

/** Where a page of votes ended. */
export type BackupPlace = readonly [recall: string, hit: string, token: string];

/** Votes on documents that are there, in the order of their keys. */
export async function readVotes(
  session: Session,
  { workspace, after, limit }: { workspace: number; after: BackupPlace; limit: number },
): Promise<readonly BackupVote[]> {
  const sql = `SELECT f.recall AS recallId, f.hit, f.token, f.value, f.note, f.at, f.root, f.path,
      f.embed_hash AS embedHash FROM feedback f
    CROSS JOIN documents d ON d.workspace = f.workspace AND d.root = f.root AND d.path = f.path
    WHERE f.workspace = ? AND (f.recall, f.hit, f.token) > (?, ?, ?) AND ${isThere("d")}
    ORDER BY f.recall, f.hit, f.token LIMIT ?`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, ...after, limit)]);
  return rowsOf<BackupVote>(rows);
}

/** `?1` workspace, `?2` JSON of votes, `?3` now, which no vote is after. The first chunk of that text: where there is none the vote counts for none. */
const INSERT = `INSERT INTO feedback (workspace, recall, hit, token, value, note, at, chunk, root, path, embed_hash)
  SELECT ?1, v.value->>'recallId', v.value->>'hit', v.value->>'token', v.value->>'value', v.value->>'note',
    min(v.value->>'at', ?3), coalesce((SELECT c.id FROM chunks c WHERE c.document = d.num
      AND c.embed_hash = v.value->>'embedHash' ORDER BY c.ordinal LIMIT 1), v.value->>'hit'),
    d.root, d.path, v.value->>'embedHash'
  FROM json_each(?2) v CROSS JOIN documents d ON d.workspace = ?1 AND d.root = v.value->>'root'
    AND d.path = v.value->>'path' WHERE ${isThere("d")} ON CONFLICT DO NOTHING`;

const SUM = `UPDATE chunks SET votes_at = ?3, votes_net = (SELECT sum(f.value * ${weightSql("f", "?3")}) FROM feedback f
    WHERE f.workspace = ?1 AND f.chunk = chunks.id)
  WHERE +workspace = ?1 AND id IN (SELECT f.chunk FROM json_each(?2) v CROSS JOIN feedback f ON f.workspace = ?1
    AND f.recall = v.value->>'recallId' AND f.hit = v.value->>'hit' AND f.token = v.value->>'token')`;

/** Takes votes in, for documents that are there; those that are known stay as they are. */
export async function writeVotes(
  session: Session,
  { workspace, nowMs, votes }: { workspace: number; nowMs: number; votes: readonly BackupVote[] },
): Promise<void> {
  const json = JSON.stringify(votes);
  await session.batch([
    session.prepare(INSERT).bind(workspace, json, nowMs),
    session.prepare(SUM).bind(workspace, json, nowMs),
    session.prepare("UPDATE workspaces SET version = version + 1 WHERE num = ?").bind(workspace),
  ]);
}
