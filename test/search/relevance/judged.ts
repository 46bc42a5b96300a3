import type { SearchRequest } from "../../../src/search/contract/search.ts";
import { createTrace } from "../../../src/search/explain/trace.ts";
import type { SearchedPool } from "../../../src/search/hops/hop3.ts";
import type { SearchServing } from "../../../src/search/plan.ts";
import { unrepaired } from "../../../src/search/query/repair.ts";
import { judge } from "../../../src/search/relevance/judge.ts";
import { judgementsOf } from "../../../src/search/relevance/judgements.ts";
import { match, planOf, servingOf, stateOf, workspaceState } from "../fakes.ts";
import { candidate } from "../stages/candidates.ts";

/** A ranked passage: its text, what the keyword arm gave it, its cosine and the re-ranker's raw score, where there are some. */
export interface Ranked {
  readonly text: string;
  readonly headings?: readonly string[];
  readonly path?: string;
  /** Milliseconds. */
  readonly datedAt?: number;
  /** That its writer gave a memory. */
  readonly names?: readonly string[];
  readonly keyword?: number;
  readonly cosine?: number;
  readonly raw?: number;
  /** The entity arm lists it. */
  readonly isNamed?: boolean;
}

export interface JudgeCase
  extends Partial<Pick<SearchRequest, "settings" | "minRelevance" | "limit" | "typing" | "profile">> {
  readonly query?: string;
  readonly fallback?: SearchedPool["fallback"];
  readonly serving?: SearchServing;
  /** The query in other words, as a text model had it. */
  readonly rewrites?: readonly string[];
}

export const QUERY = "signing keys vault rotation";

/** Stems of the query's words, each in ten of a thousand passages. */
const FREQUENCIES = new Map(["sign", "kei", "vault", "rotat"].map((stem) => [stem, 10]));

/** Judges passages as they were ranked, best first. Their ids are their places. */
export async function judged(
  passages: readonly Ranked[],
  { query = QUERY, fallback, serving = servingOf(), rewrites = [], ...asked }: JudgeCase = {},
) {
  const plan = await planOf({ query, ...asked }, serving);
  const workspace = workspaceState({ chunks: 1_000, frequencies: FREQUENCIES });
  const all = passages.map((passage, at) => ({ id: String(at + 1), ...passage }));
  const byKeyword = all
    .flatMap(({ id, keyword }) => (keyword === undefined ? [] : [{ id, score: keyword }]))
    .sort((a, b) => b.score - a.score);
  const scored = (name: "cosine" | "raw") =>
    new Map(all.flatMap(({ id, [name]: score }) => (score === undefined ? [] : [[id, score] as const])));
  const pool: SearchedPool = {
    repaired: unrepaired({
      query: plan.query,
      statistics: { chunkCount: workspace.chunks, chunkFrequency: workspace.frequencies },
    }),
    fused: all.map(({ id, isNamed = false }, at) => ({
      ...{ id, score: 1 - at / 100 },
      shares: isNamed ? [{ list: "entity", arm: "entity", rank: 1, score: 1, share: 1 }] : [],
    })),
    rows: new Map(
      all.map(({ id, path = "", names }) => [id, match(id, 1, { path, ...(names && { names }) })]),
    ),
    keyword: new Map(byKeyword.map((entry) => [entry.id, entry])),
    similarity: scored("cosine"),
    ...{ keptScores: new Map(), vectors: new Map(), fallback, end: undefined },
  };
  const trace = createTrace(() => 0);
  const ranked = all.map(({ id, text, headings = [], path = "", datedAt }, at) =>
    candidate(id, 1 - at / 100, { text, headings, path, datedAt }),
  );
  const expansion = { vectors: [], expansion: { rewrites, paraphrases: [], passage: "" } };
  const lists = rewrites.map((_, at) => ({
    ...{ name: `keyword rewrite ${at + 1}`, arm: "keyword", isExpansion: true as const, entries: byKeyword },
  }));
  const state = stateOf(plan, [], { workspace, expansion, lists });
  const { hits, closest, judgements, ...answer } = judge(state, ranked, {
    ...{ pool, trace },
    judgementOf: judgementsOf(state, { pool, reranked: { raw: scored("raw") } }),
  });
  return {
    ...answer,
    hits: hits.map(({ id }) => id),
    closest: closest.map(({ id }) => id),
    relevanceOf: (id: string) => judgements.get(id)?.relevance,
    evidenceOf: (id: string) => judgements.get(id)?.evidence,
    steps: trace.steps().map(({ step, in: before, out }) => [step, before, out]),
    reasons: trace.steps().flatMap(({ dropped }) => dropped.map(({ id, reason }) => `${id}: ${reason}`)),
  };
}
