import type { Values } from "../../database/statement.ts";

/** What is wrong with one thing. */
export interface Finding {
  /** Names it for people: a chunk's id, `root:path`, a table. */
  readonly id: string;
  /** Names it for the repair: a row's number, a hash. */
  readonly key: string;
  /** What is wrong, where the check's name does not say it all. */
  readonly note?: string | undefined;
  /** Only a push of this root restores what is lost; "": nothing says which root it was. */
  readonly needsPush?: string | undefined;
  /** What held it is damaged: only another database, and what was put in once more, restores it. @default false */
  readonly needsBackup?: boolean;
  /** Nothing here makes it right again: what somebody does. */
  readonly step?: string | undefined;
}

/** One bounded part of a check. */
export interface Scan {
  readonly checked: number;
  readonly found: readonly Finding[];
  /** Where the next part begins; undefined: this was the last. */
  readonly next: string | undefined;
}

export interface ScanPlace {
  readonly workspace: number;
  /** `next` of the part before, "" for the first. */
  readonly after: string;
  /** Rows looked at, at most. */
  readonly limit: number;
  /** Documents of the workspace, and passages beside those in a name's own row, up to which they are counted. @default all */
  readonly counted?: number | undefined;
  readonly nowMs: number;
}

/** However many there are. */
export const ALL = Number.MAX_SAFE_INTEGER;

/** How a promise of tables is looked at and kept. */
export interface TableAudit {
  /** Answers `checked`, `last` (place of the last row) and `found` (JSON list of `{id, key, note}`). */
  readonly scan: (place: ScanPlace) => { readonly sql: string; readonly values: Values };
  /** Statements of one batch: `:workspace`, `:keys` as a JSON list, `:now`. */
  readonly mend: (workspace: number) => readonly string[];
}

interface Walk {
  /** What stands behind FROM: a table that is walked by an index, and what is joined to its rows. */
  readonly from: string;
  /** Which rows, as the index begins. */
  readonly where: string;
  /** Columns that the rows are in order of, each with what is before its first value: `:p0`, `:p1` … */
  readonly order: Readonly<Record<string, string | number>>;
  readonly id: string;
  readonly key: string;
  /** Only reckoned of what is wrong. */
  readonly note?: string;
  readonly wrong: string;
}

/** Looks at the next rows of a table; the last one's columns, as a JSON list, are where the next part begins. */
export function walk({ from, where, order, id, key, note, wrong }: Walk): TableAudit["scan"] {
  const columns = Object.keys(order);
  const places = columns.map((_, at) => `p${at}`);
  const told = note === undefined ? "NULL" : `CASE WHEN ${wrong} THEN ${note} END`;
  // Each row is read once: nothing is kept of the part but what is wrong, and the last place.
  const sql = `SELECT count(*) AS checked, json_group_array(place) ->> '$[#-1]' AS last,
    json_group_array(json_object('id', id, 'key', key, 'note', note)) FILTER (WHERE wrong) AS found
  FROM (SELECT json_array(${columns.join(", ")}) AS place, ${id} AS id, CAST(${key} AS TEXT) AS key, ${told} AS note,
      ${wrong} AS wrong
    FROM ${from} WHERE ${where} AND (${columns.join(", ")}) > (${places.map((name) => `:${name}`).join(", ")})
    ORDER BY ${columns.join(", ")} LIMIT :limit) slice`;
  return ({ workspace, after, limit, counted = ALL, nowMs }) => {
    const given: unknown = after === "" ? [] : JSON.parse(after);
    if (!Array.isArray(given)) throw new SyntaxError("a place is a list");
    const values = Object.values(order).map((first, at): [string, string | number] => {
      const value: unknown = given[at] ?? first;
      return [`p${at}`, typeof first === "number" ? Number(value) || 0 : String(value)];
    });
    return { sql, values: { workspace, limit, counted, now: nowMs, ...Object.fromEntries(values) } };
  };
}

/** Chunks `c` of the workspace by text hash, the order of `chunks_by_embed_hash`: a random hash is a random place. */
export const walkChunks = ({
  join = "",
  key = "c.rid",
  ...walked
}: Pick<Walk, "wrong" | "note"> & { readonly join?: string; readonly key?: string }): TableAudit["scan"] =>
  walk({
    from: `chunks c ${join}`,
    where: "c.workspace = :workspace",
    order: { "c.embed_hash": "", "c.rid": 0 },
    id: "c.id",
    key,
    ...walked,
  });

/** The rows that a repair names by their numbers, or by texts. */
export const KEYS = "(SELECT value FROM json_each(:keys))";
export const NUMBERS = "(SELECT CAST(value AS INTEGER) FROM json_each(:keys))";
