import type { ChunkRow } from "../stores/search.ts";

/** Columns of `c` (chunks) and `d` (documents) that make a ChunkRow. */
export const CHUNK_COLUMNS = `c.id, c.document AS documentNum, d.root, d.path, d.kind, d.language, d.source,
  d.hash AS documentHash, d.chunk_count AS documentChunks, d.dated_at AS datedAt, d.indexed_at AS indexedAt,
  c.start_line AS startLine, c.end_line AS endLine, c.start_column AS startColumn, c.end_column AS endColumn,
  c.headings, c.text, c.sent_hash AS sentHash,
  c.vector_state = 'pending' AS isStale`;

/** Characters of an id that are always shown, and that its namesakes share. */
const SHARED_CHARS = 8;

/**
 * Ids of the workspace's other chunks that begin as `id` does, as one JSON list: a seek in the index of ids, which are
 * hex, so that "g" ends the range; the plus keeps SQLite from the index of workspaces, which would read all of one.
 */
const namesakesSql = (id: string, workspace: string): string =>
  `(SELECT json_group_array(o.id) FROM chunks o WHERE o.id >= substr(${id}, 1, ${SHARED_CHARS})
     AND o.id < substr(${id}, 1, ${SHARED_CHARS}) || 'g' AND o.id <> ${id} AND +o.workspace = ${workspace}) AS namesakes`;

/** What the rows of a store carry beside their columns. */
export interface RowOptions {
  readonly namesakes?: boolean | undefined;
}

/** CHUNK_COLUMNS, with the namesakes where they are wanted. */
export const chunkColumns = ({ namesakes }: RowOptions): string =>
  namesakes ? `${CHUNK_COLUMNS}, ${namesakesSql("c.id", "c.workspace")}` : CHUNK_COLUMNS;

export type RawChunkRow = Omit<ChunkRow, "headings" | "namesakes"> & {
  readonly headings: string;
  readonly namesakes?: string;
};

/** A row of `chunkColumns` with its JSON columns parsed. */
export const chunkRow = <Row extends RawChunkRow>(
  row: Row,
): Omit<Row, "headings" | "namesakes"> & ChunkRow => ({
  ...row,
  headings: JSON.parse(row.headings) as string[],
  namesakes: row.namesakes === undefined ? undefined : (JSON.parse(row.namesakes) as string[]),
});
