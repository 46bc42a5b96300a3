import { DEFAULTS } from "../../config.ts";
import { VECTOR } from "../../database/embeddings.ts";
import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { utcDay } from "../../text/utc-day.ts";
import { chunkColumns, chunkRow, type RawChunkRow, type RowOptions } from "./chunk-rows.ts";
import { filterSql } from "./filter-sql.ts";
import { namedEntities, namedStatement } from "./graph-names.ts";
import { frequencySql, keywordRows, keywordStatement, vocabularyStatement } from "./keyword-index.ts";
import { countStatement, recentStatement } from "./recent-chunks.ts";
import type {
  ChunkRow,
  FirstHopAnswer,
  FirstHopQuery,
  KeywordMatch,
  ResolvedFilters,
  SearchStore,
  StoredVector,
  VocabularyTerm,
  WorkspaceState,
} from "./search-types.ts";
import { keepSearch } from "./search-writes.ts";

/** Counting pending work stops here: an answer says "this many or more", a search never reads a whole backlog. */
const MAX_COUNTED = 10_000;

/** The reads of a search over one D1 session: each method is one batch, one round trip. */
export const createSearchStore = (session: Session, options: RowOptions = {}): SearchStore => ({
  first: (query) => readFirst(session, options, query),
  second: (query) => readSecond(session, options, query),
  third: (query) => readThird(session, options, query),
  keep: (writes) => keepSearch(session, writes),
});

/** Runs named statements in one batch and hands each its own answer. */
async function runNamed<Name extends string>(
  session: Session,
  statements: Readonly<Partial<Record<Name, D1PreparedStatement>>>,
): Promise<Partial<Record<Name, D1Result<Record<string, unknown>>>>> {
  const names = (Object.keys(statements) as Name[]).filter((name) => statements[name] !== undefined);
  if (names.length === 0) return {};
  const answers = await session.batch(names.map((name) => statements[name] as D1PreparedStatement));
  return Object.fromEntries(names.map((name, at) => [name, answers[at]])) as Partial<
    Record<Name, D1Result<Record<string, unknown>>>
  >;
}

/**
 * All single values of hop 1 in one statement: each statement of a batch costs the database about as much as a row. A plus
 * before a parameter of a join or a minimum: SQLite would plan by its value, and so prepare the statement at each search.
 */
function stateStatement(session: Session, query: FirstHopQuery): D1PreparedStatement {
  const { workspace, tokenId, nowMs, requestKey, queryVector, stems, expansion = "" } = query;
  const answersSince = nowMs - DEFAULTS.answerTtlSeconds * 1_000;
  const { identity = "", hash = "" } = queryVector ?? {};
  return session
    .prepare(stateSql(workspace))
    .bind(
      ...[workspace, tokenId, utcDay(nowMs), requestKey, answersSince, identity, hash],
      ...[JSON.stringify(stems), expansion],
    );
}

const stateSql = (
  workspace: number,
): string => `SELECT w.num, w.slug, w.name, w.version, w.generation, w.identity, w.settings, w.documents, w.chunks, w.bytes,
    w.indexed_at AS indexedAt,
    EXISTS (SELECT 1 FROM documents
      WHERE workspace = +?1 AND root > (SELECT min(root) FROM documents WHERE workspace = +?1)) AS severalRoots,
    t.revoked_at AS revokedAt, t.last_used_at AS lastUsedAt,
    m.calls, m.texts, m.passages, m.paused_until AS pausedUntil,
    (SELECT count(*) FROM (SELECT 1 FROM chunks WHERE workspace = ?1 AND vector_state = 'pending' LIMIT ${MAX_COUNTED})) AS pending,
    (SELECT count(*) FROM (SELECT 1 FROM chunks WHERE workspace = ?1 AND vector_state = 'embedded' LIMIT ${MAX_COUNTED})) AS embedded,
    (SELECT count(DISTINCT c.document) FROM outbox o JOIN chunks c ON c.id = o.chunk
      WHERE o.workspace = +?1 AND o.state = 'parked') AS failed,
    (SELECT a.body FROM answers a
      WHERE a.workspace = ?1 AND a.request = ?4 AND a.version = w.version AND a.created_at > ?5) AS answer,
    (SELECT ${VECTOR} FROM embeddings e
      WHERE e.workspace = ?1 AND e.identity = ?6 AND e.kind = 'query' AND e.hash = ?7) AS queryVector,
    (SELECT text FROM generated WHERE workspace = ?1 AND kind = 'expansion' AND key = ?9) AS generated,
    ${frequencySql(workspace, "?8")} AS frequency
  FROM workspaces w LEFT JOIN tokens t ON t.id = +?2 LEFT JOIN model_use m ON m.day = +?3
  WHERE w.num = +?1 AND w.gone_at IS NULL`;

interface StateRow extends WorkspaceState {
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly calls: number | null;
  readonly texts: number | null;
  readonly passages: number | null;
  readonly pausedUntil: number | null;
  readonly pending: number;
  readonly embedded: number;
  readonly failed: number;
  readonly answer: string | null;
  readonly queryVector: string | null;
  readonly generated: string | null;
  /** JSON: chunks by stem. */
  readonly frequency: string;
}

async function readFirst(
  session: Session,
  options: RowOptions,
  query: FirstHopQuery,
): Promise<FirstHopAnswer> {
  const { workspace, keyword, count } = query;
  const read = await runNamed(session, {
    state: stateStatement(session, query),
    ...(keyword && { keyword: keywordStatement(session, workspace, { ...keyword, ...options }) }),
    ...(query.recent && {
      recent: recentStatement(session, workspace, {
        ...options,
        filters: query.recent,
        first: query.recentSession,
      }),
    }),
    ...(query.entities && { entities: namedStatement(session, workspace, query.entities) }),
    ...(count && { count: countStatement(session, workspace, count) }),
  });
  const state = firstRow<StateRow>(read.state);
  return {
    workspace: state,
    token: { isRevoked: (state?.revokedAt ?? null) !== null, lastUsedAt: state?.lastUsedAt ?? null },
    answer: state?.answer ?? undefined,
    keyword: keyword === undefined ? [] : keywordRows(read.keyword, keyword),
    recent: rowsOf<RawChunkRow>(read.recent).map(chunkRow) as ChunkRow[],
    entities: namedEntities(read.entities),
    documentFrequency: frequencies(state?.frequency),
    queryVector: state?.queryVector ?? undefined,
    generated: state?.generated ?? undefined,
    pendingChunks: state?.pending ?? 0,
    embeddedChunks: state?.embedded ?? 0,
    failedDocuments: state?.failed ?? 0,
    filteredChunks: firstRow<{ n: number }>(read.count)?.n,
    models: {
      calls: state?.calls ?? 0,
      texts: state?.texts ?? 0,
      passages: state?.passages ?? 0,
      pausedUntil: state?.pausedUntil ?? null,
    },
  };
}

/** Chunks by stem, from one JSON object. */
const frequencies = (json = "{}"): ReadonlyMap<string, number> =>
  new Map(Object.entries(JSON.parse(json) as Record<string, number>));

interface VectorQuery {
  readonly workspace: number;
  readonly identity: string;
  readonly filters: ResolvedFilters;
}

const VECTOR_COLUMNS = `c.id, d.path, ${VECTOR} AS vector FROM chunks c
  JOIN documents d ON d.num = c.document
  JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ? AND e.kind = 'chunk' AND e.hash = c.embed_hash`;

function notYetVisibleStatement(
  session: Session,
  query: VectorQuery & { limit: number },
): D1PreparedStatement {
  const filter = filterSql(query.filters);
  return session
    .prepare(
      `SELECT ${VECTOR_COLUMNS} WHERE c.workspace = ? AND c.vector_state = 'embedded' AND ${filter.sql}
       ORDER BY c.rid DESC LIMIT ?`,
    )
    .bind(query.identity, query.workspace, ...filter.params, query.limit);
}

function exactStatement(session: Session, query: VectorQuery): D1PreparedStatement {
  const filter = filterSql(query.filters);
  return session
    .prepare(`SELECT ${VECTOR_COLUMNS} WHERE d.workspace = ? AND ${filter.sql} LIMIT ?`)
    .bind(query.identity, query.workspace, ...filter.params, DEFAULTS.exactFilterChunks);
}

type SecondQuery = Parameters<SearchStore["second"]>[0];

async function readSecond(
  session: Session,
  options: RowOptions,
  query: SecondQuery,
): ReturnType<SearchStore["second"]> {
  const { workspace, identity, notYetVisible, exact, keyword, vocabulary, rewrites } = query;
  const letters = Object.fromEntries(
    vocabulary.map((letter) => [`letter ${letter}`, vocabularyStatement(session, workspace, letter)]),
  );
  const read = await runNamed<string>(session, {
    ...(notYetVisible && {
      notYetVisible: notYetVisibleStatement(session, { workspace, identity, ...notYetVisible }),
    }),
    ...(exact && { exact: exactStatement(session, { workspace, identity, filters: exact }) }),
    ...(keyword && { keyword: keywordStatement(session, workspace, { ...keyword, ...options }) }),
    ...letters,
    ...rewriteStatements(session, options, query),
  });
  const stored = [
    ...rowsOf<StoredVector & { path: string }>(read.notYetVisible),
    ...rowsOf<StoredVector & { path: string }>(read.exact),
  ];
  const glob = notYetVisible?.filters.glob ?? exact?.glob;
  return {
    vectors: glob === undefined ? stored : stored.filter(({ path }) => glob.matches(path)),
    keyword: keyword && keywordRows(read.keyword, keyword),
    vocabulary: new Map(
      vocabulary.map((letter) => [letter, rowsOf<VocabularyTerm>(read[`letter ${letter}`])]),
    ),
    ...(rewrites && {
      rewrites: rewrites.questions.map((question, at) => keywordRows(read[`rewrite ${at}`], question)),
      documentFrequency: frequencies(firstRow<{ frequency: string }>(read.frequency)?.frequency),
    }),
  };
}

/** The rewrites' matches, and how many chunks have their words. */
function rewriteStatements(
  session: Session,
  options: RowOptions,
  { workspace, rewrites }: SecondQuery,
): Readonly<Record<string, D1PreparedStatement>> {
  if (rewrites === undefined) return {};
  const matches = rewrites.questions.map((question, at) => [
    `rewrite ${at}`,
    keywordStatement(session, workspace, { ...question, ...options }),
  ]);
  const frequency = session
    .prepare(`SELECT ${frequencySql(workspace, "?1")} AS frequency`)
    .bind(JSON.stringify(rewrites.stems));
  return { ...Object.fromEntries(matches), frequency };
}

type ThirdQuery = Parameters<SearchStore["third"]>[0];

async function readThird(
  session: Session,
  options: RowOptions,
  query: ThirdQuery,
): ReturnType<SearchStore["third"]> {
  const { workspace, rows, scores, vectors, keyword } = query;
  const read = await runNamed(session, {
    ...(rows.length > 0 && {
      rows: session
        .prepare(
          `SELECT ${chunkColumns(options)} FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value
           CROSS JOIN documents d ON d.num = c.document WHERE c.workspace = ? AND ${isThere("d")}`,
        )
        .bind(JSON.stringify(rows), workspace),
    }),
    ...(scores && {
      scores: session
        .prepare(
          `SELECT c.id, r.scores ->> ('$."' || c.sent_hash || '"') AS score FROM rerank_scores r
           CROSS JOIN json_each(?) j CROSS JOIN chunks c ON c.id = j.value
           WHERE r.workspace = ? AND r.model = ? AND r.query_hash = ? AND score IS NOT NULL`,
        )
        .bind(JSON.stringify(scores.ids), workspace, scores.key.model, scores.key.queryHash),
    }),
    ...(vectors && {
      vectors: session
        .prepare(
          `SELECT c.id, ${VECTOR} AS vector FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value
           CROSS JOIN embeddings e ON e.workspace = ? AND e.identity = ? AND e.kind = 'chunk' AND e.hash = c.embed_hash`,
        )
        .bind(JSON.stringify(vectors.ids), workspace, vectors.identity),
    }),
    ...(keyword && { keyword: keywordStatement(session, workspace, { ...keyword, ...options }) }),
  });
  return {
    vectors: rowsOf<StoredVector>(read.vectors),
    rows: rowsOf<RawChunkRow>(read.rows).map(chunkRow) as ChunkRow[],
    scores: new Map(
      rowsOf<{ id: string; score: string }>(read.scores).map(({ id, score }) => [id, Number(score)]),
    ),
    keyword: keyword && (keywordRows(read.keyword, keyword) as KeywordMatch[]),
  };
}
