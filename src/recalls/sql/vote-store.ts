import { MEMORY_ROOT } from "../../config.ts";
import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { SUM_VOTES, sumVotes } from "../../database/vote-sql.ts";
import { AppError } from "../../errors.ts";

export interface VoteWrite {
  readonly workspace: number;
  readonly recall: string;
  /** Whole id of the chunk that the recall returned. */
  readonly hit: string;
  readonly token: string;
  readonly value: 1 | -1;
  readonly note: string | undefined;
  readonly root: string;
  readonly path: string;
  readonly nowMs: number;
}

/** What the votes on a chunk come to, and the workspace's version with them. */
export interface VoteReceipt {
  readonly net: number;
  readonly version: number;
}

/** The first chunk of a memory that says something else since, or of the one that it was merged into. */
const MOVED_TO = `CASE WHEN ?8 = '${MEMORY_ROOT}' THEN (SELECT c.id FROM documents d CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
    WHERE d.workspace = w.num AND d.root = ?8 AND d.path IN (?9, (SELECT o.memory FROM memory_observations o
      WHERE o.workspace = w.num AND o.merged = ?9 LIMIT 1)) LIMIT 1) END`;

/** A vote that is given again counts where it counts already: its text may have moved since. */
const GIVE = `INSERT INTO feedback (workspace, recall, hit, token, value, note, at, chunk, root, path, embed_hash)
  SELECT v.num, ?2, ?3, ?4, ?5, ?6, ?7, v.chunk, ?8, coalesce((SELECT d.path FROM chunks c
      JOIN documents d ON d.num = c.document WHERE c.id = v.chunk AND ?8 = '${MEMORY_ROOT}' AND d.workspace = v.num), ?9),
    (SELECT c.embed_hash FROM chunks c WHERE c.id = v.chunk AND +c.workspace = v.num)
  FROM (SELECT w.num, CASE WHEN EXISTS (SELECT 1 FROM chunks c WHERE c.id = ?3 AND +c.workspace = w.num) THEN ?3
      ELSE coalesce(${MOVED_TO}, ?3) END AS chunk FROM workspaces w WHERE w.num = ?1 AND w.gone_at IS NULL) v WHERE true
  ON CONFLICT (workspace, recall, hit, token) DO UPDATE SET value = excluded.value, note = excluded.note, at = excluded.at`;

/** The chunk that a vote counts for is known to the database alone: the memory may be written between two requests. */
const SUM_GIVEN = sumVotes(
  "SELECT chunk FROM feedback WHERE workspace = ?1 AND recall = ?3 AND hit = ?4 AND token = ?5",
);
const NET_GIVEN = `SELECT c.votes_net AS net FROM feedback f CROSS JOIN chunks c ON c.id = f.chunk AND +c.workspace = f.workspace
  WHERE f.workspace = ? AND f.recall = ? AND f.hit = ? AND f.token = ?`;

const RISE = "UPDATE workspaces SET version = version + 1 WHERE num = ? RETURNING version";

/** Gives a vote or changes it; what is kept of answers goes with the workspace's version. */
export async function giveVote(session: Session, vote: VoteWrite): Promise<VoteReceipt> {
  const { workspace, recall, hit, token, value, note = null, root, path, nowMs } = vote;
  const answers = await session.batch([
    session.prepare(GIVE).bind(workspace, recall, hit, token, value, note, nowMs, root, path),
    session.prepare(SUM_GIVEN).bind(workspace, nowMs, recall, hit, token),
    session.prepare(NET_GIVEN).bind(workspace, recall, hit, token),
    session.prepare(RISE).bind(workspace),
  ]);
  return receiptOf(answers.slice(1));
}

type VoteKey = Pick<VoteWrite, "workspace" | "recall" | "hit" | "token">;

/** The chunk that a vote counts for; undefined: there is no such vote. */
async function countedChunk(
  session: Session,
  { workspace, recall, hit, token }: VoteKey,
): Promise<string | undefined> {
  const sql = "SELECT chunk FROM feedback WHERE workspace = ? AND recall = ? AND hit = ? AND token = ?";
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, recall, hit, token)]);
  return firstRow<{ chunk: string }>(rows)?.chunk;
}

const sumUp = (
  session: Session,
  { workspace, chunk, nowMs }: { workspace: number; chunk: string; nowMs: number },
): D1PreparedStatement[] => [
  session.prepare(SUM_VOTES).bind(workspace, nowMs, JSON.stringify([chunk])),
  session
    .prepare("SELECT votes_net AS net FROM chunks WHERE id = ? AND +workspace = ?")
    .bind(chunk, workspace),
  session.prepare(RISE).bind(workspace),
];

const receiptOf = ([, net, risen]: D1Result<Record<string, unknown>>[]): VoteReceipt => ({
  net: firstRow<{ net: number | null }>(net)?.net ?? 0,
  version: firstRow<{ version: number }>(risen)?.version ?? 0,
});

const TAKE_TRIES = 5;

/** Takes a vote back. Undefined: there was none, and nothing has changed. Throws `conflict`. */
export async function takeVote(
  session: Session,
  { nowMs, ...key }: VoteKey & { readonly nowMs: number },
): Promise<VoteReceipt | undefined> {
  const { workspace, recall, hit, token } = key;
  // Its memory may be written between the look and the deletion, and the vote count elsewhere then.
  const sql = `DELETE FROM feedback WHERE workspace = ? AND recall = ? AND hit = ? AND token = ? AND chunk = ? RETURNING 1`;
  for (let attempt = 1; attempt <= TAKE_TRIES; attempt++) {
    const chunk = await countedChunk(session, key);
    if (chunk === undefined) return undefined;
    const [taken, ...rest] = await session.batch([
      session.prepare(sql).bind(workspace, recall, hit, token, chunk),
      ...sumUp(session, { workspace, chunk, nowMs }),
    ]);
    if (firstRow(taken) !== undefined) return receiptOf(rest);
  }
  throw new AppError("conflict", "What was voted on is being changed: try again");
}

export interface VoteRow {
  readonly recall: string;
  readonly hit: string;
  readonly root: string;
  readonly path: string;
  readonly query: string | null;
  readonly value: number;
  readonly note: string | null;
  readonly at: number;
}

const VOTE_COLUMNS = `f.recall, f.hit, f.root, f.path, r.query, f.value, f.note, f.at
  FROM feedback f LEFT JOIN recalls r ON r.workspace = f.workspace AND r.id = f.recall`;

/** Where a page of votes ended. */
export type VotePlace = readonly [at: number, recall: string, hit: string];

/** A deletion is told nowhere from its moment on; the votes go with the next scrub of the log. */
const IS_THERE = `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = f.workspace AND d.root = f.root AND d.path = f.path
  AND ${isThere("d")})`;

/** A token's own votes on what is there, newest first. */
export async function ownVotes(
  session: Session,
  { workspace, token, after, limit }: { workspace: number; token: string; after: VotePlace; limit: number },
): Promise<readonly VoteRow[]> {
  const sql = `SELECT ${VOTE_COLUMNS} WHERE f.workspace = ? AND f.token = ? AND (f.at, f.recall, f.hit) < (?, ?, ?)
    AND ${IS_THERE} ORDER BY f.at DESC, f.recall DESC, f.hit DESC LIMIT ?`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, token, ...after, limit)]);
  return rowsOf<VoteRow>(rows);
}

/** A token's own votes on a recall that the log need not have any more, by the starts of ids; two tell them apart. */
export async function findVotes(
  session: Session,
  { workspace, token, recall, hit }: VoteKey,
): Promise<readonly VoteRow[]> {
  const sql = `SELECT ${VOTE_COLUMNS} WHERE f.workspace = ?1 AND f.recall >= ?2 AND f.recall < ?2 || 'g'
    AND f.hit >= ?3 AND f.hit < ?3 || 'g' AND f.token = ?4 LIMIT 2`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, recall, hit, token)]);
  return rowsOf<VoteRow>(rows);
}
