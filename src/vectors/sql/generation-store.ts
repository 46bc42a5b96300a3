import { DEFAULTS } from "../../config.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { embeddingsStatement } from "./embedding-writes.ts";
import { retired, retirement } from "./generation-retirement.ts";
import { confirm, seen, settle, switchGeneration, unseen } from "./generation-switch.ts";
import type {
  BuiltSlice,
  Generation,
  GenerationStore,
  GenerationWork,
  NextChunk,
} from "./generation-types.ts";
import { EMBEDDED_TEXT } from "./outbox-receipts.ts";

// `?1` workspace and `?2` generation throughout; `?3` the lease where a write counts only while it is held.

/** Generations beside the live ones, over one D1 session. */
export const createGenerationStore = (session: Session): GenerationStore => ({
  plan: (query) => plan(session, query),
  renew: (query) => renew(session, query),
  claim: (query) => claim(session, query),
  work: (generation, limits) => work(session, generation, limits),
  async keep(texts) {
    await session.batch([embeddingsStatement(session, texts, { replaces: true })]);
  },
  built: (slice) => built(session, slice),
  failed: (query) => failed(session, query),
  confirm: (query) => confirm(session, query),
  unseen: (query) => unseen(session, query),
  seen: (generation, vectors) => seen(session, generation, vectors),
  switch: (query) => switchGeneration(session, query),
  settle: (query) => settle(session, query),
  retirement: (generation, rows) => retirement(session, generation, rows),
  retired: (query) => retired(session, query),
});

const HALF_BUILT = `UPDATE generations SET state = 'retiring', cursor_hash = '', cursor_rid = 0, done = 0, attempts = 0,
    -- A run that holds it may be sending vectors: its lease ends first.
    next_at = max(?2, coalesce(lease_until, 0)), lease = NULL, lease_until = NULL
  WHERE state = 'building' AND identity <> ?1`;

/** Never a number that is in use, nor one whose vectors are still being deleted. */
const NEXT_NUM = `1 + max(w.generation, coalesce((SELECT max(g.num) FROM generations g WHERE g.workspace = w.num), 0))`;

const NO_NEXT = `NOT EXISTS (SELECT 1 FROM generations g WHERE g.workspace = w.num AND g.state = 'building')`;

const START = `INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
  SELECT w.num, ${NEXT_NUM}, ?1, 'building', ?2, ?2 FROM workspaces w
  WHERE w.identity <> ?1 AND w.gone_at IS NULL AND ${NO_NEXT} RETURNING num`;

async function plan(
  session: Session,
  { identity, nowMs }: { readonly identity: string; readonly nowMs: number },
): Promise<number> {
  const answers = await session.batch([
    session.prepare(HALF_BUILT).bind(identity, nowMs),
    session.prepare(START).bind(identity, nowMs),
  ]);
  return rowsOf(answers[1]).length;
}

async function renew(
  session: Session,
  { workspace, identity, nowMs }: Parameters<GenerationStore["renew"]>[0],
): Promise<void> {
  await session.batch([
    session
      .prepare(
        `UPDATE generations SET fresh = 1, started_at = ?2, cursor_hash = '', cursor_rid = 0, done = 0
         WHERE workspace = ?1 AND state = 'building' AND lease IS NULL`,
      )
      .bind(workspace, nowMs),
    session
      .prepare(
        `INSERT INTO generations (workspace, num, identity, state, fresh, started_at, next_at)
         SELECT w.num, ${NEXT_NUM}, ?2, 'building', 1, ?3, ?3 FROM workspaces w
         WHERE w.num = ?1 AND w.gone_at IS NULL AND ${NO_NEXT}`,
      )
      .bind(workspace, identity, nowMs),
  ]);
}

const CLAIM = `UPDATE generations SET lease = ?1, lease_until = ?2 WHERE (workspace, num) = (
    SELECT workspace, num FROM generations WHERE next_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)
      AND (?4 IS NULL OR workspace = ?4) ORDER BY next_at, workspace, num LIMIT 1)
  RETURNING workspace, num, identity, state, iif(fresh = 1, started_at, NULL) AS freshSince, cursor_hash AS cursorHash,
    cursor_rid AS cursorRid, calls, attempts,
    (SELECT w.generation FROM workspaces w WHERE w.num = generations.workspace) AS liveNum,
    (SELECT w.identity FROM workspaces w WHERE w.num = generations.workspace) AS liveIdentity,
    (SELECT w.gone_at FROM workspaces w WHERE w.num = generations.workspace) AS goneAt`;

interface ClaimedRow extends Omit<Generation, "lease" | "leaseUntil" | "live"> {
  readonly liveNum: number | null;
  readonly liveIdentity: string | null;
  readonly goneAt: number | null;
}

async function claim(
  session: Session,
  { lease, nowMs, workspace }: Parameters<GenerationStore["claim"]>[0],
): Promise<Generation | undefined> {
  const leaseUntil = nowMs + DEFAULTS.leaseMs;
  const [rows] = await session.batch([
    session.prepare(CLAIM).bind(lease, leaseUntil, nowMs, workspace ?? null),
  ]);
  const row = firstRow<ClaimedRow>(rows);
  if (row === undefined) return undefined;
  const { liveNum, liveIdentity, goneAt, ...generation } = row;
  const live = {
    num: liveNum ?? 0,
    identity: liveIdentity ?? "",
    isGone: liveNum === null || goneAt !== null,
  };
  return { ...generation, lease, leaseUntil, live };
}

/** A chunk with the embedding that identity `?3` has of it since `?4`. */
const NEXT_CHUNKS = `c.rid, c.id, c.workspace, c.embed_hash AS hash, c.headings, ${EMBEDDED_TEXT} AS text, c.vector_state AS vectorState,
    d.root, d.path, d.kind, d.language, e.vector`;
const WITH_EMBEDDING = `CROSS JOIN documents d ON d.num = c.document
  LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ?3 AND e.kind = 'chunk' AND e.hash = c.embed_hash
    AND e.used_at >= ?4`;

interface NextRow extends Omit<NextChunk, "headings" | "metadata" | "isBareLive"> {
  readonly headings: string;
  readonly vectorState: string;
  readonly root: string;
  readonly path: string;
  readonly kind: string;
  readonly language: string;
}

const nextChunk =
  (generation: number) =>
  ({ root, path, kind, language, headings, vectorState, ...row }: NextRow): NextChunk => ({
    ...row,
    seq: 0,
    generation,
    isLeased: true,
    isBareLive: vectorState === "none",
    headings: JSON.parse(headings) as string[],
    metadata: { root, path, kind, language },
  });

async function work(
  session: Session,
  { workspace, num, identity, freshSince, cursorHash, cursorRid }: Generation,
  limits: { readonly rows: number; readonly gone: number },
): Promise<GenerationWork> {
  const key = [workspace, num];
  const since = [identity, freshSince ?? 0];
  const [gone, due, page] = await session.batch([
    session
      .prepare(
        "SELECT chunk FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'gone' LIMIT ?3",
      )
      .bind(...key, limits.gone),
    session
      .prepare(
        `SELECT ${NEXT_CHUNKS} FROM generation_chunks g CROSS JOIN chunks c ON c.id = g.chunk ${WITH_EMBEDDING}
         WHERE g.workspace = ?1 AND g.generation = ?2 AND g.state = 'due' LIMIT ?5`,
      )
      .bind(...key, ...since, limits.rows),
    session
      .prepare(
        `SELECT ${NEXT_CHUNKS} FROM chunks c ${WITH_EMBEDDING} WHERE c.workspace = ?1 AND ?2 > 0
           AND (c.embed_hash, c.rid) > (?5, ?6) ORDER BY c.embed_hash, c.rid LIMIT ?7`,
      )
      .bind(...key, ...since, cursorHash, cursorRid, limits.rows),
  ]);
  return {
    gone: rowsOf<{ chunk: string }>(gone).map(({ chunk }) => chunk),
    due: rowsOf<NextRow>(due).map(nextChunk(num)),
    page: rowsOf<NextRow>(page).map(nextChunk(num)),
  };
}

/** Only of chunks that still have the text whose vector was sent: another text is due by itself. */
const SETTLED_ROWS = `INSERT INTO generation_chunks (workspace, generation, chunk, state, call, sent_at)
  SELECT ?1, ?2, c.id, value->>'state', ?4, ?5 FROM json_each(?3) CROSS JOIN chunks c ON c.id = value->>'id'
  WHERE c.embed_hash = value->>'hash' AND value->>'state' <> 'kept'
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = excluded.state, call = excluded.call,
    sent_at = excluded.sent_at`;

const KEPT_ROWS = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'due' AND chunk IN (
  SELECT c.id FROM json_each(?3) CROSS JOIN chunks c ON c.id = value->>'id'
  WHERE c.embed_hash = value->>'hash' AND value->>'state' = 'kept')`;

/** Deleted while the vector was on the way. */
const LOST_ROWS = `INSERT INTO generation_chunks (workspace, generation, chunk, state)
  SELECT ?1, ?2, value->>'id', 'gone' FROM json_each(?3)
  WHERE value->>'state' = 'sent' AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'gone'`;

async function built(session: Session, slice: BuiltSlice): Promise<void> {
  const { generation, chunks, receipt, removed, page, nextAtMs } = slice;
  const { workspace, num, lease, calls } = generation;
  const on = (sql: string, ...params: unknown[]) => session.prepare(sql).bind(workspace, num, ...params);
  const call = calls + (receipt === undefined ? 0 : 1);
  const last = page.at(-1) ?? { hash: generation.cursorHash, rid: generation.cursorRid };
  const rows = JSON.stringify(chunks);
  await session.batch([
    ...(receipt === undefined
      ? []
      : [
          session
            .prepare(
              "INSERT INTO mutations (id, run, seq, started_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )
            .bind(receipt.mutation, receipt.run, call, receipt.startedAt),
        ]),
    on(DELETE_GONE, JSON.stringify(removed)),
    on(SETTLED_ROWS, rows, call, receipt?.sentAt ?? null),
    on(KEPT_ROWS, rows),
    on(LOST_ROWS, rows),
    on(
      `UPDATE generations SET cursor_hash = ?4, cursor_rid = ?5, done = done + ?6, calls = ?7, next_at = ?8,
         attempts = 0, last_error = NULL, lease = NULL, lease_until = NULL
       WHERE workspace = ?1 AND num = ?2 AND lease = ?3`,
      lease,
      last.hash,
      last.rid,
      page.length,
      call,
      nextAtMs,
    ),
  ]);
}

/** Rows of the JSON list `?3` of chunks whose vectors were deleted. */
const DELETE_GONE = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'gone'
  AND chunk IN (SELECT value FROM json_each(?3))`;

async function failed(
  session: Session,
  { generation, error, nextAtMs }: Parameters<GenerationStore["failed"]>[0],
): Promise<void> {
  await session.batch([
    session
      .prepare(
        `UPDATE generations SET attempts = attempts + 1, last_error = ?4, next_at = ?5, lease = NULL, lease_until = NULL
         WHERE workspace = ?1 AND num = ?2 AND lease = ?3`,
      )
      .bind(generation.workspace, generation.num, generation.lease, error, nextAtMs),
  ]);
}
