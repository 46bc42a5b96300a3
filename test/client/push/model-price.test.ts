import { expect, it } from "vitest";
import { estimatePush } from "../../../src/client/push/model-price.ts";

it("prices a million tokens as the model's page does", () => {
  const { dollars, neurons, freeDays } = estimatePush([{ bytes: 4_000_000, tokens: 1_000_000 }]);
  expect(dollars).toBeCloseTo(0.067);
  expect(neurons).toBe(6_058);
  expect(freeDays).toBeCloseTo(0.6058);
});

it("names no price where another model than the priced one embeds", () => {
  const texts = [{ bytes: 4_000_000, tokens: 1_000_000 }];
  expect(estimatePush(texts, "@cf/baai/bge-base-en-v1.5").dollars).toBeCloseTo(0.067);
  for (const embedder of ["embedded:hash-1", "nomic-embed-text"]) {
    const { dollars, neurons, freeDays, ...size } = estimatePush(texts, embedder);
    expect([dollars, neurons, freeDays]).toEqual([undefined, undefined, undefined]);
    expect(size).toMatchObject({ embedder, tokens: 1_000_000 });
  }
});

it("counts at least one chunk for every file, and more for longer ones", () => {
  expect(estimatePush([]).chunks).toBe(0);
  const small = { bytes: 10, tokens: 2 };
  expect(estimatePush([small, small])).toMatchObject({ files: 2, bytes: 20, tokens: 4, chunks: 2 });
  expect(estimatePush([{ bytes: 1, tokens: 2_000 }]).chunks).toBeGreaterThan(5);
});
