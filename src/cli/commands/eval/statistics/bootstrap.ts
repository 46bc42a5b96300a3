import { mean } from "./metrics.ts";

/** A mean difference with what resampling the questions says of it. */
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
