import { DAY_MS } from "../config.ts";
import { idsFrom } from "../text/time-ordered-id.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { RecallReport, ReportedDocument, ReportedQuery, ReportParameters } from "./contract/recalls.ts";
import { type ReportRow, readReport } from "./sql/recall-reports.ts";

/** Days that each report looks back at, as far as the log goes; 0: all of it. */
const DAYS: Readonly<Record<ReportParameters["kind"], number>> = { never_found: 0, popular: 30, stale: 90 };

/**
 * What the log tells: queries that found nothing, documents returned most, documents not returned at all. A document is
 * stale only if it was there before the first search that is looked at.
 */
export async function reportRecalls(
  { session: db, workspace, nowMs }: WorkspaceContext,
  { kind, limit }: ReportParameters,
): Promise<RecallReport> {
  const from = DAYS[kind] === 0 ? "" : idsFrom(nowMs - DAYS[kind] * DAY_MS);
  const { searches, since, rows } = await readReport(db, { workspace, kind, from, limit });
  return {
    kind,
    since: since === null ? null : new Date(since).toISOString(),
    searches,
    ...(kind === "never_found"
      ? { queries: rows.map(reportedQuery) }
      : { documents: rows.map(reportedDocument) }),
  };
}

const iso = (ms = 0): string => new Date(ms).toISOString();

const reportedQuery = ({ query, queryHash, count, lastAt }: ReportRow): ReportedQuery => ({
  query: query ?? null,
  queryHash: queryHash ?? null,
  count: count ?? 0,
  lastAt: iso(lastAt),
});

const reportedDocument = (row: ReportRow): ReportedDocument => ({
  root: row.root ?? "",
  path: row.path ?? "",
  kind: row.kind ?? "file",
  title: row.title ?? null,
  ...(row.count !== undefined && { count: row.count, lastAt: iso(row.lastAt) }),
  ...(typeof row.quality === "number" && { quality: row.quality }),
  indexedAt: iso(row.indexedAt),
});
