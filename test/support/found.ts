import type { Hit } from "../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../src/search/contract/search.ts";

/** A hit with neither text nor snippet. */
export const bareHit = (changes: Partial<Hit> = {}): Hit => ({
  id: "0123456789abcdef",
  root: "notes",
  path: "guides/keys.md",
  startLine: 3,
  endLine: 9,
  citation: "guides/keys.md#L3-L9",
  headings: ["Keys", "Rotation"],
  kind: "file",
  language: "markdown",
  source: null,
  date: null,
  indexedAt: "2026-01-01T00:00:00Z",
  documentHash: "0".repeat(32),
  score: 0.874,
  relevance: 0.734,
  scores: {},
  arms: {},
  ...changes,
});

/** A hit of the view snippet. */
export const hit = (changes: Partial<Hit> = {}): Hit =>
  bareHit({
    snippet: { text: "Rotate keys\nevery quarter.", startLine: 4, endLine: 5, highlights: [[0, 6]] },
    ...changes,
  });

/** An answer with these hits. */
export const found = (hits: readonly Hit[], changes: Partial<SearchAnswer> = {}): SearchAnswer => ({
  outcome: hits.length > 0 ? "found" : "nothing_found",
  relevance: hits.length > 0 ? 0.8 : 0,
  confidence: hits.length > 0 ? "high" : "none",
  calibration: { basis: "embedded", measured: true },
  hits: [...hits],
  degraded: [],
  profile: "edge",
  index: {
    version: 1,
    indexedAt: "2026-01-01T00:00:00.000Z",
    pendingChunks: 0,
    pendingSkipped: 0,
    failedDocuments: 0,
    embedder: "m",
    reranker: "r",
  },
  recallId: "01a200f5-b509-7916-92b3-d35a73ca0ddd",
  asOf: "2026-01-01T00:00:00.000Z",
  timings: { totalMs: 1, hops: 1, stages: {} },
  use: { rowsRead: 0, modelCalls: 0, textsEmbedded: 0, passagesReranked: 0, cached: [], repaired: [] },
  ...changes,
});
