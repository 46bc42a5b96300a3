import { MEMORY_ROOT } from "../../config.ts";
import { rowsOf, type Session } from "../../database/session.ts";
import { VECTOR } from "../../database/embeddings.ts";
import type { ComparedMemory, DuplicateStore, NearMemory } from "./duplicate-types.ts";

/** Memories to be compared, over one D1 session. */
export const createDuplicateStore = (session: Session): DuplicateStore => ({
  next: (query) => next(session, query),
  near: (query) => near(session, query),
  async compared(memories) {
    await session.batch([session.prepare(COMPARED).bind(JSON.stringify(memories))]);
  },
});

const NEXT = `SELECT d.workspace, d.path AS id, d.version, d.type, c.id AS chunk, w.identity, w.generation, ${VECTOR} AS vector
  FROM documents d CROSS JOIN chunks c ON c.document = d.num AND c.vector_state <> 'pending'
  CROSS JOIN workspaces w ON w.num = d.workspace AND w.gone_at IS NULL
  LEFT JOIN embeddings e ON e.workspace = d.workspace AND e.identity = w.identity AND e.kind = 'chunk'
    AND e.hash = c.embed_hash
  WHERE d.compared = 0 AND (?1 IS NULL OR d.workspace = ?1) ORDER BY d.workspace, d.num LIMIT ?2`;

async function next(
  session: Session,
  { workspace, limit }: Parameters<DuplicateStore["next"]>[0],
): Promise<readonly ComparedMemory[]> {
  const [rows] = await session.batch([session.prepare(NEXT).bind(workspace ?? null, limit)]);
  return rowsOf<ComparedMemory>(rows);
}

const NEAR_COLUMNS = `d.path AS id, d.type, ${VECTOR} AS vector`;
const OF_MEMORIES = `CROSS JOIN documents d ON d.num = c.document AND d.workspace = ?1 AND d.root = '${MEMORY_ROOT}'
    AND d.kind = 'memory' AND d.chunk_count = 1 AND d.type = ?3
  CROSS JOIN embeddings e ON e.workspace = ?1 AND e.identity = ?2 AND e.kind = 'chunk' AND e.hash = c.embed_hash`;

const SHOWN = `SELECT ${NEAR_COLUMNS} FROM json_each(?4) j CROSS JOIN chunks c ON c.id = j.value ${OF_MEMORIES}`;
/** "embedded" as the partial index has it, word for word. */
const UNSEEN = `SELECT ${NEAR_COLUMNS} FROM chunks c ${OF_MEMORIES}
  WHERE c.workspace = ?1 AND c.vector_state = 'embedded' ORDER BY c.rid DESC LIMIT ?4`;

async function near(
  session: Session,
  { memory, chunks, maxUnseen }: Parameters<DuplicateStore["near"]>[0],
): Promise<readonly NearMemory[]> {
  const { workspace, identity, type, id } = memory;
  const answers = await session.batch([
    session.prepare(SHOWN).bind(workspace, identity, type, JSON.stringify(chunks)),
    session.prepare(UNSEEN).bind(workspace, identity, type, maxUnseen),
  ]);
  const found = answers.flatMap((answer) => rowsOf<NearMemory>(answer)).map((row) => [row.id, row] as const);
  return [...new Map(found).values()].filter((other) => other.id !== id);
}

/** What says how far the comparison is changes no answer of a search: the workspace's version stays. */
const COMPARED = `UPDATE documents SET compared = 1 WHERE num IN (SELECT d.num FROM json_each(?1) j
  CROSS JOIN documents d ON d.workspace = j.value->>'workspace' AND d.root = '${MEMORY_ROOT}'
    AND d.path = j.value->>'id' AND d.version = j.value->>'version')`;
