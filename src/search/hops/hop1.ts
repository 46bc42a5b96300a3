import { DEFAULTS } from "../../config.ts";
import { whereItLives } from "../../database/several/directory.ts";
import { spaceKey } from "../../models/ports.ts";
import type { Language } from "../../text/languages/language.ts";
import { type StartedExpansion, startExpansion } from "../arms/expansion/expand.ts";
import { CONFINED_STATISTICS, confinedStatisticsRead } from "../arms/keyword/confined-statistics.ts";
import { ARMS } from "../arms/table.ts";
import { type StartedEmbedding, startEmbedding } from "../arms/vector/query-vector.ts";
import type { SearchRequest } from "../contract/search.ts";
import type { SearchPlan } from "../plan.ts";
import { planSearch } from "../plan-search.ts";
import { overridesOf } from "../profiles/resolve-profile.ts";
import { languagesAmong } from "../query/language-forms.ts";
import { createDeadline, type Deadline } from "./attempt.ts";
import type { SearchCaller, SearchDeps } from "./deps.ts";
import type { SeenWorkspace } from "./isolate-memory.ts";
import { type Answers, answersOf, askDatabase } from "./reads.ts";
import { alive, isUnknown, STATE, stateRead, type WorkspaceState } from "./workspace-state.ts";

/** A search that has made its first hop. */
export interface OpenSearch {
  readonly plan: SearchPlan;
  readonly deadline: Deadline;
  readonly workspace: WorkspaceState;
  readonly answers: Answers;
  /** Calls of models that were begun beside the hop, and that nobody awaits yet. */
  readonly started: StartedCalls;
}

interface StartedCalls {
  readonly embedding: StartedEmbedding | undefined;
  readonly expansion: StartedExpansion | undefined;
}

/**
 * Hop 1: the database, and beside it the query's embedding and expansion. A search is planned with the workspace's settings
 * and embedding space as this isolate last saw them; when what it depends on has changed since, it is planned and asked
 * once more. Throws AppError for a bad request, a dead token or a database that does not answer.
 */
export async function hop1(
  deps: SearchDeps,
  caller: SearchCaller,
  request: SearchRequest,
): Promise<OpenSearch> {
  const { memory, now } = deps;
  const deadline = createDeadline(DEFAULTS.searchBudgetMs, now, caller.signal);
  const assumed = memory.lastSeen(caller.workspace);
  const plan = await planWith(deps, caller, { request, seen: assumed });
  const started = startCalls(deps, caller, { plan, deadline });
  const [asked] = await Promise.all([askFirst(deps, caller, plan), caller.admitted]);
  const { settings, identity, frequencies, chunks } = asked.workspace;
  const languages = languagesAmong(frequencies);
  const isTried = languages.every((one) => plan.query.tried.includes(one));
  const seen = {
    ...{ settings, space: identity, languages: seenLanguages(caller, assumed, languages) },
    passages: caller.confines === undefined ? chunks : assumed.passages,
  };
  const hasMoved = isOtherSpace(plan, identity) && deps.models.servingOf(identity) !== undefined;
  // Another embedding space that nothing here serves is for the vector arm to report.
  if (settings === assumed.settings && !hasMoved && isTried) {
    memory.see(caller.workspace, { ...assumed, languages: seen.languages, passages: seen.passages });
    return { plan, deadline, started, ...asked };
  }
  memory.see(caller.workspace, seen);
  const known = await planWith(deps, caller, { request, seen });
  if (known.keys.answer === plan.keys.answer && isTried) return { plan: known, deadline, started, ...asked };
  const again = isOtherSpace(known, spaceOf(plan))
    ? startCalls(deps, caller, { plan: known, deadline })
    : started;
  return { plan: known, deadline, started: again, ...(await askFirst(deps, caller, known)) };
}

/** A language that is there no longer costs a little; what a narrow token sees is not all. */
function seenLanguages(
  { confines }: SearchCaller,
  { languages }: SeenWorkspace,
  found: readonly Language[],
): readonly Language[] | undefined {
  if (languages === undefined) return confines === undefined ? found : undefined;
  return found.every((one) => languages.includes(one)) ? languages : [...new Set([...languages, ...found])];
}

const spaceOf = ({ serving }: SearchPlan): string => spaceKey(serving.embedder.space);

const isOtherSpace = (plan: SearchPlan, space: string): boolean => space !== spaceOf(plan);

function planWith(
  { models, settings, now }: SearchDeps,
  { workspace, claims: { scope }, confines, page }: SearchCaller,
  { request, seen }: { readonly request: SearchRequest; readonly seen: SeenWorkspace },
): Promise<SearchPlan> {
  const generator = models.generator?.model;
  const serving = (seen.space !== undefined && models.servingOf(seen.space)) || models.configured;
  return planSearch(request, {
    ...{ workspace, serving, scope, confines, generator, page },
    nowMs: now(),
    build: `${settings.build} ${models.reranker?.model ?? ""} ${generator ?? ""}`,
    overrides: overridesOf(seen.settings, request.profile),
    languages: seen.languages,
    ranking: { passages: seen.passages, areRowsFree: settings.areRowsFree },
  });
}

/** Nothing is spent for an asker who has gone, nor ahead of its check on a token that was refused lately. */
function startCalls(
  { models, memory, settings, now }: SearchDeps,
  { claims, signal }: SearchCaller,
  { plan, deadline }: { readonly plan: SearchPlan; readonly deadline: Deadline },
): StartedCalls {
  // Here, not in the calls: nobody awaits these yet, and a rejection that nobody handles ends a process.
  signal?.throwIfAborted();
  const isStopped = models.budget.stop() !== undefined || models.calls.stop() !== undefined;
  if (!settings.speculate || isStopped || memory.isDistrusted(claims.id, now()))
    return { embedding: undefined, expansion: undefined };
  return {
    embedding: startEmbedding(plan, deadline),
    expansion: startExpansion({ generator: models.generator, memory, deadline, now }, plan),
  };
}

/** Every arm's first questions beside the state of the workspace. */
async function askFirst(
  deps: SearchDeps,
  { claims }: SearchCaller,
  plan: SearchPlan,
): Promise<Pick<OpenSearch, "workspace" | "answers">> {
  const arms = ARMS.filter((arm) => arm.isOn(plan));
  const ask = async () =>
    answersOf().with(
      await askDatabase(deps, [
        stateRead({
          workspace: plan.workspace,
          claims,
          nowMs: deps.now(),
          usualCalls: deps.db.usualCalls,
          plan,
        }),
        ...(plan.confines === undefined ? [] : [confinedStatisticsRead(plan, plan.confines)]),
        ...arms.flatMap(({ reads }) => reads.hop1?.(plan) ?? []),
      ]),
    );
  const answers = await whereItLives(deps.db, ask, {
    workspace: plan.workspace,
    isMissing: (found) => isUnknown(found.of(STATE)),
  });
  // Only what the token sees counts, where that is not all.
  const workspace = { ...alive(answers.of(STATE)), ...answers.of(CONFINED_STATISTICS) };
  deps.models.budget.learn(workspace.models);
  deps.models.calls.learn(workspace.modelCalls);
  return { workspace, answers };
}
