import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import type { BertShape } from "../../src/local-models/bert/weights.ts";

/** The table of the words is looked up, not calculated with: XLM-R's 250,002 rows only cost memory. */
const VOCABULARY = 30_522;
const BASE = { layers: 12, hidden: 768, heads: 12, intermediate: 3_072, vocabulary: VOCABULARY } as const;

/** Shapes of the published models, by their names. */
export const SHAPES = {
  "bge-small-en-v1.5": { ...BASE, hidden: 384, intermediate: 1_536, kind: "bert" },
  "bge-base-en-v1.5": { ...BASE, kind: "bert" },
  "bge-m3": {
    layers: 24,
    hidden: 1_024,
    heads: 16,
    intermediate: 4_096,
    vocabulary: VOCABULARY,
    kind: "xlm-roberta",
  },
  "bge-reranker-base": { ...BASE, kind: "xlm-roberta", hasHead: true },
} as const satisfies Readonly<Record<string, BertShape>>;

/** A text of so many tokens: a letter and a space are one. */
export const textOfTokens = (tokens: number): string =>
  Array.from({ length: tokens }, (_, at) => "abcdefghijklmnop"[at % 16]).join(" ");

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The median; 0 of nothing. */
export const middle = (values: readonly number[]): number => percentile(values, 0.5);
