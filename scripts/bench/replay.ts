import type { DatabaseSync } from "node:sqlite";
import type { Question } from "../../src/cli/commands/eval/evaluation.ts";
import type { Session } from "../../src/database/session.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { identityKey } from "../../src/models/ports.ts";
import { rankByKeyword } from "../../src/search/arms/keyword/keyword.ts";
import type { Rescored } from "../../src/search/arms/keyword/rescore.ts";
import { compareExactly } from "../../src/search/arms/vector/vector.ts";
import type { Scored } from "../../src/search/hops/scored.ts";
import { embeddingWords, matchWords, stemsToLookUp } from "../../src/search/query/analyse.ts";
import { repairQuery, repairTask } from "../../src/search/query/repair/repair-step.ts";
import { keywordQuery, planSearch } from "../../src/search/query/search-plan.ts";
import { inverseFrequency, type TermStatistics } from "../../src/search/query/term-statistics.ts";
import { unknownShare } from "../../src/search/query/unknown-share.ts";
import { keywordStatement } from "../../src/search/sql/keyword-index.ts";
import type { FirstHopAnswer, KeywordMatch } from "../../src/search/sql/search-types.ts";
import { stem } from "../../src/text/words/stem.ts";

/** How a search is changed for one row of a table. */
export interface Variant {
  readonly name: string;
  /** FTS5's ranking instead of the stored one. @default the index's own weights */
  readonly rank?: string;
  readonly words?: "all" | "no joined pairs" | "no parts";
  readonly repairs?: boolean;
  /** Weights of the re-scoring's parts instead of the service's. */
  readonly parts?: Partial<Record<keyof Rescored["parts"], number>>;
  /** Weight of the embedded vectors for every query, or as the service weighs them; undefined: keywords alone. */
  readonly vectorWeight?: number | "own";
}

/** What is needed of one question to score it under every variant with the same FTS5 query. */
export interface Replayed {
  readonly keyword: readonly Rescored[];
  readonly vector: readonly Scored[];
  readonly rows: ReadonlyMap<string, KeywordMatch>;
  /** Share of the query's idf in words of no chunk. */
  readonly unknownShare: number;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly (string | number | null)[];
}

/** A session that hands back what it is asked to run. */
const recording = {
  prepare: (sql: string) => ({ bind: (...parameters: Statement["parameters"]) => ({ sql, parameters }) }),
} as unknown as Session;

const WORKSPACE = 1;

function statisticsFor(database: DatabaseSync, stems: readonly string[]): TermStatistics {
  const sql = `SELECT term, doc FROM vocab_${WORKSPACE} WHERE term IN (SELECT value FROM json_each(?))`;
  const rows = database.prepare(sql).all(JSON.stringify(stems)) as { term: string; doc: number }[];
  const { chunks } = database.prepare("SELECT chunks FROM workspaces WHERE num = ?").get(WORKSPACE) as {
    chunks: number;
  };
  return { chunkCount: chunks, chunkFrequency: new Map(rows.map(({ term, doc }) => [term, doc])) };
}

const vocabularyFor = (database: DatabaseSync) => (letter: string) =>
  database
    .prepare(`SELECT term, doc FROM vocab_${WORKSPACE} WHERE term >= ? AND term < ? AND doc >= 2`)
    .all(letter, `${letter}\u{10ffff}`) as { term: string; doc: number }[];

/** Runs one question's keyword arm, and the vectors of its pool, over a copy of the service's database. */
export async function replay(
  database: DatabaseSync,
  { query, filters }: Question,
  variant: Variant,
): Promise<Replayed> {
  const request = { query, profile: "edge", view: "snippet", consistency: "nearest", filters } as const;
  const plan = await planSearch(
    { ...request, filters: filters ?? {} },
    { nowMs: 0, build: "", scope: "read", overrides: {} },
  );
  const statistics = statisticsFor(database, stemsToLookUp(plan.query));
  const vocabulary = vocabularyFor(database);
  const first = {
    workspace: { num: WORKSPACE, version: 1, chunks: statistics.chunkCount },
    documentFrequency: statistics.chunkFrequency,
  } as unknown as FirstHopAnswer;
  const task = repairTask(plan.query, first, { vocabulary: () => undefined });
  const words = variant.repairs === false ? [] : task.words;
  const repaired = repairQuery(plan.query, { words, lacking: [] }, { statistics, vocabulary });
  const rows = runKeyword(database, { ...plan, query: repaired.query }, variant);
  const idf = (word: string) =>
    inverseFrequency(statistics.chunkCount, statistics.chunkFrequency.get(stem(word)) ?? 0);
  const vector = await hashEmbedder.embedQuery({ text: query, words: embeddingWords(plan.query), idf });
  const stored = rows.flatMap(({ id, vector: text }) => (text === null ? [] : [{ id, vector: text }]));
  return {
    keyword: rankByKeyword(repaired.query, rows, {
      statistics: repaired.statistics,
      armPool: plan.armPool,
      sourceRows: plan.sourceRows,
    }),
    vector: vector === undefined ? [] : compareExactly(vector, stored),
    rows: new Map(rows.map((row) => [row.id, row])),
    unknownShare: unknownShare(repaired),
  };
}

function runKeyword(
  database: DatabaseSync,
  plan: Awaited<ReturnType<typeof planSearch>>,
  { rank, words }: Variant,
): readonly KeywordMatch[] {
  const { joined, parts } = plan.query;
  const left = {
    ...plan.query,
    joined: words === "no joined pairs" ? [] : joined,
    parts: words === "no parts" ? [] : parts,
  };
  const question = keywordQuery(plan, {
    vectorsOf: identityKey(hashEmbedder.identity),
    words: matchWords(left),
  });
  if (question === undefined) return [];
  const { sql, parameters } = keywordStatement(recording, WORKSPACE, question) as unknown as Statement;
  const ranked =
    rank === undefined ? sql : sql.replace("ORDER BY k.rank", `AND k.rank MATCH '${rank}' ORDER BY k.rank`);
  const rows = database.prepare(ranked).all(...parameters) as unknown as (KeywordMatch & {
    headings: string;
  })[];
  return rows.map((row) => ({ ...row, headings: JSON.parse(row.headings as unknown as string) as string[] }));
}
