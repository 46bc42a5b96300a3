import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { type KeywordQuery, matchSql } from "../arms/keyword/matches.ts";
import { CHUNK_COLUMNS, type ChunkRow, chunkRow, type RawChunkRow } from "../sql/chunk-rows.ts";

/** A chunk with what only an explanation asks of it. */
export interface FoundChunk {
  readonly row: ChunkRow;
  readonly rid: number;
  /** Something to compare with the query's vector. */
  readonly hasVector: boolean;
}

/** How a chunk is named: the start of its id, or lines of a document. */
export type ChunkPlace =
  | { readonly idStart: string }
  | {
      readonly root: string | undefined;
      readonly path: string;
      readonly line: number;
      readonly column: number | undefined;
    };

/** More candidates help nobody to choose. */
const MAX_FOUND = 10;

type RawFound = RawChunkRow & { readonly rid: number; readonly vectorState: string };

/** "+" keeps the order from choosing an index that would read the whole workspace. */
const lookup = (from: string) =>
  statement<RawFound>(`SELECT ${CHUNK_COLUMNS}, c.rid, c.vector_state AS vectorState ${from}
    ORDER BY +d.root, +d.path, c.ordinal LIMIT ${MAX_FOUND}`);

/** A seek in the index of ids, which are hexadecimal: "g" is behind every one with this start. */
const BY_ID = lookup(`FROM chunks c CROSS JOIN documents d ON d.num = c.document
  WHERE c.id >= :idStart AND c.id < :idStart || 'g' AND +c.workspace = :workspace`);

const BY_LINE = lookup(`FROM documents d CROSS JOIN chunks c ON c.document = d.num
  WHERE d.workspace = :workspace AND d.path = :path AND (:root IS NULL OR d.root = :root)
    AND c.start_line <= :line AND c.end_line >= :line
    AND (c.start_column IS NULL OR :column IS NULL OR (c.start_column <= :column AND c.end_column >= :column))`);

/** The workspace's chunks at a place, never another's: at most 10, by root, path and place in the document. */
export async function findChunks(
  session: Session,
  workspace: number,
  place: ChunkPlace,
): Promise<readonly FoundChunk[]> {
  const found = await ("idStart" in place
    ? session.all(BY_ID, { ...place, workspace })
    : session.all(BY_LINE, { ...place, workspace, root: place.root ?? null, column: place.column ?? null }));
  return found.map(({ rid, vectorState, ...row }) => ({
    row: chunkRow(row),
    rid,
    hasVector: vectorState === "embedded" || vectorState === "visible",
  }));
}

/**
 * A chunk's place among all that match the keyword arm's question and pass its filters, by bm25; undefined: it does not
 * match. Reads every match, so it is for explanations alone.
 */
export async function keywordRank(
  session: Session,
  { workspace, rid }: { readonly workspace: number; readonly rid: number },
  query: KeywordQuery,
): Promise<number | undefined> {
  const { from, where, values } = matchSql(workspace, query);
  const ranked = statement<{ readonly place: number }>(
    `WITH matches AS MATERIALIZED (SELECT k.rowid AS rid, k.rank AS rank FROM ${from} WHERE ${where})
    SELECT (SELECT 1 + count(*) FROM matches m WHERE m.rank < own.rank) AS place FROM matches own WHERE own.rid = :rid`,
  );
  return (await session.first(ranked, { ...values, rid }))?.place;
}
