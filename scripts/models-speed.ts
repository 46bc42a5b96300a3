/**
 * `npm run models-speed`: how fast installed models of the true shapes are on this processor, with random weights quantised to
 * int8 as the published files are: what is calculated does not depend on what the weights are.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { loadModel } from "../src/local-models/load-model.ts";
import { type Backend, loadOnnxRuntime, type OnnxRuntime } from "../src/local-models/onnx-runtime.ts";
import { createScheduler } from "../src/local-models/scheduler.ts";
import type { BertShape } from "../src/local-models/bert/weights.ts";
import { writeModel } from "./bert/write-model.ts";

/** The table of the words is looked up, not calculated with: XLM-R's 250,002 rows only cost memory. */
const VOCABULARY = 30_522;

const SHAPES: Readonly<Record<string, BertShape>> = {
  "bge-small-en-v1.5": {
    layers: 12,
    hidden: 384,
    heads: 12,
    intermediate: 1_536,
    vocabulary: VOCABULARY,
    kind: "bert",
  },
  "bge-base-en-v1.5": {
    layers: 12,
    hidden: 768,
    heads: 12,
    intermediate: 3_072,
    vocabulary: VOCABULARY,
    kind: "bert",
  },
  "bge-reranker-base": {
    ...{ layers: 12, hidden: 768, heads: 12, intermediate: 3_072, vocabulary: VOCABULARY },
    ...{ kind: "xlm-roberta", hasHead: true },
  },
};

/** Lengths of passages, tokens: most are a paragraph or a section. */
const PASSAGE_TOKENS = [60, 120, 200, 280, 360] as const;
const PASSAGES = 40;
const QUERY_TOKENS = 20;
const POOLS = [10, 20, 30] as const;
const QUERIES = 15;
/** What a re-ranker is sent of a passage at most, tokens. */
const RERANK_TOKENS = 350;

/** A letter and a space are a token. */
const textOf = (tokens: number): string =>
  Array.from({ length: tokens }, (_, at) => "abcdefghijklmnop"[at % 16]).join(" ");

const passages = (count: number, most = Number.POSITIVE_INFINITY): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    textOf(Math.min(most, PASSAGE_TOKENS[at % PASSAGE_TOKENS.length] ?? 0)),
  );

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(models: string, name: string, runtime: OnnxRuntime): Promise<string> {
  const { hasHead = false } = SHAPES[name] ?? {};
  const scheduler = createScheduler((model) => loadModel(join(models, model), runtime));
  let id = 0;
  const ask = (texts: readonly string[], query?: string) =>
    scheduler.ask({ id: id++, model: name, texts, query, isUrgent: false });
  const loadMs = await millisecondsOf(() => ask([textOf(1)], hasHead ? "a" : undefined));
  const times: string[] = [];
  if (hasHead)
    for (const pool of POOLS) {
      const texts = passages(pool, RERANK_TOKENS);
      const runs: number[] = [];
      for (let run = 0; run < 3; run++)
        runs.push(await millisecondsOf(() => ask(texts, textOf(QUERY_TOKENS))));
      times.push(`${pool} passages ${middle(runs).toFixed(0)} ms`);
    }
  else {
    const ms = await millisecondsOf(() => ask(passages(PASSAGES)));
    times.push(`${((PASSAGES / ms) * 1_000).toFixed(1)} passages/s`);
    const queries: number[] = [];
    for (let run = 0; run < QUERIES; run++)
      queries.push(await millisecondsOf(() => ask([textOf(QUERY_TOKENS)])));
    times.push(`query ${middle(queries).toFixed(1)} ms`);
  }
  return `${name.padEnd(18)} ${runtime.backend.padEnd(6)} read in ${loadMs.toFixed(0)} ms; ${times.join(", ")}`;
}

const models = mkdtempSync(join(tmpdir(), "recall-models-speed-"));
const threads = Math.max(1, availableParallelism() - 1);
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, ${threads} thread(s) for the model`);
console.log(
  `Passages of ${PASSAGE_TOKENS.join(", ")} tokens in turn, queries of ${QUERY_TOKENS}; random weights, int8`,
);
try {
  for (const [name, shape] of Object.entries(SHAPES)) {
    writeModel(models, { name, shape, isQuantised: true });
    for (const backend of ["native", "wasm"] satisfies readonly Backend[]) {
      const runtime = loadOnnxRuntime({ places: [packageRoot()], threads, backend });
      console.log(await measure(models, name, runtime));
    }
    rmSync(join(models, name), { recursive: true });
  }
} finally {
  rmSync(models, { recursive: true, force: true });
}
