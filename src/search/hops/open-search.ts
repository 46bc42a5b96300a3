import { DEFAULTS } from "../../config.ts";
import { identityKey } from "../../models/ports.ts";
import { type StartedExpansion, startExpansion } from "../arms/expansion/expand.ts";
import { type StartedEmbedding, startEmbedding } from "../arms/vector/query-vector.ts";
import type { SearchRequest } from "../contract/search.ts";
import { overridesOf } from "../profiles/workspace-settings.ts";
import { splitForVectors } from "../query/filters/filters.ts";
import { checkAlive, planSearch, type SearchPlan } from "../query/search-plan.ts";
import type { FirstHopAnswer, FirstHopQuery } from "../sql/search-types.ts";
import { createDeadline, type Deadline } from "./deadline.ts";
import { keywordQuestion } from "./gather.ts";
import { hop, type SearchCaller, type SearchParts, usesKeywordArm, usesRecentArm } from "./parts.ts";

/** A search that has made its first hop. */
export interface OpenSearch {
  readonly plan: SearchPlan;
  readonly deadline: Deadline;
  readonly started: StartedEmbedding | undefined;
  readonly expanding: StartedExpansion | undefined;
  readonly first: FirstHopAnswer;
}

/**
 * Hop 1. A search is planned with the workspace's settings as this isolate last saw them; when what it
 * depends on has changed since, it is planned and asked once more. Throws AppError for a bad request or a dead token.
 */
export async function openSearch(
  parts: SearchParts,
  caller: SearchCaller,
  request: SearchRequest,
): Promise<OpenSearch> {
  const { memory, now, meter, store } = parts;
  const deadline = createDeadline(DEFAULTS.searchBudgetMs, now, caller.signal);
  const assumed = memory.settings(caller.workspace);
  const plan = await planWith(parts, caller, { request, settings: assumed });
  const started = startEmbedding(parts, plan, { ...caller, deadline });
  const expanding = startExpansion(parts, plan, { ...caller, deadline });
  const ask = (asked: SearchPlan) => hop(meter, store.first(firstQuery(parts, caller, asked)));
  const [first] = await Promise.all([ask(plan), caller.admitted]);
  checkAlive(first);
  const settings = first.workspace?.settings ?? assumed;
  if (settings === assumed) return { plan, deadline, started, expanding, first };
  memory.keepSettings(caller.workspace, settings);
  const known = await planWith(parts, caller, { request, settings });
  const isSame = known.requestKey === plan.requestKey;
  return { plan: known, deadline, started, expanding, first: isSame ? first : await ask(known) };
}

function planWith(
  parts: SearchParts,
  { scope }: SearchCaller,
  { request, settings }: { readonly request: SearchRequest; readonly settings: string },
): Promise<SearchPlan> {
  const generator = parts.generator?.model;
  const models = `${identityKey(parts.embedder.identity)} ${parts.reranker?.model ?? ""} ${generator ?? ""}`;
  return planSearch(request, {
    nowMs: parts.now(),
    build: `${parts.build} ${models}`,
    scope,
    overrides: overridesOf(settings, request.profile),
    generator,
  });
}

function firstQuery(
  parts: SearchParts,
  { workspace, tokenId }: SearchCaller,
  plan: SearchPlan,
): FirstHopQuery {
  const { embedder, now } = parts;
  const { arms } = plan.profile;
  const isNeural = embedder.kind === "neural" && arms.vector;
  return {
    workspace,
    tokenId,
    requestKey: plan.requestKey,
    nowMs: now(),
    keyword: usesKeywordArm(parts, plan.profile) ? keywordQuestion(parts, plan, plan) : undefined,
    stems: plan.stems,
    queryVector: isNeural ? { identity: identityKey(embedder.identity), hash: plan.queryHash } : undefined,
    expansion: plan.expansionKey,
    recent: usesRecentArm(plan.profile) ? plan.filters : undefined,
    entities: plan.entitySlugs && {
      slugs: plan.entitySlugs,
      filters: plan.filters,
      limit: DEFAULTS.armPool,
    },
    recentSession: plan.request.session,
    count: isNeural && !splitForVectors(plan.filters).isWhole ? plan.filters : undefined,
  };
}
