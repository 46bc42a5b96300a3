import { DEFAULTS, type PlanLimits } from "../../config.ts";
import { type Breaker, type Breakers, guarded, guardedIndex } from "../../models/breaker.ts";
import { budgeted, createModelBudget, type ModelBudget } from "../../models/budget.ts";
import { cachedEmbedder, type VectorMemory } from "../../models/cached-embedder.ts";
import {
  decoratedEmbedder,
  decoratedGenerator,
  decoratedReranker,
  hopCounter,
  metered,
  meteredIndex,
} from "../../models/decorators.ts";
import { type Models, type Serving, servingOf } from "../../models/models.ts";
import { type Meter, spaceKey } from "../../models/ports.ts";
import { byChunk } from "../../models/vector-ids.ts";
import { charged, heldToQuota, type IsolateCalls } from "../../models/workspace-calls.ts";
import { AppError } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { Trace } from "../explain/trace.ts";
import type { SearchDeps, SearchModels } from "../hops/deps.ts";
import { createIsolateMemory } from "../hops/isolate-memory.ts";
import type { SearchPage, SearchPlan, SearchPosition, SearchServing } from "../plan.ts";
import { confinedResult, quieted } from "../record/confined.ts";
import { withOutages } from "../record/outages.ts";
import { type SearchResult, search } from "../search.ts";
import { keepSearch, type LogQueries } from "../sql/search-writes.ts";
import { pageOf, sealCursor } from "./search-cursor.ts";
import type { SearchSweeps } from "./search-sweeps.ts";

/** How long a search that ended in an error keeps its token from speculative model calls, milliseconds. */
const DISTRUST_MS = 60_000;

interface SearchServiceDeps {
  readonly models: Models;
  readonly limits: PlanLimits;
  /** Model calls a day; undefined: no bound but the platform's. */
  readonly modelBudget: number | undefined;
  /** What is known of the workspaces' quotas. */
  readonly calls: IsolateCalls;
  readonly logQueries: LogQueries;
  /** Asks the models before the token is known to be good. */
  readonly speculate: boolean;
  readonly areRowsFree: boolean;
  readonly sweeps: SearchSweeps;
  /** What cursors are sealed with, the newest first. */
  readonly secrets: readonly string[];
  /** What is known of the models' servers; background work asks them all the same, in its own time. */
  readonly breakers: Breakers;
  readonly now: () => number;
}

export interface SearchService {
  search(context: WorkspaceContext, request: SearchRequest): Promise<SearchAnswer<AnyHit>>;
  /** A search whose every step is noted, with its plan. */
  explained(context: WorkspaceContext, request: SearchRequest, explaining: Trace): Promise<SearchResult>;
}

/** Searches with the models of each workspace's embedding space; what they used is counted whatever becomes of them. */
export function searchService({
  models,
  sweeps,
  modelBudget,
  calls,
  limits,
  breakers,
  secrets,
  ...more
}: SearchServiceDeps): SearchService {
  const { now } = more;
  const memory = createIsolateMemory(DEFAULTS.queryEmbeddingsInMemory);
  const budgets = new Map<number, ModelBudget>();
  // Each database has its own part of the day's calls, and an isolate may search several.
  const budgetOf = (database: number): ModelBudget => {
    const budget = budgets.get(database) ?? createModelBudget({ callsPerDay: modelBudget, now });
    budgets.set(database, budget);
    return budget;
  };
  const { speculate, logQueries, areRowsFree } = more;
  const settings = { limits, speculate, logQueries, areRowsFree, build: VERSION };
  const served = { models, servingOf: servingOf(models), calls, breakers, vectors: memory.vectors };
  const run = async (context: WorkspaceContext, request: SearchRequest, explaining?: Trace) => {
    const { workspace, claims, from, confines, admitted, later, meter, signal, together } = context;
    const db = request.consistency === "strong" ? context.session.toPrimary() : context.session;
    const hops = hopCounter(meter);
    const deps: SearchDeps = {
      ...{ db, memory, meter, hops, settings, now, explaining },
      models: modelsFor({ ...served, budget: budgetOf(db.database) }, { workspace, meter, hops, together }),
    };
    const sealing = { secrets, token: claims.id };
    const page = await pageOf(request, sealing);
    const caller = { workspace, claims, from, confines, admitted, later, signal, page };
    const { calls: ownCalls } = deps.models;
    try {
      const result = await search(deps, caller, quieted(context, request));
      const { outcome, degraded, profile, use, index } = result.answer;
      Object.assign(context.notes, { outcome, degraded, profile, cached: use.cached });
      // What waits for a quota waits until midnight, however often it is looked for.
      if (ownCalls.stop() === undefined) sweeps.after({ workspace, database: db.database, index, later });
      const shown = confinedResult(withOutages(context, result), confines);
      const { next, heard = "" } = result;
      if (result.plan === undefined || isOriginal(result.plan)) return shown;
      const nextCursor =
        next && (await sealCursor(request, pageBehind(result.answer, { next, heard }), sealing));
      return { ...shown, answer: { ...shown.answer, nextCursor: nextCursor ?? null } };
    } catch (error) {
      // A refused token may not make the models work for it again, and what it used is counted all the same.
      if (signal?.aborted !== true) memory.distrust(claims.id, now() + DISTRUST_MS);
      // Outsiders use up nobody's quota.
      const isRefused = error instanceof AppError && error.code === "unauthorized";
      if (isRefused) ownCalls.add(-meter.modelCalls);
      later(() => countUse(deps, workspace, { meter, isCharged: !isRefused }));
      throw error;
    }
  };
  return {
    search: async (context, request) => (await run(context, request)).answer,
    explained: run,
  };
}

const pageBehind = (
  { index: { version }, asOf, relevance, confidence, calibration }: SearchAnswer<AnyHit>,
  { next, heard }: { readonly next: SearchPosition; readonly heard: string },
): SearchPage => ({
  ...{ ...next, version, asOfMs: Date.parse(asOf), heard },
  judged: { relevance, confidence, calibration },
});

/** Its pools grow with the limit, so that no page continues another. */
const isOriginal = ({ profile }: SearchPlan): boolean => profile.arms.pool === "original";

async function countUse(
  { db, now }: SearchDeps,
  workspace: number,
  { meter, isCharged }: { readonly meter: Meter; readonly isCharged: boolean },
): Promise<void> {
  const { modelCalls: calls, textsEmbedded: texts, passagesReranked: passages } = meter;
  if (calls > 0)
    await keepSearch(db, { workspace, nowMs: now(), isCharged, models: { calls, texts, passages } });
}

interface Served {
  readonly models: Models;
  readonly servingOf: (space: string) => Serving;
  readonly budget: ModelBudget;
  readonly calls: IsolateCalls;
  readonly breakers: Breakers;
  readonly vectors: VectorMemory;
}

interface ForOneSearch {
  readonly workspace: number;
  readonly meter: Meter;
  readonly hops: SearchDeps["hops"];
  readonly together?: WorkspaceContext["together"];
}

/**
 * The models of one search: their calls are refused while the budget stands still, the workspace's quota is used up or their
 * server does not answer, then counted, in this order.
 */
function modelsFor(
  served: Served,
  { workspace, meter, hops, together = (embedder) => embedder }: ForOneSearch,
): SearchModels {
  const { reranker, generator } = served.models;
  const calls = served.calls.of(workspace);
  const around = (breaker: Breaker, called: Parameters<typeof metered>[2]) => [
    ...[budgeted(served.budget), heldToQuota(calls), guarded(breaker)],
    ...[charged(calls), metered(meter, hops, called)],
  ];
  const aroundModel = (port: "reranker" | "generator", { model }: { readonly model: string }) =>
    around(served.breakers.of(port, model), { port, model });
  // Search asks for chunks, an index knows vectors by generation and chunk.
  const serving = ({ embedder, vectors }: Required<Pick<Models, "embedder" | "vectors">>): SearchServing => {
    const { dimensions, model } = embedder.space;
    const breaker = served.breakers.of("embedder", spaceKey(embedder.space));
    const embedding = together(decoratedEmbedder(embedder, ...around(breaker, { port: "embedder", model })));
    const index = vectors && meteredIndex(byChunk(vectors), meter, hops);
    return {
      embedder: cachedEmbedder(embedding, served.vectors, workspace),
      vectors: index && guardedIndex(index, served.breakers.of("vector_index", `${dimensions}`)),
    };
  };
  return {
    configured: serving(served.models),
    servingOf(space) {
      const { embedder, vectors } = served.servingOf(space);
      // A model without the index that its vectors are in finds nothing by meaning, and would not say so.
      const isWhole = embedder?.kind === "embedded" || vectors !== undefined;
      return embedder !== undefined && isWhole ? serving({ embedder, vectors }) : undefined;
    },
    reranker: reranker && decoratedReranker(reranker, ...aroundModel("reranker", reranker)),
    generator: generator && decoratedGenerator(generator, ...aroundModel("generator", generator)),
    budget: served.budget,
    calls,
  };
}
