import { join } from "node:path";
import { loadModel } from "../../src/local-models/load-model.ts";
import type { OnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import { createScheduler } from "../../src/local-models/scheduler.ts";
import { middle, millisecondsOf, textOfTokens } from "./models.ts";

/** Lengths of passages, tokens: most are a paragraph or a section. */
export const PASSAGE_TOKENS = [60, 120, 200, 280, 360] as const;
export const QUERY_TOKENS = 20;
const PASSAGES = 40;
/** Passages of one length are measured too; so many of each. */
const LENGTHS = [128, 256, 512] as const;
const OF_A_LENGTH = 8;
/** `[CLS]` and `[SEP]`. */
const MARKS = 2;
const POOLS = [10, 20, 30] as const;
const POOL_RUNS = 3;
const QUERIES = 15;
/** What a re-ranker is sent of a passage at most, tokens. */
const RERANK_TOKENS = 350;

const passages = (count: number, most = Number.POSITIVE_INFINITY): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    textOfTokens(Math.min(most, PASSAGE_TOKENS[at % PASSAGE_TOKENS.length] ?? 0)),
  );

type Ask = (texts: readonly string[], query?: string) => Promise<unknown>;

async function rerankerTimes(ask: Ask): Promise<readonly string[]> {
  const times: string[] = [];
  for (const pool of POOLS) {
    const texts = passages(pool, RERANK_TOKENS);
    const runs: number[] = [];
    for (let run = 0; run < POOL_RUNS; run++)
      runs.push(await millisecondsOf(() => ask(texts, textOfTokens(QUERY_TOKENS))));
    times.push(`${pool} passages ${middle(runs).toFixed(0)} ms`);
  }
  return times;
}

const perSecond = (count: number, ms: number): string => ((count / ms) * 1_000).toFixed(1);

async function embedderTimes(ask: Ask): Promise<readonly string[]> {
  const mixed = await millisecondsOf(() => ask(passages(PASSAGES)));
  const lengths: string[] = [];
  for (const tokens of LENGTHS) {
    const texts = Array.from({ length: OF_A_LENGTH }, () => textOfTokens(tokens - MARKS));
    const ms = await millisecondsOf(() => ask(texts));
    lengths.push(`${perSecond(OF_A_LENGTH, ms)} of ${tokens} tokens`);
  }
  const queries: number[] = [];
  for (let run = 0; run < QUERIES; run++)
    queries.push(await millisecondsOf(() => ask([textOfTokens(QUERY_TOKENS)])));
  const query = `query ${middle(queries).toFixed(1)} ms`;
  return [`${perSecond(PASSAGES, mixed)} passages/s (${lengths.join(", ")})`, query];
}

/** What a model does in this process, with nothing beside it, as one line. */
export async function measureAlone(
  models: string,
  name: string,
  runtime: OnnxRuntime,
  isReranker: boolean,
): Promise<string> {
  const scheduler = createScheduler((model) => loadModel(join(models, model), runtime));
  let id = 0;
  const ask: Ask = (texts, query) => scheduler.ask({ id: id++, model: name, texts, query, isUrgent: false });
  const loadMs = await millisecondsOf(() => ask([textOfTokens(1)], isReranker ? "a" : undefined));
  const times = await (isReranker ? rerankerTimes(ask) : embedderTimes(ask));
  return `${name.padEnd(18)} ${runtime.backend.padEnd(6)} read in ${loadMs.toFixed(0)} ms; ${times.join(", ")}`;
}
