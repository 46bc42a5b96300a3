import { VECTOR } from "../../../database/embeddings.ts";
import { ftsTable, vocabularyTable } from "../../../database/keyword-tables.ts";
import { statement } from "../../../database/statement.ts";
import { spaceKey } from "../../../models/ports.ts";
import { isCjk } from "../../../text/words/cjk.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import { type AnswerName, answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { type AnalysedQuery, matchWords } from "../../query/analyse.ts";
import type { ResolvedFilters } from "../../query/filters.ts";
import { matchText } from "../../query/match-text.ts";
import type { VocabularyTerm } from "../../query/repair.ts";
import { type ChunkRow, chunkColumns, chunkRow, type RawChunkRow } from "../../sql/chunk-rows.ts";
import { filterSql } from "../../sql/filter-sql.ts";

export interface KeywordQuery {
  readonly match: string;
  /** Every hit matches each of these too; they do not count in the rank. */
  readonly required: readonly string[];
  readonly filters: ResolvedFilters;
  readonly limit: number;
}

export interface KeywordMatch extends ChunkRow {
  /** Higher is better: FTS5's value with its sign turned. */
  readonly bm25: number;
  /** The chunk's stored embedding, where the vector arm compares the keyword arm's pool. */
  readonly vector: string | null;
}

/** Matches looked at where a quoted phrase, or a glob that SQL only narrows, is checked afterwards. */
const WIDE_POOL = 1_000;

/** The keyword index's question for a query; undefined when the query holds no word at all. */
export function keywordQuery(
  { filters, pool }: Pick<SearchPlan, "filters" | "pool">,
  query: AnalysedQuery,
): KeywordQuery | undefined {
  const match = matchText(matchWords(query));
  if (match === undefined) return undefined;
  const required = query.phrases.map(phraseMatch).filter((phrase) => phrase !== undefined);
  const isNarrowedLater = query.phrases.length > 0 || filters.glob?.isExact === false;
  return { match, required, filters, limit: isNarrowedLater ? WIDE_POOL : pool.ofArm };
}

/**
 * A phrase as FTS5 narrows by it: its words next to each other in the text; the raw text decides afterwards. CJK runs
 * are pairs with a single character at their end, so of those only the presence is asked.
 */
function phraseMatch(phrase: string): string | undefined {
  const tokens = tokenise(phrase);
  if (tokens.length === 0) return undefined;
  if (!isCjk(phrase)) return `text : "${tokens.join(" ")}"`;
  return `text : (${tokens.map((token) => `"${token}"${isCjk(token) ? " *" : ""}`).join(" AND ")})`;
}

/** Where rows match a question: tables, conditions and the values of their parameters. */
export function matchSql(workspace: number, { match, required, filters }: KeywordQuery) {
  const fts = ftsTable(workspace);
  const filter = filterSql(filters);
  // One expression for all of them: a statement takes 100 parameters, and a query may hold more phrases.
  const phrases = required.map((phrase) => `(${phrase})`).join(" AND ");
  const narrowed =
    phrases === "" ? "" : `AND k.rowid IN (SELECT rowid FROM ${fts} WHERE ${fts} MATCH :phrases)`;
  return {
    // CROSS JOIN keeps FTS5 outermost, so that rows come in rank order and a limit stops the scan.
    from: `${fts} k CROSS JOIN chunks c ON c.rid = k.rowid CROSS JOIN documents d ON d.num = c.document`,
    where: `k.${fts} MATCH :match ${narrowed} AND ${filter.sql}`,
    values: { match, phrases, ...filter.values },
  };
}

/** Reads a query's matches, best first, filters applied before the cut; no read when it holds nothing to ask. */
export function matchesRead(
  name: AnswerName<readonly KeywordMatch[]>,
  plan: SearchPlan,
  query: AnalysedQuery,
): readonly DatabaseRead[] {
  const question = keywordQuery(plan, query);
  if (question === undefined) return [];
  const { embedder } = plan.serving;
  const space =
    embedder.kind === "embedded" && plan.profile.arms.vector ? spaceKey(embedder.space) : undefined;
  const { from, where, values } = matchSql(plan.workspace, question);
  const vectors = `LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :space AND e.hash = c.embed_hash`;
  // The limit is a number in the text: SQLite plans by a bound one, and so would prepare the statement at each search.
  const sql = `SELECT ${chunkColumns(plan.request)}, -k.rank AS bm25, ${space === undefined ? "NULL" : VECTOR} AS vector
    FROM ${from} ${space === undefined ? "" : vectors}
    WHERE ${where} ORDER BY k.rank LIMIT ${Math.trunc(question.limit)}`;
  const { glob } = question.filters;
  type RawMatch = RawChunkRow & Pick<KeywordMatch, "bm25" | "vector">;
  return [
    databaseRead(name, {
      statement: statement<RawMatch>(sql),
      values: { ...values, space: space ?? null },
      // SQL only narrows a long glob.
      answer: (rows) =>
        (glob === undefined ? rows : rows.filter(({ path }) => glob.matches(path))).map(chunkRow),
    }),
  ];
}

/** Terms with a first letter. */
export const vocabularyName = (letter: string): AnswerName<readonly VocabularyTerm[]> =>
  answerName(`vocabulary ${letter}`);

/** Reads all terms with a first letter that two chunks have: some thousand rows, so only for a word that no chunk has. */
export const vocabularyRead = (workspace: number, letter: string): DatabaseRead =>
  databaseRead(vocabularyName(letter), {
    statement: statement<VocabularyTerm>(
      `SELECT term, doc FROM ${vocabularyTable(workspace)} WHERE term >= :letter AND term < :end AND doc >= 2`,
    ),
    values: { letter, end: `${letter}\u{10ffff}` },
    answer: (rows) => rows,
  });

/** Number of chunks that hold each of `:stems`, a JSON list, exact and current: one JSON object. */
export const frequencySql = (workspace: number): string =>
  `(SELECT json_group_object(term, doc) FROM ${vocabularyTable(workspace)}
     WHERE term IN (SELECT value FROM json_each(:stems)))`;

/** Chunks by stem, from that object. */
export const frequencies = (json: string): ReadonlyMap<string, number> =>
  new Map(Object.entries(JSON.parse(json) as Record<string, number>));
