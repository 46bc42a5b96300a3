import { DAY_MS } from "../config.ts";
import { AppError } from "../errors.ts";
import type { LoggedHit, LogQueries } from "../search/sql/search-writes.ts";
import { passageId } from "../search/views/citation.ts";
import { idsFrom } from "../text/time-ordered-id.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { parseSettings } from "../workspaces/workspace-settings.ts";
import {
  type ClearAnswer,
  RecallAnswer,
  type RecallHit,
  type RecallList,
  type RecallLogChange,
  type RecallParameters,
  type RecallReport,
  type RecallSummary,
  type ReportedDocument,
  type ReportedQuery,
  type ReportParameters,
} from "./contract/recalls.ts";
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

const ID = /^[0-9a-f-]{36}$/;
/** Above every id of a search. */
const END = "g";

/** Logged searches, newest first, with what the log is set to. Throws `invalid_input` for a wrong cursor. */
export async function pageOfRecalls(
  { session: db, workspace, row }: OpenWorkspace,
  { queries, days }: LogRules,
  { after, before, cursor, ...wish }: RecallParameters,
): Promise<RecallList> {
  if (cursor !== undefined && !ID.test(cursor)) throw wrongCursor();
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
    nextCursor: rows.length < wish.limit ? null : (rows.at(-1)?.id ?? null),
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

/** `not_found`: no logged search is meant. */
export const noRecall = (): AppError =>
  new AppError("not_found", "There is no such search in the recall log (any more)");

/** The one that is meant. Throws `not_found`, `ambiguous`. */
export function onlyRecall(found: readonly RecallRow[]): RecallRow {
  const [recall, other] = found;
  if (recall === undefined) throw noRecall();
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

/** A hit of the log; of one whose document is gone nothing but its score and arms is left. */
type StoredHit = Pick<LoggedHit, "score" | "arms"> & Partial<LoggedHit>;

type Count = readonly [hit: string, value: 1 | -1, votes: number, root: string | null, path: string | null];

const NO_VOTES = { up: 0, down: 0 };

const add = ({ up, down }: typeof NO_VOTES, [, value, n]: Count) =>
  value === 1 ? { up: up + n, down } : { up, down: down + n };

/** A hit as votes name it. */
export interface VotableHit extends Pick<RecallHit, "rank"> {
  readonly chunk: string;
  readonly root: string;
  readonly path: string;
}

/** Hits of a logged search that are there, with the chunks that were returned. */
export function votableHits(row: RecallRow): readonly VotableHit[] {
  const gone = new Set(JSON.parse(row.gone) as number[]);
  return (JSON.parse(row.hits) as StoredHit[]).flatMap(({ chunk, root, path }, at) =>
    gone.has(at) || chunk === undefined || root === undefined || path === undefined
      ? []
      : [{ rank: at + 1, chunk, root, path }],
  );
}

/** A logged search with its hits: what is gone by now is neither named nor cited. */
export function recallAnswer(row: RecallRow): RecallAnswer {
  const gone = new Set(JSON.parse(row.gone) as number[]);
  const counts = JSON.parse(row.votes) as Count[];
  const hits = (JSON.parse(row.hits) as StoredHit[]).map((hit, at) => hitAnswer(hit, at, gone.has(at)));
  const withVotes = hits.map((hit) => ({
    ...hit,
    votes: counts.filter(([chunk]) => chunk === hit.chunk).reduce(add, NO_VOTES),
    chunk: hit.chunk === null ? null : shownId(hit.chunk, hit),
  }));
  return RecallAnswer.parse({
    ...row,
    recallId: row.id,
    at: new Date(row.at).toISOString(),
    profileVersion: row.settingsHash,
    filters: row.filters === null ? null : JSON.parse(row.filters),
    degraded: JSON.parse(row.degraded),
    cached: row.cached === 1,
    hitCount: hits.length,
    best: hits.find((hit) => hit.citation !== null)?.citation ?? null,
    votes: counts.reduce(add, NO_VOTES),
    judged: judgedOf(counts),
    hits: withVotes,
  });
}

/** Documents with votes, in the order of their names. */
function judgedOf(counts: readonly Count[]): RecallSummary["judged"] {
  const documents = new Map<string, RecallSummary["judged"][number]>();
  for (const count of counts) {
    const [, , , root, path] = count;
    if (root === null || path === null) continue;
    const name = `${root}:${path}`;
    const known = documents.get(name) ?? { root, path, ...NO_VOTES };
    documents.set(name, { root, path, ...add(known, count) });
  }
  return [...documents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, judged]) => judged);
}

/** The id that a logged passage is shown by: of a memory its own. */
const shownId = (chunk: string, { root, path }: Pick<RecallHit, "root" | "path">): string =>
  passageId({ id: chunk, root: root ?? "", path: path ?? "" });

function hitAnswer(hit: StoredHit, at: number, isGone: boolean): Omit<RecallHit, "votes"> {
  const { score, arms, chunk, root, path, startLine, endLine } = hit;
  const rank = at + 1;
  if (isGone || chunk === undefined || root === undefined || path === undefined)
    return { rank, chunk: null, root: null, path: null, citation: null, score, arms };
  const lines = startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`;
  return { rank, chunk, root, path, citation: `${root}:${path}#${lines}`, score, arms };
}

/** The same without its hits, as lists have it. */
function recallSummary(row: RecallRow): RecallSummary {
  const { hits: _, ...summary } = recallAnswer(row);
  return summary;
}
