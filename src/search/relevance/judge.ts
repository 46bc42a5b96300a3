import { DEFAULTS } from "../../config.ts";
import type { SearchState } from "../arms/arm.ts";
import { usesEntityArm } from "../arms/entity/entity.ts";
import { vector as vectorArm } from "../arms/vector/vector.ts";
import type { SearchAnswer } from "../contract/search.ts";
import type { Trace } from "../explain/trace.ts";
import type { SearchedPool } from "../hops/hop3.ts";
import type { SearchPlan, SearchPosition } from "../plan.ts";
import { namedPeriod } from "../query/named-period.ts";
import { hasLeastScore } from "../profiles/least-scores.ts";
import type { Candidate } from "../stages/stage.ts";
import { COEFFICIENTS } from "./coefficients.ts";
import { isDoubtful, missingNames } from "./doubts.ts";
import { fallOf } from "./evidence.ts";
import { type Judgement, type Judgements, relevanceIn } from "./judgements.ts";
import { type Basis, DEFAULT_FLOOR, JUDGED } from "./model.ts";
import { boundedBy, probabilityOf } from "./relevance.ts";

/** What becomes of the ranked passages. */
export interface Judged extends Pick<SearchAnswer, "relevance" | "confidence" | "calibration" | "missing"> {
  readonly hits: readonly Candidate[];
  /** Where more of them begin; undefined: there are none. */
  readonly next: SearchPosition | undefined;
  /** Whether there may be more, and pages lead no further. */
  readonly isDepthReached: boolean;
  /** Where there are no hits: what comes closest, most relevant first. */
  readonly closest: readonly Candidate[];
  /** By chunk: of hits and closest. */
  readonly judgements: Judgements;
}

/** From this probability on, an answer can be relied on. */
const HIGH = 0.5;
/** Passages shown where nothing is relevant. */
const CLOSEST = 3;

interface JudgeInput {
  readonly pool: SearchedPool;
  readonly judgementOf: (candidate: Candidate) => Judgement;
  readonly trace: Trace | undefined;
}

/**
 * Judges what was ranked. A further pool belongs to an answer that the first one has given, and is judged as that was. Below
 * the floor nothing is a hit; above it each hit needs the least relevance that was asked for.
 * Newest documents in place of an answer are shown whatever their relevance: they claim none.
 */
export function judge(state: SearchState, ranked: readonly Candidate[], input: JudgeInput): Judged {
  const { plan } = state;
  const { judgementOf } = input;
  const isClaimed = input.pool.fallback === undefined;
  const isFirst = plan.pool.from === 0;
  const reach = plan.offset + plan.limit;
  // What is still being typed asks nothing yet.
  const isAsked = isClaimed && plan.request.typing !== true;
  const { floor, min } = isAsked ? limitsOf(plan) : NO_LIMITS;
  const read = min > 0 ? ranked.length : Math.max(JUDGED, reach);
  const judgements = new Map(ranked.slice(0, read).map((one) => [one.id, judgementOf(one)]));
  const byRelevance = ranked
    .slice(0, JUDGED)
    .sort((a, b) => relevanceIn(judgements, b) - relevanceIn(judgements, a));
  const relevance = answerRelevance(byRelevance, judgements);
  const isShownAnyway = (): boolean => hasAnyway(byRelevance, { judgements, state, pool: input.pool });
  const isBelow = relevance < floor && !(floor <= DEFAULT_FLOOR && isShownAnyway());
  const isEmpty = floor > 0 && asksNothing(state, input.pool);
  const isSilent = isBelow || isEmpty;
  const relevant = relevantOf(ranked, { isSilent, isEmpty, floor, min, judgements, trace: input.trace });
  const hits = relevant.slice(plan.offset, reach);
  input.trace?.step("limit", { before: relevant, after: hits, reason: "beyond the limit" });
  const missing =
    isFirst && isAsked && byRelevance.length > 0
      ? missingNames(
          plan.query,
          byRelevance.flatMap(({ id }) => judgements.get(id)?.passage ?? []),
        )
      : [];
  const isShown = relevant.length > 0 && floor > 0;
  const confidence = confidenceOf(relevance, {
    isShown,
    isDoubtful: isDoubtful(input.pool.repaired, missing),
  });
  return {
    hits,
    ...behind(plan, { pool: input.pool, relevant, isWhole: relevant.length === ranked.length }),
    closest: relevant.length > 0 || !isFirst ? [] : byRelevance.slice(0, CLOSEST),
    relevance,
    confidence: isClaimed && !isEmpty ? confidence : "none",
    calibration: calibrationOf(judgements.get(byRelevance[0]?.id ?? "")?.basis ?? "keyword"),
    ...plan.judged,
    ...(missing.length > 0 && { missing }),
    judgements,
  };
}

/** The probability that one of the passages answers, by the evidence of the likeliest. */
function answerRelevance(byRelevance: readonly Candidate[], judgements: Judgements): number {
  const best = judgements.get(byRelevance[0]?.id ?? "");
  if (best === undefined) return 0;
  const answer = probabilityOf("answer", best.evidence, best.basis);
  return boundedBy(
    byRelevance.map((one) => relevanceIn(judgements, one)),
    answer,
  );
}

const NO_LIMITS = { floor: 0, min: 0 };

/** A further pool has no floor of its own. */
const limitsOf = ({ pool, profile: { relevance } }: SearchPlan) =>
  pool.from === 0 ? relevance : { ...relevance, floor: 0 };

interface Behind {
  readonly pool: SearchedPool;
  readonly relevant: readonly Candidate[];
  /** Nothing was too little relevant: what words find behind it may be relevant, too. */
  readonly isWhole: boolean;
}

/** Where the hits behind a page begin: in this pool, else at the start of the next one. */
function behind(
  plan: SearchPlan,
  { pool, relevant, isWhole }: Behind,
): Pick<Judged, "next" | "isDepthReached"> {
  const { from, ofArm } = plan.pool;
  const offset = plan.offset + plan.limit;
  if (relevant.length > offset) return { next: { offset, from }, isDepthReached: false };
  // The smaller pool of a keyword arm alone ends before all that it found; the next page has a whole one.
  const isSmall = ofArm < DEFAULTS.armPool;
  if (isSmall && relevant.length > 0 && (pool.end !== undefined || relevant.length === offset))
    return { next: { offset: relevant.length, from }, isDepthReached: false };
  const goesOn = !isSmall && isWhole && (relevant.length > 0 || from > 0) && !hasLeastScore(plan.profile);
  if (!goesOn || pool.end === undefined) return { next: undefined, isDepthReached: false };
  const isDepthReached = pool.end >= DEFAULTS.maxPagedMatches;
  return { next: isDepthReached ? undefined : { offset: 0, from: pool.end }, isDepthReached };
}

/** How relevance was judged: by what, and whether anybody has measured that. */
export const calibrationOf = (basis: Basis): SearchAnswer["calibration"] => ({
  basis,
  measured: COEFFICIENTS[basis].isMeasured,
});

interface Anyway extends Pick<Judged, "judgements">, Pick<JudgeInput, "pool"> {
  readonly state: SearchState;
}

/** Share of a query from which on all of it is found. */
const WHOLE = 0.999;
/** A cosine so far above the tenth, as a share of the first, is no chance, whatever scale the model has: models differ in it. */
const APART = 0.1;

/**
 * Whether one of the passages is to be shown unless a higher floor is set: it has all that was asked for, as who looks up a
 * word expects; or it was said in the month that is asked for, and no passage has another word of the question; or it is linked to a name of the query, which it need not hold, in a profile that goes by that; or nobody
 * can say that it does not answer: the model of meaning was not heard, or nobody has measured the model that judged it, and
 * its words alone reach the floor or its cosine stands apart.
 */
function hasAnyway(candidates: readonly Candidate[], { judgements, state, pool }: Anyway): boolean {
  const byName = usesEntityArm(state.plan.profile) ? namedBy(pool) : new Set();
  const cosines = [...pool.similarity.values()];
  const isTimeAlone = asksForTimeAlone(state, pool);
  return (
    isUnheard(state, pool) ||
    candidates.some(({ id }) => {
      const { basis = "keyword", evidence = {}, passage } = judgements.get(id) ?? {};
      if ((evidence.found ?? 0) >= WHOLE || byName.has(id)) return true;
      if (isTimeAlone && passage?.date !== undefined) return true;
      if (COEFFICIENTS[basis].isMeasured) return false;
      const isApart = fallOf(cosines, pool.similarity.get(id)) >= APART;
      return isApart || probabilityOf("answer", evidence, "keyword") >= DEFAULT_FLOOR;
    })
  );
}

/** Of what it asks, no passage has a word but those that name its day or month: what was said then is all that there is. */
function asksForTimeAlone({ plan }: SearchState, { repaired }: SearchedPool): boolean {
  const period = namedPeriod(plan.query.text, plan.asOfMs);
  const { chunkFrequency } = repaired.statistics;
  const isOfTime = (word: string): boolean => period?.stems.has(word) === true;
  return (
    period !== undefined &&
    repaired.query.terms.every((term) => isOfTime(term.stem) || !chunkFrequency.get(term.stem))
  );
}

/** It holds function words alone, no model of meaning may make something of them, and nothing is called so. */
const asksNothing = ({ plan }: SearchState, pool: SearchedPool): boolean =>
  plan.query.isEmpty &&
  !(vectorArm.isOn(plan) && plan.serving.embedder.kind === "neural") &&
  namedBy(pool).size === 0;

/** A search by meaning did not take place, though there is a model: it failed, or its index did. */
const isUnheard = ({ plan }: SearchState, { similarity, fused }: SearchedPool): boolean =>
  vectorArm.isOn(plan) &&
  plan.serving.embedder.kind === "neural" &&
  similarity.size === 0 &&
  fused.length > 0;

/** What the entity arm lists. */
const namedBy = ({ fused }: SearchedPool): ReadonlySet<string> =>
  new Set(fused.filter(({ shares }) => shares.some(({ arm }) => arm === "entity")).map(({ id }) => id));

/** Why nothing is a hit where the query asks for nothing, as the trace has it. */
export const NO_CONTENT = "the query holds only words without content";

interface Limits extends Pick<Judged, "judgements">, Pick<JudgeInput, "trace"> {
  readonly isSilent: boolean;
  /** Whatever its relevance: the query asks for nothing. */
  readonly isEmpty: boolean;
  readonly floor: number;
  readonly min: number;
}

/** The candidates of an answer that reaches the floor, which have the least relevance each. */
function relevantOf(
  ranked: readonly Candidate[],
  { isSilent, isEmpty, floor, min, judgements, trace }: Limits,
): readonly Candidate[] {
  const above = isSilent ? [] : ranked;
  const reason = isEmpty ? NO_CONTENT : "nothing is relevant";
  if (floor > 0) trace?.step("relevance.floor", { before: ranked, after: above, reason });
  if (min === 0) return above;
  const relevant = above.filter((one) => relevanceIn(judgements, one) >= min);
  trace?.step("relevance.min", { before: above, after: relevant, reason: "not relevant enough" });
  return relevant;
}

interface Reasons {
  /** It is shown by a floor, which let it pass. */
  readonly isShown: boolean;
  readonly isDoubtful: boolean;
}

/** By the relevance, whatever floor and least relevance hide: without a floor nothing is trusted more for being shown. */
function confidenceOf(relevance: number, { isShown, isDoubtful }: Reasons): SearchAnswer["confidence"] {
  if (relevance >= HIGH && !isDoubtful) return "high";
  return isShown || relevance >= DEFAULT_FLOOR ? "low" : "none";
}
