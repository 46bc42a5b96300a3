import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BertShape } from "../../scripts/bert/weights.ts";
import { writeModel } from "../../scripts/bert/write-model.ts";
import { startHost } from "../../src/local-models/host.ts";
import { loadModel } from "../../src/local-models/load-model.ts";
import { type ModelServer, startModelServer } from "../../src/local-models/model-server.ts";
import { loadOnnxRuntime } from "../../src/local-models/onnx-runtime.ts";
import {
  type AiBinding,
  workersAiEmbedder,
  workersAiReranker,
} from "../../src/models/cloudflare/workers-ai.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import type { Embedder, Reranker } from "../../src/models/ports.ts";
import { fakeAi } from "../support/fakes/fake-ai.ts";
import { ROOT, THREAD, TINY } from "./tiny-models.ts";

// What every embedder and re-ranker of the service promises, whoever calculates: Workers AI, or a model on this processor.

const BGE = "@cf/baai/bge-base-en-v1.5";
const RERANK = "@cf/baai/bge-reranker-base";
const PREFIX = "Represent this sentence for searching relevant passages: ";
const WIDE: BertShape = { ...TINY, hidden: 768, heads: 12, intermediate: 256 };

interface Parts {
  readonly embedder: Embedder;
  readonly reranker: Reranker;
}
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

function overHttp({ url, secret }: ModelServer): Parts {
  const server = { url, key: secret, timeoutMs: 60_000 };
  return {
    embedder: openAiEmbedder({
      ...server,
      ...{ model: "embedder", dimensions: 768, queryPrefix: PREFIX, documentPrefix: "" },
    }),
    reranker: httpReranker({ ...server, provider: "llama.cpp", model: "reranker" }),
  };
}

beforeAll(async () => {
  const models = mkdtempSync(join(tmpdir(), "recall-test-models-"));
  ends.push(async () => rmSync(models, { recursive: true }));
  writeModel(models, { name: "embedder", shape: WIDE });
  writeModel(models, { name: "reranker", shape: { ...TINY, kind: "xlm-roberta", hasHead: true } });
  const host = startHost({
    program: THREAD,
    data: { models, places: [ROOT], threads: 1, idleMs: 60_000 },
    tell: console.error,
  });
  const server = await startModelServer(host);
  ends.push(host.stop, server.stop);
  parts.set("installed models", overHttp(server));
  parts.set("Workers AI with the same models", workersAi(await bindingOf(models)));
  parts.set("Workers AI as tests have it", workersAi(fakeAi()));
});

const partsOf = (name: string): Parts => {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const plain = (text: string) => ({ headings: "", text });
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
const PASSAGES = [
  "the heron stands at the weir",
  "keys are rotated each month",
  "a car",
  "bridge of stone, 1794",
];

describe.each(["installed models", "Workers AI with the same models", "Workers AI as tests have it"])(
  "%s",
  (name) => {
    it("makes unit vectors of its dimensions, in the texts' order, alone as together", async () => {
      const { embedder } = partsOf(name);
      const together = await embedder.embedChunks(PASSAGES.map(plain));
      for (const [at, vector] of together.entries()) {
        expect(vector?.length).toBe(embedder.space.dimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
        const [alone] = await embedder.embedChunks([plain(PASSAGES[at] ?? "")]);
        expect(cosine(vector, alone)).toBeCloseTo(1, 4);
      }
    });

    it("has no vector for an empty text, and puts headings before a text", async () => {
      const { embedder } = partsOf(name);
      const [none, headed, whole] = await embedder.embedChunks([
        plain(""),
        { headings: "Weir", text: "heron" },
        plain("Weir\nheron"),
      ]);
      expect(none).toBeUndefined();
      expect(cosine(headed, whole)).toBeCloseTo(1, 5);
    });

    it("takes a text that is longer than the model reads, and reads its beginning", async () => {
      const { embedder } = partsOf(name);
      const beginning = "the heron stands at the weir ".repeat(120);
      const [long, longer] = await embedder.embedChunks([plain(beginning), plain(`${beginning}and keys`)]);
      expect(cosine(long, longer)).toBeCloseTo(1, 4);
    });

    it("puts the model's prefix before a query, and none before a passage", async () => {
      const { embedder } = partsOf(name);
      const query = await embedder.embedQuery({ text: "heron", words: ["heron"] });
      const [prefixed] = await embedder.embedChunks([plain(`${PREFIX}heron`)]);
      expect(cosine(query, prefixed)).toBeCloseTo(1, 4);
    });

    it("scores each passage in its place, and answers nothing to a caller that has gone", async () => {
      const { embedder, reranker } = partsOf(name);
      const scores = await reranker.score("heron", PASSAGES);
      expect(scores.every((score) => Number.isFinite(score))).toBe(true);
      const [last] = await reranker.score("heron", PASSAGES.slice(-1));
      expect(scores.at(-1)).toBeCloseTo(last ?? 9, 4);
      const gone = AbortSignal.abort();
      await expect(embedder.embedQuery({ text: "a", words: [] }, gone)).rejects.toMatchObject({
        code: "timeout",
      });
      await expect(reranker.score("a", ["b"], gone)).rejects.toMatchObject({ code: "timeout" });
    });
  },
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
