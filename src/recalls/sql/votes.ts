import { MEMORY_ROOT } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { judgeMemories, SUM_VOTES, sumVotes } from "../../database/fragments/vote-sql.ts";
import type { feedback } from "../../database/schema/recalls.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";
import { AppError } from "../../errors.ts";

type Vote = typeof feedback.$inferSelect;
/** `hit`: the whole id of the chunk that the recall returned; of a vote without one, `recall` and `hit` are what is voted on. */
type VoteKey = Pick<Vote, "workspace" | "recall" | "hit" | "token">;

interface VoteWrite extends VoteKey, Pick<Vote, "note" | "root" | "path"> {
  readonly value: 1 | -1;
  readonly nowMs: number;
}

/** What the votes on a chunk come to, and the workspace's version with them. */
interface VoteReceipt {
  readonly net: number;
  readonly version: number;
}

/** The first chunk of a memory that says something else since, or of the one that it was merged into. */
const MOVED_TO = `CASE WHEN :root = '${MEMORY_ROOT}' THEN (SELECT c.id FROM documents d
    CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
    WHERE d.workspace = w.num AND d.root = :root AND d.path IN (:path, (SELECT o.memory FROM memory_observations o
      WHERE o.workspace = w.num AND o.merged = :path LIMIT 1)) LIMIT 1) END`;

/** A vote that is given again counts where it counts already: its text may have moved since. */
const GIVE =
  statement(`INSERT INTO feedback (workspace, recall, hit, token, value, note, at, chunk, root, path, embed_hash)
  SELECT v.num, :recall, :hit, :token, :value, :note, :nowMs, v.chunk, :root, coalesce((SELECT d.path FROM chunks c
      JOIN documents d ON d.num = c.document WHERE c.id = v.chunk AND :root = '${MEMORY_ROOT}' AND d.workspace = v.num), :path),
    (SELECT c.embed_hash FROM chunks c WHERE c.id = v.chunk AND +c.workspace = v.num)
  FROM (SELECT w.num, CASE WHEN EXISTS (SELECT 1 FROM chunks c WHERE c.id = :hit AND +c.workspace = w.num) THEN :hit
      ELSE coalesce(${MOVED_TO}, :hit) END AS chunk
    FROM workspaces w WHERE w.num = :workspace AND w.gone_at IS NULL) v WHERE true
  ON CONFLICT (workspace, recall, hit, token) DO UPDATE SET value = excluded.value, note = excluded.note, at = excluded.at`);

const IS_VOTE = "workspace = :workspace AND recall = :recall AND hit = :hit AND token = :token";
const OF_CHUNK = (chunk: string): string =>
  `SELECT c.document FROM chunks c WHERE c.id IN (${chunk}) AND +c.workspace = :workspace`;
const VOTED_CHUNK = `SELECT chunk FROM feedback WHERE ${IS_VOTE}`;
/** Only the database knows the chunk that a vote counts for: its memory may be written between two requests. */
const SUM_GIVEN = sumVotes(VOTED_CHUNK);
const JUDGE_GIVEN = judgeMemories(OF_CHUNK(VOTED_CHUNK));
const JUDGE = judgeMemories(OF_CHUNK(":chunk"));
const netOf = (chunk: string) =>
  statement<{ readonly net: number | null }>(
    `SELECT votes_net AS net FROM chunks WHERE id = ${chunk} AND +workspace = :workspace`,
  );
const NET_GIVEN = netOf(`(${VOTED_CHUNK})`);
const NET = netOf(":chunk");

interface ReceiptRows {
  readonly net: readonly { readonly net: number | null }[];
  readonly version: readonly { readonly version: number }[];
}

const receiptOf = ({ net, version }: ReceiptRows): VoteReceipt => ({
  net: net[0]?.net ?? 0,
  version: version[0]?.version ?? 0,
});

/** Gives a vote or changes it; kept answers go with the workspace's version. */
export async function giveVote(db: Session, vote: VoteWrite): Promise<VoteReceipt> {
  const values = { ...vote };
  return receiptOf(
    await db.batch({
      given: db.bind(GIVE, values),
      summed: db.bind(SUM_GIVEN, values),
      judged: db.bind(JUDGE_GIVEN, values),
      net: db.bind(NET_GIVEN, values),
      version: db.bind(RAISE_VERSION, values),
    }),
  );
}

const CHUNK = statement<{ readonly chunk: string }>(VOTED_CHUNK);
const TAKE = statement(`DELETE FROM feedback WHERE ${IS_VOTE} AND chunk = :chunk RETURNING 1`);
const TAKE_TRIES = 5;

/** Takes a vote back. Undefined: there was none, and nothing has changed. Throws `conflict`. */
export async function takeVote(
  db: Session,
  vote: VoteKey & { readonly nowMs: number },
): Promise<VoteReceipt | undefined> {
  for (let attempt = 1; attempt <= TAKE_TRIES; attempt++) {
    const counted = await db.first(CHUNK, { ...vote });
    if (counted === undefined) return undefined;
    const values = { ...vote, ...counted, chunks: JSON.stringify([counted.chunk]) };
    const { taken, ...receipt } = await db.batch({
      // The memory may be written between the read and this deletion, and the vote then counts for another chunk.
      taken: db.bind(TAKE, values),
      summed: db.bind(SUM_VOTES, values),
      judged: db.bind(JUDGE, values),
      net: db.bind(NET, values),
      version: db.bind(RAISE_VERSION, values),
    });
    if (taken.length > 0) return receiptOf(receipt);
  }
  throw new AppError("conflict", "The memory is being changed: try again");
}

export type VoteRow = Pick<Vote, "recall" | "hit" | "root" | "path" | "value" | "note" | "at"> & {
  readonly query: string | null;
};

const VOTES = `SELECT f.recall, f.hit, f.root, f.path, r.query, f.value, f.note, f.at
  FROM feedback f LEFT JOIN recalls r ON r.workspace = f.workspace AND r.id = f.recall
  WHERE f.workspace = :workspace AND f.token = :token`;

/** Votes on deleted documents are left out at once; the next scrub of the log deletes them. */
const OWN = statement<VoteRow>(`${VOTES} AND (f.at, f.recall, f.hit) < (:at, :recall, :hit)
  AND EXISTS (SELECT 1 FROM documents d WHERE d.workspace = f.workspace AND d.root = f.root AND d.path = f.path
    AND ${isThere("d")}) ORDER BY f.at DESC, f.recall DESC, f.hit DESC LIMIT :limit`);

/** Where a page of votes ended. */
export type VotePlace = readonly [at: number, recall: string, hit: string];

/** A token's own votes on documents that are there, newest first. */
export function ownVotes(
  db: Session,
  { after, ...query }: { workspace: number; token: string; after: VotePlace; limit: number },
): Promise<readonly VoteRow[]> {
  const [at, recall, hit] = after;
  return db.all(OWN, { ...query, at, recall, hit });
}

const NAMED = statement<VoteRow>(`${VOTES} AND f.recall >= :recall AND f.recall < :recall || 'g'
  AND (f.hit >= :hit AND f.hit < :hit || 'g'
    OR f.root = '${MEMORY_ROOT}' AND f.path >= :hit AND f.path < :hit || 'g') LIMIT 2`);

/** A token's own votes by the starts of their ids, at most two: two are ambiguous. The log need not have the search any more. */
export const findVotes = (db: Session, vote: VoteKey): Promise<readonly VoteRow[]> =>
  db.all(NAMED, { ...vote });
