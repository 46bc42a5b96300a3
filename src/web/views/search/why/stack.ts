import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";

/** A part of a score: what an arm, the re-ranking model or a stage added, or took away. */
export interface Part {
  /** An arm's name, `rerank`, or a stage's. */
  readonly name: string;
  /** Below 0: it lowered the score. */
  readonly amount: number;
}

type Explanation = NonNullable<SearchAnswer["explain"]>;

/** Less than this is no part that could be seen. */
const LEAST = 0.000_5;

const RERANK = "rerank";

/** Arms stand before the fusion in a trace: their scores are of scales of their own. */
const isArm = (step: string, hit: Hit): boolean => step in hit.arms;

/**
 * What the re-ranking model's blend is made of: the fused score's part of it, and its own. A model that lowered the
 * score below the fused part left the arms the rest.
 */
function blended(fused: number, after: number, rerankWeight: number) {
  const kept = Math.min(after, (1 - rerankWeight) * fused);
  return { scale: fused > 0 ? kept / fused : 0, rerank: after - kept };
}

/**
 * A hit's score as parts, in the order in which they came about: they sum to the score (but for what is too small to be
 * seen). Empty for a hit without a trace.
 */
export function partsOf(hit: Hit, { settings }: Pick<Explanation, "settings">): readonly Part[] {
  const { trace = [], shares = {}, scores } = hit;
  const weight = settings["rerank.blend"];
  const fused = scores.fused ?? trace.find(({ step }) => step === "fuse")?.score ?? 0;
  const reranked = trace.find(({ step }) => step === RERANK);
  const { scale, rerank } =
    reranked === undefined
      ? { scale: 1, rerank: 0 }
      : blended(fused, reranked.score, typeof weight === "number" ? weight : 0);
  const arms = Object.entries(shares).map(([name, share]) => ({ name, amount: share * scale }));
  const ofArms = arms.reduce((sum, { amount }) => sum + amount, 0);
  const parts: Part[] = [...arms, { name: RERANK, amount: rerank }];
  // What the arms' shares do not explain, a cut at 1 for one, is the fusion's own.
  let before = reranked?.score ?? fused;
  parts.push({ name: "fuse", amount: before - ofArms - rerank });
  for (const { step, score } of trace) {
    if (step === "fuse" || step === RERANK || isArm(step, hit)) continue;
    parts.push({ name: step, amount: score - before });
    before = score;
  }
  return parts.filter(({ amount }) => Math.abs(amount) >= LEAST);
}

/** The parts as places on a bar from 0 to 1: what was added side by side, and behind the score what was taken away. */
export function layOut(parts: readonly Part[]): readonly (Part & { readonly from: number })[] {
  let end = 0;
  const added = parts
    .filter(({ amount }) => amount > 0)
    .map((part) => {
      const from = end;
      end += part.amount;
      return { ...part, from };
    });
  const taken = parts
    .filter(({ amount }) => amount < 0)
    .map((part) => {
      end += part.amount;
      return { ...part, from: end };
    });
  return [...added, ...taken];
}
