/** A probability that was claimed, and whether it came true. */
export interface Claim {
  /** 0 to 1. */
  readonly probability: number;
  readonly isTrue: boolean;
  /** How much it counts. @default 1 */
  readonly weight?: number;
}

const BINS = 10;

/**
 * Expected calibration error (Naeini, Cooper and Hauskrecht, AAAI 2015): claims in ten bins of equal width, Σ share of the
 * bin · |mean probability − share that came true|. 0 is perfect; 0 of nothing.
 */
export function calibrationError(claims: readonly Claim[]): number {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, probability: 0, truth: 0 }));
  for (const { probability, isTrue, weight = 1 } of claims) {
    const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))];
    if (bin === undefined) continue;
    bin.weight += weight;
    bin.probability += weight * probability;
    bin.truth += isTrue ? weight : 0;
  }
  const total = bins.reduce((sum, { weight }) => sum + weight, 0);
  return bins.reduce((sum, bin) => sum + Math.abs(bin.probability - bin.truth), 0) / (total || 1);
}

/**
 * Area under the ROC curve: how often a value of the first list is above one of the second, ties a half (Mann and Whitney
 * 1947). 1 separates them, .5 is chance; undefined where a list is empty.
 */
export function areaUnderCurve(above: readonly number[], below: readonly number[]): number | undefined {
  if (above.length === 0 || below.length === 0) return undefined;
  const all = [
    ...above.map((value) => ({ value, isAbove: true })),
    ...below.map((value) => ({ value, isAbove: false })),
  ].sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (let at = 0; at < all.length; ) {
    let end = at;
    while (end < all.length && all[end]?.value === all[at]?.value) end += 1;
    const tied = all.slice(at, end).filter(({ isAbove }) => isAbove).length;
    ranks += tied * ((at + 1 + end) / 2);
    at = end;
  }
  const least = (above.length * (above.length + 1)) / 2;
  return (ranks - least) / (above.length * below.length);
}
