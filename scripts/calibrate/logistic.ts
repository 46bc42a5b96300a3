/** One observation: its features, whether it is true, and how much it counts. */
export interface Sample {
  readonly features: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

export interface Fit {
  readonly intercept: number;
  /** In the order of the features. */
  readonly weights: readonly number[];
}

/** Steps after which Newton's method has long converged on data of this kind. */
const STEPS = 30;
const ENOUGH = 1e-8;

/**
 * Logistic regression by Newton's method (iteratively re-weighted least squares; Hastie, Tibshirani and Friedman, The
 * Elements of Statistical Learning, 4.4.1) on standardised features, with a ridge of `ridge` on all but the intercept.
 */
export function fitLogistic(samples: readonly Sample[], ridge: number): Fit {
  const scale = standards(samples);
  const rows = samples.map(({ features }) => [
    1,
    ...features.map((value, at) => (value - (scale[at]?.mean ?? 0)) / (scale[at]?.deviation ?? 1)),
  ]);
  let beta: number[] = new Array(scale.length + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const { gradient, hessian } = derivatives(rows, samples, { beta, ridge });
    const change = solve(hessian, gradient);
    beta = beta.map((value, at) => value + (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < ENOUGH) break;
  }
  const [first = 0, ...standardised] = beta;
  const weights = standardised.map((value, at) => value / (scale[at]?.deviation ?? 1));
  const intercept = weights.reduce((sum, weight, at) => sum - weight * (scale[at]?.mean ?? 0), first);
  return { intercept, weights };
}

export const probability = ({ intercept, weights }: Fit, features: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * (features[at] ?? 0), intercept)));

function standards(samples: readonly Sample[]): { mean: number; deviation: number }[] {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const { length = 0 } = samples[0]?.features ?? [];
  return Array.from({ length }, (_, at) => {
    const average = (of: (value: number) => number) =>
      samples.reduce((sum, { features, weight }) => sum + weight * of(features[at] ?? 0), 0) / total;
    const mean = average((value) => value);
    return { mean, deviation: Math.sqrt(average((value) => (value - mean) ** 2)) || 1 };
  });
}

interface Point {
  readonly beta: readonly number[];
  readonly ridge: number;
}

/** Of the penalised log-likelihood, the Hessian with its sign turned. */
function derivatives(
  rows: readonly (readonly number[])[],
  samples: readonly Sample[],
  { beta, ridge }: Point,
): { gradient: number[]; hessian: number[][] } {
  const gradient = beta.map((value, at) => (at === 0 ? 0 : -ridge * value));
  const hessian = beta.map((_, row) => beta.map((__, at) => (row === at && row > 0 ? ridge : 0)));
  for (const [index, row] of rows.entries()) {
    const { isTrue, weight } = samples[index] ?? { isTrue: false, weight: 0 };
    const z = row.reduce((sum, value, at) => sum + value * (beta[at] ?? 0), 0);
    const p = 1 / (1 + Math.exp(-z));
    const error = weight * (Number(isTrue) - p);
    const curve = weight * p * (1 - p);
    for (const [i, a] of row.entries()) {
      gradient[i] = (gradient[i] ?? 0) + a * error;
      const line = hessian[i] ?? [];
      for (const [j, b] of row.entries()) line[j] = (line[j] ?? 0) + curve * a * b;
    }
  }
  return { gradient, hessian };
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  const size = lines.length;
  const value = (row: number, column: number): number => lines[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column; row < size; row += 1)
      if (Math.abs(value(row, column)) > Math.abs(value(pivot, column))) pivot = row;
    [lines[column], lines[pivot]] = [lines[pivot] ?? [], lines[column] ?? []];
    for (let row = 0; row < size; row += 1) {
      const factor = row === column ? 0 : value(row, column) / (value(column, column) || 1);
      if (factor !== 0) lines[row] = (lines[row] ?? []).map((one, at) => one - factor * value(column, at));
    }
  }
  return lines.map((_, at) => value(at, size) / (value(at, at) || 1));
}
