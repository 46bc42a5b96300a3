import type { EvidenceName } from "./evidence.ts";

/** What relevance is judged by: words alone, word statistics that stand in for a model, an embedder, a cross-encoder. */
export type Basis = "keyword" | "embedded" | "neural" | "cross-encoder";

/** A logistic model: weights of the evidence, in log-odds. */
export interface Model {
  readonly intercept: number;
  readonly weights: Readonly<Partial<Record<EvidenceName, number>>>;
}

export interface Coefficients {
  /** Whether a passage answers. */
  readonly passage: Model;
  /** Whether one of the first five does, by the evidence of the likeliest. */
  readonly answer: Model;
  /** Share of the keyword model's log-odds that is added. @default 0 */
  readonly keywordShare?: number;
  /** False: nobody has measured it; the weights are what is known of models of this kind. */
  readonly isMeasured: boolean;
}

/**
 * An answer that is less likely than this is none. It costs 5 % of the questions of folders of notes and documentation
 * that were answered among the first five; test/quality/README.md has the figures.
 */
export const DEFAULT_FLOOR = 0.14;

/** An answer is judged by so many passages, whatever the limit, so that the limit decides nothing. */
export const JUDGED = 5;
