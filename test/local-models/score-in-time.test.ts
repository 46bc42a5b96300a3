import { expect, it } from "vitest";
import type { ModelHost } from "../../src/local-models/host.ts";
import { startModelServer } from "../../src/local-models/model-server.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";

/** Asks a re-ranker that takes so long for each passage, by a clock of its own, over the real loopback protocol. */
async function scoresAt(msPerPassage: number, count: number, passage = "") {
  let nowMs = 0;
  const host: ModelHost = {
    ask: ({ texts }) => {
      // Half of it for what is cut.
      for (const text of texts) nowMs += text.length < passage.length ? msPerPassage / 2 : msPerPassage;
      return Promise.resolve(texts.map((text) => Float32Array.of(Number.parseInt(text, 10) / 32)));
    },
    pid: () => undefined,
    stop: () => Promise.resolve(),
  };
  const { url, secret, stop } = await startModelServer(host, () => nowMs);
  const reranker = httpReranker({
    provider: "llama.cpp",
    url,
    model: "slow",
    key: secret,
    timeoutMs: 60_000,
  });
  const passages = Array.from({ length: count }, (_, at) => `${at + 1}${passage}`);
  try {
    return { scores: await reranker.score("weir", passages), spentMs: nowMs };
  } finally {
    await stop();
  }
}

const firstOf = (reached: number, count: number) =>
  Array.from({ length: count }, (_, at) => (at < reached ? (at + 1) / 32 : undefined));

it.each([
  [10, 20, 20],
  [35, 30, 20],
  [100, 30, 6],
  [400, 1, 1],
])("at %i ms a passage, the first of %i that fit in 700 ms have scores: %i", async (ms, count, reached) => {
  const { scores, spentMs } = await scoresAt(ms, count);
  expect(scores).toEqual(firstOf(reached, count));
  expect(spentMs).toBeLessThanOrEqual(700);
});

it("cuts passages on a slow processor, all but the first two", async () => {
  const { scores, spentMs } = await scoresAt(140, 30, " weir".repeat(400));
  expect(scores).toEqual(firstOf(8, 30));
  expect(spentMs).toBe(700);
});

it.each([
  [200, 30],
  [400, 5],
])("at %i ms a passage, a re-ranker is too slow for %i and counts as missing", async (ms, count) => {
  await expect(scoresAt(ms, count)).rejects.toMatchObject({ code: "reranker_unavailable" });
});
