import { expect, it } from "vitest";
import { hashEmbedder } from "../../../src/models/local/hash-embedder.ts";
import { type Embedder, spaceKey } from "../../../src/models/ports.ts";
import { settleQueryVector } from "../../../src/search/arms/vector/query-vector.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import { stem } from "../../../src/text/words/stem.ts";
import { EAST, planOf, servingOf, workspaceState } from "../fakes.ts";

it("weighs words by how many passages have their stem", async () => {
  const weights: Record<string, number> = {};
  const embedder: Embedder = {
    ...hashEmbedder,
    embedQuery: async ({ words = [], idf }) => {
      for (const word of words) weights[word] = idf?.(word) ?? 0;
      return EAST;
    },
  };
  const plan = await planOf({ query: "keys deployments" }, servingOf(embedder));
  const workspace = workspaceState({
    ...{ identity: spaceKey(embedder.space), chunks: 100 },
    frequencies: new Map([
      [stem("keys"), 100],
      [stem("deployments"), 1],
    ]),
  });
  const deadline = createDeadline(1_000, Date.now);
  const settled = await settleQueryVector(plan, { workspace, started: undefined, deadline });
  expect(settled).toEqual({ vector: EAST, source: "computed" });
  expect(weights.deployments).toBeGreaterThan(5 * (weights.keys ?? Number.NaN));
});
