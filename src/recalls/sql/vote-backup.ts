import { isThere } from "../../database/fragments/gone-documents.ts";
import { sumVotes } from "../../database/fragments/vote-sql.ts";
import type { feedback } from "../../database/schema/recalls.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";

/** A vote of a backup. It names its chunk by document and text, because chunk ids differ between workspaces. */
type BackupVote = Omit<typeof feedback.$inferSelect, "workspace" | "recall" | "chunk"> & {
  readonly recallId: string;
};

/** Where a page of votes ended. */
export type BackupPlace = readonly [recall: string, hit: string, token: string];

const READ =
  statement<BackupVote>(`SELECT f.recall AS recallId, f.hit, f.token, f.value, f.note, f.at, f.root, f.path,
    f.embed_hash AS embedHash FROM feedback f
  CROSS JOIN documents d ON d.workspace = f.workspace AND d.root = f.root AND d.path = f.path
  WHERE f.workspace = :workspace AND (f.recall, f.hit, f.token) > (:recall, :hit, :token) AND ${isThere("d")}
  ORDER BY f.recall, f.hit, f.token LIMIT :limit`);

/** Votes on documents that are there, in the order of their keys. */
export function readVotes(
  db: Session,
  { workspace, after, limit }: { workspace: number; after: BackupPlace; limit: number },
): Promise<readonly BackupVote[]> {
  const [recall, hit, token] = after;
  return db.all(READ, { workspace, recall, hit, token, limit });
}

/** A vote counts for the first chunk with its text, or for no chunk where the text is missing. No vote is later than now. */
const INSERT =
  statement(`INSERT INTO feedback (workspace, recall, hit, token, value, note, at, chunk, root, path, embed_hash)
  SELECT :workspace, v.value->>'recallId', v.value->>'hit', v.value->>'token', v.value->>'value', v.value->>'note',
    min(v.value->>'at', :nowMs), coalesce((SELECT c.id FROM chunks c WHERE c.document = d.num
      AND c.embed_hash = v.value->>'embedHash' ORDER BY c.ordinal LIMIT 1), v.value->>'hit'),
    d.root, d.path, v.value->>'embedHash'
  FROM json_each(:votes) v CROSS JOIN documents d ON d.workspace = :workspace AND d.root = v.value->>'root'
    AND d.path = v.value->>'path' WHERE ${isThere("d")} ON CONFLICT DO NOTHING`);

const SUM =
  sumVotes(`SELECT f.chunk FROM json_each(:votes) v CROSS JOIN feedback f ON f.workspace = :workspace
  AND f.recall = v.value->>'recallId' AND f.hit = v.value->>'hit' AND f.token = v.value->>'token'`);

/** Takes votes in, for documents that are there; those that are known stay as they are. */
export async function writeVotes(
  db: Session,
  query: { workspace: number; nowMs: number; votes: readonly BackupVote[] },
): Promise<void> {
  const values = { ...query, votes: JSON.stringify(query.votes) };
  await db.batch({
    inserted: db.bind(INSERT, values),
    summed: db.bind(SUM, values),
    version: db.bind(RAISE_VERSION, values),
  });
}
