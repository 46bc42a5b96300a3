import { MEMORY_ROOT } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { SUM_VOTES } from "../../database/fragments/vote-sql.ts";
import type { droppedDocuments, feedback } from "../../database/schema/recalls.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { RAISE_VERSION } from "../../database/versions.ts";

/** Documents that one slice looks for, searches that it looks through, and votes that it moves. */
const MAX_DOCUMENTS = 200;
const MAX_SEARCHES = 1_000;
const MAX_VOTES = 1_000;

type Dropped = typeof droppedDocuments.$inferSelect;

/** Dropped documents of one workspace that are scrubbed up to the same search. */
const NEXT =
  statement<Dropped>(`SELECT x.workspace, x.root, x.path, x.hash, x.scrubbed FROM dropped_documents x
  WHERE (x.workspace, x.scrubbed) = (SELECT workspace, scrubbed FROM dropped_documents
    ORDER BY workspace, scrubbed LIMIT 1) LIMIT ${MAX_DOCUMENTS}`);

/** Not those that were pushed again, and no memory that may yet come back. */
const GOING = statement<{
  readonly document: string;
}>(`SELECT x.value AS document FROM json_each(:documents) x
  WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.workspace = :workspace AND d.root = x.value->>'root'
    AND d.path = x.value->>'path' AND ${isThere("d")})
  AND NOT (x.value->>'root' = '${MEMORY_ROOT}'
    AND EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = x.value->>'path'))`);

type Move = Pick<typeof feedback.$inferSelect, "recall" | "hit" | "token" | "chunk">;

/** A copy of the document, or what a memory was merged into, takes its votes: by their text, or as a whole. */
const MOVES =
  statement<Move>(`SELECT f.recall, f.hit, f.token, c.id AS chunk, d.root, d.path, c.embed_hash AS embedHash
  FROM json_each(:gone) x
  CROSS JOIN feedback f ON f.workspace = :workspace AND f.root = x.value->>'root' AND f.path = x.value->>'path'
  CROSS JOIN chunks c ON c.workspace = :workspace AND c.embed_hash = f.embed_hash
  CROSS JOIN documents d ON d.num = c.document AND d.hash = x.value->>'hash' AND ${isThere("d")}
  UNION ALL SELECT f.recall, f.hit, f.token, c.id, d.root, d.path, c.embed_hash
  FROM json_each(:gone) x CROSS JOIN memory_observations o ON o.workspace = :workspace
    AND o.merged = x.value->>'path' AND x.value->>'root' = '${MEMORY_ROOT}'
  CROSS JOIN documents d ON d.workspace = :workspace AND d.root = '${MEMORY_ROOT}' AND d.path = o.memory
  CROSS JOIN chunks c ON c.document = d.num AND c.ordinal = 0
  CROSS JOIN feedback f ON f.workspace = :workspace AND f.root = '${MEMORY_ROOT}' AND f.path = x.value->>'path'
  LIMIT ${MAX_VOTES}`);

const SEARCHES = statement<{
  readonly n: number;
  readonly last: string | null;
}>(`SELECT count(*) AS n, max(id) AS last
  FROM (SELECT id FROM recalls WHERE workspace = :workspace AND id > :scrubbed ORDER BY id LIMIT ${MAX_SEARCHES})`);

/** What a slice did: documents it finished, searches it looked through, votes it moved. */
interface ScrubbedSlice {
  readonly documents: number;
  readonly searches: number;
  readonly votes: number;
}

/**
 * Takes deleted documents out of the log, a slice: hits keep their score and rank, and no longer say where they were.
 * Votes follow their text to a copy of the document (a renamed file), else they go. Undefined: nothing to do.
 */
export async function scrubRecalls(db: Session, nowMs: number): Promise<ScrubbedSlice | undefined> {
  const dropped = await db.all(NEXT);
  const [first] = dropped;
  if (first === undefined) return undefined;
  const { workspace, scrubbed } = first;
  const documents = JSON.stringify(dropped.map(({ root, path, hash }) => ({ root, path, hash })));
  const { going, searches } = await db.batch({
    going: db.bind(GOING, { workspace, documents }),
    searches: db.bind(SEARCHES, { workspace, scrubbed }),
  });
  const gone = `[${going.map(({ document }) => document).join(",")}]`;
  const moved = await moveVotes(db, { workspace, gone, nowMs });
  if (moved === MAX_VOTES) return { documents: 0, searches: 0, votes: moved };
  const { n = 0, last = null } = searches[0] ?? {};
  const isLast = n < MAX_SEARCHES;
  await scrubSlice(db, { workspace, scrubbed, documents, gone, last, isLast });
  return { documents: isLast ? dropped.length : 0, searches: n, votes: moved };
}

const MOVE =
  statement(`UPDATE feedback SET chunk = m.value->>'chunk', root = m.value->>'root', path = m.value->>'path',
    embed_hash = m.value->>'embedHash'
  FROM json_each(:moves) m WHERE feedback.workspace = :workspace AND feedback.recall = m.value->>'recall'
    AND feedback.hit = m.value->>'hit' AND feedback.token = m.value->>'token'`);

async function moveVotes(
  db: Session,
  { workspace, gone, nowMs }: { workspace: number; gone: string; nowMs: number },
): Promise<number> {
  const moves = await db.all(MOVES, { workspace, gone });
  if (moves.length === 0) return 0;
  // Where a text is in a document twice, every reader of the same index takes the same one.
  const byVote = new Map<string, Move>();
  for (const move of moves.toSorted((a, b) => (a.chunk < b.chunk ? 1 : -1)))
    byVote.set(`${move.recall} ${move.hit} ${move.token}`, move);
  const chosen = [...byVote.values()];
  const chunks = JSON.stringify([...new Set(chosen.map(({ chunk }) => chunk))]);
  const values = { workspace, nowMs, chunks, moves: JSON.stringify(chosen) };
  await db.batch({
    moved: db.bind(MOVE, values),
    summed: db.bind(SUM_VOTES, values),
    version: db.bind(RAISE_VERSION, values),
  });
  return moves.length;
}

const places = (documents: string): string =>
  `(SELECT value->>'root', value->>'path' FROM json_each(${documents}))`;
const IS_GONE = `(h.value->>'root', h.value->>'path') IN ${places(":gone")}`;

const DELETE_VOTES = statement(
  `DELETE FROM feedback WHERE workspace = :workspace AND (root, path) IN ${places(":gone")}`,
);
const SCRUB = statement(`UPDATE recalls SET hits = (SELECT json_group_array(json(CASE WHEN ${IS_GONE}
      THEN json_object('score', h.value->'score', 'arms', json(h.value->'arms')) ELSE h.value END))
    FROM json_each(recalls.hits) h)
  WHERE workspace = :workspace AND id > :scrubbed AND id <= :last
    AND EXISTS (SELECT 1 FROM json_each(recalls.hits) h WHERE ${IS_GONE})`);
const THESE = `workspace = :workspace AND (root, path) IN ${places(":documents")} AND scrubbed = :scrubbed`;
const FINISH = statement(`DELETE FROM dropped_documents WHERE ${THESE}`);
const CONTINUE = statement(`UPDATE dropped_documents SET scrubbed = :last WHERE ${THESE}`);

interface Slice {
  readonly workspace: number;
  readonly scrubbed: string;
  /** JSON: all documents of the slice, and those that are gone. */
  readonly documents: string;
  readonly gone: string;
  /** The last search of the slice; null: there is none. */
  readonly last: string | null;
  readonly isLast: boolean;
}

async function scrubSlice(db: Session, { isLast, ...slice }: Slice): Promise<void> {
  await db.batch({
    votes: db.bind(DELETE_VOTES, slice),
    hits: slice.last === null ? undefined : db.bind(SCRUB, slice),
    documents: db.bind(isLast ? FINISH : CONTINUE, slice),
  });
}

const PRUNE =
  statement(`DELETE FROM recalls WHERE (workspace, id) IN (SELECT r.workspace, r.id FROM workspaces w
  CROSS JOIN recalls r ON r.workspace = w.num AND r.id < :below LIMIT ${MAX_DELETED}) RETURNING 1`);

/** Deletes searches below an id, of all workspaces, a bounded number; answers how many went. */
export const pruneRecalls = async (db: Session, below: string): Promise<number> =>
  (await db.all(PRUNE, { below })).length;
