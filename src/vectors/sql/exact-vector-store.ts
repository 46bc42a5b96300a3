import { VECTOR } from "../../database/embeddings.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type {
  ExactChunk,
  ExactState,
  ExactVectorStore,
  HashedVector,
} from "../../models/local/exact-index.ts";

/** All vectors of a workspace; each call opens a session of its own, because what is read is kept between requests. */
export const createExactVectorStore = (open: () => Session): ExactVectorStore => ({
  async state({ workspace, generation }) {
    const rows = await ask(
      open(),
      "SELECT version, identity, chunks FROM workspaces WHERE num = ? AND generation = ?",
      [workspace, generation],
    );
    return firstRow<ExactState>(rows);
  },
  async chunks({ workspace, afterRid, limit }) {
    return rowsOf<ExactChunk>(await ask(open(), CHUNKS, [workspace, afterRid, limit]));
  },
  async vectors({ workspace, identity, hashes }) {
    return rowsOf<HashedVector>(await ask(open(), VECTORS, [JSON.stringify(hashes), workspace, identity]));
  },
  async present(ids) {
    const rows = await ask(open(), PRESENT, [JSON.stringify(ids)]);
    return rowsOf<{ id: string }>(rows).map(({ id }) => id);
  },
});

async function ask(session: Session, sql: string, params: readonly unknown[]) {
  const [rows] = await session.batch([session.prepare(sql).bind(...params)]);
  return rows;
}

const CHUNKS = `SELECT c.rid, c.id, c.embed_hash AS hash, d.root, d.path, d.kind, d.language
  FROM chunks c CROSS JOIN documents d ON d.num = c.document
  WHERE c.workspace = ? AND c.rid > ? ORDER BY c.rid LIMIT ?`;

const VECTORS = `SELECT e.hash, ${VECTOR} AS vector FROM json_each(?) j CROSS JOIN embeddings e
  ON e.workspace = ? AND e.identity = ? AND e.kind = 'chunk' AND e.hash = j.value`;

/** A vector's id is its chunk's, 32 characters, and from the second generation on `.` and the generation's number. */
const PRESENT = `SELECT v.id FROM
    (SELECT value AS id, substr(value, 1, 32) AS chunk, CAST(coalesce(nullif(substr(value, 34), ''), 1) AS INTEGER) AS generation
     FROM json_each(?)) v
  CROSS JOIN chunks c ON c.id = v.chunk
  CROSS JOIN workspaces w ON w.num = c.workspace
  LEFT JOIN generations g ON g.workspace = c.workspace AND g.num = v.generation
  CROSS JOIN embeddings e ON e.workspace = c.workspace AND e.kind = 'chunk' AND e.hash = c.embed_hash
    AND e.identity = CASE WHEN v.generation = w.generation THEN w.identity ELSE g.identity END`;
