import { DEFAULTS } from "../../config.ts";
import { isOpen } from "../../database/fragments/open-workspaces.ts";
import { callValues, IS_OVER_CALLS } from "../../database/fragments/model-calls.ts";
import { type EmbeddedTexts, embeddingsStatement, isWithoutVector } from "../../database/embeddings.ts";
import { HAS_WORK } from "../../database/outbox.ts";
import type { outbox } from "../../database/schema/vectors.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { EMBEDDABLE, type EmbeddableChunk, type EmbeddableRow, embeddable } from "./chunks-to-embed.ts";

// Work that must still reach the vector index, taken under a lease so that two runs never do it twice: one row lists what
// a slice works on. What nobody claims waits by its chunk's state or by its row of the outbox: a run that dies leaves
// nothing but a list, from which others take what it had embedded.

/** SQL: rows of `table` are of workspaces whose live generation is of `:identity`; a deleted workspace counts as any, one that is being handed over as none. */
export const livesBy = (table: string): string =>
  `coalesce((SELECT w.identity FROM workspaces w WHERE w.num = ${table}.workspace), :identity) = :identity
  AND ${isOpen(`${table}.workspace`)}`;

/** SQL: the claim is still the run's; what it writes later than that counts for nothing. */
export const IS_HELD = "EXISTS (SELECT 1 FROM claims WHERE lease = :lease)";

const LISTED = "FROM claims k CROSS JOIN json_each(k.chunks) j";

/** What somebody works on, as one value each: of a list of pairs SQLite would look at every pair for what is not in it. */
const underWay = (value: string): string => `SELECT ${value} ${LISTED} WHERE k.lease_until > :now`;

const CHUNKS_UNDER_WAY = underWay("j.value->>0");

/** Nobody is having the text of chunk `c` embedded, in its workspace. */
const IS_FREE_TEXT = `c.workspace || c.embed_hash NOT IN (${underWay("coalesce((j.value->>1) || (j.value->>2), '')")})`;

const DUE = `o.state = 'due' AND o.next_at <= :now AND (:workspace IS NULL OR o.workspace = :workspace)
  AND o.chunk NOT IN (${CHUNKS_UNDER_WAY}) AND ${livesBy("o")}`;

const DELETES = `SELECT o.chunk, o.workspace, NULL AS hash FROM outbox o
  WHERE o.op = 'delete' AND ${DUE} ORDER BY o.next_at LIMIT :limit`;

/** No call of a model is left to the workspace `w`, where what is claimed takes one. */
const IS_HELD_UP = `(:takesCalls = 1 AND ${IS_OVER_CALLS})`;

/** A text of the outbox waits for its workspace's quota, unless its vector is kept. */
const WAITS = `EXISTS (SELECT 1 FROM workspaces w WHERE w.num = o.workspace AND ${IS_HELD_UP})
  AND NOT EXISTS (SELECT 1 FROM embeddings e
    WHERE e.workspace = o.workspace AND e.identity = :identity AND e.hash = c.embed_hash)`;

/** One whose chunk is gone has no hash, as a delete has none. */
const UPSERTS = `SELECT o.chunk, o.workspace, c.embed_hash AS hash FROM outbox o LEFT JOIN chunks c ON c.id = o.chunk
  WHERE o.op = 'upsert' AND ${DUE}
    AND (c.id IS NULL OR (${IS_FREE_TEXT} AND NOT (${WAITS}))) ORDER BY o.next_at LIMIT :limit`;

/** A chunk `c` of an ended claim's list `j` has its vector, which no row of the outbox brings. */
const IS_LEFT = `c.id = j.value->>0 AND c.embed_hash = j.value->>2 AND c.vector_state = 'embedded' AND NOT ${HAS_WORK}`;

const LEFT_BEHIND = `SELECT DISTINCT c.id, c.workspace, c.embed_hash ${LISTED} CROSS JOIN chunks c ON ${IS_LEFT}
  WHERE k.lease_until <= :now AND c.id NOT IN (${CHUNKS_UNDER_WAY}) AND (:workspace IS NULL OR c.workspace = :workspace) AND ${livesBy("c")} LIMIT :limit`;

/** Ended claims keep what nobody has taken: another text of a chunk that is under way counts as such. */
const KEEP_LEFT = statement(`UPDATE claims SET chunks = (SELECT json_group_array(json(j.value))
    FROM json_each(claims.chunks) j CROSS JOIN chunks c ON ${IS_LEFT}
      AND c.id || c.embed_hash NOT IN (${underWay("(j.value->>0) || coalesce(j.value->>2, '')")})) WHERE lease_until <= :now`);
const DROP_EMPTY = statement("DELETE FROM claims WHERE lease_until <= :now AND chunks = '[]'");

/** Workspaces that one claim looks into. */
const MAX_WORKSPACES = 100;

const NEWEST =
  "(SELECT max(p.modified_at) FROM chunks p WHERE p.workspace = w.num AND p.vector_state = 'pending') AS newest";

/** Workspaces with pending chunks that may be embedded. */
const WAITING = `SELECT num, newest FROM (
    SELECT w.num, ${NEWEST} FROM workspaces w WHERE :takesPending = 1 AND w.identity = :identity AND w.gone_at IS NULL AND ${isOpen("w.num")} AND NOT ${IS_HELD_UP}
      AND (:workspace IS NULL OR w.num = :workspace))
  WHERE newest IS NOT NULL ORDER BY newest DESC, num LIMIT ${MAX_WORKSPACES}`;

/** Pending chunks `c` of a workspace `w`, which their index has newest first: what is read is what is taken. */
const CHUNKS_OF_W = `chunks c INDEXED BY chunks_pending ON c.workspace = w.num AND c.vector_state = 'pending'
    AND NOT ${HAS_WORK} AND c.id NOT IN (${CHUNKS_UNDER_WAY}) AND ${IS_FREE_TEXT}`;

/** An equal share of the claim for each workspace that waits: nobody waits until somebody else's chunks are done. */
const SHARES = `SELECT s.id, s.workspace, s.embed_hash FROM waiting w CROSS JOIN chunks s ON s.rid IN (
    SELECT c.rid FROM (SELECT w.num) w CROSS JOIN ${CHUNKS_OF_W} ORDER BY c.modified_at DESC LIMIT (SELECT max(1, CAST(:limit AS INTEGER) / count(*)) FROM waiting))
  ORDER BY w.newest DESC, w.num, s.modified_at DESC, s.rid`;

/** What others leave of their shares, the workspace of the newest chunk first; a single one has had all. */
const REST = `SELECT c.id, c.workspace, c.embed_hash FROM waiting w CROSS JOIN ${CHUNKS_OF_W}
    AND c.id NOT IN (SELECT id FROM shares) WHERE (SELECT count(*) FROM waiting) > 1 LIMIT :limit`;

const SOURCES = [DELETES, UPSERTS, LEFT_BEHIND, "SELECT * FROM shares", REST];

// One statement of a batch: two runs that claim at once get different chunks.
export const CLAIM = statement(`WITH waiting AS MATERIALIZED (${WAITING}), shares AS MATERIALIZED (${SHARES})
  INSERT INTO claims (lease, lease_until, chunks)
  SELECT :lease, :leaseUntil, json_group_array(json_array(chunk, workspace, hash)) FROM (
    ${SOURCES.map((source) => `SELECT * FROM (${source})`).join(" UNION ALL ")} LIMIT :limit)
  HAVING count(*) > 0`);

/** A vector that must be deleted. */
export interface ClaimedDelete
  extends Pick<typeof outbox.$inferSelect, "seq" | "workspace" | "chunk" | "failures"> {
  /** The workspace's live one. */
  readonly generation: number;
}

const CLAIMED_DELETES = statement<ClaimedDelete>(`SELECT o.seq, o.workspace, o.chunk, o.failures,
    coalesce((SELECT w.generation FROM workspaces w WHERE w.num = o.workspace), 1) AS generation
  ${LISTED} CROSS JOIN outbox o ON o.chunk = j.value->>0 WHERE k.lease = :lease AND j.value->>2 IS NULL`);

export interface ClaimedChunk extends EmbeddableChunk {
  /** So far, in a row. */
  readonly failures: number;
}

const CLAIMED_CHUNKS = statement<
  EmbeddableRow & { generation: number; failures: number }
>(`SELECT w.generation, ${EMBEDDABLE},
    coalesce((SELECT o.failures FROM outbox o WHERE o.chunk = c.id), 0) AS failures
  ${LISTED} CROSS JOIN chunks c ON c.id = j.value->>0 CROSS JOIN documents d ON d.num = c.document
  CROSS JOIN workspaces w ON w.num = c.workspace LEFT JOIN embeddings e
    ON e.workspace = c.workspace AND e.identity = :identity AND e.hash = c.embed_hash
  WHERE k.lease = :lease AND j.value->>2 IS NOT NULL`);

interface Claim {
  /** Undefined: of all. */
  readonly workspace: number | undefined;
  readonly identity: string;
  readonly lease: string;
  readonly nowMs: number;
  readonly limit: number;
  /** False: what must be embedded first stays where it is, because no model may be asked. */
  readonly takesPending: boolean;
  /** Whether its texts take calls of a model, which workspaces have quotas of. */
  readonly takesCalls: boolean;
}

export interface Work {
  readonly deletes: readonly ClaimedDelete[];
  readonly upserts: readonly ClaimedChunk[];
}

/**
 * Claims work in workspaces of this identity: vectors to delete first, then what is due in the outbox, then what others
 * have left embedded, then pending chunks, those of the newest documents first. What a workspace over its quota of calls
 * would have embedded stays where it is. Upserts come with the embedding that is cached.
 */
export async function claimWork(
  db: Session,
  { workspace, nowMs, takesPending, takesCalls, ...claim }: Claim,
): Promise<Work> {
  const times = { now: nowMs, leaseUntil: nowMs + DEFAULTS.leaseMs, ...callValues(db, nowMs) };
  const takes = { takesPending: takesPending ? 1 : 0, takesCalls: takesCalls ? 1 : 0 };
  const values = { ...claim, ...times, ...takes, workspace: workspace ?? null };
  const { deletes, upserts } = await db.batch({
    claimed: db.bind(CLAIM, values),
    left: db.bind(KEEP_LEFT, values),
    dropped: db.bind(DROP_EMPTY, values),
    deletes: db.bind(CLAIMED_DELETES, values),
    upserts: db.bind(CLAIMED_CHUNKS, values),
  });
  return {
    deletes,
    upserts: upserts.map(({ generation, failures, ...row }) => ({
      ...embeddable(row, generation),
      failures,
    })),
  };
}

const RELEASE = statement("DELETE FROM claims WHERE lease = :lease");

/** Ends a claim: what is left of its work is anybody's. */
export const releaseClaim = async (db: Session, lease: string): Promise<void> =>
  void (await db.all(RELEASE, { lease }));

/**
 * Only chunks of the claim with the text that it took: the same text elsewhere waits until it is claimed, and is then sent
 * from the cache. They are what is gone through, not all chunks of their texts: a log repeats a line ten thousand times. A text
 * without a vector (nothing in it to embed) is never a zero vector: its chunk has none.
 */
const mark = (state: string, vector: string) =>
  statement(`UPDATE chunks SET vector_state = '${state}' WHERE rid IN (
  SELECT c.rid ${LISTED} CROSS JOIN chunks c ON c.id = j.value->>0 AND c.embed_hash = j.value->>2 AND ${isWithoutVector("c")}
  WHERE k.lease = :lease AND c.workspace || ' ' || c.embed_hash IN (SELECT (v.value->>'workspace') || ' ' || (v.value->>'hash')
    FROM json_each(:vectors) v WHERE v.value->>'vector' ${vector}))`);
const MARK_EMBEDDED = mark("embedded", "IS NOT NULL");
const MARK_NONE = mark("none", "IS NULL");

const RAISE = statement(
  raiseVersion({ where: "num IN (SELECT value->>'workspace' FROM json_each(:vectors))" }),
);

/** Keeps new embeddings, and marks the claim's chunks of these texts as comparable from D1. */
export async function keepEmbeddings(
  db: Session,
  { lease, ...texts }: EmbeddedTexts & { readonly lease: string },
): Promise<void> {
  const values = { lease, vectors: JSON.stringify(texts.vectors) };
  await db.batch({
    kept: embeddingsStatement(db, texts, { replaces: false }),
    embedded: db.bind(MARK_EMBEDDED, values),
    none: texts.vectors.some(({ vector }) => vector === null) ? db.bind(MARK_NONE, values) : undefined,
    raised: db.bind(RAISE, values),
  });
}
