import { describe, expect, it } from "vitest";
import type { Speed } from "../../src/local-models/calibration.ts";
import type { ModelHost } from "../../src/local-models/host.ts";
import { startModelServer } from "../../src/local-models/model-server.ts";
import { planRerank } from "../../src/local-models/score-in-time.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";

/** Asks a re-ranker that takes so long for each passage, by a clock of its own, over the real loopback protocol. */
async function scoresAt(msPerPassage: number, count: number) {
  let nowMs = 0;
  const host: ModelHost = {
    ask: ({ texts }) => {
      nowMs += msPerPassage * texts.length;
      return Promise.resolve(texts.map((text) => Float32Array.of(Number.parseInt(text, 10) / 32)));
    },
    pid: () => undefined,
    stop: () => Promise.resolve(),
  };
  const { url, secret, stop } = await startModelServer({ host, now: () => nowMs });
  const reranker = httpReranker({
    provider: "llama.cpp",
    url,
    model: "slow",
    key: secret,
    timeoutMs: 60_000,
  });
  const passages = Array.from({ length: count }, (_, at) => `${at + 1}`);
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

it.each([
  [200, 30],
  [400, 5],
])("at %i ms a passage, a re-ranker is too slow for %i and counts as missing", async (ms, count) => {
  await expect(scoresAt(ms, count)).rejects.toMatchObject({ code: "reranker_unavailable" });
});

/** A re-ranker that takes so long for each token, and something for each pair. */
const speedOf = (msPerToken: number, msPerPair = 0): Speed => ({
  kind: "reranker",
  pairs: [64, 128, 256, 512].map((tokens) => ({ tokens, ms: tokens * msPerToken + msPerPair })),
});

describe("what a re-ranker is sent", () => {
  it.each([
    // (352 + 24) tokens, 560 ms: 30 fit whole at up to .0496 ms a token.
    [0.04, { passages: 30, tokens: 352 }],
    [0.1, { passages: 14, tokens: 352 }],
    [0.15, { passages: 13, tokens: 256 }],
    [0.25, { passages: 10, tokens: 192 }],
    [0.5, { passages: 7, tokens: 128 }],
    [0.73, { passages: 5, tokens: 128 }],
    [0.75, undefined],
  ])("at %d ms a token is %j", (msPerToken, plan) => {
    expect(planRerank(speedOf(msPerToken))).toEqual(plan);
  });

  it("counts what each pair takes beside its tokens", () => {
    expect(planRerank(speedOf(0.1, 30))).toEqual({ passages: 10, tokens: 192 });
  });

  it("is little where nobody has measured it", () => {
    expect(planRerank(undefined)).toEqual({ passages: 10, tokens: 128 });
  });
});
