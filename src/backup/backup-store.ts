import { rowsOf, type Session } from "../database/session.ts";
import { VECTOR } from "../database/embeddings.ts";

export interface OriginRow {
  readonly root: string;
  readonly origin: string;
  readonly joinedAt: number;
}

export interface VectorRow {
  readonly hash: string;
  readonly vector: string;
}

interface PageQuery {
  readonly workspace: number;
  readonly after: string;
  readonly limit: number;
}

/** Who pushes to which root, some thousand rows at most in any workspace. */
export async function readOrigins(session: Session, workspace: number): Promise<readonly OriginRow[]> {
  const sql = `SELECT root, origin, joined_at AS joinedAt FROM root_origins WHERE workspace = ? ORDER BY root, origin`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace)]);
  return rowsOf<OriginRow>(rows);
}

/** Chunk vectors of the live identity that a chunk has, by text hash. */
export async function readVectors(
  session: Session,
  { workspace, after, limit }: PageQuery,
): Promise<readonly VectorRow[]> {
  const sql = `SELECT e.hash, ${VECTOR} AS vector FROM workspaces w CROSS JOIN embeddings e ON e.workspace = w.num
      AND e.identity = w.identity AND e.kind = 'chunk' AND e.hash > ?2
    WHERE w.num = ?1 AND EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = w.num AND c.embed_hash = e.hash)
    ORDER BY e.hash LIMIT ?3`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, after, limit)]);
  return rowsOf<VectorRow>(rows);
}

/** Lets these machines' folders push to the roots as before. */
export async function writeOrigins(
  session: Session,
  workspace: number,
  origins: readonly OriginRow[],
): Promise<void> {
  const sql = `INSERT INTO root_origins (workspace, root, origin, joined_at)
    SELECT ?1, value->>'root', value->>'origin', value->>'joinedAt' FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING`;
  await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(origins))]);
}

/** Keeps vectors in the cache; those that are there stay. */
export async function writeVectors(
  session: Session,
  {
    workspace,
    identity,
    nowMs,
    vectors,
  }: { workspace: number; identity: string; nowMs: number; vectors: readonly VectorRow[] },
): Promise<void> {
  const sql = `INSERT INTO embeddings (workspace, identity, kind, hash, vector, used_at)
    SELECT ?1, ?2, 'chunk', value->>'hash', unhex(value->>'vector'), ?3 FROM json_each(?4) WHERE true ON CONFLICT DO NOTHING`;
  await session.batch([session.prepare(sql).bind(workspace, identity, nowMs, JSON.stringify(vectors))]);
}
