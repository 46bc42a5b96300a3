import { cosine } from "../../text/quantise.ts";
import type { SearchState } from "../arms/arm.ts";
import { MADE_UP } from "../arms/expansion/expand.ts";
import { searchedRewrites } from "../arms/expansion/expansion.ts";
import type { Scored } from "../fusion/lists.ts";
import type { SearchedPool } from "../hops/hop3.ts";
import { type RepairedQuery, unrepaired } from "../query/repair.ts";
import { mapRerankScores, type Reranked } from "../rerank/rerank.ts";
import type { Candidate, StageContext } from "../stages/stage.ts";
import { COEFFICIENTS } from "./coefficients.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { Basis } from "./model.ts";
import { passageOf, type SaidPassage } from "./passage-of.ts";
import { basisOf, probabilityOf } from "./relevance.ts";

/** A ranked passage with the probability, 0 to 1, that it answers the query, and what that is made of. */
export interface Judgement {
  readonly relevance: number;
  readonly basis: Basis;
  readonly evidence: Evidence;
  /** What was judged. */
  readonly passage: SaidPassage;
}

/** By chunk. */
export type Judgements = ReadonlyMap<string, Judgement>;

/** 0 of what was not judged. */
export const relevanceIn = (judgements: Judgements, { id }: Candidate): number =>
  judgements.get(id)?.relevance ?? 0;

/** What was found, and what the re-ranking model said of it. */
export interface JudgedInput {
  readonly pool: SearchedPool;
  readonly reranked: Pick<Reranked, "raw">;
}

/**
 * Makes the judgement of a candidate from all that the search knows of it, by that form of the query which it answers best.
 * Of each candidate once: it takes reading its text.
 */
export function judgementsOf(state: SearchState, input: JudgedInput): (candidate: Candidate) => Judgement {
  const judge = judgeOf(state, input);
  const known = new Map<string, Judgement>();
  return (candidate) => {
    const judgement = known.get(candidate.id) ?? judge(candidate);
    known.set(candidate.id, judgement);
    return judgement;
  };
}

/** What stages may ask of a judgement. */
export const toldOf = (
  judgementOf: (candidate: Candidate) => Judgement,
): Pick<StageContext, "relevanceOf" | "isMeasured"> => ({
  relevanceOf: (candidate) => judgementOf(candidate).relevance,
  isMeasured: (candidate) => COEFFICIENTS[judgementOf(candidate).basis].isMeasured,
});

function judgeOf(state: SearchState, input: JudgedInput): (candidate: Candidate) => Judgement {
  const { kind } = state.plan.serving.embedder;
  const forms = formsOf(state, input.pool);
  const scores = mapRerankScores(input.reranked.raw);
  const cosineOf = cosines(state, input.pool);
  const said = passageOf(state, input.pool);
  return (candidate) => {
    const { id } = candidate;
    const passage = said(candidate);
    const models = { cosine: cosineOf(id), rerank: scores.get(id) };
    const judgements = forms.map(({ evidence, scoreOf }) => {
      const of = evidence(passage, { ...models, keyword: scoreOf(id) });
      const basis = basisOf(of, kind);
      return { relevance: probabilityOf("passage", of, basis), basis, evidence: of, passage };
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
