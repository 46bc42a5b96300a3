import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadModel } from "../../src/local-models/load-model.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import {
  type AiBinding,
  workersAiEmbedder,
  workersAiReranker,
} from "../../src/models/cloudflare/workers-ai.ts";
import { fakeAi } from "../support/fakes/fake-ai.ts";
import { cosine, itKeepsTheContract, PASSAGES, type Parts, plain, serveContractModels } from "./contract.ts";
import { ROOT } from "./tiny-models.ts";

// What every embedder and re-ranker of the service promises, whoever calculates: Workers AI, or a model on this processor.

const BGE = "@cf/baai/bge-base-en-v1.5";
const RERANK = "@cf/baai/bge-reranker-base";

const parts = new Map<string, Parts>();
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Workers AI's documented answers, calculated by models in memory. */
async function bindingOf(models: string): Promise<AiBinding> {
  const runtime = loadOnnxRuntime({ places: [ROOT], threads: 1 });
  const embedder = await loadModel(join(models, "embedder"), runtime);
  const reranker = await loadModel(join(models, "reranker"), runtime);
  ends.push(embedder.release, reranker.release);
  return {
    async run(model, { text, query, contexts }) {
      if (model === BGE)
        return {
          data: (await embedder.run((text as string[]).map((one) => embedder.encode(one)))).map((row) => [
            ...row,
          ]),
        };
      const pairs = (contexts as { text: string }[]).map((one) => reranker.encode(query as string, one.text));
      const rows = await reranker.run(pairs);
      return { response: rows.map((row, id) => ({ id, score: row[0] })).reverse() };
    },
  };
}

const workersAi = (ai: AiBinding): Parts => ({
  embedder: workersAiEmbedder(ai, { model: BGE, pooling: "cls" }),
  reranker: workersAiReranker(ai, { model: RERANK }),
});

beforeAll(async () => {
  const models = mkdtempSync(join(tmpdir(), "recall-test-models-"));
  ends.push(async () => rmSync(models, { recursive: true }));
  const served = await serveContractModels(models, [ROOT]);
  ends.push(served.stop);
  parts.set("installed models", served);
  parts.set("Workers AI with the same models", workersAi(await bindingOf(models)));
  parts.set("Workers AI as tests have it", workersAi(fakeAi()));
});

const partsOf = (name: string): Parts => {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe.each(["installed models", "Workers AI with the same models", "Workers AI as tests have it"])(
  "%s",
  (name) => itKeepsTheContract(() => partsOf(name)),
);

it("the same models give the same vectors, scores and order on a laptop and in an account", async () => {
  const [here, there] = ["installed models", "Workers AI with the same models"].map(partsOf);
  const ordersOf = async ({ embedder, reranker }: Parts) => {
    const query = await embedder.embedQuery({ text: "where is the heron", words: [] });
    const near = (await embedder.embedChunks(PASSAGES.map(plain))).map((vector) => cosine(query, vector));
    const scores = (await reranker.score("where is the heron", PASSAGES)).map((score) => score ?? 9);
    const order = (values: readonly number[]) =>
      values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    return { near, scores, orders: [order(near), order(scores)] };
  };
  if (here === undefined || there === undefined) throw new Error("no parts");
  const [a, b] = [await ordersOf(here), await ordersOf(there)];
  expect(a.orders).toEqual(b.orders);
  for (const [at, value] of a.near.entries()) expect(value).toBeCloseTo(b.near[at] ?? 9, 4);
  for (const [at, value] of a.scores.entries()) expect(value).toBeCloseTo(b.scores[at] ?? 9, 4);
});
