import { expect } from "vitest";
import type { Reranker } from "../../src/models/ports.ts";
import type { DefineCase } from "../support/failures-of.ts";

/** Every Reranker passes this. */
export function rerankerContract(create: () => Reranker, it: DefineCase): void {
  it("scores each passage in its own place, the better answer higher", async () => {
    const scores = await create().score("where does the heron nest", [
      "soup on mondays",
      "the heron does nest by the weir",
      "keys",
    ]);
    expect(scores).toHaveLength(3);
    expect(scores.every((score) => score === undefined || Number.isFinite(score))).toBe(true);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? Number.POSITIVE_INFINITY);
  });

  it("names the model, under which scores are kept", () => {
    expect(create().model).not.toBe("");
  });
}
