import { VECTOR } from "../../../database/embeddings.ts";
import { ftsTable, vocabularyTable } from "../../../database/keyword-tables.ts";
import { statement, type Values } from "../../../database/statement.ts";
import { spaceKey } from "../../../models/ports.ts";
import type { Language } from "../../../text/languages/language.ts";
import { tokenOf } from "../../../text/languages/tokens.ts";
import { isCjk } from "../../../text/words/cjk.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import { type AnswerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { type AnalysedQuery, matchWords, surelyAsked } from "../../query/analyse.ts";
import type { ResolvedFilters } from "../../query/filters.ts";
import { formsMatchSql, formsMatchValues } from "../../query/language-forms.ts";
import { matchText } from "../../query/match-text.ts";
import { type ChunkRow, chunkColumns, chunkRow, type RawChunkRow } from "../../sql/chunk-rows.ts";
import { filterSql } from "../../sql/filter-sql.ts";
import { fewSql, placesOf } from "./few.ts";
import { mayBeLarge, prunedSql } from "./pruned.ts";

/** What the keyword index is asked beside the words of a query. */
export interface KeywordQuery {
  /** Every hit matches each of these too; they do not count in the rank. */
  readonly required: readonly string[];
  readonly filters: ResolvedFilters;
  readonly limit: number;
  /** Matches before the first that is read. */
  readonly skip: number;
}

export interface KeywordMatch extends ChunkRow {
  /** Higher is better: FTS5's value with its sign turned. */
  readonly bm25: number;
  /** The chunk's stored embedding, where the vector arm compares the keyword arm's pool. */
  readonly vector: string | null;
}

/** Matches looked at where a quoted phrase, or a glob that SQL only narrows, is checked afterwards. */
const WIDE_POOL = 1_000;

/** What the keyword index is asked beside a query's words; undefined when the query holds no word at all. */
export function keywordQuery(
  { filters, pool }: Pick<SearchPlan, "filters" | "pool">,
  query: AnalysedQuery,
): KeywordQuery | undefined {
  if (matchText(matchWords(query), query.typed) === undefined) return undefined;
  const required = query.phrases
    .map((phrase) => phraseMatch(phrase, query.tried))
    .filter((phrase) => phrase !== undefined);
  const range = isNarrowedLater({ filters, query })
    ? { limit: WIDE_POOL, skip: 0 }
    : { limit: pool.ofArm, skip: pool.from };
  return { required, filters, ...range };
}

/** Whether matches are checked once more behind SQL, so that their place in its order is not that among those that pass. */
export const isNarrowedLater = ({
  filters,
  query,
}: {
  readonly filters: ResolvedFilters;
  readonly query: Pick<AnalysedQuery, "phrases">;
}): boolean => query.phrases.length > 0 || !filterSql(filters).isExact;

/**
 * A phrase as FTS5 narrows by it: its words next to each other in the text; the raw text decides afterwards. CJK runs
 * are pairs with a single character at their end, so of those only the presence is asked.
 */
function phraseMatch(phrase: string, tried: readonly Language[]): string | undefined {
  const words = tokenise(phrase);
  if (words.length === 0) return undefined;
  const isPaired = isCjk(phrase);
  const inText = (language?: Language) => {
    const tokens = words.map((word) => tokenOf(word, language));
    if (!isPaired) return `"${tokens.join(" ")}"`;
    return `(${tokens.map((token, at) => `"${token}"${isCjk(words[at] ?? "") ? " *" : ""}`).join(" AND ")})`;
  };
  const forms = [...new Set([inText(), ...tried.map(inText)])];
  return forms.length === 1 ? `text : ${forms[0]}` : `text : (${forms.join(" OR ")})`;
}

/** What FTS5 is asked for a query, in SQL: its words, and their forms in those languages that the index has. */
export const questionSql = (workspace: number, query: AnalysedQuery) => ({
  expression: `:match || ${formsMatchSql(vocabularyTable(workspace))}`,
  values: { ...formsMatchValues(query), match: matchText(surelyAsked(query), query.typed) ?? "" } as Values,
});

/** Where rows match what an expression says: tables, conditions and their parameters. */
export function matchSql(
  workspace: number,
  { required = [], filters }: Pick<KeywordQuery, "filters"> & Partial<KeywordQuery>,
  expression: string,
) {
  const fts = ftsTable(workspace);
  const filter = filterSql(filters);
  // One expression for all of them: a statement takes 100 parameters, and a query may hold more phrases.
  const phrases = required.map((phrase) => `(${phrase})`).join(" AND ");
  // With its sign the row's number is no way in: by it FTS5 would be asked the whole question again for each row of the phrases.
  const narrowed =
    phrases === "" ? "" : `AND +k.rowid IN (SELECT rowid FROM ${fts} WHERE ${fts} MATCH :phrases)`;
  return {
    // CROSS JOIN keeps FTS5 outermost, so that rows come in rank order and a limit stops the scan.
    from: `${fts} k CROSS JOIN chunks c ON c.rid = k.rowid CROSS JOIN documents d ON d.num = c.document`,
    where: `k.${fts} MATCH ${expression} ${narrowed} AND ${filter.sql}`,
    values: { ...(phrases !== "" && { phrases }), ...filter.values } as Values,
    filter,
  };
}

/** What a question asks for beside its words: an expression that adds to the text of MATCH, and its parameters. */
interface AddedMatch {
  readonly with: string;
  readonly added: string;
  readonly values: Values;
}

/** The rows of a question that is ranked in part, with what is read of each. */
const RANKED = "ranked k CROSS JOIN chunks c ON c.rid = k.rid CROSS JOIN documents d ON d.num = c.document";

/** It asks for nothing beside words. */
const isUnfiltered = ({ required, filters }: KeywordQuery): boolean =>
  required.length === 0 && filterSql(filters).sql === filterSql({}).sql;

interface Asked {
  readonly question: KeywordQuery;
  /** What FTS5 is asked, in SQL. */
  readonly expression: string;
  readonly whole: (expression: string) => { readonly from: string; readonly where: string };
}

/** How a question of a large workspace is ranked in part, as a table `ranked`; undefined: it is ranked whole. */
function rankedSql(plan: SearchPlan, query: AnalysedQuery, { question, expression, whole }: Asked) {
  if (!mayBeLarge(plan)) return undefined;
  const rows = Math.trunc(question.skip + question.limit);
  const { workspace } = plan;
  if (isUnfiltered(question))
    return { ...prunedSql({ plan, words: surelyAsked(query), whole, rows }), order: "k.part, k.rank" };
  const places = placesOf(question.filters);
  if (places === undefined || question.required.length > 0) return undefined;
  return { ...fewSql({ workspace, places, expression, whole, rows }), order: "k.rank" };
}

/** Reads a query's matches, best first, filters applied before the cut; no read when it holds nothing to ask. */
export function matchesRead(
  name: AnswerName<readonly KeywordMatch[]>,
  plan: SearchPlan,
  query: AnalysedQuery,
  more?: AddedMatch,
): readonly DatabaseRead[] {
  const question = keywordQuery(plan, query);
  if (question === undefined) return [];
  const { embedder } = plan.serving;
  const space =
    embedder.kind === "embedded" && plan.profile.arms.vector ? spaceKey(embedder.space) : undefined;
  const asked = questionSql(plan.workspace, query);
  const expression = more === undefined ? asked.expression : `${asked.expression} || ${more.added}`;
  const whole = (match: string) => matchSql(plan.workspace, question, match);
  const { from, where, values, filter } = whole(expression);
  const { limit, skip } = question;
  const ranked = more === undefined ? rankedSql(plan, query, { question, expression, whole }) : undefined;
  const vectors = `LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :space AND e.hash = c.embed_hash`;
  // The limit is a number in the text: SQLite plans by a bound one, and so would prepare the statement at each search.
  const sql = `${ranked?.with ?? more?.with ?? ""} SELECT ${chunkColumns(plan.request)}, -k.rank AS bm25, ${space === undefined ? "NULL" : VECTOR} AS vector${filter.column}
    FROM ${ranked === undefined ? from : RANKED} ${space === undefined ? "" : vectors}
    WHERE ${ranked === undefined ? where : filter.sql} ORDER BY ${ranked?.order ?? "k.rank"} LIMIT ${Math.trunc(limit)}${skip === 0 ? "" : ` OFFSET ${Math.trunc(skip)}`}`;
  type RawMatch = RawChunkRow & Pick<KeywordMatch, "bm25" | "vector">;
  return [
    databaseRead(name, {
      statement: statement<RawMatch>(sql),
      values: {
        ...{ ...values, ...more?.values, ...ranked?.values, ...asked.values, space: space ?? null },
      },
      answer: (rows) => filter.passing(rows).map(chunkRow),
    }),
  ];
}
