import { MEMORY_ROOT } from "../../config.ts";
import { isWithoutVector, VECTOR } from "../../database/embeddings.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { notePairs } from "./contradictions.ts";

/** A memory whose embedding is to be compared with the others'. */
export interface ComparedMemory {
  readonly workspace: number;
  readonly id: string;
  readonly version: number;
  readonly chunk: string;
  readonly identity: string;
  readonly generation: number;
  /** Null: it has none, and never will. */
  readonly vector: string | null;
}

/** A memory that may say the same. */
export interface NearMemory {
  readonly id: string;
  readonly vector: string;
}

const UNCOMPARED =
  statement<ComparedMemory>(`SELECT d.workspace, d.path AS id, d.version, c.id AS chunk, w.identity,
    w.generation, ${VECTOR} AS vector
  FROM documents d CROSS JOIN chunks c ON c.document = d.num AND NOT ${isWithoutVector("c")}
  CROSS JOIN workspaces w ON w.num = d.workspace AND w.gone_at IS NULL
  LEFT JOIN embeddings e ON e.workspace = d.workspace AND e.identity = w.identity
    AND e.hash = c.embed_hash
  WHERE d.compared = 0 AND (:workspace IS NULL OR d.workspace = :workspace) ORDER BY d.workspace, d.num LIMIT :limit`);

/** Memories of one chunk that have their embedding by now, oldest first. */
export const uncomparedMemories = (
  db: Session,
  { workspace = null, limit }: { readonly workspace?: number | null | undefined; readonly limit: number },
): Promise<readonly ComparedMemory[]> => db.all(UNCOMPARED, { workspace, limit });

const NEAR_COLUMNS = `d.path AS id, ${VECTOR} AS vector`;
const OF_MEMORIES = `CROSS JOIN documents d ON d.num = c.document AND d.workspace = :workspace
    AND d.root = '${MEMORY_ROOT}' AND d.kind = 'memory' AND d.chunk_count = 1
  CROSS JOIN embeddings e ON e.workspace = :workspace AND e.identity = :identity
    AND e.hash = c.embed_hash`;

const VISIBLE = statement<NearMemory>(
  `SELECT ${NEAR_COLUMNS} FROM json_each(:chunks) j CROSS JOIN chunks c ON c.id = j.value ${OF_MEMORIES}`,
);
/** "embedded" as the partial index has it, word for word. */
const UNSEEN = statement<NearMemory>(`SELECT ${NEAR_COLUMNS} FROM chunks c ${OF_MEMORIES}
  WHERE c.workspace = :workspace AND c.vector_state = 'embedded' ORDER BY c.rid DESC LIMIT :maxUnseen`);

/**
 * Memories of one chunk that these chunks belong to, and those that the vector index does not show yet, at most
 * `maxUnseen` of them, newest first.
 */
export async function nearMemories(
  db: Session,
  {
    memory: { workspace, identity, id },
    chunks,
    maxUnseen,
  }: {
    readonly memory: ComparedMemory;
    readonly chunks: readonly string[];
    readonly maxUnseen: number;
  },
): Promise<readonly NearMemory[]> {
  const values = { workspace, identity, chunks: JSON.stringify(chunks), maxUnseen };
  const { visible, unseen } = await db.batch({
    visible: db.bind(VISIBLE, values),
    unseen: db.bind(UNSEEN, values),
  });
  const byId = new Map([...visible, ...unseen].map((row) => [row.id, row]));
  return [...byId.values()].filter((other) => other.id !== id);
}

/** How far the comparison is changes no answer of a search: the workspace's version stays. */
const COMPARED =
  statement(`UPDATE documents SET compared = 1 WHERE num IN (SELECT d.num FROM json_each(:memories) j
  CROSS JOIN documents d ON d.workspace = j.value->>'workspace' AND d.root = '${MEMORY_ROOT}'
    AND d.path = j.value->>'id' AND d.version = j.value->>'version')`);

/** Marks memories as compared, unless they have changed since, and notes what they were found to contradict. */
export async function markCompared(
  db: Session,
  memories: readonly Pick<ComparedMemory, "workspace" | "id" | "version">[],
  rivals: Parameters<typeof notePairs>[1] = [],
): Promise<void> {
  await db.batch({
    compared: db.bind(COMPARED, { memories: JSON.stringify(memories) }),
    noted: notePairs(db, rivals),
  });
}
