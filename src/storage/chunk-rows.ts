import type { ChunkRow } from "../stores/search.ts";

/** Columns of `c` (chunks) and `d` (documents) that make a ChunkRow. */
export const CHUNK_COLUMNS = `c.id, c.document AS documentNum, d.root, d.path, d.kind, d.language, d.source,
  d.hash AS documentHash, d.chunk_count AS documentChunks, d.dated_at AS datedAt, d.indexed_at AS indexedAt,
  c.start_line AS startLine, c.end_line AS endLine, c.start_column AS startColumn, c.end_column AS endColumn,
  c.headings, c.text, c.sent_hash AS sentHash`;

export type RawChunkRow = Omit<ChunkRow, "headings"> & { readonly headings: string };

/** A row of CHUNK_COLUMNS with its JSON column parsed. */
export const chunkRow = <Row extends RawChunkRow>(row: Row): Omit<Row, "headings"> & ChunkRow => ({
  ...row,
  headings: JSON.parse(row.headings) as string[],
});
