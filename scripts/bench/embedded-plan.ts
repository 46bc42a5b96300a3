import { cachedEmbedder } from "../../src/models/cached-embedder.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import type { SearchRequest } from "../../src/search/contract/search.ts";
import type { Ranking, SearchPlan } from "../../src/search/plan.ts";
import { planSearch } from "../../src/search/plan-search.ts";

/** A search as a local server without a model plans it. */
export function embeddedPlan(
  request: SearchRequest,
  workspace: number,
  nowMs: number,
  ranking?: Ranking,
): Promise<SearchPlan> {
  const serving = { embedder: cachedEmbedder(hashEmbedder, new Map(), workspace), vectors: undefined };
  const context = { workspace, serving, nowMs, build: "bench", scope: "read", overrides: {}, ranking };
  return planSearch(request, { ...context, generator: undefined });
}
