import { DEFAULTS } from "../../config.ts";
import { isFree, LEASE, RELEASE } from "../../database/leases.ts";
import type { generations } from "../../database/schema/vectors.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { EMBEDDABLE, type EmbeddableChunk, type EmbeddableRow, embeddable } from "./chunks-to-embed.ts";
import { type Receipt, receiptStatement } from "./receipts.ts";

// Generations beside the live ones; every write counts only while the run still holds the lease.

type GenerationRow = typeof generations.$inferSelect;

/** A generation beside a workspace's live one, leased by a run. */
export interface Generation
  extends Pick<
    GenerationRow,
    "workspace" | "num" | "identity" | "state" | "cursorHash" | "cursorRid" | "calls" | "attempts"
  > {
  /** Milliseconds; embeddings kept before then do not count. With null all of them count. */
  readonly freshSince: number | null;
  readonly lease: string;
  /** Milliseconds since 1970: from then on another run may take it over. */
  readonly leaseUntil: number;
  readonly live: { readonly num: number; readonly identity: string };
}

/** The parameters that name a generation, and the run's lease on it. */
export const valuesOf = ({ workspace, num, lease, identity }: Generation) =>
  ({ workspace, num, lease, identity }) as const;

/** SQL: rows of `generation_chunks` that are the generation's. */
export const ITS_CHUNKS = "generation_chunks WHERE workspace = :workspace AND generation = :num";

/** SQL: the generation, while the run holds it. */
export const HELD_GENERATION = "workspace = :workspace AND num = :num AND lease = :lease";

const DROP_HALF_BUILT =
  statement(`UPDATE generations SET state = 'retiring', cursor_hash = '', cursor_rid = 0, done = 0,
    attempts = 0,
    -- A run that holds it may be sending vectors: its lease ends first.
    next_at = max(:now, coalesce(lease_until, 0)), ${RELEASE}
  WHERE state = 'building' AND identity <> :identity`);

/** Never a number that is in use, nor one whose vectors are still being deleted. */
const start = (where: string, fresh: 0 | 1) =>
  statement(`INSERT INTO generations (workspace, num, identity, state, fresh, started_at, next_at)
    SELECT w.num, 1 + max(w.generation, coalesce((SELECT max(g.num) FROM generations g WHERE g.workspace = w.num), 0)),
      :identity, 'building', ${fresh}, :now, :now FROM workspaces w
    WHERE ${where} AND w.gone_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.workspace = w.num AND g.state = 'building') RETURNING num`);

const START = start("w.identity <> :identity", 0);
const START_ANEW = start("w.num = :workspace", 1);

interface Plan {
  readonly identity: string;
  readonly nowMs: number;
}

/** Starts a next generation for each workspace of another identity, and has half-built ones of other identities dropped. */
export async function planGenerations(db: Session, { identity, nowMs }: Plan): Promise<void> {
  const values = { identity, now: nowMs };
  await db.batch({ dropped: db.bind(DROP_HALF_BUILT, values), started: db.bind(START, values) });
}

const BEGIN_ANEW =
  statement(`UPDATE generations SET fresh = 1, started_at = :now, cursor_hash = '', cursor_rid = 0, done = 0
  WHERE workspace = :workspace AND state = 'building' AND lease IS NULL`);

/** Starts a next generation of the same identity, in which every text is embedded anew. */
export async function renewGeneration(
  db: Session,
  { workspace, identity, nowMs }: Plan & { readonly workspace: number },
): Promise<void> {
  const values = { workspace, identity, now: nowMs };
  await db.batch({ begun: db.bind(BEGIN_ANEW, values), started: db.bind(START_ANEW, values) });
}

const live = (column: string): string =>
  `(SELECT w.${column} FROM workspaces w WHERE w.num = generations.workspace)`;

interface ClaimedRow extends Omit<Generation, "lease" | "leaseUntil" | "live"> {
  readonly liveNum: number | null;
  readonly liveIdentity: string | null;
}

const CLAIM = statement<ClaimedRow>(`UPDATE generations SET ${LEASE} WHERE (workspace, num) = (
    SELECT workspace, num FROM generations WHERE ${isFree("generations")}
      AND (:workspace IS NULL OR workspace = :workspace) ORDER BY next_at, workspace, num LIMIT 1)
  RETURNING workspace, num, identity, state, iif(fresh = 1, started_at, NULL) AS freshSince, cursor_hash AS cursorHash,
    cursor_rid AS cursorRid, calls, attempts, ${live("generation")} AS liveNum, ${live("identity")} AS liveIdentity`);

/** Leases the generation that waits longest. */
export async function claimGeneration(
  db: Session,
  { lease, nowMs, workspace }: { lease: string; nowMs: number; workspace: number | undefined },
): Promise<Generation | undefined> {
  const leaseUntil = nowMs + DEFAULTS.leaseMs;
  const row = await db.first(CLAIM, { lease, leaseUntil, now: nowMs, workspace: workspace ?? null });
  if (row === undefined) return undefined;
  const { liveNum, liveIdentity, ...generation } = row;
  return { ...generation, lease, leaseUntil, live: { num: liveNum ?? 0, identity: liveIdentity ?? "" } };
}

const FAIL = statement(
  `UPDATE generations SET attempts = attempts + 1, last_error = :error, next_at = :nextAt, ${RELEASE} WHERE ${HELD_GENERATION}`,
);

/** Gives it back for a later try. */
export async function failGeneration(
  db: Session,
  generation: Generation,
  failure: { readonly error: string; readonly nextAtMs: number },
): Promise<void> {
  await db.all(FAIL, { ...valuesOf(generation), error: failure.error, nextAt: failure.nextAtMs });
}

export interface NextChunk extends EmbeddableChunk {
  readonly rid: number;
  /** It has no vector in the live generation. */
  readonly isBareLive: boolean;
}

interface NextRow extends EmbeddableRow {
  readonly rid: number;
  readonly vectorState: string;
}

const NEXT = `SELECT c.rid, c.vector_state AS vectorState, ${EMBEDDABLE}`;
const WITH_EMBEDDING = `CROSS JOIN documents d ON d.num = c.document
  LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :identity AND e.hash = c.embed_hash
    AND e.used_at >= :since`;

const GONE = statement<{ readonly chunk: string }>(
  `SELECT chunk FROM ${ITS_CHUNKS} AND state = 'gone' LIMIT :gone`,
);
const DUE =
  statement<NextRow>(`${NEXT} FROM generation_chunks g CROSS JOIN chunks c ON c.id = g.chunk ${WITH_EMBEDDING}
  WHERE g.workspace = :workspace AND g.generation = :num AND g.state = 'due' LIMIT :rows`);
/** SQL: the walk's next chunks of the workspace. */
const WALK = `c.workspace = :workspace AND (c.embed_hash, c.rid) > (:cursorHash, :cursorRid)
  ORDER BY c.embed_hash, c.rid LIMIT :rows`;
const PAGE = statement<NextRow>(`${NEXT} FROM chunks c ${WITH_EMBEDDING} WHERE ${WALK}`);

export interface GenerationWork {
  /** Chunks that are gone, whose vectors must be deleted. */
  readonly gone: readonly string[];
  /** Chunks that were written since the walk began. */
  readonly due: readonly NextChunk[];
  readonly page: readonly NextChunk[];
}

/** What is to be done next for a generation that is being built. */
export async function nextWork(
  db: Session,
  generation: Generation,
  limits: { readonly rows: number; readonly gone: number },
): Promise<GenerationWork> {
  const { num, cursorHash, cursorRid, freshSince } = generation;
  const values = { ...valuesOf(generation), ...limits, cursorHash, cursorRid, since: freshSince ?? 0 };
  const { gone, due, page } = await db.batch({
    gone: db.bind(GONE, values),
    due: db.bind(DUE, values),
    page: db.bind(PAGE, values),
  });
  const next = ({ rid, vectorState, ...row }: NextRow): NextChunk => ({
    ...embeddable(row, num),
    rid,
    isBareLive: vectorState === "none",
  });
  return { gone: gone.map(({ chunk }) => chunk), due: due.map(next), page: page.map(next) };
}

export interface WalkedChunk {
  readonly hash: string;
  readonly rid: number;
}

const RETIRED = statement<WalkedChunk & { readonly id: string }>(
  `SELECT c.id, c.embed_hash AS hash, c.rid FROM chunks c WHERE ${WALK}`,
);

/** Chunks whose vectors go next from an old generation: those that are gone, and the next of all, whether they had one or not. */
export async function retirementWork(db: Session, generation: Generation, rows: number) {
  const { cursorHash, cursorRid } = generation;
  const values = { ...valuesOf(generation), cursorHash, cursorRid, rows, gone: rows };
  const { gone, page } = await db.batch({ gone: db.bind(GONE, values), page: db.bind(RETIRED, values) });
  return { gone: gone.map(({ chunk }) => chunk), page };
}

const FORGET_GONE = statement(
  `DELETE FROM ${ITS_CHUNKS} AND state = 'gone' AND chunk IN (SELECT value FROM json_each(:removed))`,
);

/** Only of chunks that still have the text whose vector was sent: another text is due by itself. */
const SETTLE_ROWS =
  statement(`INSERT INTO generation_chunks (workspace, generation, chunk, state, call, sent_at)
  SELECT :workspace, :num, c.id, value->>'state', :calls, :sentAt FROM json_each(:chunks) CROSS JOIN chunks c ON c.id = value->>'id'
  WHERE c.embed_hash = value->>'hash' AND value->>'state' <> 'kept'
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = excluded.state, call = excluded.call,
    sent_at = excluded.sent_at`);

const KEEP_ROWS = statement(`DELETE FROM ${ITS_CHUNKS} AND state = 'due' AND chunk IN (
  SELECT c.id FROM json_each(:chunks) CROSS JOIN chunks c ON c.id = value->>'id'
  WHERE c.embed_hash = value->>'hash' AND value->>'state' = 'kept')`);

/** Deleted while the vector was on the way. */
const LOSE_ROWS = statement(`INSERT INTO generation_chunks (workspace, generation, chunk, state)
  SELECT :workspace, :num, value->>'id', 'gone' FROM json_each(:chunks)
  WHERE value->>'state' = 'sent' AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'gone'`);

const ADVANCE =
  statement(`UPDATE generations SET cursor_hash = :cursorHash, cursor_rid = :cursorRid, done = done + :walked,
    calls = :calls, next_at = :nextAt, attempts = 0, last_error = NULL, ${RELEASE} WHERE ${HELD_GENERATION}`);

/** Of a chunk in the new generation: sent, without a vector, only here, not taken by the model, or as in the live one. */
export type Settlement = "sent" | "none" | "late" | "refused" | "kept";

interface BuiltSlice {
  readonly chunks: readonly { readonly id: string; readonly hash: string; readonly state: Settlement }[];
  /** Of the call that sent the vectors; undefined: there was none. */
  readonly receipt: Receipt | undefined;
  readonly removed: readonly string[];
  readonly page: readonly WalkedChunk[];
  readonly nextAtMs: number;
}

/** The statements that forget what was deleted and move the walk on. */
export const advanceStatements = (
  db: Session,
  generation: Generation,
  { removed, page, nextAtMs, calls }: Pick<BuiltSlice, "removed" | "page" | "nextAtMs"> & { calls: number },
) => {
  const last = page.at(-1) ?? { hash: generation.cursorHash, rid: generation.cursorRid };
  const walk = { cursorHash: last.hash, cursorRid: last.rid, walked: page.length };
  return {
    forgotten: db.bind(FORGET_GONE, { ...valuesOf(generation), removed: JSON.stringify(removed) }),
    advanced: db.bind(ADVANCE, { ...valuesOf(generation), ...walk, calls, nextAt: nextAtMs }),
  };
};

/** Notes what a slice has done, and gives the generation back. */
export async function keepBuilt(db: Session, generation: Generation, slice: BuiltSlice): Promise<void> {
  const { chunks, receipt } = slice;
  const calls = receipt?.order ?? generation.calls;
  const values = { ...valuesOf(generation), chunks: JSON.stringify(chunks), calls };
  const { forgotten, advanced } = advanceStatements(db, generation, { ...slice, calls });
  await db.batch({
    receipt: receipt && receiptStatement(db, receipt),
    forgotten,
    settled: db.bind(SETTLE_ROWS, { ...values, sentAt: receipt?.endedAt ?? null }),
    kept: db.bind(KEEP_ROWS, values),
    lost: db.bind(LOSE_ROWS, values),
    advanced,
  });
}
