import { seededRandom } from "./bootstrap.ts";

/** 2^16 sums are made in a millisecond or two. */
const MAX_EXACT = 16;
const ROUNDS = 10_000;
/** Any fixed number: the same results give the same p. */
const SEED = 20_052;
/** Sums of the same values in another order differ by less than this share of them. */
const ROUNDING = 1e-9;

/**
 * Two-sided p of the paired permutation test (Fisher 1935; Smucker, Allan and Carterette, CIKM 2007): how often the sum
 * of the differences is as far from zero when each has a random sign. Differences of zero decide nothing. Exact, over
 * all signs, where at most 16 are not zero, else of 10,000 draws with the draw that was seen (Phipson and Smyth 2010).
 * Of k differences that are not zero p is at least 2 / 2^k: under six cannot be significant, where the bootstrap, which
 * draws only what it has seen, can.
 */
export function signFlip(differences: readonly number[], random = seededRandom(SEED)): number {
  const values = differences.filter((value) => value !== 0);
  const least = Math.abs(sum(values)) - ROUNDING * sum(values.map(Math.abs));
  if (values.length <= MAX_EXACT) return exactShare(values, least);
  let extreme = 1;
  for (let round = 0; round < ROUNDS; round++) {
    let flipped = 0;
    for (const value of values) flipped += random() < 0.5 ? value : -value;
    if (Math.abs(flipped) >= least) extreme++;
  }
  return extreme / (ROUNDS + 1);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Share of the 2^k ways to sign the values whose sum is at least so far from zero. */
function exactShare(values: readonly number[], least: number): number {
  const sums = values.reduce((made, value) => made.flatMap((one) => [one + value, one - value]), [0]);
  return sums.filter((one) => Math.abs(one) >= least).length / sums.length;
}
