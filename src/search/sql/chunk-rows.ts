import { HIT_FIELD_NAMES, JSON_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { columnOf } from "../../database/sql-columns.ts";
import type { ChunkRow, MemoryRow } from "./search-types.ts";

const MEMORY_ROW_FIELDS: readonly (keyof MemoryRow)[] = [...HIT_FIELD_NAMES, "timesObserved", "quality"];

const MEMORY_COLUMNS = MEMORY_ROW_FIELDS.map((field) =>
  JSON_FIELD_NAMES.includes(field) ? `json(d.${columnOf(field)})` : `d.${columnOf(field)}`,
).join(", ");

/** Columns of `c` (chunks) and `d` (documents) that make a ChunkRow. */
export const CHUNK_COLUMNS = `c.id, c.document AS documentNum, d.root, d.path, d.kind, d.language, d.source,
  d.hash AS documentHash, d.chunk_count AS documentChunks, d.dated_at AS datedAt, d.indexed_at AS indexedAt,
  c.start_line AS startLine, c.end_line AS endLine, c.start_column AS startColumn, c.end_column AS endColumn,
  c.headings, c.text, c.sent_hash AS sentHash, c.vector_state = 'pending' AS isStale,
  CASE WHEN d.type IS NOT NULL THEN json_array(${MEMORY_COLUMNS}) END AS memory,
  CASE WHEN c.votes_at IS NOT NULL THEN json_array(c.votes_net, c.votes_at) END AS votes`;

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

type Parsed = "headings" | "namesakes" | "session" | "memory" | "votes";

export type RawChunkRow = Omit<ChunkRow, Parsed> & {
  readonly headings: string;
  readonly namesakes?: string;
  /** JSON; null for a file. */
  readonly memory: string | null;
  /** JSON; null without votes. */
  readonly votes: string | null;
};

/** A row of `chunkColumns` with its JSON columns parsed. */
export const chunkRow = <Row extends RawChunkRow>(row: Row): Omit<Row, Parsed> & ChunkRow => {
  const { memory, votes, ...columns } = row;
  return {
    ...columns,
    headings: JSON.parse(row.headings) as string[],
    namesakes: row.namesakes === undefined ? undefined : (JSON.parse(row.namesakes) as string[]),
    ...(memory !== null && memoryPart(memory)),
    ...(votes !== null && { votes: [votesPart(votes)] }),
  } as Omit<Row, Parsed> & ChunkRow;
};

/** The asker's session is compared with the row's; without votes there is no quality. */
function memoryPart(json: string): Pick<ChunkRow, "session" | "memory"> {
  const values = JSON.parse(json) as unknown[];
  const entries = MEMORY_ROW_FIELDS.map((field, at) => [field, values[at]] as const);
  const memory = Object.fromEntries(
    entries.filter(([field, value]) => field !== "quality" || value !== null),
  ) as unknown as MemoryRow;
  return { session: memory.session, memory };
}

/** All votes as one: they fade alike, so that their sum fades as they do. */
function votesPart(json: string): { readonly value: number; readonly at: number } {
  const [value, at] = JSON.parse(json) as [number, number];
  return { value, at };
}
