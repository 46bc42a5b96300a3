import { MEMORY_ROOT } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { keywordQuery, matchSql, questionSql } from "../arms/keyword/matches.ts";
import type { SearchPlan } from "../plan.ts";
import type { AnalysedQuery } from "../query/analyse.ts";
import { CHUNK_COLUMNS, type ChunkRow, chunkRow, type RawChunkRow } from "../sql/chunk-rows.ts";
import { citation, passageId, rootedCitation } from "../views/citation.ts";

/** A chunk with what only an explanation asks of it. */
export interface FoundChunk {
  readonly row: ChunkRow;
  readonly rid: number;
  /** Something to compare with the query's vector. */
  readonly hasVector: boolean;
}

/** Line and column at which a passage is cited. */
interface Begin {
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** How a chunk is named: the start of its id or of its memory's, there also by a line, or lines of a document. */
export type ChunkPlace =
  | ({ readonly idStart: string } & Partial<Begin>)
  | (Begin & { readonly root: string | undefined; readonly path: string });

/** A memory of the greatest length has fewer passages. */
const MAX_FOUND = 250;

type RawFound = Omit<RawChunkRow, "metadata"> & {
  readonly rid: number;
  readonly vectorState: string;
  /** JSON. */
  readonly metadata: string;
};

/** "+" keeps the order from choosing an index that would read the whole workspace. */
const lookup = (from: string, where: string) =>
  statement<RawFound>(`SELECT ${CHUNK_COLUMNS}, c.rid, c.vector_state AS vectorState, d.metadata FROM ${from}
    WHERE ${isThere("d")} AND ${where} ORDER BY +d.root, +d.path, c.ordinal LIMIT ${MAX_FOUND}`);

/** Ids are hexadecimal: "g" is behind every one with this start. */
const begins = (column: string): string => `${column} >= :idStart AND ${column} < :idStart || 'g'`;

const IS_AT = `(:line IS NULL OR (c.start_line <= :line AND c.end_line >= :line))
    AND (c.start_column IS NULL OR :column IS NULL OR (c.start_column <= :column AND c.end_column >= :column))`;

/** Seeks in the indexes of chunks' ids, of memories' own, and of those that were merged into a memory. */
const BY_ID = lookup(
  `(
    SELECT o.rid FROM chunks o WHERE ${begins("o.id")} AND +o.workspace = :workspace
    UNION SELECT o.rid FROM documents m CROSS JOIN chunks o ON o.document = m.num
      WHERE m.workspace = :workspace AND m.root = '${MEMORY_ROOT}' AND ${begins("m.path")}
    UNION SELECT o.rid FROM memory_observations b CROSS JOIN documents m ON m.workspace = :workspace
      AND m.root = '${MEMORY_ROOT}' AND m.path = b.memory CROSS JOIN chunks o ON o.document = m.num
      WHERE b.workspace = :workspace AND ${begins("b.merged")}
  ) f CROSS JOIN chunks c ON c.rid = f.rid CROSS JOIN documents d`,
  `d.num = c.document AND ${IS_AT}`,
);

const BY_LINE = lookup(
  "documents d CROSS JOIN chunks c ON c.document = d.num",
  `d.workspace = :workspace AND d.path = :path AND (:root IS NULL OR d.root = :root) AND ${IS_AT}`,
);

/** The workspace's chunks at a place, never another's, by root, path and place in the document; of a memory's id all of it. */
export async function findChunks(
  session: Session,
  workspace: number,
  place: ChunkPlace,
): Promise<readonly FoundChunk[]> {
  const at = { workspace, line: place.line ?? null, column: place.column ?? null };
  const found = await ("idStart" in place
    ? session.all(BY_ID, { ...place, ...at })
    : session.all(BY_LINE, { ...place, ...at, root: place.root ?? null }));
  return found.map(({ rid, vectorState, metadata, ...row }) => ({
    row: { ...chunkRow(row), metadata: JSON.parse(metadata) as Record<string, unknown> },
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
  { plan, query, rid }: { readonly plan: SearchPlan; readonly query: AnalysedQuery; readonly rid: number },
): Promise<number | undefined> {
  const question = keywordQuery(plan, query);
  if (question === undefined) return undefined;
  const asked = questionSql(plan.workspace, query);
  const { from, where, values } = matchSql(plan.workspace, question, asked.expression);
  const ranked = statement<{ readonly place: number }>(
    `WITH matches AS MATERIALIZED (SELECT k.rowid AS rid, k.rank AS rank FROM ${from} WHERE ${where})
    SELECT (SELECT 1 + count(*) FROM matches m WHERE m.rank < own.rank) AS place FROM matches own WHERE own.rid = :rid`,
  );
  return (await session.first(ranked, { ...values, ...asked.values, rid }))?.place;
}

/** Candidates that an error names: more help nobody to choose. */
const MAX_CANDIDATES = 10;

/** Chunks as an error offers them to choose from. */
export const candidatesOf = (chunks: readonly FoundChunk[]) =>
  chunks
    .slice(0, MAX_CANDIDATES)
    .map(({ row }) => ({ id: passageId(row), citation: rootedCitation(row.root, citation(row)) }));

/** Whether all are passages of one memory, which its one id names together. */
export const isOneMemory = ([first, ...others]: readonly FoundChunk[]): boolean =>
  first !== undefined &&
  first.row.kind === "memory" &&
  others.every(({ row }) => row.documentNum === first.row.documentNum);
