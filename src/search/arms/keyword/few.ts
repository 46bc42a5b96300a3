import { MEMORY_ROOT } from "../../../config.ts";
import { ftsTable } from "../../../database/keyword-tables.ts";
import type { Values } from "../../../database/statement.ts";
import { anyOf, type ResolvedFilters } from "../../query/filters.ts";

// FTS5 ranks every match before a filter sees the first, best first: where few pass, hundreds of thousands of rows are read
// for none. Where the roots that a filter names hold few passages, those alone are ranked. Filters that name no root cannot
// be told apart so: their documents are in no index.

/** Passages of those roots, at most. They are counted first, up to here. */
const FEW_PASSAGES = 500;

/** Roots outside of which nothing passes; undefined: the filters name none. */
export function rootsOf({
  kind,
  type,
  tag,
  session,
  root,
  roots,
}: ResolvedFilters): readonly string[] | undefined {
  const areMemories = kind === "memory" || type !== undefined || tag !== undefined || session !== undefined;
  if (areMemories) return [MEMORY_ROOT];
  return root === undefined ? roots : anyOf(root);
}

interface Few {
  /** Makes `ranked (rid, rank)`: the first rows of the question, and more than them where few can pass. */
  readonly with: string;
  readonly values: Values;
}

/** `whole`: tables and conditions of a question, whose MATCH is an expression of SQL; `rows`: as many are wanted, at most. */
export function fewSql({
  workspace,
  roots,
  expression,
  whole,
  rows,
}: {
  readonly workspace: number;
  readonly roots: readonly string[];
  readonly expression: string;
  readonly whole: (expression: string) => { readonly from: string; readonly where: string };
  readonly rows: number;
}): Few {
  const fts = ftsTable(workspace);
  const askedIf = (areFew: 0 | 1) => `iif((SELECT areFew FROM size) = ${areFew}, ${expression}, '""')`;
  const { from, where } = whole(askedIf(0));
  return {
    // With a plus a row's number is no way in: FTS5 would be asked the whole question again for each.
    with: `WITH few (rid) AS MATERIALIZED (SELECT c.rid FROM json_each(:roots) r
        CROSS JOIN documents d ON d.workspace = +:workspace AND d.root = r.value CROSS JOIN chunks c ON c.document = d.num
        LIMIT ${FEW_PASSAGES + 1}),
      size AS MATERIALIZED (SELECT count(*) <= ${FEW_PASSAGES} AS areFew FROM few),
      ranked (rid, rank) AS (SELECT rowid, rank FROM ${fts} WHERE ${fts} MATCH ${askedIf(1)} AND +rowid IN (SELECT rid FROM few)
        UNION ALL SELECT * FROM (SELECT k.rowid, k.rank FROM ${from} WHERE ${where} ORDER BY k.rank LIMIT ${rows}))`,
    values: { workspace, roots: JSON.stringify(roots) },
  };
}
