import type { LaneEvent } from "../../../src/lane/contract.ts";
import type { Hit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";

/** A passage of a Markdown file. */
export const hitOf = (more: Partial<Hit> = {}): Hit => ({
  ...{ id: "h1", root: "notes", path: "guides/keys.md", startLine: 3, endLine: 9, headings: [] },
  ...{ citation: "guides/keys.md#L3-L9", kind: "file", language: "markdown", source: null, date: null },
  ...{
    indexedAt: "2026-11-20T10:00:00Z",
    documentHash: "d",
    score: 0.9,
    relevance: 0.5,
    scores: {},
    arms: {},
  },
  ...more,
});

/** So many different passages. */
export const hitsOf = (count: number): readonly Hit[] =>
  Array.from({ length: count }, (_, at) => hitOf({ id: `h${at}`, startLine: at + 1, endLine: at + 1 }));

interface More extends Omit<Partial<SearchAnswer>, "index" | "timings" | "use" | "hits"> {
  readonly hits?: readonly Hit[];
  readonly index?: object;
  readonly timings?: object;
  readonly use?: object;
}

export const searchAnswerOf = ({ index, timings, use, hits = [], ...more }: More = {}): SearchAnswer =>
  ({
    ...{ recallId: "r1", outcome: "found", relevance: 0.8, confidence: "high", degraded: [] },
    ...{ hits, timings: { totalMs: 12.4, ...timings }, use: { cached: [], repaired: [], ...use } },
    index: {
      pendingChunks: 0,
      pendingSkipped: 0,
      failedDocuments: 0,
      embedder: "bge",
      severalRoots: false,
      ...index,
    },
    ...more,
  }) as unknown as SearchAnswer;

/** A passage of a file that a search recalled. */
export const eventOf = ({
  recall,
  ...more
}: Omit<Partial<LaneEvent>, "recall"> & { readonly recall?: object | null } = {}): LaneEvent => ({
  ...{ event: recall === null ? "remembered" : "recalled", at: "2026-11-20T12:00:00Z", session: null },
  ...{ kind: recall === null ? "memory" : "file", root: "notes", path: "a.md", title: null, type: null },
  ...{ tags: [], text: "text", cut: false, timesObserved: null, quality: null, supersedes: null },
  recall:
    recall === null
      ? null
      : {
          ...{ recallId: "r1", query: "q", rank: 1, score: 0.9, chunk: "c1" },
          ...{ citation: "a.md#L1-L2", vote: null },
          ...recall,
        },
  ...more,
});
