import { cosine } from "../../text/quantise.ts";
import type { SearchState } from "../arms/arm.ts";
import { usesEntityArm } from "../arms/entity/entity.ts";
import { MADE_UP } from "../arms/expansion/expand.ts";
import { searchedRewrites } from "../arms/expansion/expansion.ts";
import { vector as vectorArm } from "../arms/vector/vector.ts";
import type { SearchAnswer } from "../contract/search.ts";
import type { Trace } from "../explain/trace.ts";
import type { Scored } from "../fusion/lists.ts";
import type { SearchedPool } from "../hops/hop3.ts";
import { type RepairedQuery, unrepaired } from "../query/repair.ts";
import { mapRerankScores, type Reranked } from "../rerank/rerank.ts";
import type { Candidate } from "../stages/stage.ts";
import { COEFFICIENTS } from "./coefficients.ts";
import { type Evidence, evidenceOf, fallOf } from "./evidence.ts";
import { type Basis, DEFAULT_FLOOR } from "./model.ts";
import { basisOf, probabilityOf } from "./relevance.ts";

/** A ranked passage with the probability, 0 to 1, that it answers the query, and what that is made of. */
export interface Judgement {
  readonly relevance: number;
  readonly basis: Basis;
  readonly evidence: Evidence;
}

/** What becomes of the ranked passages. */
export interface Judged extends Pick<SearchAnswer, "relevance" | "confidence" | "calibration"> {
  readonly hits: readonly Candidate[];
  /** Where there are no hits: what comes closest, most relevant first. */
  readonly closest: readonly Candidate[];
  /** By chunk: of hits and closest. */
  readonly judgements: ReadonlyMap<string, Judgement>;
}

/** An answer is judged by so many, whatever the limit, so that the limit decides nothing. */
const JUDGED = 5;
/** From this probability on, an answer can be relied on. */
const HIGH = 0.5;
/** Passages shown where nothing is relevant. */
const CLOSEST = 3;

interface JudgeInput {
  readonly pool: SearchedPool;
  readonly reranked: Pick<Reranked, "raw">;
  readonly trace: Trace | undefined;
}

/**
 * Judges what was ranked. Below the floor nothing is a hit; above it each hit needs the least relevance that was asked for.
 * Newest documents in place of an answer are shown whatever their relevance: they claim none.
 */
export function judge(state: SearchState, ranked: readonly Candidate[], input: JudgeInput): Judged {
  const { plan } = state;
  const isClaimed = input.pool.fallback === undefined;
  // What is still being typed asks nothing yet.
  const isAsked = isClaimed && plan.request.typing !== true;
  const { floor, min } = isAsked ? plan.profile.relevance : NO_LIMITS;
  const judgementOf = judgementsOf(state, input);
  const read = min > 0 ? ranked.length : Math.max(JUDGED, plan.limit);
  const judgements = new Map(ranked.slice(0, read).map((one) => [one.id, judgementOf(one)]));
  const byRelevance = ranked
    .slice(0, JUDGED)
    .sort((a, b) => relevanceIn(judgements, b) - relevanceIn(judgements, a));
  const best = judgements.get(byRelevance[0]?.id ?? "");
  const relevance = best === undefined ? 0 : probabilityOf("answer", best.evidence, best.basis);
  const isShownAnyway = (): boolean => hasAnyway(byRelevance, { judgements, state, pool: input.pool });
  const isSilent = relevance < floor && !(floor <= DEFAULT_FLOOR && isShownAnyway());
  const relevant = relevantOf(ranked, { isSilent, floor, min, judgements, trace: input.trace });
  const hits = relevant.slice(0, plan.limit);
  input.trace?.step("limit", { before: relevant, after: hits, reason: "beyond the limit" });
  const isNone = hits.length === 0 || !isClaimed;
  return {
    hits,
    closest: hits.length > 0 ? [] : byRelevance.slice(0, CLOSEST),
    relevance,
    confidence: isNone ? "none" : confidenceOf(relevance, floor),
    calibration: calibrationOf(best?.basis ?? "keyword"),
    judgements,
  };
}

const NO_LIMITS = { floor: 0, min: 0 };

/** How relevance was judged: by what, and whether anybody has measured that. */
export const calibrationOf = (basis: Basis): SearchAnswer["calibration"] => ({
  basis,
  measured: COEFFICIENTS[basis].isMeasured,
});

const relevanceIn = (judgements: ReadonlyMap<string, Judgement>, { id }: Candidate): number =>
  judgements.get(id)?.relevance ?? 0;

interface Anyway extends Pick<Judged, "judgements">, Pick<JudgeInput, "pool"> {
  readonly state: SearchState;
}

/** Share of a query from which on all of it is found. */
const WHOLE = 0.999;
/** A cosine so far above the tenth, as a share of the first, is no chance, whatever scale the model has: models differ in it. */
const APART = 0.1;

/**
 * Whether one of the passages is to be shown unless a higher floor is set: it has all that was asked for, as who looks up a
 * word expects; or it is linked to a name of the query, which it need not hold, in a profile that goes by that; or nobody
 * can say that it does not answer: the model of meaning was not heard, or nobody has measured the model that judged it, and
 * its words alone reach the floor or its cosine stands apart.
 */
function hasAnyway(candidates: readonly Candidate[], { judgements, state, pool }: Anyway): boolean {
  const byName = usesEntityArm(state.plan.profile) ? namedBy(pool) : new Set();
  const cosines = [...pool.similarity.values()];
  return (
    isUnheard(state, pool) ||
    candidates.some(({ id }) => {
      const { basis = "keyword", evidence = {} } = judgements.get(id) ?? {};
      if ((evidence.found ?? 0) >= WHOLE || byName.has(id)) return true;
      if (COEFFICIENTS[basis].isMeasured) return false;
      const isApart = fallOf(cosines, pool.similarity.get(id)) >= APART;
      return isApart || probabilityOf("answer", evidence, "keyword") >= DEFAULT_FLOOR;
    })
  );
}

/** A search by meaning did not take place, though there is a model: it failed, or its index did. */
const isUnheard = ({ plan }: SearchState, { similarity, fused }: SearchedPool): boolean =>
  vectorArm.isOn(plan) &&
  plan.serving.embedder.kind === "neural" &&
  similarity.size === 0 &&
  fused.length > 0;

/** What the entity arm lists. */
const namedBy = ({ fused }: SearchedPool): ReadonlySet<string> =>
  new Set(fused.filter(({ shares }) => shares.some(({ arm }) => arm === "entity")).map(({ id }) => id));

interface Limits extends Pick<Judged, "judgements">, Pick<JudgeInput, "trace"> {
  readonly isSilent: boolean;
  readonly floor: number;
  readonly min: number;
}

/** The candidates of an answer that reaches the floor, which have the least relevance each. */
function relevantOf(
  ranked: readonly Candidate[],
  { isSilent, floor, min, judgements, trace }: Limits,
): readonly Candidate[] {
  const above = isSilent ? [] : ranked;
  if (floor > 0)
    trace?.step("relevance.floor", { before: ranked, after: above, reason: "nothing is relevant" });
  if (min === 0) return above;
  const relevant = above.filter((one) => relevanceIn(judgements, one) >= min);
  trace?.step("relevance.min", { before: above, after: relevant, reason: "not relevant enough" });
  return relevant;
}

/** Without a floor an answer that the usual one would silence is shown, and trusted no more for that. */
function confidenceOf(relevance: number, floor: number): SearchAnswer["confidence"] {
  if (relevance >= HIGH) return "high";
  return floor > 0 || relevance >= DEFAULT_FLOOR ? "low" : "none";
}

/** Makes the judgement of a candidate from all that the search knows of it, by that form of the query which it answers best. */
function judgementsOf(state: SearchState, input: JudgeInput): (candidate: Candidate) => Judgement {
  const { kind } = state.plan.serving.embedder;
  const forms = formsOf(state, input.pool);
  const scores = mapRerankScores(input.reranked.raw);
  const cosineOf = cosines(state, input.pool);
  return ({ id, text, headings }) => {
    const { path = "", context = null } = input.pool.rows.get(id) ?? {};
    const passage = { text, headings, path, context };
    const said = { cosine: cosineOf(id), rerank: scores.get(id) };
    const judgements = forms.map(({ evidence, scoreOf }) => {
      const of = evidence(passage, { ...said, keyword: scoreOf(id) });
      const basis = basisOf(of, kind);
      return { relevance: probabilityOf("passage", of, basis), basis, evidence: of };
    });
    return judgements.reduce((best, one) => (one.relevance > best.relevance ? one : best));
  };
}

interface Form {
  readonly evidence: ReturnType<typeof evidenceOf>;
  /** A passage's score in the keyword list of this form. */
  scoreOf(id: string): number | undefined;
}

/** The query as it was searched, and its rewrites: what one of them found need not hold a word that was typed. */
function formsOf(state: SearchState, { repaired, keyword }: SearchedPool): readonly Form[] {
  const formOf = (query: RepairedQuery, found: readonly Scored[]): Form => {
    const scores = new Map(found.map(({ id, score }) => [id, score]));
    return { evidence: evidenceOf(query, [...scores.values()]), scoreOf: (id) => scores.get(id) };
  };
  const rewrites = searchedRewrites(state).map(({ query, found }) => formOf(unrepaired(query), found));
  return [formOf(repaired, [...keyword.values()]), ...rewrites];
}

/** The cosine of a passage and the query, or a paraphrase of it that is nearer; a passage made up for it says too much. */
function cosines({ vector, expansion }: SearchState, pool: SearchedPool): (id: string) => number | undefined {
  const paraphrases = expansion.vectors.filter(({ list }) => list !== MADE_UP).map((one) => one.vector);
  return (id) => {
    const levels = pool.vectors.get(id);
    const known = [pool.similarity.get(id) ?? (levels && vector && cosine(vector, levels))];
    if (levels !== undefined) known.push(...paraphrases.map((one) => cosine(one, levels)));
    const numbers = known.filter((one) => one !== undefined);
    return numbers.length === 0 ? undefined : Math.max(...numbers);
  };
}
