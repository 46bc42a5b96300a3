import { spaceKey } from "../../models/ports.ts";
import { quantise } from "../../text/quantise.ts";
import type { SearchTally } from "../../workspaces/search-days.ts";
import { HOUR_MS } from "../../config.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer } from "../contract/search.ts";
import type { SearchCaller, SearchDeps } from "../hops/deps.ts";
import type { Meaning } from "../hops/hop2.ts";
import type { WorkspaceState } from "../hops/workspace-state.ts";
import type { SearchPlan, SearchPosition } from "../plan.ts";
import type { Reranked } from "../rerank/rerank.ts";
import {
  keepSearch,
  type LoggedHit,
  type RecallDraft,
  type SearchWrites,
  type WaitingSearch,
} from "../sql/search-writes.ts";
import { isLogged, isMeant, recallRow } from "./recall-log.ts";

/** What is kept of an answer: all but what belongs to one request, and its hits as the log keeps them. */
export type KeptAnswer = Omit<SearchAnswer<AnyHit>, "recallId" | "timings" | "use"> & {
  readonly logged?: readonly LoggedHit[];
  readonly next?: SearchPosition | undefined;
  readonly heard?: string | undefined;
  readonly repaired?: SearchAnswer["use"]["repaired"];
};

/** Larger answers are not kept: a value in D1 has at most 2 MB. */
const MAX_KEPT_CHARS = 500_000;

/** A search that was answered, as far as what is noted of it needs. */
interface Answered extends Omit<RecallDraft, "token"> {
  readonly workspace: WorkspaceState;
  /** Where the hits behind it begin, if there are any. */
  readonly next?: SearchPosition | undefined;
  /** Which models had a say in it. */
  readonly heard?: string | undefined;
}

/** What was found out on the way to an answer, and is worth keeping. */
interface Results extends Meaning {
  readonly plan: SearchPlan;
  readonly reranked: Reranked;
  readonly rerankModel: string | undefined;
}

/** What a search writes, and what is noted of it together with its neighbours. */
export type SearchNotes = Omit<SearchWrites, "tallies" | "recalls"> & WaitingSearch;

/** Writes the log, counts and caches after the answer is out. */
export function writeBehind(
  deps: SearchDeps,
  caller: SearchCaller,
  answered: Answered,
  results?: Results,
): void {
  const kept = results === undefined ? {} : keptResults(deps, answered, results);
  writeSoon(deps, caller, { ...notesOf(deps, caller, answered), ...kept });
}

/** The day's statistics, the log, model use and, at most hourly, the token's last use. */
function notesOf(deps: SearchDeps, caller: SearchCaller, answered: Answered): SearchNotes {
  const { meter, now, explaining } = deps;
  const { workspace, answer, request } = answered;
  const { modelCalls, textsEmbedded, passagesReranked } = meter;
  const isTokenStale = (workspace.token.lastUsedAt ?? 0) < now() - HOUR_MS;
  // What was skipped was no search: it would count as one that found nothing. What is not to be logged nobody asked for.
  const isCounted = answer.outcome !== "skipped" && isMeant(request) && explaining === undefined;
  return {
    workspace: caller.workspace,
    nowMs: now(),
    ...(isCounted && { tally: tallyOf(answer) }),
    recall: draftOf(deps, caller, answered),
    ...(isTokenStale && { usedToken: { token: caller.claims.id, ...caller.from } }),
    ...(modelCalls > 0 && {
      models: { calls: modelCalls, texts: textsEmbedded, passages: passagesReranked },
    }),
  };
}

const tallyOf = ({ timings, hits, degraded, use }: SearchAnswer<AnyHit>): SearchTally => ({
  totalMs: timings.totalMs,
  isEmpty: hits.length === 0,
  isDegraded: degraded.length > 0,
  cached: use.cached,
});

/** Undefined for what is not to be logged, such as the search behind an explanation, which nobody gets an answer of. */
function draftOf(
  { settings: { logQueries }, explaining }: SearchDeps,
  { claims }: SearchCaller,
  { workspace, next: _, heard: __, ...answered }: Answered,
): RecallDraft | undefined {
  const isWanted = isLogged(answered.request, { queries: logQueries, settings: workspace.settings });
  return explaining === undefined && isWanted ? { token: claims.id, ...answered } : undefined;
}

/** Caches for later searches: successes only, and nothing of a half-typed query, which hardly anybody asks again. */
function keptResults(
  { models, explaining }: SearchDeps,
  { answer, logged, next, heard }: Answered,
  { plan, queryVector, expanded, reranked, rerankModel }: Results,
): Partial<SearchNotes> {
  const { keys, serving } = plan;
  const made = queryVector.source === "model" ? queryVector.vector : undefined;
  const levels = made && quantise(made);
  const vector = levels === undefined ? undefined : { identity: spaceKey(serving.embedder.space), levels };
  const isScored = rerankModel !== undefined && reranked.fresh.length > 0;
  const scores = isScored ? { model: rerankModel, scores: reranked.fresh } : undefined;
  const body = explaining === undefined ? bodyToKeep(answer, { logged, next, heard }) : undefined;
  const text = explaining === undefined ? expanded.fresh : undefined;
  const outages = [queryVector.outage, ...expanded.lost.map(({ error }) => error), reranked.outage];
  const isQuotaOver = outages.some((error) => error?.code === "quota");
  const paused = isQuotaOver && { pausedUntil: models.budget.stop()?.untilMs };
  if (plan.request.typing === true) return { ...paused };
  return {
    ...(body && { answer: { requestKey: keys.answer, version: answer.index.version, body } }),
    ...((vector ?? scores) !== undefined && { results: { queryHash: keys.query, vector, scores } }),
    ...(text !== undefined && keys.expansion !== undefined && { expansion: { key: keys.expansion, text } }),
    ...paused,
  };
}

/**
 * Undefined for an answer that is degraded, lacks vectors still being made, is too large to be kept, or took one hop, as
 * a kept one does.
 */
function bodyToKeep(
  { recallId: _, timings, use: { repaired }, ...kept }: SearchAnswer<AnyHit>,
  { logged, next, heard }: Pick<Answered, "logged" | "next" | "heard">,
): string | undefined {
  const { index, degraded } = kept;
  const isWhole =
    timings.hops > 1 && degraded.length === 0 && index.pendingChunks === 0 && index.pendingSkipped === 0;
  const body = isWhole ? JSON.stringify({ ...kept, logged, next, heard, repaired } satisfies KeptAnswer) : "";
  return body !== "" && body.length <= MAX_KEPT_CHARS ? body : undefined;
}

/** Searches that have nothing to write but that they were are noted in one write, when none has come for so long. */
const QUIET_MS = 100;
/** However many come, they are noted so long after the first of them. */
const WAIT_MS = 1_000;
/** So many are not kept waiting: each holds its whole answer. */
const MANY = 50;

/** Writes at once what a next search may want, and what is only noted together with its neighbours. */
export function writeSoon(
  { db, memory, settings: { logQueries } }: Pick<SearchDeps, "db" | "memory" | "settings">,
  { later }: Pick<SearchCaller, "later">,
  { tally, recall, workspace, nowMs, ...wanted }: SearchNotes,
): void {
  const isNoted = tally !== undefined || recall !== undefined;
  const isExpected = !isNoted || memory.addSearch(workspace, { tally, recall });
  const write = async () => {
    const searches = memory.takeSearches(workspace);
    const recalls = searches.flatMap((search) => search.recall ?? []);
    try {
      await keepSearch(db, {
        ...wanted,
        workspace,
        nowMs,
        tallies: searches.flatMap((search) => search.tally ?? []),
        recalls: await Promise.all(recalls.map((draft) => recallRow(draft, logQueries))),
      });
    } catch (error) {
      memory.returnSearches(workspace, searches.slice(-MANY));
      throw error;
    }
  };
  if (Object.keys(wanted).length > 0) later(write);
  else if (!isExpected) later(() => quiet(() => memory.waitingSearches(workspace)).then(write));
}

/** Until the count has stood still, is high, or was waited for long enough. */
async function quiet(count: () => number): Promise<void> {
  let before = 0;
  for (let waited = 0; waited < WAIT_MS; waited += QUIET_MS) {
    const waiting = count();
    if (waiting === before || waiting >= MANY) return;
    before = waiting;
    await delay(QUIET_MS);
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
