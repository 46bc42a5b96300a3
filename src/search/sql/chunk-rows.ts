import { MEMORY_ROOT } from "../../config.ts";
import { mayContradictAll, type RivalRows } from "../../contract/may-contradict.ts";
import { HIT_FIELD_NAMES, JSON_FIELD_NAMES } from "../../contract/memory-fields.ts";
import { isWithoutVector } from "../../database/embeddings.ts";
import { rivalsOf } from "../../database/fragments/rival-sql.ts";
import { columnOf } from "../../database/fragments/sql-columns.ts";
import type { HitMemory, ViewName } from "../contract/hits.ts";

/** A chunk with what a hit says of its document. */
export interface ChunkRow {
  readonly id: string;
  readonly documentNum: number;
  readonly root: string;
  readonly path: string;
  readonly kind: "file" | "memory";
  readonly language: string;
  readonly source: string | null;
  readonly documentHash: string;
  readonly documentChunks: number;
  readonly documentBytes: number;
  readonly datedAt: number | null;
  /** 1: that is when the file was last changed; nobody wrote it down. Undefined: 0. */
  readonly isFileTime?: 0 | 1;
  /** When the file was last changed, milliseconds; null or undefined: nobody said. */
  readonly changedAt?: number | null;
  readonly indexedAt: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** Generated; indexed and embedded with the text, never shown. Null: none. */
  readonly context?: string | null;
  readonly sentHash: string;
  /** 1: its text has no embedding yet; what the vector index shows under its id is an older text's. */
  readonly isStale?: 0 | 1;
  /** Ids of other passages of the workspace with the same first 8 characters; undefined when not asked for. */
  readonly lookalikes?: readonly string[] | undefined;
  /** Undefined or null: of no session. */
  readonly session?: string | null;
  /** Only of memories. */
  readonly memory?: MemoryRow | undefined;
  /** Names that its writer gave a memory: of its first passage, which is found by them. Undefined: none. */
  readonly names?: readonly string[];
  /** Undefined when not asked for: only an explanation looks at them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Undefined: none. */
  readonly votes?: readonly { readonly value: number; readonly at: number }[];
}

/** What a memory says of itself. */
export interface MemoryRow extends Omit<HitMemory, "quality"> {
  /** Undefined: it has no votes. */
  readonly quality?: number | undefined;
  /** Id of the memory that it replaced; undefined or null: none. */
  readonly supersedes?: string | null | undefined;
}

const MEMORY_ROW_FIELDS: readonly (keyof MemoryRow)[] = [
  ...HIT_FIELD_NAMES,
  ...(["timesObserved", "quality", "supersedes"] as const),
];

/** The fields, then when it was last observed, what it may contradict, and what it is found by. */
const MEMORY_COLUMNS = [
  ...MEMORY_ROW_FIELDS.map((field) =>
    JSON_FIELD_NAMES.includes(field) ? `json(d.${columnOf(field)})` : `d.${columnOf(field)}`,
  ),
  "d.last_observed",
  `json(${rivalsOf("d")})`,
  "iif(c.ordinal = 0, json(d.entities), json('[]'))",
].join(", ");

/** Columns of `c` (chunks) and `d` (documents) that make a ChunkRow. */
export const CHUNK_COLUMNS = `c.id, c.document AS documentNum, d.root, d.path, d.kind, d.language, d.source,
  d.hash AS documentHash, d.chunk_count AS documentChunks, d.bytes AS documentBytes,
  d.dated_at AS datedAt, (d.dated_at = d.mtime AND d.kind = 'file') AS isFileTime, d.mtime AS changedAt, d.indexed_at AS indexedAt,
  c.start_line AS startLine, c.end_line AS endLine, c.start_column AS startColumn, c.end_column AS endColumn,
  c.headings, c.text, c.prefix AS context, c.sent_hash AS sentHash, ${isWithoutVector("c")} AS isStale,
  CASE WHEN d.type IS NOT NULL THEN json_array(${MEMORY_COLUMNS}) END AS memory,
  CASE WHEN c.votes_at IS NOT NULL THEN json_array(c.votes_net, c.votes_at) END AS votes`;

/** Characters of an id that are always shown, and that its lookalikes share. */
const SHARED_CHARS = 8;

const SHOWN_ID = `iif(d.kind = 'memory', d.path, c.id)`;
/** What begins as an id does: ids are hexadecimal, so that "g" ends the range. */
const beginsAlike = (column: string): string =>
  `${column} >= substr(${SHOWN_ID}, 1, ${SHARED_CHARS}) AND ${column} < substr(${SHOWN_ID}, 1, ${SHARED_CHARS}) || 'g'`;

/**
 * Ids of other chunks and memories of the workspace that begin as the id that is shown does, as one JSON list: seeks in
 * the indexes of ids and of paths; the plus keeps SQLite from the index of workspaces, which would read all of one.
 */
const LOOKALIKES = `(SELECT json_group_array(id) FROM (
    SELECT o.id FROM chunks o WHERE ${beginsAlike("o.id")} AND +o.workspace = c.workspace
      AND iif(d.kind = 'memory', o.document <> d.num, o.id <> c.id)
    UNION ALL SELECT m.path FROM documents m WHERE m.workspace = c.workspace AND m.root = '${MEMORY_ROOT}'
      AND ${beginsAlike("m.path")} AND m.num <> d.num)) AS lookalikes`;

/** CHUNK_COLUMNS, with the lookalikes for the view that shows the shortest start of an id that no other chunk has. */
export const chunkColumns = ({ view }: { readonly view: ViewName }): string =>
  view === "compact" ? `${CHUNK_COLUMNS}, ${LOOKALIKES}` : CHUNK_COLUMNS;

type Parsed = "headings" | "lookalikes" | "session" | "memory" | "names" | "votes";

export type RawChunkRow = Omit<ChunkRow, Parsed> & {
  readonly headings: string;
  readonly lookalikes?: string;
  /** JSON; null for a file. */
  readonly memory: string | null;
  /** JSON; null without votes. */
  readonly votes: string | null;
};

/** A row of `chunkColumns` with its JSON columns parsed. */
export const chunkRow = <Row extends RawChunkRow>(row: Row): Omit<Row, Parsed> & ChunkRow => {
  const { memory, votes } = row;
  return {
    ...row,
    headings: JSON.parse(row.headings) as string[],
    lookalikes: row.lookalikes === undefined ? undefined : (JSON.parse(row.lookalikes) as string[]),
    memory: undefined,
    ...(memory !== null && memoryPart(memory)),
    votes: votes === null ? undefined : [votesPart(votes)],
  } as Omit<Row, Parsed> & ChunkRow;
};

/** Left out where there is none. */
const UNLESS_NULL: ReadonlySet<keyof MemoryRow> = new Set(["quality", "supersedes"]);

/** The asker's session is compared with the row's; without votes there is no quality. */
function memoryPart(json: string): Pick<ChunkRow, "session" | "memory" | "names"> {
  const values = JSON.parse(json) as unknown[];
  const entries = MEMORY_ROW_FIELDS.map((field, at) => [field, values[at]] as const);
  const memory = Object.fromEntries(
    entries.filter(([field, value]) => !UNLESS_NULL.has(field) || value !== null),
  ) as unknown as MemoryRow;
  const [lastObserved, rivals, names] = values.slice(MEMORY_ROW_FIELDS.length) as [
    number,
    RivalRows | null,
    string[],
  ];
  return {
    session: memory.session,
    memory: rivals === null ? memory : { ...memory, mayContradict: mayContradictAll(lastObserved, rivals) },
    ...(names.length > 0 && { names }),
  };
}

/** All votes as one: they fade alike, so that their sum fades as they do. */
function votesPart(json: string): { readonly value: number; readonly at: number } {
  const [value, at] = JSON.parse(json) as [number, number];
  return { value, at };
}
