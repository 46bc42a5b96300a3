import { mean } from "./metrics.ts";

/** 2^16 sums are made in a millisecond or two. */
const MAX_EXACT = 16;
const ROUNDS = 10_000;
/** Any fixed number: the same results give the same p. */
const FLIP_SEED = 20_052;
/** Sums of the same values in another order differ by less than this share of them. */
const ROUNDING = 1e-9;

/**
 * Two-sided p of the paired permutation test (Fisher 1935; Smucker, Allan and Carterette, CIKM 2007): how often the sum
 * of the differences is as far from zero when each has a random sign. Differences of zero decide nothing. Exact, over
 * all signs, where at most 16 are not zero, else of 10,000 draws with the draw that was seen (Phipson and Smyth 2010).
 * Of k differences that are not zero p is at least 2 / 2^k: under six cannot be significant, where the bootstrap, which
 * draws only what it has seen, can.
 */
export function signFlip(differences: readonly number[], random = seededRandom(FLIP_SEED)): number {
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

export interface Difference {
  readonly mean: number;
  /** Bounds of the 95% percentile interval. */
  readonly low: number;
  readonly high: number;
  /** Two-sided: twice the smaller share of resamples on one side of zero, at most 1. */
  readonly p: number;
}

/** Enough that an end of the interval moves by less than a hundredth of its width from seed to seed. */
const RESAMPLES = 10_000;
const TAIL = 0.025;
/** Any fixed number: the same results give the same interval. */
const SEED = 20_051;

/** Uniform numbers from 0 to 1, always the same for a seed (mulberry32, Tommy Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Paired bootstrap of a difference between two systems (Efron and Tibshirani 1993, chapter 13): `differences` holds one
 * value a question, other minus one. All zeros are no evidence of anything: p is 1.
 */
export function pairedBootstrap(differences: readonly number[], random = seededRandom(SEED)): Difference {
  const { length } = differences;
  const values = Float64Array.from(differences);
  const means = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round++) {
    let sum = 0;
    for (let drawn = 0; drawn < length; drawn++) sum += values[Math.floor(random() * length)] ?? 0;
    means[round] = length === 0 ? 0 : sum / length;
  }
  means.sort();
  const atMost = means.filter((value) => value <= 0).length / RESAMPLES;
  const atLeast = means.filter((value) => value >= 0).length / RESAMPLES;
  return {
    mean: mean(differences),
    low: means[Math.floor(TAIL * RESAMPLES)] ?? 0,
    high: means[Math.ceil((1 - TAIL) * RESAMPLES) - 1] ?? 0,
    p: Math.min(1, 2 * Math.min(atMost, atLeast)),
  };
}
