import { VECTOR } from "../database/embeddings.ts";
import type { rootOrigins } from "../database/schema/documents.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";

type OriginRow = Pick<typeof rootOrigins.$inferSelect, "root" | "origin" | "joinedAt">;

interface VectorRow {
  readonly hash: string;
  /** As it is stored (text/quantise.ts). */
  readonly vector: string;
}

const ORIGINS = statement<OriginRow>(`SELECT root, origin, joined_at AS joinedAt FROM root_origins o
  WHERE workspace = :workspace AND origin NOT IN
    (SELECT replace(s.id, '-', '') FROM sources s WHERE s.workspace = :workspace AND s.root = o.root)
  ORDER BY root, origin`);

/** Who pushes to which root, some thousand rows at most in any workspace; not its sources, which are others elsewhere. */
export const readOrigins = (db: Session, workspace: number): Promise<readonly OriginRow[]> =>
  db.all(ORIGINS, { workspace });

const VECTORS =
  statement<VectorRow>(`SELECT e.hash, ${VECTOR} AS vector FROM workspaces w CROSS JOIN embeddings e ON e.workspace = w.num
    AND e.identity = w.identity AND e.hash > :after
  WHERE w.num = :workspace AND EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = w.num AND c.embed_hash = e.hash)
  ORDER BY e.hash LIMIT :limit`);

/** Chunk vectors of the live identity that a chunk has, by text hash. */
export const readVectors = (
  db: Session,
  page: { workspace: number; after: string; limit: number },
): Promise<readonly VectorRow[]> => db.all(VECTORS, page);

const JOIN = statement(`INSERT INTO root_origins (workspace, root, origin, joined_at)
  SELECT :workspace, value->>'root', value->>'origin', value->>'joinedAt' FROM json_each(:origins) WHERE true
  ON CONFLICT DO NOTHING`);

/** Lets these machines' folders push to the roots as before. */
export async function writeOrigins(
  db: Session,
  workspace: number,
  origins: readonly OriginRow[],
): Promise<void> {
  await db.all(JOIN, { workspace, origins: JSON.stringify(origins) });
}

const KEEP = statement(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
  SELECT :workspace, :identity, value->>'hash', unhex(value->>'vector'), :now FROM json_each(:vectors) WHERE true
  ON CONFLICT DO NOTHING`);

/** Keeps vectors in the cache; those that are there stay. */
export async function writeVectors(
  db: Session,
  { vectors, ...kept }: { workspace: number; identity: string; now: number; vectors: readonly VectorRow[] },
): Promise<void> {
  await db.all(KEEP, { ...kept, vectors: JSON.stringify(vectors) });
}
