import type { SearchRequest } from "../../../search/contract/search.ts";
import type { RecallClient } from "../../session/recall-client.ts";

/** Everything that is measured, in the order of the columns. Values of one question are 0 to 1. */
export const METRICS = [
  "nDCG@10",
  "recall@5",
  "recall@10",
  "recall@20",
  "recall@100",
  "hit@1",
  "hit@5",
  "MRR@10",
  "both@10",
  "any@10",
  "silent",
  "newest first",
] as const;
export type Metric = (typeof METRICS)[number];

/** What one question scored; a metric that does not apply to it is absent. */
export type Scores = Readonly<Partial<Record<Metric, number>>>;

/** Lines of a document, from 1, both ends included. */
export interface Passage {
  /** Undefined: of the one root that is pushed. */
  readonly root?: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface Question {
  readonly id: string;
  readonly query: string;
  /** Questions of one kind share a row of the report; "" where a set has no kinds. */
  readonly kind: string;
  readonly filters?: NonNullable<SearchRequest["filters"]>;
  readonly session?: string;
}

export interface Evaluation {
  readonly questions: readonly Question[];
  /** Hits asked for when the caller names no number. */
  readonly limit: number;
  /** Sends the documents; answers what could not be taken. Throws AppError when the server does not take them. */
  readonly push: (client: RecallClient, options: PushOptions) => Promise<readonly string[]>;
  /** Scores the hits of a question, best first, of which at most `limit` were asked for. */
  readonly score: (question: Question, hits: readonly Passage[], limit: number) => Scores;
}

export interface PushOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}
