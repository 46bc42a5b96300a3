import { DEFAULTS } from "../../../config.ts";
import { VECTOR } from "../../../database/embeddings.ts";
import { statement } from "../../../database/statement.ts";
import { spaceKey, type Vector, type VectorMatch } from "../../../models/ports.ts";
import { cosine, quantised } from "../../../text/quantise.ts";
import { byScore, type Scored } from "../../fusion/lists.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { type FilterSql, filterSql, type SqlPart } from "../../sql/filter-sql.ts";

export interface StoredVector {
  readonly id: string;
  readonly vector: string;
}

/** Vectors to compare exactly: those that the index does not show yet, or all that pass filters it does not know. */
export const STORED = answerName<readonly StoredVector[]>("stored vectors");

/** Chunks that pass the filters, counted up to what is compared exactly and one. */
export const FILTERED_CHUNKS = answerName<number>("filtered chunks");

const FROM = `FROM chunks c
  JOIN documents d ON d.num = c.document
  JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :space AND e.hash = c.embed_hash`;

/** The newest embedded chunks of the workspace that pass the filters and that the index does not show yet. */
export function notYetVisibleRead(plan: SearchPlan, limit: number): DatabaseRead {
  const filter = filterSql(plan.filters);
  return storedRead(plan, filter, {
    sql: `WHERE c.workspace = :workspace AND c.vector_state = 'embedded' AND ${filter.sql} ORDER BY c.rid DESC LIMIT :limit`,
    values: { ...filter.values, limit },
  });
}

/** All embedded chunks that pass the filters. */
export function filteredRead(plan: SearchPlan): DatabaseRead {
  const filter = filterSql(plan.filters);
  return storedRead(plan, filter, {
    sql: `WHERE d.workspace = :workspace AND ${filter.sql} LIMIT :limit`,
    values: { ...filter.values, limit: DEFAULTS.exactFilterChunks },
  });
}

function storedRead(
  { workspace, serving }: SearchPlan,
  filter: FilterSql,
  { sql, values }: SqlPart,
): DatabaseRead {
  return databaseRead(STORED, {
    statement: statement<StoredVector>(`SELECT c.id, ${VECTOR} AS vector${filter.column} ${FROM} ${sql}`),
    values: { ...values, workspace, space: spaceKey(serving.embedder.space) },
    answer: filter.passing,
  });
}

/** Counts the chunks that pass the filters, up to one more than are compared exactly. */
export function filteredChunksRead({ workspace, filters }: SearchPlan): DatabaseRead {
  const filter = filterSql(filters);
  return databaseRead(FILTERED_CHUNKS, {
    statement: statement<{ readonly n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM documents d JOIN chunks c ON c.document = d.num
         WHERE d.workspace = :workspace AND ${filter.sql} LIMIT :limit)`,
    ),
    values: { ...filter.values, workspace, limit: DEFAULTS.exactFilterChunks + 1 },
    answer: ([row]) => row?.n ?? 0,
  });
}

/** Cosine of each stored vector to the query's; best first. */
export const compareExactly = (query: Vector, stored: readonly StoredVector[]): Scored[] =>
  stored.map(({ id, vector }) => ({ id, score: cosine(query, quantised(vector).levels) })).sort(byScore);

/**
 * What the index shows, and what was compared exactly because the index does not show it yet; an exact value beats an
 * approximate one. Best first.
 */
export function mergeNearest(index: readonly VectorMatch[], exact: readonly Scored[]): Scored[] {
  const scores = new Map(index.map(({ id, similarity }) => [id, similarity]));
  for (const { id, score } of exact) scores.set(id, score);
  return Array.from(scores, ([id, score]) => ({ id, score }))
    .sort(byScore)
    .slice(0, DEFAULTS.armPool);
}

/** Stored embeddings of candidates, which stages and re-rankers compare with each other and with the query. */
export const CANDIDATE_VECTORS = answerName<readonly StoredVector[]>("candidate vectors");

/** With pluses, or SQLite would prepare it at each search (hop3.ts). */
const OF_CANDIDATES = statement<StoredVector>(`SELECT c.id, ${VECTOR} AS vector
  FROM json_each(:ids) j CROSS JOIN chunks c ON c.id = j.value CROSS JOIN embeddings e
    ON e.workspace = +:workspace AND e.identity = +:space AND e.hash = c.embed_hash`);

export const candidateVectorsRead = (
  { workspace, serving }: SearchPlan,
  ids: readonly string[],
): DatabaseRead =>
  databaseRead(CANDIDATE_VECTORS, {
    statement: OF_CANDIDATES,
    values: { ids: JSON.stringify(ids), workspace, space: spaceKey(serving.embedder.space) },
    answer: (rows) => rows,
  });
