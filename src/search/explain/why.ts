import type { WhyReason } from "../contract/explain.ts";
import type { SearchPlan } from "../plan.ts";
import type { ResolvedFilters } from "../query/filters.ts";
import { containsPhrase } from "../query/match-text.ts";
import { passes } from "../query/passes.ts";
import { NO_CONTENT } from "../relevance/judge.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import type { Standing, Trace, TraceStep } from "./trace.ts";

export interface Sought {
  readonly row: ChunkRow;
  readonly hasVector: boolean;
  /** Its place among all matches of the keyword arm's question, by bm25; undefined: no word of the query occurs in it. */
  readonly keywordRank: number | undefined;
}

export interface Why {
  readonly reason: WhyReason;
  readonly message: string;
  /** The step that dropped it, and why that step drops. */
  readonly step?: string;
  readonly dropped?: string;
  readonly filters?: readonly string[];
  readonly rank?: number;
}

type WhyPlan = Pick<SearchPlan, "filters" | "limit" | "profile"> & {
  readonly query: Pick<SearchPlan["query"], "phrases">;
};

/** Where a chunk is in the answer of a traced search, or the first reason that it is not there. */
export function why(
  trace: Pick<Trace, "steps" | "standings">,
  sought: Sought | undefined,
  plan: WhyPlan,
): Why {
  if (sought === undefined)
    return { reason: "not_in_workspace", message: "This workspace has no such chunk." };
  const { row } = sought;
  const steps = trace.steps();
  const standings = trace.standings(row.id);
  const dropper = steps.find(({ dropped }) => dropped.some(({ id }) => id === row.id));
  return (
    filteredOut(row, plan) ??
    shown(steps, standings) ??
    (dropper === undefined || isIgnored(standings)
      ? notListed(steps, standings, { sought, plan })
      : droppedBy(dropper, row.id, { standings, plan }))
  );
}

/** A condition that every hit passes: the filters, then the phrases in quotes. */
function filteredOut(row: ChunkRow, { filters, query }: WhyPlan): Why | undefined {
  const failed = failedFilters(row, filters);
  if (failed.length > 0)
    return {
      reason: "filtered",
      message: `It does not pass the filter ${failed.join(", ")}.`,
      filters: failed,
    };
  const missing = query.phrases.find((phrase) => !containsPhrase(row.text, phrase));
  return missing === undefined
    ? undefined
    : { reason: "phrase_missing", message: `Its text does not hold the phrase "${missing}".` };
}

/** Names of filters as a request has them. */
const REQUEST_NAMES: Readonly<Record<string, string>> = { afterMs: "after", beforeMs: "before" };

function failedFilters(row: ChunkRow, filters: ResolvedFilters): string[] {
  return Object.entries(filters)
    .filter(([name, value]) => !passes(row, { [name]: value }))
    .map(([name]) => REQUEST_NAMES[name] ?? name);
}

function shown(steps: readonly TraceStep[], standings: readonly Standing[]): Why | undefined {
  const last = standings.at(-1);
  if (last === undefined || last.step !== "limit" || steps.at(-1)?.step !== "limit") return undefined;
  return { reason: "shown", message: `It is hit ${last.rank}.`, rank: last.rank };
}

/** The arms' own steps come before the fusion. */
const armsOf = (steps: readonly TraceStep[]): readonly TraceStep[] =>
  steps.slice(
    0,
    Math.max(
      0,
      steps.findIndex(({ step }) => step === "fuse"),
    ),
  );

/** Only the keyword arm lists it, so that it got no further than the fusion. */
const isIgnored = (standings: readonly Standing[]): boolean =>
  standings.every((standing) => standing.step === "keyword");

interface Unlisted {
  readonly sought: Sought;
  readonly plan: WhyPlan;
}

/** No arm brought it as far as the fused list. */
function notListed(steps: readonly TraceStep[], standings: readonly Standing[], about: Unlisted): Why {
  const { hasVector, keywordRank } = about.sought;
  const arms = new Map(armsOf(steps).map((arm) => [arm.step, arm]));
  const [keyword, vector, recent] = ["keyword", "vector", "recent"].map((name) => arms.get(name));
  const rank = keywordRank === undefined ? {} : { rank: keywordRank };
  if (recent !== undefined)
    return { reason: "beyond_recent_pool", message: `No arm found anything, and ${recent.out} are newer.` };
  if (standings.length > 0 && hasVector) return notFused(standings, about.plan);
  // The embedded vector arm only looks at the keyword arm's pool, so that what this does not list neither can.
  if (keyword !== undefined && standings.length === 0)
    return keywordRank === undefined
      ? {
          reason: "no_query_term",
          message: `No word of the query occurs in it${byMeaning(vector, hasVector)}.`,
        }
      : {
          reason: "beyond_keyword_pool",
          message: `${byKeyword(keywordRank, keyword.out)}${byMeaning(vector, hasVector)}.`,
          ...rank,
        };
  if (vector === undefined) return { reason: "no_arm", message: "No arm could look at it." };
  return hasVector
    ? { reason: "beyond_vector_pool", message: `By meaning ${vector.out} others were nearer.` }
    : { reason: "no_vector", message: "It cannot be found by meaning yet: it has no vector." };
}

const byKeyword = (rank: number, listed: number): string =>
  rank > listed
    ? `By keyword it is at ${rank}, and the arm lists ${listed}`
    : `By all words of the query it is at ${rank}, but in a large workspace its rarer words decide which ${listed} the arm lists`;

function byMeaning(vector: TraceStep | undefined, hasVector: boolean): string {
  if (vector === undefined) return "";
  return hasVector
    ? `, and it is not among the ${vector.out} that search by meaning listed`
    : ", and it has no vector yet";
}

const notFused = (standings: readonly Standing[], { profile: { fusion } }: WhyPlan): Why => ({
  reason: "not_fused",
  message: `The fusion ${fusion.kind}, as it is set, does not read the list that has it: ${namesOf(standings)}.`,
  step: "fuse",
});

const namesOf = (standings: readonly Standing[]): string => standings.map(({ step }) => step).join(", ");

interface Dropped {
  readonly standings: readonly Standing[];
  readonly plan: WhyPlan;
}

/** A step left it out. */
function droppedBy(dropper: TraceStep, id: string, { standings, plan }: Dropped): Why {
  const { step } = dropper;
  const dropped = dropper.dropped.find((one) => one.id === id)?.reason ?? "dropped";
  const last = standings.at(-1);
  const score = last === undefined ? "" : ` (its score was ${last.score.toFixed(3)})`;
  const { fusion, relevance } = plan.profile;
  const about = { step, dropped };
  if (step === "fuse") return { ...droppedByFusion(standings, plan), ...about };
  if (step === "limit") {
    const rank = last?.rank ?? 0;
    const message = `It is at ${rank}, and the limit is ${plan.limit}.`;
    return { reason: "beyond_limit", message, rank, ...about };
  }
  if (step === "fusion.minScore") {
    const message = `Its fused score is below fusion.minScore, ${fusion.minScore}${score}.`;
    return { reason: "below_fused_threshold", message, ...about };
  }
  if (step === "relevance.floor") {
    const message =
      dropped === NO_CONTENT
        ? "The query holds only words without content: nothing is a hit."
        : `The answer is less relevant than relevance.floor, ${relevance.floor}: nothing is a hit.`;
    return { reason: "below_relevance_floor", message, ...about };
  }
  if (step === "relevance.min") {
    const message = `Its relevance is below relevance.min, ${relevance.min}.`;
    return { reason: "below_least_relevance", message, ...about };
  }
  const message = `The stage ${step} dropped it: ${dropped}${score}.`;
  return { reason: "dropped_by_stage", message, ...about };
}

/** Arms whose rows need a least score, with that setting's name. */
const ARM_MINIMA = { vector: "minVector", entity: "minEntity" } as const;

/** Below the least score of every arm that lists it, or in none that the fusion reads. */
function droppedByFusion(standings: readonly Standing[], plan: WhyPlan): Why {
  const { fusion } = plan.profile;
  const missed = standings.flatMap(({ step, score }) => {
    const name = step === "vector" || step === "entity" ? ARM_MINIMA[step] : undefined;
    if (name === undefined || fusion[name] === 0) return [];
    // Word statistics have no cosines: the fusion weighs what stands in for them, which may be less than the arm's score.
    const told = score < fusion[name] ? score.toFixed(3) : "less, as the fusion weighs it,";
    return [`${told} by ${step} and needs ${fusion[name]} (fusion.${name})`];
  });
  if (missed.length === 0) return notFused(standings, plan);
  return { reason: "below_arm_threshold", message: `It has ${missed.join("; ")}.` };
}
