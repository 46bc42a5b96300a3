import { DAY_MS } from "../config.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import { ftsTable } from "../database/keyword-tables.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { AppError } from "../errors.ts";

/** Days that a query's embedding, a rerank score and what a text model wrote are kept unused. */
const UNUSED_DAYS = 30;

/** A row beside its vector or its scores, bytes: hashes of 32 characters, a model's name, what the indexes repeat. */
const ROW_BYTES = 120;

/** Rows that tell how long one is. */
const SAMPLE = 100;

interface CacheLimits {
  /** Embeddings that no chunk holds: those of queries. Those of chunks go with the last chunk that has their text. */
  readonly embeddingBytes: number;
  readonly scoreBytes: number;
}

const averageBytes = (column: string, rows: string): string =>
  `(SELECT avg(length(${column})) FROM (SELECT ${column} FROM ${rows} ORDER BY used_at LIMIT ${SAMPLE}))`;

interface Sizes {
  readonly embeddings: number;
  readonly vectorBytes: number | null;
  readonly scores: number;
  readonly scoreBytes: number | null;
}

const SIZES = statement<Sizes>(`SELECT (SELECT count(*) FROM embeddings WHERE kind = 'query') AS embeddings,
  ${averageBytes("vector", "embeddings WHERE kind = 'query'")} AS vectorBytes,
  (SELECT count(*) FROM rerank_scores) AS scores, ${averageBytes("scores", "rerank_scores")} AS scoreBytes`);

/** Rows beyond what fits. */
const excess = (rows: number, bytes: number | null, maxBytes: number): number =>
  Math.max(0, rows - Math.floor(maxBytes / ((bytes ?? 0) + ROW_BYTES)));

const EMBEDDING_KEY = "workspace, identity, kind, hash";
const SCORE_KEY = "workspace, model, query_hash";
const OLDEST_EMBEDDINGS = deleteSome("embeddings", EMBEDDING_KEY, "kind = 'query' ORDER BY used_at");
const UNUSED_EMBEDDINGS = deleteSome("embeddings", EMBEDDING_KEY, "kind = 'query' AND used_at < :before");
const OLDEST_SCORES = deleteSome("rerank_scores", SCORE_KEY, "true ORDER BY used_at");
const UNUSED_SCORES = deleteSome("rerank_scores", SCORE_KEY, "used_at < :before");
const UNUSED_TEXTS = deleteSome("generated", "workspace, kind, key", "used_at < :before");

/** What was used least recently beyond the limits, and what nobody used for a month; a slice, answers the rows that went. */
export async function pruneCaches(db: Session, nowMs: number, limits: CacheLimits): Promise<number> {
  const sizes = await db.first(SIZES);
  if (sizes === undefined) return 0;
  const { embeddings, vectorBytes, scores, scoreBytes } = sizes;
  const unused = { max: MAX_DELETED, before: nowMs - UNUSED_DAYS * DAY_MS };
  const oldest = (rows: number) => ({ max: Math.min(MAX_DELETED, rows) });
  const { deleted } = await db.batch({
    deleted: [
      db.bind(OLDEST_EMBEDDINGS, oldest(excess(embeddings, vectorBytes, limits.embeddingBytes))),
      db.bind(UNUSED_EMBEDDINGS, unused),
      db.bind(OLDEST_SCORES, oldest(excess(scores, scoreBytes, limits.scoreBytes))),
      db.bind(UNUSED_SCORES, unused),
      db.bind(UNUSED_TEXTS, unused),
    ],
  });
  return deleted.length;
}

/** Keyword indexes merged in one run: those that were written to most lately. */
const MAX_MERGED = 20;

/** Pages that one merge writes at most (FTS5's `merge` command). */
const MERGE_PAGES = 200;

const WRITTEN = statement<{ readonly num: number }>(
  `SELECT num FROM workspaces WHERE gone_at IS NULL AND indexed_at >= :since ORDER BY indexed_at DESC LIMIT ${MAX_MERGED}`,
);
const OPTIMISE = statement("PRAGMA optimize");

/** Merges the segments that the day's writes left in the keyword indexes, and lets SQLite look at its statistics. */
export async function optimiseIndexes(db: Session, nowMs: number): Promise<number> {
  const written = await db.all(WRITTEN, { since: nowMs - DAY_MS });
  const tables = written.map(({ num }) => ftsTable(num));
  try {
    const merge = (fts: string) =>
      statement(`INSERT INTO ${fts}(${fts}, rank) VALUES ('merge', ${MERGE_PAGES})`);
    await db.batch({ merged: tables.map((fts) => db.bind(merge(fts))), optimised: db.bind(OPTIMISE) });
  } catch (error) {
    // A workspace may be gone by now; the others are merged another day.
    if (!(error instanceof AppError) || error.code !== "unauthorized") throw error;
  }
  return tables.length;
}
