import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Question } from "../../src/cli/commands/eval/evaluation.ts";
import { valuesOf } from "../../src/database/statement.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { heldTermsRead } from "../../src/search/arms/keyword/held-terms.ts";
import { MATCHES, rankByKeyword } from "../../src/search/arms/keyword/keyword.ts";
import { type KeywordMatch, matchesRead } from "../../src/search/arms/keyword/matches.ts";
import type { Rescored } from "../../src/search/arms/keyword/rescore.ts";
import { compareExactly } from "../../src/search/arms/vector/stored-vectors.ts";
import type { Scored } from "../../src/search/fusion/lists.ts";
import { answersOf } from "../../src/search/hops/reads.ts";
import { settled } from "../../src/search/hops/repaired.ts";
import type { SearchPlan } from "../../src/search/plan.ts";
import type { Settings } from "../../src/search/profiles/profile.ts";
import {
  type AnalysedQuery,
  embeddingWords,
  inverseFrequency,
  type KnownQuery,
  stemsToLookUp,
  type TermStatistics,
} from "../../src/search/query/analyse.ts";
import { type RepairedQuery, repairQuery, unrepaired } from "../../src/search/query/repair.ts";
import { stem } from "../../src/text/words/stem.ts";
import { embeddedPlan } from "../bench/embedded-plan.ts";

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
  /** With vectors: settings of the stages, which then run; undefined: none runs. */
  readonly stages?: Settings;
  /** Compared with the variant of this name. @default the first */
  readonly against?: string;
}

/** What is needed of one question to score it under every variant with the same FTS5 query. */
export interface Replayed {
  readonly keyword: readonly Rescored[];
  readonly vector: readonly Scored[];
  readonly rows: ReadonlyMap<string, KeywordMatch>;
  readonly plan: SearchPlan;
  readonly repaired: RepairedQuery;
}

const WORKSPACE = 1;
/** The deepest metric asks for so many. */
export const LIMIT = 100;

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
  const request = { query, profile: "edge", view: "snippet", consistency: "nearest", limit: LIMIT } as const;
  const plan = await embeddedPlan({ ...request, filters: filters ?? {} }, WORKSPACE, 0);
  const statistics = statisticsFor(database, stemsToLookUp(plan.query));
  const known = { query: plan.query, statistics };
  const repaired = variant.repairs === false ? unrepaired(known) : repairedFrom(database, plan, known);
  const rows = runKeyword(database, plan, repaired.query, variant);
  const idf = (word: string) =>
    inverseFrequency(statistics.chunkCount, statistics.chunkFrequency.get(stem(word)) ?? 0);
  const vector = await hashEmbedder.embedQuery({ text: query, words: embeddingWords(plan.query), idf });
  const stored = rows.flatMap(({ id, vector: text }) => (text === null ? [] : [{ id, vector: text }]));
  return {
    keyword: rankByKeyword(repaired, rows, plan),
    vector: vector === undefined ? [] : compareExactly(vector, stored),
    rows: new Map(rows.map((row) => [row.id, row])),
    plan,
    repaired,
  };
}

function repairedFrom(database: DatabaseSync, plan: SearchPlan, known: KnownQuery): RepairedQuery {
  const repaired = repairQuery(known, vocabularyFor(database));
  const held = heldTermsRead(plan, repaired.unknown).map(
    ({ name, statement, values, answer }) =>
      [name, answer(database.prepare(statement.sql).all(...sqlValues(statement, values)))] as const,
  );
  return settled(repaired, answersOf(new Map(held)));
}

const sqlValues = (...of: Parameters<typeof valuesOf>) => valuesOf(...of) as SQLInputValue[];

function runKeyword(
  database: DatabaseSync,
  plan: SearchPlan,
  query: AnalysedQuery,
  { rank, words }: Variant,
): readonly KeywordMatch[] {
  const asked = {
    ...query,
    joined: words === "no joined pairs" ? [] : query.joined,
    parts: words === "no parts" ? [] : query.parts,
  };
  return matchesRead(MATCHES, plan, asked).flatMap(({ statement, values, answer }) => {
    const { sql } = statement;
    const ranked =
      rank === undefined ? sql : sql.replace("ORDER BY k.rank", `AND k.rank MATCH '${rank}' ORDER BY k.rank`);
    return answer(database.prepare(ranked).all(...sqlValues(statement, values))) as readonly KeywordMatch[];
  });
}
