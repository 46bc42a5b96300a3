import { DEFAULTS } from "../../config.ts";
import { type EmbeddedTexts, embeddingsStatement } from "../../database/embeddings.ts";
import { isFree, LEASE, RELEASE } from "../../database/leases.ts";
import type { outbox } from "../../database/schema/vectors.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { EMBEDDABLE, type EmbeddableChunk, type EmbeddableRow, embeddable } from "./chunks-to-embed.ts";

// Work that must still reach the vector index, taken under a lease so that two runs never do it twice.

type Row = Readonly<typeof outbox.$inferSelect>;

export interface OutboxRow extends Pick<Row, "seq" | "workspace" | "chunk" | "op" | "attempts" | "failures"> {
  /** The workspace's live one. */
  readonly generation: number;
}

/** Rows of workspaces whose live generation is of `:identity`; a deleted workspace counts as any. */
export const LIVES_BY =
  "coalesce((SELECT w.identity FROM workspaces w WHERE w.num = outbox.workspace), :identity) = :identity";

export const GENERATION =
  "coalesce((SELECT w.generation FROM workspaces w WHERE w.num = outbox.workspace), 1) AS generation";

// One statement: two runs that claim at once get different rows.
export const CLAIM = statement<OutboxRow>(`UPDATE outbox SET ${LEASE} WHERE seq IN (
    SELECT seq FROM outbox WHERE state = 'due' AND ${isFree("outbox")}
      AND (:workspace IS NULL OR workspace = :workspace) AND ${LIVES_BY} ORDER BY op, seq LIMIT :limit)
  RETURNING seq, workspace, chunk, op, attempts, failures, ${GENERATION}`);

interface Claim {
  /** Undefined: of all. */
  readonly workspace: number | undefined;
  readonly identity: string;
  readonly lease: string;
  readonly nowMs: number;
  readonly limit: number;
}

/** Leases due rows of workspaces of this identity, deletes first, then the oldest. */
export async function claimRows(
  db: Session,
  { workspace, nowMs, ...claim }: Claim,
): Promise<readonly OutboxRow[]> {
  const times = { now: nowMs, leaseUntil: nowMs + DEFAULTS.leaseMs };
  const rows = await db.all(CLAIM, { ...claim, ...times, workspace: workspace ?? null });
  return rows.toSorted((a, b) => a.seq - b.seq);
}

export interface ClaimedChunk extends EmbeddableChunk {
  readonly seq: number;
  /** False: another run is having this text embedded. */
  readonly isLeased: boolean;
}

/** The leased upserts with their chunks and, where the identity has it, the cached embedding. */
const CLAIMED = `FROM json_each(:seqs) j CROSS JOIN outbox o ON o.seq = j.value AND o.lease = :lease AND o.op = 'upsert'
  JOIN chunks c ON c.id = o.chunk
  LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :identity AND e.kind = 'chunk' AND e.hash = c.embed_hash`;

/** The lease on the texts that no cache holds, but for those which another run is having embedded. */
const LEASE_TEXTS = statement(`INSERT INTO text_leases (workspace, identity, hash, lease, lease_until)
  SELECT DISTINCT c.workspace, :identity, c.embed_hash, :lease, :leaseUntil ${CLAIMED} WHERE e.vector IS NULL
  ON CONFLICT DO UPDATE SET lease = excluded.lease, lease_until = excluded.lease_until WHERE text_leases.lease_until <= :now`);

interface ClaimedRow extends EmbeddableRow {
  readonly seq: number;
  readonly generation: number;
  readonly isLeased: 0 | 1;
}

const LOAD =
  statement<ClaimedRow>(`SELECT o.seq, w.generation, coalesce(t.lease = :lease, 0) AS isLeased, ${EMBEDDABLE} ${CLAIMED}
  JOIN documents d ON d.num = c.document JOIN workspaces w ON w.num = c.workspace AND w.identity = :identity
  LEFT JOIN text_leases t ON t.workspace = c.workspace AND t.identity = :identity AND t.hash = c.embed_hash
  ORDER BY o.seq`);

interface Load {
  readonly seqs: readonly number[];
  readonly lease: string;
  readonly identity: string;
  readonly nowMs: number;
}

/** The chunks of leased upserts with the embedding that is cached; the lease is then on the other texts as well. */
export async function loadChunks(
  db: Session,
  { seqs, lease, identity, nowMs }: Load,
): Promise<readonly ClaimedChunk[]> {
  const values = { seqs: JSON.stringify(seqs), lease, identity, now: nowMs };
  const { loaded } = await db.batch({
    leases: db.bind(LEASE_TEXTS, { ...values, leaseUntil: nowMs + DEFAULTS.leaseMs }),
    loaded: db.bind(LOAD, values),
  });
  return loaded.map(({ seq, isLeased, generation, ...row }) => ({
    ...embeddable(row, generation),
    seq,
    isLeased: isLeased === 1,
  }));
}

const FREE_TEXTS = statement(`DELETE FROM text_leases WHERE lease = :lease AND (workspace, identity, hash) IN
  (SELECT value->>'workspace', :identity, value->>'hash' FROM json_each(:vectors))`);

/** A text without a vector (nothing in it to embed) is never a zero vector: its chunk has none. */
const MARK =
  statement(`UPDATE chunks SET vector_state = CASE WHEN v.vector IS NULL THEN 'none' ELSE 'embedded' END
  FROM (SELECT value->>'workspace' AS workspace, value->>'hash' AS hash, value->>'vector' AS vector FROM json_each(:vectors)) v
  WHERE chunks.workspace = v.workspace AND chunks.embed_hash = v.hash AND chunks.vector_state = 'pending'`);

const RAISE = statement(
  raiseVersion({ where: "num IN (SELECT value->>'workspace' FROM json_each(:vectors))" }),
);

/** Keeps new embeddings, and marks every chunk of these texts as comparable from D1; gives up the lease on them. */
export async function keepEmbeddings(
  db: Session,
  { lease, ...texts }: EmbeddedTexts & { readonly lease: string },
): Promise<void> {
  const values = { lease, identity: texts.identity, vectors: JSON.stringify(texts.vectors) };
  await db.batch({
    kept: embeddingsStatement(db, texts, { replaces: false }),
    freed: db.bind(FREE_TEXTS, values),
    marked: db.bind(MARK, values),
    raised: db.bind(RAISE, values),
  });
}

/** Rows `:seqs` (JSON list) that `:lease` still holds. */
export const HELD = "seq IN (SELECT value FROM json_each(:seqs)) AND lease = :lease";

const FAIL =
  statement(`UPDATE outbox SET attempts = attempts + :burnt, failures = failures + 1, next_at = :nextAt,
    last_error = :error, ${RELEASE}, state = CASE WHEN attempts + :burnt >= :maxAttempts THEN 'parked' ELSE 'due' END
  WHERE ${HELD}`);

const FREE_ALL_TEXTS = statement("DELETE FROM text_leases WHERE lease = :lease");

/** Ends the leases on texts that were to end by `:now`. */
export const DROP_TEXT_LEASES = statement("DELETE FROM text_leases WHERE lease_until <= :now");

interface FailedRows {
  readonly lease: string;
  readonly seqs: readonly number[];
  readonly error: string;
  readonly nextAtMs: number;
  /** False for a quota stop, which burns no attempt. */
  readonly countsAsAttempt: boolean;
}

/** Gives rows back for a later try, with the leases on their texts; parks those that have had their last. */
export async function failRows(db: Session, failed: FailedRows): Promise<void> {
  const { lease, seqs, error, nextAtMs, countsAsAttempt } = failed;
  const burnt = countsAsAttempt ? 1 : 0;
  const values = { lease, seqs: JSON.stringify(seqs), error, nextAt: nextAtMs, burnt };
  await db.batch({
    failed: db.bind(FAIL, { ...values, maxAttempts: DEFAULTS.maxAttempts }),
    freed: db.bind(FREE_ALL_TEXTS, { lease }),
  });
}

const RETRY = statement(`UPDATE outbox SET state = 'due', attempts = 0, failures = 0, next_at = :now
  WHERE state = 'parked' AND (:workspace IS NULL OR workspace = :workspace) RETURNING seq`);

/** Gives parked rows new attempts; answers how many. */
export const retryParked = async (
  db: Session,
  { workspace, nowMs }: { workspace: number | undefined; nowMs: number },
): Promise<number> => (await db.all(RETRY, { now: nowMs, workspace: workspace ?? null })).length;
