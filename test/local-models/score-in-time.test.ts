import { describe, expect, it } from "vitest";
import type { Speed } from "../../src/local-models/speed/calibration.ts";
import type { ModelHost } from "../../src/local-models/host.ts";
import { startModelServer } from "../../src/local-models/model-server.ts";
import { planRerank, scoreInTime } from "../../src/local-models/speed/score-in-time.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";

/** Asks a re-ranker that takes so long for each passage, by a clock of its own, over the real loopback protocol. */
async function scoresAt(msPerPassage: number, count: number) {
  let nowMs = 0;
  const host: ModelHost = {
    ask: ({ texts }) => {
      nowMs += msPerPassage * texts.length;
      return Promise.resolve(texts.map((text) => Float32Array.of(Number.parseInt(text, 10) / 32)));
    },
    holdBack: () => undefined,
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

describe("a batch that does not end in time", () => {
  /** The deadline falls into the batch with this document; what is calculated then fails as the host fails it. */
  const scoredUntil = (late: number, count: number) => {
    const deadline = new AbortController();
    const asked: string[] = [];
    const score = async (texts: readonly string[], signal?: AbortSignal) => {
      asked.push(...texts);
      if (!texts.includes(`${late}`)) return texts.map(() => Float32Array.of(0.5));
      return new Promise<never>((_, fail) => {
        signal?.addEventListener("abort", () => fail(new Error("nobody waits for it any more")));
        deadline.abort();
      });
    };
    const documents = Array.from({ length: count }, (_, at) => `${at}`);
    const timeout = (ms: number) => {
      expect(ms).toBe(700);
      return deadline.signal;
    };
    return { asked, scores: scoreInTime(score, { documents, now: () => 0, timeout }) };
  };

  it("is not waited for: what was read before has scores", async () => {
    const { asked, scores } = scoredUntil(7, 20);
    expect(await scores).toEqual(Array.from({ length: 6 }, () => 0.5));
    expect(asked).toHaveLength(8);
  });

  it("is not waited for by the server of the models either", async () => {
    let asked = 0;
    const host: ModelHost = {
      ask: ({ texts }, signal) =>
        ++asked <= 3
          ? Promise.resolve(texts.map(() => Float32Array.of(0.5)))
          : new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new Error("given up")))),
      holdBack: () => undefined,
      pid: () => undefined,
      stop: () => Promise.resolve(),
    };
    const { url, secret, stop } = await startModelServer({ host });
    const options = { provider: "llama.cpp", url, model: "slow", key: secret, timeoutMs: 60_000 } as const;
    const passages = Array.from({ length: 10 }, (_, at) => `${at}`);
    const scores = await httpReranker(options).score("weir", passages).finally(stop);
    expect(scores.map((score) => score ?? "late")).toEqual([
      ...Array.from({ length: 6 }, () => 0.5),
      ...Array.from({ length: 4 }, () => "late"),
    ]);
  });

  it("leaves a re-ranker too slow that has read fewer than five", async () => {
    await expect(scoredUntil(2, 20).scores).rejects.toMatchObject({
      message: expect.stringMatching(/^The re-ranker read 2 passages in 700 ms/),
    });
  });

  it("that fails before is not taken for a late one", async () => {
    const failing = () => Promise.reject(new Error("damaged"));
    await expect(scoreInTime(failing, { documents: ["a"], now: () => 0 })).rejects.toThrow("damaged");
  });
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
