import { MEMORY_ROOT } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { SUM_VOTES } from "../../database/vote-sql.ts";

/** Documents that one slice looks for, searches that it looks through, and votes that it moves. */
const MAX_DOCUMENTS = 200;
const MAX_SEARCHES = 1_000;
const MAX_VOTES = 1_000;

/** Those of one workspace that are equally far. */
const NEXT = `SELECT x.workspace, x.root, x.path, x.hash, x.scrubbed FROM dropped_documents x
  WHERE (x.workspace, x.scrubbed) = (SELECT workspace, scrubbed FROM dropped_documents
    ORDER BY workspace, scrubbed LIMIT 1) LIMIT ${MAX_DOCUMENTS}`;

interface Dropped {
  readonly workspace: number;
  readonly root: string;
  readonly path: string;
  readonly hash: string;
  readonly scrubbed: string;
}

/** Back at its place, or a memory that may yet come back: nothing of it goes. `?1` workspace, `?2` JSON of documents. */
const STAYS = `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = ?1 AND d.root = x.value->>'root'
    AND d.path = x.value->>'path' AND ${isThere("d")})
  OR (x.value->>'root' = '${MEMORY_ROOT}'
    AND EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = ?1 AND p.id = x.value->>'path'))`;

const GOING = `SELECT x.value AS document FROM json_each(?2) x WHERE NOT (${STAYS})`;

/** A copy of the document, or what a memory was merged into, takes its votes: by their text, or as a whole. */
const MOVES = `SELECT f.recall, f.hit, f.token, c.id AS chunk, d.root, d.path, c.embed_hash AS embedHash
  FROM json_each(?2) x CROSS JOIN feedback f ON f.workspace = ?1 AND f.root = x.value->>'root' AND f.path = x.value->>'path'
  CROSS JOIN chunks c ON c.workspace = ?1 AND c.embed_hash = f.embed_hash
  CROSS JOIN documents d ON d.num = c.document AND d.hash = x.value->>'hash' AND ${isThere("d")}
  UNION ALL SELECT f.recall, f.hit, f.token, c.id, d.root, d.path, c.embed_hash
  FROM json_each(?2) x CROSS JOIN memory_observations o ON o.workspace = ?1 AND o.merged = x.value->>'path'
    AND x.value->>'root' = '${MEMORY_ROOT}'
  CROSS JOIN documents d ON d.workspace = ?1 AND d.root = '${MEMORY_ROOT}' AND d.path = o.memory
  CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
  CROSS JOIN feedback f ON f.workspace = ?1 AND f.root = '${MEMORY_ROOT}' AND f.path = x.value->>'path' LIMIT ${MAX_VOTES}`;

const SEARCHES = `SELECT count(*) AS n, max(id) AS last FROM
  (SELECT id FROM recalls WHERE workspace = ? AND id > ? ORDER BY id LIMIT ${MAX_SEARCHES})`;

interface Move {
  readonly recall: string;
  readonly hit: string;
  readonly token: string;
  readonly chunk: string;
}

/** What a slice did: documents it was done with, searches it looked through, votes it moved. */
export interface ScrubbedSlice {
  readonly documents: number;
  readonly searches: number;
  readonly votes: number;
}

/**
 * Takes documents that are gone out of the log, a slice: hits keep their score and their place, and say no more where
 * they were. Votes follow their text to a copy of the document (a renamed file), else they go. Undefined: nothing to do.
 */
export async function scrubRecalls(session: Session, nowMs: number): Promise<ScrubbedSlice | undefined> {
  const [next] = await session.batch([session.prepare(NEXT)]);
  const dropped = rowsOf<Dropped>(next);
  const [first] = dropped;
  if (first === undefined) return undefined;
  const { workspace, scrubbed } = first;
  const all = JSON.stringify(dropped.map(({ root, path, hash }) => ({ root, path, hash })));
  const [going, searches] = await session.batch([
    session.prepare(GOING).bind(workspace, all),
    session.prepare(SEARCHES).bind(workspace, scrubbed),
  ]);
  const gone = `[${rowsOf<{ document: string }>(going)
    .map(({ document }) => document)
    .join(",")}]`;
  const moved = await moveVotes(session, { workspace, gone, nowMs });
  if (moved === MAX_VOTES) return { documents: 0, searches: 0, votes: moved };
  const { n = 0, last = null } = firstRow<{ n: number; last: string | null }>(searches) ?? {};
  await scrubSlice(session, { workspace, scrubbed, all, gone, last, isLast: n < MAX_SEARCHES });
  return { documents: n < MAX_SEARCHES ? dropped.length : 0, searches: n, votes: moved };
}

const MOVE = `UPDATE feedback SET chunk = m.value->>'chunk', root = m.value->>'root', path = m.value->>'path',
    embed_hash = m.value->>'embedHash'
  FROM json_each(?2) m WHERE feedback.workspace = ?1 AND feedback.recall = m.value->>'recall'
    AND feedback.hit = m.value->>'hit' AND feedback.token = m.value->>'token'`;

async function moveVotes(
  session: Session,
  { workspace, gone, nowMs }: { workspace: number; gone: string; nowMs: number },
): Promise<number> {
  const [found] = await session.batch([session.prepare(MOVES).bind(workspace, gone)]);
  const moves = rowsOf<Move>(found);
  if (moves.length === 0) return 0;
  // Where a text is in a document twice, every reader of the same index takes the same one.
  const byVote = new Map<string, Move>();
  for (const move of [...moves].sort((a, b) => (a.chunk < b.chunk ? 1 : -1)))
    byVote.set(`${move.recall} ${move.hit} ${move.token}`, move);
  const chosen = [...byVote.values()];
  const chunks = JSON.stringify([...new Set(chosen.map(({ chunk }) => chunk))]);
  await session.batch([
    session.prepare(MOVE).bind(workspace, JSON.stringify(chosen)),
    session.prepare(SUM_VOTES).bind(workspace, nowMs, chunks),
    session.prepare("UPDATE workspaces SET version = version + 1 WHERE num = ?").bind(workspace),
  ]);
  return moves.length;
}

/** `?2` JSON of documents. */
const GONE_PLACES = "SELECT value->>'root', value->>'path' FROM json_each(?2)";

const SCRUB = `UPDATE recalls SET hits = (SELECT json_group_array(json(
      CASE WHEN (h.value->>'root', h.value->>'path') IN (${GONE_PLACES})
        THEN json_object('score', h.value->'score', 'arms', json(h.value->'arms')) ELSE h.value END))
    FROM json_each(recalls.hits) h)
  WHERE workspace = ?1 AND id > ?3 AND id <= ?4 AND EXISTS (SELECT 1 FROM json_each(recalls.hits) h
    WHERE (h.value->>'root', h.value->>'path') IN (${GONE_PLACES}))`;

interface Slice {
  readonly workspace: number;
  readonly scrubbed: string;
  readonly all: string;
  readonly gone: string;
  readonly last: string | null;
  readonly isLast: boolean;
}

async function scrubSlice(session: Session, slice: Slice): Promise<void> {
  const { workspace, scrubbed, all, gone, last, isLast } = slice;
  const on = (sql: string, ...more: unknown[]) => session.prepare(sql).bind(workspace, ...more);
  const these = `workspace = ?1 AND (root, path) IN (${GONE_PLACES}) AND scrubbed = ?3`;
  await session.batch([
    on(`DELETE FROM feedback WHERE workspace = ?1 AND (root, path) IN (${GONE_PLACES})`, gone),
    ...(last === null ? [] : [on(SCRUB, gone, scrubbed, last)]),
    isLast
      ? on(`DELETE FROM dropped_documents WHERE ${these}`, all, scrubbed)
      : on(`UPDATE dropped_documents SET scrubbed = ?4 WHERE ${these}`, all, scrubbed, last),
  ]);
}

const PRUNE = `DELETE FROM recalls WHERE (workspace, id) IN (SELECT r.workspace, r.id FROM workspaces w
  CROSS JOIN recalls r ON r.workspace = w.num AND r.id < ?1 LIMIT ${MAX_DELETED}) RETURNING 1`;

/** Deletes searches below an id, of all workspaces, a bounded number; answers how many went. */
export async function pruneRecalls(session: Session, below: string): Promise<number> {
  const [rows] = await session.batch([session.prepare(PRUNE).bind(below)]);
  return rowsOf(rows).length;
}
