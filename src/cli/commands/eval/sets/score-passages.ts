import type { Passage, Scores } from "../evaluation.ts";
import { hitAt, reciprocalRank, TOP } from "../statistics/metrics.ts";

/** A passage that answers, with others that answer as well. */
export interface Gold extends Passage {
  readonly alt?: readonly Passage[];
}

/** What is right and what is outdated for one question. */
export interface PassageJudgement {
  readonly kind: string;
  readonly gold: readonly Gold[];
  /** Superseded passages. */
  readonly stale: readonly Passage[];
}

/** Only so many lines of a hit count, so that a hit of a whole file does not win by its length. */
const MAX_HIT_LINES = 60;

/** Same document, and the first 60 lines of the hit share a line with the passage. */
export function overlaps(hit: Passage, passage: Passage): boolean {
  const lastLine = Math.min(hit.endLine, hit.startLine + MAX_HIT_LINES - 1);
  return hit.path === passage.path && hit.startLine <= passage.endLine && lastLine >= passage.startLine;
}

/** Rank, from 1, of the first of ten hits that overlaps the passage or one as good; 0: none. */
export const passageRank = (hits: readonly Passage[], { alt = [], ...passage }: Gold): number =>
  hits.slice(0, TOP).findIndex((hit) => [passage, ...alt].some((one) => overlaps(hit, one))) + 1;

/**
 * Scores of one question by its kind: `none` is right when nothing is found, `multi` when all its passages are among ten
 * hits, `latest` also when the newest stands before every outdated one; all others by the rank of their one passage.
 */
export function scorePassages({ kind, gold, stale }: PassageJudgement, hits: readonly Passage[]): Scores {
  if (kind === "none") return { silent: hits.length === 0 ? 1 : 0 };
  const ranks = gold.map((passage) => passageRank(hits, passage));
  if (kind === "multi")
    return {
      "both@10": ranks.every((rank) => rank > 0) ? 1 : 0,
      "any@10": ranks.some((rank) => rank > 0) ? 1 : 0,
    };
  const rank = ranks[0] ?? 0;
  const staleRanks = stale.map((passage) => passageRank(hits, passage)).filter((found) => found > 0);
  const isNewest = rank > 0 && staleRanks.every((outdated) => rank <= outdated);
  return {
    "hit@1": hitAt(rank, 1),
    "hit@5": hitAt(rank, 5),
    "MRR@10": reciprocalRank(rank),
    ...(kind === "latest" && { "newest first": isNewest ? 1 : 0 }),
  };
}
