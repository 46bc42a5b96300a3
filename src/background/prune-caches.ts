import { DAY_MS } from "../config.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import { firstRow, rowsOf, type Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { ftsTable } from "../search/sql/keyword-index.ts";

/** Days that a query's embedding, a rerank score and what a text model wrote are kept unused. */
const UNUSED_DAYS = 30;

/** Keys and numbers of a row beside its vector, and a score's whole row, bytes: hashes of 32 characters, a model's name. */
const EMBEDDING_ROW_BYTES = 120;
const SCORE_ROW_BYTES = 200;

/** Vectors that tell how long one is. */
const SAMPLE = 100;

export interface CacheLimits {
  /** Embeddings that no chunk holds: those of queries. Those of chunks go with the last chunk that has their text. */
  readonly embeddingBytes: number;
  readonly scoreBytes: number;
}

const SIZES = `SELECT (SELECT count(*) FROM embeddings WHERE kind = 'query') AS embeddings,
  (SELECT avg(length(vector)) FROM (SELECT vector FROM embeddings WHERE kind = 'query' ORDER BY used_at LIMIT ${SAMPLE})) AS vectorBytes,
  (SELECT count(*) FROM rerank_scores) AS scores`;

interface Sizes {
  readonly embeddings: number;
  readonly vectorBytes: number | null;
  readonly scores: number;
}

/** Rows beyond what fits. */
const excess = (rows: number, rowBytes: number, maxBytes: number): number =>
  Math.max(0, rows - Math.floor(maxBytes / rowBytes));

/** What was used least recently beyond the limits, and what nobody used for a month; a slice, answers the rows that went. */
export async function pruneCaches(session: Session, nowMs: number, limits: CacheLimits): Promise<number> {
  const [answer] = await session.batch([session.prepare(SIZES)]);
  const { embeddings = 0, vectorBytes, scores = 0 } = firstRow<Sizes>(answer) ?? { vectorBytes: null };
  const embeddingBytes = (vectorBytes ?? 0) + EMBEDDING_ROW_BYTES;
  const unusedSince = nowMs - UNUSED_DAYS * DAY_MS;
  const oldest = (rows: number) => Math.min(MAX_DELETED, rows);
  const deleted = await session.batch([
    session
      .prepare(deleteSome("embeddings", EMBEDDING_KEY, "kind = 'query' ORDER BY used_at"))
      .bind(oldest(excess(embeddings, embeddingBytes, limits.embeddingBytes))),
    session
      .prepare(deleteSome("embeddings", EMBEDDING_KEY, "kind = 'query' AND used_at < ?2"))
      .bind(MAX_DELETED, unusedSince),
    session
      .prepare(deleteSome("rerank_scores", SCORE_KEY, "true ORDER BY used_at"))
      .bind(oldest(excess(scores, SCORE_ROW_BYTES, limits.scoreBytes))),
    session.prepare(deleteSome("rerank_scores", SCORE_KEY, "used_at < ?2")).bind(MAX_DELETED, unusedSince),
    session.prepare(deleteSome("generated", GENERATED_KEY, "used_at < ?2")).bind(MAX_DELETED, unusedSince),
  ]);
  return deleted.reduce((sum, rows) => sum + rowsOf(rows).length, 0);
}

const EMBEDDING_KEY = "workspace, identity, kind, hash";
const GENERATED_KEY = "workspace, kind, key";
const SCORE_KEY = "workspace, sent_hash, model, query_hash";

/** Keyword indexes merged in one run: those that were written to most lately. */
const MAX_MERGED = 20;

/** Pages that one merge writes at most (FTS5's `merge` command). */
const MERGE_PAGES = 200;

/** Merges the segments that the day's writes left in the keyword indexes, and lets SQLite look at its statistics. */
export async function optimiseIndexes(session: Session, nowMs: number): Promise<number> {
  const [written] = await session.batch([
    session
      .prepare(
        `SELECT num FROM workspaces WHERE gone_at IS NULL AND indexed_at >= ? ORDER BY indexed_at DESC LIMIT ${MAX_MERGED}`,
      )
      .bind(nowMs - DAY_MS),
  ]);
  const tables = rowsOf<{ num: number }>(written).map(({ num }) => ftsTable(num));
  try {
    await session.batch([
      ...tables.map((fts) =>
        session.prepare(`INSERT INTO ${fts}(${fts}, rank) VALUES ('merge', ${MERGE_PAGES})`),
      ),
      session.prepare("PRAGMA optimize"),
    ]);
  } catch (error) {
    // A workspace may be gone by now; the others are merged another day.
    if (!(error instanceof AppError) || error.code !== "unauthorized") throw error;
  }
  return tables.length;
}
