import { VECTOR } from "../../database/embeddings.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type {
  ExactChunk,
  ExactState,
  ExactVectorStore,
  HashedVector,
} from "../../models/local/exact-index.ts";

const STATE = statement<ExactState>(
  "SELECT version, identity, chunks FROM workspaces WHERE num = :workspace AND generation = :generation",
);

const CHUNKS =
  statement<ExactChunk>(`SELECT c.rid, c.id, c.embed_hash AS hash, d.root, d.path, d.kind, d.language
  FROM chunks c CROSS JOIN documents d ON d.num = c.document
  WHERE c.workspace = :workspace AND c.rid > :afterRid ORDER BY c.rid LIMIT :limit`);

const VECTORS = statement<HashedVector>(`SELECT e.hash, ${VECTOR} AS vector FROM json_each(:hashes) j
  CROSS JOIN embeddings e ON e.workspace = :workspace AND e.identity = :identity AND e.hash = j.value`);

/** A vector's id is its chunk's, 32 characters, and from the second generation on `.` and the generation's number. */
const PRESENT = statement<{ readonly id: string }>(`SELECT v.id FROM
    (SELECT value AS id, substr(value, 1, 32) AS chunk, CAST(coalesce(nullif(substr(value, 34), ''), 1) AS INTEGER) AS generation
     FROM json_each(:ids)) v
  CROSS JOIN chunks c ON c.id = v.chunk
  CROSS JOIN workspaces w ON w.num = c.workspace
  LEFT JOIN generations g ON g.workspace = c.workspace AND g.num = v.generation
  CROSS JOIN embeddings e ON e.workspace = c.workspace AND e.hash = c.embed_hash
    AND e.identity = CASE WHEN v.generation = w.generation THEN w.identity ELSE g.identity END`);

/** All vectors of a workspace; each call opens a session of its own, because what is read is kept between requests. */
export const createExactVectorStore = (open: () => Session): ExactVectorStore => ({
  state: (place) => open().first(STATE, { ...place }),
  chunks: async (page) => [...(await open().all(CHUNKS, { ...page }))],
  vectors: async ({ hashes, ...place }) => [
    ...(await open().all(VECTORS, { ...place, hashes: JSON.stringify(hashes) })),
  ],
  present: async (ids) => (await open().all(PRESENT, { ids: JSON.stringify(ids) })).map(({ id }) => id),
});
