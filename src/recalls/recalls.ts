import { DAY_MS } from "../config.ts";
import { AppError } from "../errors.ts";
import { parseSettings } from "../search/profiles/resolve-profile.ts";
import type { LogQueries } from "../search/sql/recall-types.ts";
import { idsFrom } from "../text/time-ordered-id.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type {
  ClearAnswer,
  RecallAnswer,
  RecallList,
  RecallLogChange,
  RecallParameters,
  RecallReport,
  ReportedDocument,
  ReportedQuery,
  ReportParameters,
} from "./contract/recalls.ts";
import { recallAnswer, recallSummary } from "./recall-answer.ts";
import {
  clearRecalls,
  findRecalls,
  listRecalls,
  type RecallRow,
  writeRecallLog,
} from "./sql/recall-reads.ts";
import { type ReportRow, readReport } from "./sql/recall-reports.ts";

/** How the service keeps its log. */
interface LogRules {
  readonly queries: LogQueries;
  readonly days: number;
}

/** Above every id of a search. */
const END = "g";

/** Logged searches, newest first, with what the log is set to. */
export async function pageOfRecalls(
  { session: db, workspace, row }: OpenWorkspace,
  { queries, days }: LogRules,
  { after, before, cursor, ...wish }: RecallParameters,
): Promise<RecallList> {
  const ends = [cursor ?? END, before === undefined ? END : idsFrom(Date.parse(before))];
  const rows = await listRecalls(db, {
    ...wish,
    workspace,
    from: after === undefined ? "" : idsFrom(Date.parse(after)),
    below: ends.toSorted()[0] ?? END,
  });
  const isOn = queries !== "off" && parseSettings(row.settings).recallLog !== "off";
  return {
    recalls: rows.map(recallSummary),
    next: rows.length < wish.limit ? null : (rows.at(-1)?.id ?? null),
    log: { queries, days, on: isOn },
  };
}

/** One logged search. Throws `not_found`, and `ambiguous` for a start that several ids have. */
export async function readRecall(
  { session: db, workspace }: WorkspaceContext,
  idStart: string,
): Promise<RecallAnswer> {
  return recallAnswer(onlyRecall(await findRecalls(db, { workspace, idStart, token: undefined })));
}

/** The one that is meant. Throws `not_found`, `ambiguous`. */
export function onlyRecall(found: readonly RecallRow[]): RecallRow {
  const [recall, other] = found;
  if (recall === undefined)
    throw new AppError("not_found", "There is no such search in the recall log (any more)");
  if (other !== undefined)
    throw new AppError("ambiguous", "Several searches' ids begin so: send more of it", {
      details: { candidates: found.map(({ id }) => id) },
    });
  return recall;
}

/** Statements of one request. */
const MAX_SLICES = 10;

/** Deletes logged searches, all or the older ones, a bounded number; votes given on them stay. */
export async function deleteRecalls(
  { session: db, workspace }: WorkspaceContext,
  before: string | undefined,
): Promise<ClearAnswer> {
  const below = before === undefined ? END : idsFrom(Date.parse(before));
  let deleted = 0;
  for (let slice = 0; slice < MAX_SLICES; slice++) {
    const cleared = await clearRecalls(db, { workspace, below });
    deleted += cleared.deleted;
    if (cleared.isDone) return { deleted, isDone: true };
  }
  return { deleted, isDone: false };
}

/** Turns the workspace's log on or off; what is logged stays until its time. */
export async function changeRecallLog(
  { session: db, workspace }: WorkspaceContext,
  { on }: RecallLogChange,
): Promise<RecallLogChange> {
  await writeRecallLog(db, workspace, on);
  return { on };
}

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
