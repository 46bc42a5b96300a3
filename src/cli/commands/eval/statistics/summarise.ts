import { type Asked, METRICS, type Metric, UNANSWERABLE } from "../evaluation.ts";
import { areaUnderCurve, calibrationError } from "./calibration.ts";
import { mean, percentile } from "./metrics.ts";
import { type Difference, pairedBootstrap, signFlip } from "./significance.ts";

export interface Summary {
  /** "all" for every question; a metric is averaged over those that it applies to. */
  readonly kind: string;
  readonly questions: number;
  readonly scores: Readonly<Partial<Record<Metric, number>>>;
  /** Between the relevance of questions that were answered and of those without an answer; undefined: one kind is missing. */
  readonly auc: number | undefined;
  /** Expected calibration error of the first hits' relevance. */
  readonly calibrationError: number;
  readonly empty: number;
  readonly degraded: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const MEDIAN = 0.5;
const SLOW = 0.95;

const valuesOf = (asked: readonly Asked[], metric: Metric): readonly number[] =>
  asked.flatMap(({ scores }) => scores[metric] ?? []);

const relevanceOf = (asked: readonly Asked[]): readonly number[] => asked.map(({ relevance }) => relevance);

function summary(kind: string, asked: readonly Asked[]): Summary {
  const scores = METRICS.flatMap((metric) => {
    const values = valuesOf(asked, metric);
    return values.length === 0 ? [] : [[metric, mean(values)] as const];
  });
  const latencies = asked.map(({ latencyMs }) => latencyMs);
  return {
    kind,
    questions: asked.length,
    scores: Object.fromEntries(scores),
    auc: areaUnderCurve(
      relevanceOf(asked.filter(({ isAnswered }) => isAnswered)),
      relevanceOf(asked.filter(({ kind: one }) => one === UNANSWERABLE)),
    ),
    calibrationError: calibrationError(asked.flatMap(({ claims }) => claims)),
    empty: mean(asked.map(({ hits }) => (hits.length === 0 ? 1 : 0))),
    degraded: mean(asked.map(({ isDegraded }) => (isDegraded ? 1 : 0))),
    p50Ms: percentile(latencies, MEDIAN),
    p95Ms: percentile(latencies, SLOW),
  };
}

/** All questions together, then each kind in the order of its first question, where there are several. */
export function summarise(asked: readonly Asked[]): readonly Summary[] {
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const rows = kinds.map((kind) =>
    summary(
      kind,
      asked.filter((one) => one.kind === kind),
    ),
  );
  return [summary("all", asked), ...(kinds.length > 1 ? rows : [])];
}

/** Median lines of the first ten hits of every answer, and the most: overlap rewards long hits. 0 for no hits. */
export function hitLines(asked: readonly Asked[], depth: number): { median: number; max: number } {
  const lines = asked.flatMap(({ hits }) =>
    hits.slice(0, depth).map(({ startLine, endLine }) => endLine - startLine + 1),
  );
  return { median: percentile(lines, MEDIAN), max: percentile(lines, 1) };
}

/** A difference with two tests of it: under some twenty questions only `permutationP` can be believed. */
interface Compared extends Difference {
  /** Two-sided p of the paired permutation test. */
  readonly permutationP: number;
}

export interface Differences {
  readonly kind: string;
  readonly metrics: Readonly<Partial<Record<Metric, Compared>>>;
}

/** Other minus one over all questions, then by kind where there are several. */
export function compareByKind(one: readonly Asked[], other: readonly Asked[]): readonly Differences[] {
  const kinds = [...new Set(one.map(({ kind }) => kind))];
  const of = (kind: string) => (asked: readonly Asked[]) => asked.filter((each) => each.kind === kind);
  const rows = kinds.map((kind) => ({ kind, metrics: compare(of(kind)(one), of(kind)(other)) }));
  return [{ kind: "all", metrics: compare(one, other) }, ...(kinds.length > 1 ? rows : [])];
}

/** Other minus one over the same questions, metric by metric, with its paired bootstrap interval and both p. */
export function compare(
  one: readonly Asked[],
  other: readonly Asked[],
): Readonly<Partial<Record<Metric, Compared>>> {
  const first = new Map(one.map((asked) => [asked.id, asked.scores]));
  const rows = METRICS.flatMap((metric) => {
    const differences = other.flatMap(({ id, scores }) => {
      const [before, after] = [first.get(id)?.[metric], scores[metric]];
      return before === undefined || after === undefined ? [] : [after - before];
    });
    if (differences.length === 0) return [];
    return [[metric, { ...pairedBootstrap(differences), permutationP: signFlip(differences) }] as const];
  });
  return Object.fromEntries(rows);
}
