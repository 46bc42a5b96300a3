import { RELEASE } from "../../database/leases.ts";
import { enqueueUpserts, HAS_WORK } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { namespaceOf } from "../../models/ports.ts";
import {
  advanceStatements,
  type Generation,
  HELD_GENERATION,
  ITS_CHUNKS,
  valuesOf,
  type WalkedChunk,
} from "./generations.ts";
import { isProcessed, type Progress, progressValues, type WaitingVector } from "./receipts.ts";

// What a generation's vectors go through once they are sent: shown, made live, emptied again when another one is live.

/** A run of a generation's calls has the name of its namespace: they follow one another. */
export const runOf = ({ workspace, num }: Pick<Generation, "workspace" | "num">): string =>
  namespaceOf({ workspace, generation: num });

const SENT = `${ITS_CHUNKS} AND state = 'sent'`;

const CONFIRM = statement(`DELETE FROM ${ITS_CHUNKS} AND chunk IN (
  SELECT chunk FROM ${SENT} AND ${isProcessed(":run", "call")} LIMIT :limit) RETURNING chunk`);

/** Vectors that the index's progress proves visible are no longer waited for; answers how many. */
export async function confirmGeneration(
  db: Session,
  generation: Generation,
  { limit, ...progress }: Progress & { readonly limit: number },
): Promise<number> {
  const values = { ...valuesOf(generation), ...progressValues(progress), run: runOf(generation), limit };
  return (await db.all(CONFIRM, values)).length;
}

const UNSEEN = statement<Pick<WaitingVector, "chunk" | "order">>(
  `SELECT chunk, call AS "order" FROM ${SENT} AND sent_at < :before LIMIT :limit`,
);

/** Vectors not known to be shown. */
export async function unseenVectors(
  db: Session,
  generation: Generation,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<readonly WaitingVector[]> {
  const rows = await db.all(UNSEEN, { ...valuesOf(generation), before: beforeMs, limit });
  return rows.map((row) => ({ ...row, run: runOf(generation), generation: generation.num }));
}

const SEEN = statement(`DELETE FROM ${SENT}
  AND (chunk, call) IN (SELECT value->>'chunk', value->>'order' FROM json_each(:vectors))`);

/** These are shown, unless they were sent again meanwhile. */
export async function confirmVectors(
  db: Session,
  generation: Generation,
  vectors: readonly WaitingVector[],
): Promise<void> {
  await db.all(SEEN, { ...valuesOf(generation), vectors: JSON.stringify(vectors) });
}

const BUILDING =
  "SELECT 1 FROM generations WHERE workspace = :workspace AND num = :num AND state = 'building'";

/** The one UPDATE that makes a generation the live one: only while nothing is left to do in it. */
const SWITCH = statement(
  raiseVersion({
    set: "identity = :identity, generation = :num",
    where: `num = :workspace AND generation = :liveNum AND identity = :liveIdentity AND gone_at IS NULL
      AND EXISTS (${BUILDING} AND lease = :lease)
      AND NOT EXISTS (SELECT 1 FROM ${ITS_CHUNKS} AND state IN ('due', 'gone'))
      -- Deletes in the outbox mean the live generation: they reach the one before first.
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE workspace = :workspace AND op = 'delete')`,
  }),
);

const IS_LIVE = "EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND generation = :num)";

/** Nobody asks any more whether the index shows what the generation before was sent. */
const SEEN_BEFORE =
  statement(`UPDATE chunks SET vector_state = 'visible' WHERE ${IS_LIVE} AND vector_state = 'embedded'
  AND (id, embed_hash) IN (SELECT j.value->>0, j.value->>1 FROM sent_calls s CROSS JOIN json_each(s.chunks) j
    WHERE s.workspace = :workspace)`);
const CALLS_BEFORE = statement(`DELETE FROM sent_calls WHERE workspace = :workspace AND ${IS_LIVE}`);

/** What the index does not show yet is compared exactly, and waited for like any vector that was just sent. */
const UNSEEN_CHUNKS = statement(`UPDATE chunks SET vector_state = 'embedded'
  WHERE ${IS_LIVE} AND vector_state <> 'none' AND id IN (SELECT chunk FROM ${SENT})`);
const UNSEEN_CALLS = statement(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
  SELECT g.workspace, g.generation, :run, g.call, max(g.sent_at), json_group_array(json_array(c.id, c.embed_hash))
  FROM generation_chunks g CROSS JOIN chunks c ON c.id = g.chunk
  WHERE g.workspace = :workspace AND g.generation = :num AND g.state = 'sent' AND ${IS_LIVE} GROUP BY g.call`);
const UNSEEN_DONE = statement(`DELETE FROM ${SENT} AND ${IS_LIVE}`);

const RETIRE = statement(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
  SELECT :workspace, :liveNum, :liveIdentity, 'retiring', :now, :retireAt WHERE ${IS_LIVE} AND EXISTS (${BUILDING})`);
const GIVE_BACK = statement(`UPDATE generations SET state = 'settling', next_at = :now, attempts = 0,
    last_error = NULL, ${RELEASE} WHERE ${HELD_GENERATION} AND ${IS_LIVE}`);

/**
 * Makes it live when nothing is left to do in it; the one before is emptied from `retireAtMs` on. False: not yet, and the
 * run still holds it.
 */
export async function switchGeneration(
  db: Session,
  generation: Generation,
  { nowMs, retireAtMs }: { readonly nowMs: number; readonly retireAtMs: number },
): Promise<boolean> {
  const { live } = generation;
  const before = { run: runOf(generation), liveNum: live.num, liveIdentity: live.identity };
  const values = { ...valuesOf(generation), ...before, now: nowMs, retireAt: retireAtMs };
  const after = [SEEN_BEFORE, CALLS_BEFORE, UNSEEN_CHUNKS, UNSEEN_CALLS, UNSEEN_DONE, RETIRE, GIVE_BACK];
  const { switched } = await db.batch({
    switched: db.bind(SWITCH, values),
    after: after.map((sql) => db.bind(sql, values)),
  });
  return switched.length > 0;
}

/** The next rows to settle; the same in every statement of the batch until the last one deletes them. */
const ROWS = `(SELECT chunk, state FROM ${ITS_CHUNKS} ORDER BY chunk LIMIT :rows)`;
const BARE = `SELECT chunk FROM ${ROWS} WHERE state IN ('late', 'refused')`;

const SETTLE = [
  raiseVersion({ where: `num = :workspace AND EXISTS (SELECT 1 FROM ${ROWS})` }),
  `UPDATE chunks SET vector_state = 'none' WHERE vector_state IN ('embedded', 'visible')
   AND id IN (SELECT chunk FROM ${ROWS} WHERE state = 'none')`,
  `UPDATE chunks SET vector_state = 'pending' WHERE id IN (${BARE})`,
  enqueueUpserts(`SELECT c.workspace, c.id FROM chunks c WHERE c.id IN (${BARE}) AND ${HAS_WORK}`),
  `DELETE FROM ${ITS_CHUNKS} AND chunk IN (SELECT chunk FROM ${ROWS})`,
  `DELETE FROM generations WHERE ${HELD_GENERATION} AND NOT EXISTS (SELECT 1 FROM ${ITS_CHUNKS})`,
  `UPDATE generations SET next_at = :now, ${RELEASE} WHERE ${HELD_GENERATION}`,
].map((sql) => statement(sql));

/**
 * Applies a slice of what the switch left out: chunks without a vector in this identity have none; those that only have
 * one here, or were refused, are due.
 */
export async function settleGeneration(
  db: Session,
  generation: Generation,
  { nowMs, rows }: { readonly nowMs: number; readonly rows: number },
): Promise<void> {
  const values = { ...valuesOf(generation), now: nowMs, rows };
  await db.batch({ settled: SETTLE.map((sql) => db.bind(sql, values)) });
}

/** Another generation of the workspace still compares with these embeddings. */
const IN_USE = `(EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND identity = :identity)
  OR EXISTS (SELECT 1 FROM generations WHERE workspace = :workspace AND num <> :num AND state = 'building' AND identity = :identity))`;

const OLD_EMBEDDINGS = statement(`DELETE FROM embeddings WHERE NOT ${IN_USE} AND rowid IN (
  SELECT rowid FROM embeddings WHERE workspace = :workspace AND identity = :identity LIMIT :rows)`);

/** Marks that mean nothing in a generation that nothing is added to. */
const OLD_MARKS = statement(
  `DELETE FROM ${ITS_CHUNKS} AND chunk IN (SELECT chunk FROM ${ITS_CHUNKS} AND state <> 'gone' LIMIT :rows)`,
);

const FINISH =
  statement(`DELETE FROM generations WHERE ${HELD_GENERATION} AND NOT EXISTS (SELECT 1 FROM ${ITS_CHUNKS})
  AND (${IN_USE} OR NOT EXISTS (SELECT 1 FROM embeddings WHERE workspace = :workspace AND identity = :identity))`);

interface RetiredSlice {
  readonly gone: readonly string[];
  readonly page: readonly WalkedChunk[];
  readonly nowMs: number;
  readonly rows: number;
}

/** Notes that these vectors were deleted, and drops a slice of its embeddings; the generation goes with its last row. */
export async function keepRetired(
  db: Session,
  generation: Generation,
  { gone, page, nowMs, rows }: RetiredSlice,
): Promise<void> {
  const values = { ...valuesOf(generation), rows };
  const slice = { removed: gone, page, nextAtMs: nowMs, calls: generation.calls };
  const { forgotten, advanced } = advanceStatements(db, generation, slice);
  await db.batch({
    forgotten,
    marks: db.bind(OLD_MARKS, values),
    embeddings: db.bind(OLD_EMBEDDINGS, values),
    finished: page.length === 0 ? db.bind(FINISH, values) : undefined,
    advanced,
  });
}
