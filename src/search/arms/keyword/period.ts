import { DAY_MS } from "../../../config.ts";
import { VECTOR } from "../../../database/embeddings.ts";
import { statement } from "../../../database/statement.ts";
import { spaceKey } from "../../../models/ports.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import type { ResolvedFilters } from "../../query/filters.ts";
import { namedPeriod } from "../../query/named-period.ts";
import { chunkColumns, chunkRow, type RawChunkRow } from "../../sql/chunk-rows.ts";
import { filterSql } from "../../sql/filter-sql.ts";
import { type KeywordMatch, matchSql } from "./matches.ts";

/** Passages of the time asked for that need no word of the query. */
export const IN_PERIOD = answerName<readonly KeywordMatch[]>("in the period");

/** Passages of documents dated then, the newest first, and as many that have its date in their text. */
const ROWS = 20;

/** The dates that every passage of a search must have, wherever in its filters they stand. */
function datesOf({
  afterMs,
  beforeMs,
  all = [],
}: ResolvedFilters): Pick<ResolvedFilters, "afterMs" | "beforeMs"> {
  const inside = all.map(datesOf);
  const after = [afterMs, ...inside.map((one) => one.afterMs)].filter((ms) => ms !== undefined);
  const before = [beforeMs, ...inside.map((one) => one.beforeMs)].filter((ms) => ms !== undefined);
  return {
    afterMs: after.length === 0 ? undefined : Math.max(...after),
    beforeMs: before.length === 0 ? undefined : Math.min(...before),
  };
}

/** The time that a search is for: the day or month that its query names, or that its filters leave. */
function timeOf({
  query,
  asOfMs,
  filters,
}: SearchPlan): { readonly fromMs: number; readonly toMs: number } | undefined {
  const { afterMs, beforeMs } = datesOf(filters);
  const named = namedPeriod(query.text, asOfMs);
  if (named !== undefined || (afterMs === undefined && beforeMs === undefined)) return named;
  return { fromMs: afterMs ?? Number.NEGATIVE_INFINITY, toMs: beforeMs ?? Number.POSITIVE_INFINITY };
}

/** The least and the greatest instant that there is, milliseconds: the database knows no infinity. */
const LAST_MS = 8.64e15;
const cut = (ms: number): number => Math.min(LAST_MS, Math.max(-LAST_MS, ms));

/** Longer times are not looked for in texts, where each month would be a phrase of its own. */
const MAX_MONTH_MS = 31 * DAY_MS;
const ISO_DAY_CHARS = 10;
const ISO_MONTH_CHARS = 7;
const NO_TEXT = '""';

/** A day or a month for FTS5, as 2026-05-04 or 2026-05 begin in a text. */
function datePhrases(fromMs: number, toMs: number): string {
  if (!(toMs - fromMs <= MAX_MONTH_MS)) return NO_TEXT;
  const isMonth = toMs - fromMs > DAY_MS;
  const iso = new Date(fromMs).toISOString().slice(0, isMonth ? ISO_MONTH_CHARS : ISO_DAY_CHARS);
  return `"${iso.replaceAll("-", " ")}"`;
}

/** Reads passages dated in the time that a search is for; no read where it is for none. */
export function periodRead(plan: SearchPlan): readonly DatabaseRead[] {
  const time = timeOf(plan);
  if (time === undefined) return [];
  const { workspace, filters, serving, profile, request } = plan;
  const match = datePhrases(time.fromMs, time.toMs);
  const written = matchSql(workspace, { filters }, ":match");
  const filter = filterSql(filters);
  const { embedder } = serving;
  const hasVectors = embedder.kind === "embedded" && profile.arms.vector;
  const sql = `SELECT ${chunkColumns(request)}, 0 AS bm25, ${hasVectors ? VECTOR : "NULL"} AS vector${filter.column}
    FROM (SELECT * FROM (SELECT c.rid FROM documents d CROSS JOIN chunks c ON c.document = d.num
        WHERE d.workspace = :workspace AND d.dated_at >= :from AND d.dated_at < :to
          AND (d.kind = 'memory' OR d.dated_at IS NOT d.mtime) AND ${filter.sql}
        ORDER BY d.dated_at DESC, d.num DESC, c.ordinal LIMIT ${ROWS})
      UNION SELECT * FROM (SELECT c.rid FROM ${written.from} WHERE ${written.where} ORDER BY k.rank LIMIT ${ROWS})) p
    CROSS JOIN chunks c ON c.rid = p.rid CROSS JOIN documents d ON d.num = c.document
    ${hasVectors ? "LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = :space AND e.hash = c.embed_hash" : ""}
    ORDER BY d.dated_at DESC, c.id`;
  const values = {
    ...{ ...written.values, ...filter.values, match, workspace, from: cut(time.fromMs), to: cut(time.toMs) },
    space: hasVectors ? spaceKey(embedder.space) : null,
  };
  return [
    databaseRead(IN_PERIOD, {
      statement: statement<RawChunkRow & Pick<KeywordMatch, "bm25" | "vector">>(sql),
      values,
      answer: (rows) => filter.passing(rows).map(chunkRow),
    }),
  ];
}
