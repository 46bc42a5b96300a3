import { statement } from "../../database/statement.ts";
import { quantised } from "../../text/quantise.ts";
import { listOf, type SearchState } from "../arms/arm.ts";
import { endOfPool } from "../arms/keyword/keyword.ts";
import { newest } from "../arms/recent/recent.ts";
import { ARMS, withLists } from "../arms/table.ts";
import { CANDIDATE_VECTORS, candidateVectorsRead } from "../arms/vector/stored-vectors.ts";
import type { SearchAnswer } from "../contract/search.ts";
import type { Trace } from "../explain/trace.ts";
import type { Fused } from "../fusion/fuse.ts";
import type { ArmEntry } from "../fusion/lists.ts";
import type { SearchPlan } from "../plan.ts";
import { withPhrases } from "../query/match-text.ts";
import type { RepairedQuery } from "../query/repair.ts";
import { type ChunkRow, chunkColumns, chunkRow, type RawChunkRow } from "../sql/chunk-rows.ts";
import { filterSql } from "../sql/filter-sql.ts";
import type { SearchDeps } from "./deps.ts";
import { type Fusion, fuseCandidates, strongEnough } from "./fuse-candidates.ts";
import { answerName, askDatabase, type DatabaseRead, databaseRead } from "./reads.ts";
import { heldRead, inRealWords, settled } from "./repaired.ts";

/** Every candidate of every arm, with its row, fused. */
export interface CandidatePool {
  readonly fused: readonly Fused[];
  readonly rows: ReadonlyMap<string, ChunkRow>;
  readonly keyword: ReadonlyMap<string, ArmEntry>;
  /** The vector arm's own scores, cosines, of what it lists. */
  readonly similarity: ReadonlyMap<string, number>;
  /** Raw rerank scores that an earlier search left. */
  readonly keptScores: ReadonlyMap<string, number>;
  /** Stored embeddings as int8 levels, of those that were read. */
  readonly vectors: ReadonlyMap<string, Int8Array>;
  /** Where no arm found a thing, the newest first, of the asking session where it has any. */
  readonly fallback: SearchAnswer["fallback"];
}

/** The pool of a search, and its query as it was searched. */
export interface SearchedPool extends CandidatePool {
  readonly repaired: RepairedQuery;
  /** Matches of the keyword arm up to its end, where there may be more behind it. */
  readonly end: number | undefined;
}

/** Kept rerank scores are asked for so many more than the pool: stale vectors may yet drop out of it. */
const SCORE_MARGIN = 10;

interface Hop3Options {
  /** The model whose kept scores are wanted; undefined: nothing is re-ranked. */
  readonly rerankModel: string | undefined;
  readonly trace: Trace | undefined;
}

/** Hop 3: rows of what an arm knows by id alone, kept rerank scores, candidates' vectors, and what arms still owe. */
export async function hop3(
  deps: SearchDeps,
  state: SearchState,
  { rerankModel, trace }: Hop3Options,
): Promise<SearchedPool> {
  const { plan } = state;
  const owed = ARMS.filter((arm) => arm.isOn(plan)).flatMap(({ reads }) => reads.hop3?.(state) ?? []);
  const wantsVectors = comparesVectors(plan) && listOf(state.lists, "vector") !== undefined;
  // What the pool will be is only known when no keyword rows are owed; then its scores are simply made again.
  const isRanked = (rerankModel !== undefined || wantsVectors) && owed.length === 0;
  const fusion = isRanked ? fuseCandidates(state) : undefined;
  const best = fusion?.fused.slice(0, plan.profile.rerank.pool + SCORE_MARGIN).map(({ id }) => id) ?? [];
  const unread = unreadOf(state);
  const answers = state.answers.with(
    await askDatabase(deps, [
      ...(unread.length > 0 ? [rowsRead(plan, unread)] : []),
      ...(rerankModel !== undefined && best.length > 0 ? [keptScoresRead(plan, rerankModel, best)] : []),
      ...(wantsVectors && best.length > 0 ? [candidateVectorsRead(plan, best)] : []),
      ...owed,
      ...heldRead(state),
    ]),
  );
  return poolOf({ ...state, answers }, fusion, trace);
}

/** Stages and re-rankers that look at candidates' own vectors, where an index and not the keyword arm's rows has them. */
const comparesVectors = ({ serving, profile }: SearchPlan): boolean =>
  serving.vectors !== undefined &&
  (profile.rerank.by !== "none" || profile.stages.some(({ name }) => name === "defer"));

function unreadOf(state: SearchState): readonly string[] {
  const read = new Set(rowsOfArms(state).map(({ id }) => id));
  const wanted = new Set(ARMS.flatMap((arm) => arm.unread?.(state) ?? []));
  return [...wanted].filter((id) => !read.has(id));
}

const rowsOfArms = (state: SearchState): readonly ChunkRow[] =>
  ARMS.flatMap((arm) => (arm.isFallback ? [] : (arm.rows?.(state) ?? [])));

const ROWS = answerName<readonly ChunkRow[]>("rows");

/**
 * Of what an arm could only filter in part the rest is left out here. The plus: SQLite plans a join by the value that a
 * parameter is compared with, and so would prepare the statement at each search.
 */
function rowsRead({ workspace, request, filters }: SearchPlan, ids: readonly string[]): DatabaseRead {
  const filter = filterSql(filters);
  return databaseRead(ROWS, {
    statement: statement<RawChunkRow>(
      `SELECT ${chunkColumns(request)}${filter.column} FROM json_each(:ids) j CROSS JOIN chunks c ON c.id = j.value
        CROSS JOIN documents d ON d.num = c.document WHERE c.workspace = +:workspace AND ${filter.sql}`,
    ),
    values: { ...filter.values, ids: JSON.stringify(ids), workspace },
    answer: (rows) => filter.passing(rows).map(chunkRow),
  });
}

/** What is known of the candidates once hop 3 has read it, and their fusion. */
function poolOf(state: SearchState, before: Fusion | undefined, trace: Trace | undefined): SearchedPool {
  const { plan, answers } = state;
  const repaired = settled(state.repaired, answers);
  const found = [
    ...withPhrases(rowsOfArms(state), plan.query.phrases),
    ...withPhrases(answers.of(ROWS) ?? [], plan.query.phrases),
  ];
  const fallbacks =
    found.length > 0 || plan.pool.from > 0 ? [] : ARMS.filter((arm) => arm.isFallback && arm.isOn(plan));
  const all = [...found, ...fallbacks.flatMap((arm) => arm.rows?.(state) ?? [])];
  const rows = new Map(all.map((row) => [row.id, row]));
  const known = withLists({ ...state, rows, repaired }, { isFallback: fallbacks.length > 0 });
  return {
    repaired: inRealWords(repaired, rows.values()),
    end: endOfPool({ ...state, repaired }),
    fused: strongEnough(fuseCandidates(known, before), known, trace),
    rows,
    keyword: new Map(listOf(known.lists, "keyword")?.map((entry) => [entry.id, entry])),
    similarity: new Map(listOf(known.lists, "vector")?.map(({ id, score }) => [id, score])),
    keptScores: answers.of(KEPT_SCORES) ?? new Map(),
    vectors: new Map(
      (answers.of(CANDIDATE_VECTORS) ?? []).map(({ id, vector }) => [id, quantised(vector).levels]),
    ),
    fallback: fallbacks.length > 0 ? newest(state).fallback : undefined,
  };
}

/** Raw rerank scores that an earlier search left, by chunk id. */
const KEPT_SCORES = answerName<ReadonlyMap<string, number>>("rerank scores");

/** By what is sent of a chunk, whatever chunk that was of. */
const SELECT_SCORES = statement<{ readonly id: string; readonly score: string }>(
  `SELECT c.id, r.scores ->> ('$."' || c.sent_hash || '"') AS score FROM query_results r
    CROSS JOIN json_each(:ids) j CROSS JOIN chunks c ON c.id = j.value
    WHERE r.workspace = +:workspace AND r.query_hash = +:query AND r.model = +:model AND score IS NOT NULL`,
);

/** Reads a model's scores of these chunks for the plan's query. */
const keptScoresRead = (
  { workspace, keys }: SearchPlan,
  model: string,
  ids: readonly string[],
): DatabaseRead =>
  databaseRead(KEPT_SCORES, {
    statement: SELECT_SCORES,
    values: { ids: JSON.stringify(ids), workspace, model, query: keys.query },
    answer: (rows) => new Map(rows.map(({ id, score }) => [id, Number(score)])),
  });
