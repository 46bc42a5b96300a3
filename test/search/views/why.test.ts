import { describe, expect, it } from "vitest";
import { createTrace, type Trace } from "../../../src/search/explain/trace.ts";
import { type Sought, why } from "../../../src/search/explain/why.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { resolveFilters } from "../../../src/search/query/filters.ts";
import type { ChunkRow } from "../../../src/search/sql/chunk-rows.ts";

const ID = "0123456789abcdef0123456789abcdef";
const NOW_MS = Date.UTC(2026, 5, 1);

const row: ChunkRow = {
  id: ID,
  documentNum: 1,
  root: "notes",
  path: "guides/keys.md",
  kind: "file",
  language: "markdown",
  source: null,
  documentHash: "",
  documentChunks: 1,
  documentBytes: 100,
  datedAt: Date.UTC(2026, 4, 1),
  indexedAt: 0,
  startLine: 1,
  endLine: 2,
  startColumn: null,
  endColumn: null,
  headings: [],
  text: "We rotate the signing keys.",
  sentHash: "",
};

const sought = (more: Partial<Sought> = {}): Sought => ({
  row,
  hasVector: true,
  keywordRank: undefined,
  ...more,
});
const plan = (filters = {}, phrases: readonly string[] = [], settings = {}) => ({
  filters: resolveFilters(filters, NOW_MS),
  limit: 2,
  profile: resolveProfile("edge", settings),
  query: { phrases },
});

const one = (id: string, score = 0.5) => ({ id, score });
const [IT, A, B, C] = [one(ID), one("a", 0.9), one("b", 0.8), one("c", 0.4)] as const;

/** A trace of named steps: an arm's list before the fusion, what came out of each step after it. */
function traced(
  steps: readonly (readonly [
    step: string,
    after: readonly { id: string; score: number }[],
    reason?: string,
  ])[],
): Trace {
  const trace = createTrace(() => 0);
  const fuseAt = steps.findIndex(([step]) => step === "fuse");
  let before = [
    ...new Map(steps.slice(0, fuseAt).flatMap(([, list]) => list.map((each) => [each.id, each]))).values(),
  ];
  for (const [at, [step, after, reason]] of steps.entries()) {
    if (at < fuseAt) {
      trace.arm(step, after);
    } else {
      trace.step(step, { before, after, reason });
      before = [...after];
    }
  }
  return trace;
}

describe("why a chunk is where it is", () => {
  it("is its rank when it is a hit", () => {
    const trace = traced([
      ["keyword", [A, IT]],
      ["fuse", [A, IT]],
      ["limit", [A, IT]],
    ]);
    expect(why(trace, sought(), plan())).toEqual({ reason: "shown", message: "It is hit 2.", rank: 2 });
  });

  it.each([
    [
      "the limit",
      [
        ["keyword", [A, B, IT]],
        ["fuse", [A, B, IT]],
        ["limit", [A, B]],
      ],
      "beyond_limit",
      "at 3, and the limit is 2",
    ],
    [
      "a stage",
      [
        ["keyword", [A, IT]],
        ["fuse", [A, IT]],
        ["topP", [A], "too old"],
        ["limit", [A]],
      ],
      "dropped_by_stage",
      "topP dropped it: too old (its score was 0.500)",
    ],
    [
      "the noise filter",
      [
        ["keyword", [A, IT]],
        ["fuse", [A, IT]],
        ["noise", [A], "noise"],
        ["limit", [A]],
      ],
      "dropped_by_stage",
      "noise dropped it: noise",
    ],
    [
      "the relevance floor",
      [
        ["keyword", [A, IT]],
        ["fuse", [A, IT]],
        ["rerank", [A, IT]],
        ["relevance.floor", []],
      ],
      "below_relevance_floor",
      "relevance.floor, 0.4: nothing is a hit",
    ],
    [
      "the least relevance",
      [
        ["keyword", [A, IT]],
        ["fuse", [A, IT]],
        ["relevance.floor", [A, IT]],
        ["relevance.min", [A]],
        ["limit", [A]],
      ],
      "below_least_relevance",
      "relevance.min, 0.5",
    ],
    [
      "the fused minimum",
      [
        ["vector", [A, IT]],
        ["fuse", [A, IT]],
        ["fusion.minScore", [A]],
        ["limit", [A]],
      ],
      "below_fused_threshold",
      "fusion.minScore, 0.7 (its score was 0.500)",
    ],
    [
      "the arm's minimum",
      [
        ["vector", [A, IT]],
        ["fuse", [A]],
        ["limit", [A]],
      ],
      "below_arm_threshold",
      "It has 0.500 by vector and needs 0.6 (fusion.minVector).",
    ],
    [
      "the entity arm's minimum",
      [
        ["entity", [A, IT]],
        ["fuse", [A]],
        ["limit", [A]],
      ],
      "below_arm_threshold",
      "It has 0.500 by entity and needs 0.7 (fusion.minEntity).",
    ],
    [
      "a fusion that does not read its arm",
      [
        ["keyword", [A, IT]],
        ["vector", [A]],
        ["fuse", [A]],
        ["limit", [A]],
      ],
      "not_fused",
      "does not read the list that has it: keyword",
    ],
  ] as const)("is %s that dropped it", (_, steps, reason, said) => {
    const settings = {
      "relevance.floor": 0.4,
      "relevance.min": 0.5,
      "fusion.minScore": 0.7,
      "fusion.minVector": 0.6,
      "fusion.minEntity": 0.7,
    };
    const answer = why(traced(steps), sought(), plan({}, [], settings));
    expect(answer.reason).toBe(reason);
    expect(answer.message).toContain(said);
    const last = steps.findLast(([step]) => answer.step === step);
    expect(last?.[1]).not.toContain(IT);
  });

  it.each([
    ["no word occurs", ["keyword"], {}, "no_query_term", "No word of the query occurs in it."],
    [
      "no word occurs, others are nearer",
      ["keyword", "vector"],
      {},
      "no_query_term",
      "not among the 3 that search by meaning listed",
    ],
    [
      "no word occurs, no vector",
      ["keyword", "vector"],
      { hasVector: false },
      "no_query_term",
      "it has no vector yet",
    ],
    [
      "others match better",
      ["keyword"],
      { keywordRank: 150 },
      "beyond_keyword_pool",
      "at 150, and the arm lists 3",
    ],
    [
      "others have rarer words",
      ["keyword"],
      { keywordRank: 2 },
      "beyond_keyword_pool",
      "its rarer words decide which 3 the arm lists",
    ],
    [
      "others match better and are nearer",
      ["keyword", "vector"],
      { keywordRank: 150 },
      "beyond_keyword_pool",
      "not among the 3",
    ],
    ["others are nearer", ["vector"], {}, "beyond_vector_pool", "3 others were nearer"],
    ["it has no vector", ["vector"], { hasVector: false }, "no_vector", "no vector"],
    ["newest first, and it is old", ["recent"], {}, "beyond_recent_pool", "3 are newer"],
    ["no arm ran", [], {}, "no_arm", "No arm"],
  ] as const)("is that no arm lists it: %s", (_, arms, more, reason, said) => {
    const list = [A, B, C];
    const trace = traced([
      ...arms.map((arm) => [arm, list] as const),
      ["fuse", arms.length === 0 ? [] : list],
      ["limit", []],
    ]);
    const answer = why(trace, sought(more), plan());
    expect(answer.reason).toBe(reason);
    expect(answer.message).toContain(said);
    expect(answer.rank).toBe("keywordRank" in more ? more.keywordRank : undefined);
  });

  it("is what stands in for a cosine, or a list that has no weight, where its score is high enough", () => {
    const trace = traced([
      ["vector", [A, IT]],
      ["fuse", [A]],
      ["limit", [A]],
    ]);
    const standIn = why(trace, sought(), plan({}, [], { "fusion.minVector": 0.4 }));
    expect(standIn).toMatchObject({ reason: "below_arm_threshold", step: "fuse" });
    expect(standIn.message).toBe(
      "It has less, as the fusion weighs it, by vector and needs 0.4 (fusion.minVector).",
    );
    expect(why(trace, sought(), plan({}, [], { "fusion.vectorWeight": 0 }))).toMatchObject({
      reason: "not_fused",
      message: "The fusion auto, as it is set, does not read the list that has it: vector.",
    });
  });

  it("is that it has no vector where the fusion reads no other arm", () => {
    const trace = traced([
      ["keyword", [A, IT]],
      ["vector", [A]],
      ["fuse", [A]],
      ["limit", [A]],
    ]);
    expect(why(trace, sought({ hasVector: false }), plan()).reason).toBe("no_vector");
  });

  it("is first of all that there is none, then the filters, then a phrase", () => {
    const trace = traced([
      ["keyword", [A]],
      ["fuse", [A]],
      ["limit", [A]],
    ]);
    const filters = { root: "other", after: "7d", glob: "*.ts" };
    expect(why(trace, undefined, plan(filters))).toMatchObject({ reason: "not_in_workspace" });
    expect(why(trace, sought(), plan(filters, ["old keys"]))).toMatchObject({
      reason: "filtered",
      filters: ["root", "glob", "after"],
    });
    expect(why(trace, sought(), plan({ after: "60d", root: "notes" }, ["signing KEYS", "old keys"]))).toEqual(
      {
        reason: "phrase_missing",
        message: 'Its text does not hold the phrase "old keys".',
      },
    );
  });
});
