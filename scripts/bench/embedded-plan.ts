import { cachedEmbedder } from "../../src/models/cached-embedder.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import type { SearchRequest } from "../../src/search/contract/search.ts";
import type { Ranking, SearchPlan } from "../../src/search/plan.ts";
import { planSearch } from "../../src/search/plan-search.ts";
import type { Language } from "../../src/text/languages/language.ts";

/** What a server that has searched a workspace knows of it. */
interface Seen {
  readonly ranking: Ranking;
  readonly languages: readonly Language[];
}

/** A search as a local server without a model plans it. */
export function embeddedPlan(
  request: SearchRequest,
  workspace: number,
  nowMs: number,
  seen?: Seen,
): Promise<SearchPlan> {
  const serving = { embedder: cachedEmbedder(hashEmbedder, new Map(), workspace), vectors: undefined };
  const context = { workspace, serving, nowMs, build: "bench", scope: "read", overrides: {} };
  return planSearch(request, { ...context, ...seen, generator: undefined });
}
