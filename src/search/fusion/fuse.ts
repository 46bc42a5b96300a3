import { byScore, type Scored } from "./lists.ts";

/** One ranked list to be fused; an expansion is a list of its own. */
export interface WeighedList {
  /** Unique among the lists of one fusion. */
  readonly arm: string;
  /** 0 leaves the list out, as does `entries: undefined`: the arm failed or did not run. */
  readonly weight: number;
  /** Scores of any scale, higher is better; their order does not matter. Empty: the arm ran and found nothing. */
  readonly entries: readonly Scored[] | undefined;
}

/** What one list gave to a fused score. */
export interface Share {
  readonly arm: string;
  /** 1 is best. */
  readonly rank: number;
  /** The arm's own score. */
  readonly score: number;
  /** The part of the fused score that came from here: the shares of a candidate sum to its score. */
  readonly share: number;
}

/** A candidate after fusion: score 0 to 1, and where it came from. */
export interface Fused extends Scored {
  readonly shares: readonly Share[];
}

/** Cormack, Clarke, Büttcher: "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009. */
const RRF_K = 60;

/** Min-max looks at an arm's own first so many: the arms' pools are no longer, and a longer tail would flatten it. */
const CONVEX_POOL = 100;

/**
 * Reciprocal rank fusion: Σ weight / (k + rank) over the lists, divided by Σ weight / (k + 1) over those that ran, so
 * that the first of every list has 1. Best first, ties by id.
 */
export function fuseRrf(arms: readonly WeighedList[], { k = RRF_K }: { readonly k?: number } = {}): Fused[] {
  return fuse(arms, (ranked) => ranked.map((_, index) => (k + 1) / (k + index + 1)));
}

/**
 * Σ weight · mm(score) over the lists, divided by Σ weight over those that ran; mm is min-max over the list's own best
 * 100, and 0 for what is not among them. A list of equal scores counts 1 for each. Best first, ties by id.
 */
export function fuseConvex(arms: readonly WeighedList[]): Fused[] {
  return fuse(arms, minMax);
}

/** Each score's place between the least and the greatest of the first 100, 0 to 1. */
function minMax(ranked: readonly Scored[]): number[] {
  const pool = ranked.slice(0, CONVEX_POOL);
  const greatest = pool[0]?.score ?? 0;
  const least = pool.at(-1)?.score ?? 0;
  const width = greatest - least;
  return pool.map(({ score }) => (width > 0 ? (score - least) / width : 1));
}

/** Sums what each list gives, 0 to 1 by place, times its weight, over the weights of the lists that ran. */
function fuse(
  arms: readonly WeighedList[],
  values: (ranked: readonly Scored[]) => readonly number[],
): Fused[] {
  const ran = arms.filter(({ weight, entries }) => weight > 0 && entries !== undefined);
  const weights = ran.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, Share[]>();
  for (const { arm, weight, entries = [] } of ran) {
    const ranked = inOrder(entries);
    for (const [index, value] of values(ranked).entries()) {
      const { id, score } = ranked[index] ?? { id: "", score: 0 };
      const share = { arm, rank: index + 1, score, share: (weight * value) / weights };
      shares.set(id, [...(shares.get(id) ?? []), share]);
    }
  }
  return Array.from(shares, ([id, of]) => ({ id, score: total(of), shares: of })).sort(byScore);
}

/** Shares are added in the order of their arms' names, so that the order of the lists changes not even the last bit. */
function total(shares: readonly Share[]): number {
  const sum = [...shares]
    .sort((a, b) => (a.arm < b.arm ? -1 : 1))
    .reduce((whole, { share }) => whole + share, 0);
  return Math.min(1, sum);
}

/** Best first, ties by id; of an id that occurs twice only its best. */
function inOrder(entries: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return [...entries].sort(byScore).filter(({ id }) => !seen.has(id) && seen.add(id));
}
