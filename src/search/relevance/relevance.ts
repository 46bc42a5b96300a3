import { COEFFICIENTS } from "./coefficients.ts";
import type { Evidence, EvidenceName } from "./evidence.ts";
import type { Basis, Model } from "./model.ts";

/** What a passage's relevance is judged by: the best that is known of it. */
export function basisOf({ judged, cosine }: Evidence, embedder: "neural" | "embedded"): Basis {
  if (judged !== undefined) return "cross-encoder";
  return cosine === undefined ? "keyword" : embedder;
}

/** Whether a passage answers the query, or one of the first five passages does, of which this one is the likeliest. */
type Claim = "passage" | "answer";

/**
 * The probability, 0 to 1, of a claim: a logistic model over the evidence of a passage, 1 / (1 + e^−z) with z = intercept +
 * Σ weight · evidence, and of a basis that builds on the keyword model a share of that model's z.
 */
export const probabilityOf = (claim: Claim, evidence: Evidence, basis: Basis): number =>
  1 / (1 + Math.exp(-logOddsOf(claim, evidence, basis)));

function logOddsOf(claim: Claim, evidence: Evidence, basis: Basis): number {
  const coefficients = COEFFICIENTS[basis];
  const own = weighed(coefficients[claim], evidence);
  const { keywordShare = 0 } = coefficients;
  return keywordShare === 0 ? own : own + keywordShare * logOddsOf(claim, evidence, "keyword");
}

const weighed = ({ intercept, weights }: Model, evidence: Evidence): number =>
  Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (evidence[name as EvidenceName] ?? 0),
    intercept,
  );

/** The probability that one of several answers is no less than that of the likeliest, and no more than all have together. */
export const boundedBy = (passages: readonly number[], answer: number): number =>
  Math.max(
    ...passages,
    Math.min(
      answer,
      passages.reduce((sum, one) => sum + one, 0),
    ),
  );
