import { VECTOR } from "../../database/embeddings.ts";
import { ftsTable, vocabularyTable } from "../../database/keyword-tables.ts";
import type { Session } from "../../database/session.ts";
import { chunkColumns, chunkRow, type RawChunkRow, type RowOptions } from "./chunk-rows.ts";
import { filterSql } from "./filter-sql.ts";
import type { KeywordMatch, KeywordQuery } from "./search-types.ts";

/** The keyword arm: best first, at most `limit` rows, filters applied before the cut. */
export function keywordStatement(
  session: Session,
  workspace: number,
  query: KeywordQuery & RowOptions,
): D1PreparedStatement {
  const fts = ftsTable(workspace);
  const filter = filterSql(query.filters);
  // One expression for all of them: a statement takes 100 parameters, and a query may hold more phrases.
  const isNarrowed = query.required.length > 0;
  const required = isNarrowed ? `AND k.rowid IN (SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?)` : "";
  const phrases = isNarrowed ? [query.required.map((phrase) => `(${phrase})`).join(" AND ")] : [];
  const vector = query.vectorsOf === undefined ? "NULL" : VECTOR;
  const embeddings =
    query.vectorsOf === undefined
      ? ""
      : `LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ? AND e.kind = 'chunk' AND e.hash = c.embed_hash`;
  // CROSS JOIN keeps FTS5 outermost, so that rows come in rank order and the limit stops the scan. The limit is a number
  // in the text: SQLite plans by a bound one, and so would prepare the statement again at each search.
  const sql = `SELECT ${chunkColumns(query)}, -k.rank AS bm25, ${vector} AS vector
    FROM ${fts} k CROSS JOIN chunks c ON c.rid = k.rowid CROSS JOIN documents d ON d.num = c.document ${embeddings}
    WHERE k.${fts} MATCH ? ${required} AND ${filter.sql} ORDER BY k.rank LIMIT ${Math.trunc(query.limit)}`;
  const identity = query.vectorsOf === undefined ? [] : [query.vectorsOf];
  return session.prepare(sql).bind(...identity, query.match, ...phrases, ...filter.params);
}

/** Rows of `keywordStatement`, exact on the glob that SQL only narrows. */
export function keywordRows(
  answer: D1Result<Record<string, unknown>> | undefined,
  query: KeywordQuery,
): KeywordMatch[] {
  const rows = (answer?.results ?? []) as unknown as (RawChunkRow & {
    bm25: number;
    vector: string | null;
  })[];
  const glob = query.filters.glob;
  return (glob === undefined ? rows : rows.filter(({ path }) => glob.matches(path))).map(chunkRow);
}

/** Number of chunks that hold each of the stems in a JSON list, exact and current: one JSON object. */
export const frequencySql = (workspace: number, stems: string): string =>
  `(SELECT json_group_object(term, doc) FROM ${vocabularyTable(workspace)}
     WHERE term IN (SELECT value FROM json_each(${stems})))`;

/** All terms with a first letter; some thousand rows, so only for a word that no chunk holds. */
export const vocabularyStatement = (
  session: Session,
  workspace: number,
  letter: string,
): D1PreparedStatement =>
  session
    .prepare(`SELECT term, doc FROM ${vocabularyTable(workspace)} WHERE term >= ? AND term < ? AND doc >= 2`)
    .bind(letter, `${letter}\u{10ffff}`);
