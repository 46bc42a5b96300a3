import type { Session } from "../../database/session.ts";
import type { Bound } from "../../database/statement.ts";
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

/** The workspace's chunks at a place, never another's: at most 10, by root, path and place in the document. */
export async function findChunks(
  session: Session,
  workspace: number,
  place: ChunkPlace,
): Promise<readonly FoundChunk[]> {
  const { from, params } = "idStart" in place ? byId(workspace, place) : byLine(workspace, place);
  // "+" keeps the order from choosing an index that would read the whole workspace.
  const sql = `SELECT ${CHUNK_COLUMNS}, c.rid, c.vector_state AS vectorState ${from}
    ORDER BY +d.root, +d.path, c.ordinal LIMIT ${MAX_FOUND}`;
  const statement: Bound<RawFound> = session.prepare(sql).bind(...params);
  const { found } = await session.batch({ found: statement });
  return found.map(({ rid, vectorState, ...row }) => ({
    row: chunkRow(row),
    rid,
    hasVector: vectorState === "embedded" || vectorState === "visible",
  }));
}

interface Lookup {
  readonly from: string;
  readonly params: readonly (string | number | null)[];
}

/** A seek in the index of ids, which are hexadecimal: "g" is behind every one with this start. */
const byId = (workspace: number, { idStart }: { readonly idStart: string }): Lookup => ({
  from: `FROM chunks c CROSS JOIN documents d ON d.num = c.document
    WHERE c.id >= ? AND c.id < ? AND +c.workspace = ?`,
  params: [idStart, `${idStart}g`, workspace],
});

const byLine = (workspace: number, place: Exclude<ChunkPlace, { idStart: string }>): Lookup => {
  const { root = null, path, line, column = null } = place;
  return {
    from: `FROM documents d CROSS JOIN chunks c ON c.document = d.num
      WHERE d.workspace = ?1 AND d.path = ?2 AND (?3 IS NULL OR d.root = ?3)
        AND c.start_line <= ?4 AND c.end_line >= ?4
        AND (c.start_column IS NULL OR ?5 IS NULL OR (c.start_column <= ?5 AND c.end_column >= ?5))`,
    params: [workspace, path, root, line, column],
  };
};

/**
 * A chunk's place among all that match the keyword arm's question and pass its filters, by bm25; undefined: it does not
 * match. Reads every match, so it is for explanations alone.
 */
export async function keywordRank(
  session: Session,
  { workspace, rid }: { readonly workspace: number; readonly rid: number },
  query: KeywordQuery,
): Promise<number | undefined> {
  const { from, where, params } = matchSql(workspace, query);
  const sql = `WITH matches AS MATERIALIZED (SELECT k.rowid AS rid, k.rank AS rank FROM ${from} WHERE ${where})
    SELECT (SELECT 1 + count(*) FROM matches m WHERE m.rank < own.rank) AS place FROM matches own WHERE own.rid = ?`;
  const statement: Bound<{ place: number }> = session.prepare(sql).bind(...params, rid);
  const { ranked } = await session.batch({ ranked: statement });
  return ranked[0]?.place;
}
