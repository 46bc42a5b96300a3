import { MEMORY_ROOT } from "../../../config.ts";
import { ftsTable } from "../../../database/keyword-tables.ts";
import type { Values } from "../../../database/statement.ts";
import { anyOf, isOfMemories, type ResolvedFilters } from "../../query/filters.ts";

// FTS5 ranks every match before a filter sees the first, best first: where few pass, hundreds of thousands of rows are read
// for none. Where the places that a filter names hold few passages, those alone are ranked. Filters that name none cannot be
// told apart so: their documents are in no index.

/** Passages of those places, at most. They are counted first, up to here. */
const FEW_PASSAGES = 500;

/** Documents outside of which nothing passes, as indexes lead to them. */
export interface Places {
  readonly roots?: readonly string[] | undefined;
  /** What their paths begin with. */
  readonly start?: string | undefined;
}

/** Undefined: the filters name none. */
export function placesOf(filters: ResolvedFilters): Places | undefined {
  const { kind, root, prefix, glob } = filters;
  if (kind === "memory" || isOfMemories(filters)) return { roots: [MEMORY_ROOT] };
  const roots = root === undefined ? filters.roots : anyOf(root);
  const globs = glob === undefined ? [] : anyOf(glob);
  const start = typeof prefix === "string" ? prefix : globs.length === 1 ? globs[0]?.startsWith : undefined;
  return roots === undefined && !start ? undefined : { roots, start: start || undefined };
}

interface Question {
  readonly workspace: number;
  readonly places: Places;
  /** What FTS5 is asked, in SQL. */
  readonly expression: string;
  /** Tables and conditions of the question, whose MATCH is an expression of SQL. */
  readonly whole: (expression: string) => { readonly from: string; readonly where: string };
  /** Rows that are wanted, at most. */
  readonly rows: number;
}

interface Few {
  /** Makes `ranked (rid, rank)`: the first rows of the question, and others of its places that do not pass. */
  readonly with: string;
  readonly values: Values;
}

/** No path goes on with it. */
const LAST_CHARACTERS = "\u{10ffff}".repeat(4);

/** Makes `ranked (rid, rank)` of the matches in a few places, best first: of a place with more passages, by the whole question. */
export function fewSql({ workspace, places: { roots, start }, expression, whole, rows }: Question): Few {
  const fts = ftsTable(workspace);
  const askedIf = (areFew: 0 | 1) => `iif((SELECT areFew FROM size) = ${areFew}, ${expression}, '""')`;
  const { from, where } = whole(askedIf(0));
  const documents = [
    "d.workspace = +:workspace",
    ...(roots === undefined ? [] : ["d.root = r.value"]),
    ...(start === undefined ? [] : ["d.path >= +:start AND d.path < +:start || :last"]),
  ];
  return {
    // With a plus a row's number is no way in: FTS5 would be asked the whole question again for each.
    with: `WITH few (rid) AS MATERIALIZED (SELECT c.rid FROM ${roots === undefined ? "" : "json_each(:roots) r CROSS JOIN"} documents d
        CROSS JOIN chunks c ON c.document = d.num WHERE ${documents.join(" AND ")} LIMIT ${FEW_PASSAGES + 1}),
      size AS MATERIALIZED (SELECT count(*) <= ${FEW_PASSAGES} AS areFew FROM few),
      ranked (rid, rank) AS (SELECT rowid, rank FROM ${fts} WHERE ${fts} MATCH ${askedIf(1)} AND +rowid IN (SELECT rid FROM few)
        UNION ALL SELECT * FROM (SELECT k.rowid, k.rank FROM ${from} WHERE ${where} ORDER BY k.rank LIMIT ${rows}))`,
    values: {
      workspace,
      ...(roots !== undefined && { roots: JSON.stringify(roots) }),
      ...(start !== undefined && { start, last: LAST_CHARACTERS }),
    },
  };
}
