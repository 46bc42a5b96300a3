import { expect, it } from "vitest";
import type { BertShape } from "../../src/local-models/bert/weights.ts";
import { writeModel } from "../../scripts/bert/write-model.ts";
import { startHost } from "../../src/local-models/host.ts";
import { startModelServer } from "../../src/local-models/model-server.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import type { Embedder, Reranker } from "../../src/models/ports.ts";
import { PROCESS, TINY } from "./tiny-models.ts";

const PREFIX = "Represent this sentence for searching relevant passages: ";

export interface Parts {
  readonly embedder: Embedder;
  readonly reranker: Reranker;
}

const WIDE: BertShape = { ...TINY, hidden: 768, heads: 12, intermediate: 256 };

/** Tiny models as long as the real ones' vectors, served as installed ones are, through the adapters of model servers. */
export async function serveContractModels(models: string, places: readonly string[]) {
  writeModel(models, { name: "embedder", shape: WIDE });
  writeModel(models, { name: "reranker", shape: { ...TINY, kind: "xlm-roberta", hasHead: true } });
  const data = { models, places, threads: 1 };
  const host = startHost({ program: PROCESS, data, idleMs: 60_000, tell: console.error });
  // Its clock stands: how long a busy machine takes is no part of the contract.
  const { url, secret, ...server } = await startModelServer({
    ...{ host, now: () => 0 },
    timeout: () => new AbortController().signal,
  });
  const options = { url, key: secret, timeoutMs: 60_000 };
  return {
    embedder: openAiEmbedder({
      ...options,
      ...{ model: "embedder", dimensions: 768, queryPrefix: PREFIX, documentPrefix: "" },
    }),
    reranker: httpReranker({ ...options, provider: "llama.cpp", model: "reranker" }),
    async stop() {
      await server.stop();
      await host.stop();
    },
  };
}

export const plain = (text: string) => ({ headings: "", text });
export const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
export const PASSAGES = [
  "the heron stands at the weir",
  "keys are rotated each month",
  "a car",
  "bridge of stone, 1794",
];

/** What every embedder and re-ranker of the service promises, whoever calculates. */
export function itKeepsTheContract(parts: () => Parts): void {
  it("makes unit vectors of its dimensions, in the texts' order, alone as together", async () => {
    const { embedder } = parts();
    const together = await embedder.embedChunks(PASSAGES.map(plain));
    for (const [at, vector] of together.entries()) {
      expect(vector?.length).toBe(embedder.space.dimensions);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      const [alone] = await embedder.embedChunks([plain(PASSAGES[at] ?? "")]);
      expect(cosine(vector, alone)).toBeCloseTo(1, 4);
    }
  });

  it("has no vector for an empty text, and puts headings before a text", async () => {
    const { embedder } = parts();
    const [none, headed, whole] = await embedder.embedChunks([
      plain(""),
      { headings: "Weir", text: "heron" },
      plain("Weir\nheron"),
    ]);
    expect(none).toBeUndefined();
    expect(cosine(headed, whole)).toBeCloseTo(1, 5);
  });

  it("takes a text that is longer than the model reads, and reads its beginning", async () => {
    const { embedder } = parts();
    const beginning = "the heron stands at the weir ".repeat(120);
    const [long, longer] = await embedder.embedChunks([plain(beginning), plain(`${beginning}and keys`)]);
    expect(cosine(long, longer)).toBeCloseTo(1, 4);
  });

  it("puts the model's prefix before a query, and none before a passage", async () => {
    const { embedder } = parts();
    const query = await embedder.embedQuery({ text: "heron", words: ["heron"] });
    const [prefixed] = await embedder.embedChunks([plain(`${PREFIX}heron`)]);
    expect(cosine(query, prefixed)).toBeCloseTo(1, 4);
  });

  it("scores each passage in its place, and answers nothing to a caller that has gone", async () => {
    const { embedder, reranker } = parts();
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
}
