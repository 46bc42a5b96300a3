import { describe, expect, it } from "vitest";
import { createTrace, type Standing, type Trace, type TraceStep } from "../../../src/search/explain/trace.ts";
import { why } from "../../../src/search/explain/why.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { resolveFilters } from "../../../src/search/query/filters.ts";
import { NO_CONTENT } from "../../../src/search/relevance/judge.ts";
import { match } from "../fakes.ts";

const ID = "me";

const step = (
  name: string,
  dropped: readonly (readonly [id: string, reason: string])[] = [],
  out = 2,
): TraceStep => ({
  ...{ step: name, in: 3, out, lowest: null, highest: null, ms: 0 },
  dropped: dropped.map(([id, reason]) => ({ id, reason })),
});
const standing = (name: string, rank: number, score = 0.5): Standing => ({ step: name, rank, score });

/** Why a chunk is where it is, by these steps and by where it stands after some of them. */
const told = (
  steps: readonly TraceStep[],
  standings: readonly Standing[],
  {
    settings = {},
    hasVector = true,
    keywordRank = undefined as number | undefined,
    profile = "edge" as const,
  } = {},
) => {
  const trace: Pick<Trace, "steps" | "standings"> = { steps: () => steps, standings: () => standings };
  const sought = { row: match(ID, 1, { text: "old keys" }), hasVector, keywordRank };
  const plan = { filters: resolveFilters({}, 0), limit: 2, profile: resolveProfile(profile, settings) };
  return why(trace, sought, { ...plan, query: { phrases: [] } });
};

describe("why a chunk was dropped", () => {
  it("is told by the step that dropped it, with the reason and the last score of this one", () => {
    const steps = [
      step("keyword"),
      step("fuse", [["other", "too weak"]]),
      step("topP", [
        ["another", "too far"],
        [ID, "too old"],
      ]),
      step("limit", [["third", "limit"]]),
    ];
    const standings = [standing("keyword", 1, 9), standing("fuse", 2, 0.75), standing("noise", 2, 0.25)];
    expect(told(steps, standings)).toEqual({
      reason: "dropped_by_stage",
      message: "The stage topP dropped it: too old (its score was 0.250).",
      ...{ step: "topP", dropped: "too old" },
    });
  });

  it("is the query where that holds only words without content, else the answer's relevance", () => {
    const fused = [standing("keyword", 1), standing("fuse", 1)];
    const message = (reason: string) =>
      told([step("keyword"), step("fuse"), step("relevance.floor", [[ID, reason]])], fused).message;
    expect(message(NO_CONTENT)).toBe("The query holds only words without content: nothing is a hit.");
    expect(message("nothing is relevant")).toMatch(/^The answer is less relevant than relevance\.floor/);
  });

  it("is its rank before the limit", () => {
    const steps = [step("keyword"), step("fuse"), step("limit", [[ID, "dropped"]])];
    expect(told(steps, [standing("keyword", 1), standing("fuse", 7)])).toEqual({
      reason: "beyond_limit",
      message: "It is at 7, and the limit is 2.",
      ...{ rank: 7, step: "limit", dropped: "dropped" },
    });
  });

  it.each([
    [
      "only arms that have a least score",
      [standing("keyword", 1), standing("vector", 1)],
      "It has 0.500 by vector and needs 0.6 (fusion.minVector).",
    ],
    [
      "each arm that lists it",
      [standing("vector", 1), standing("entity", 1, 0.1)],
      "It has 0.500 by vector and needs 0.6 (fusion.minVector); 0.100 by entity and needs 0.7 (fusion.minEntity).",
    ],
    [
      "a score at the least one",
      [standing("vector", 1, 0.6)],
      "It has less, as the fusion weighs it, by vector and needs 0.6 (fusion.minVector).",
    ],
  ])("by the fusion is told of %s", (_, standings, message) => {
    const settings = { "fusion.minVector": 0.6, "fusion.minEntity": 0.7 };
    const steps = [...standings.map((one) => step(one.step)), step("fuse", [[ID, "weak"]]), step("limit")];
    expect(told(steps, standings, { settings })).toEqual({
      ...{ reason: "below_arm_threshold", message, step: "fuse", dropped: "weak" },
    });
  });

  it("by a fusion without least scores is told of the lists that have it", () => {
    const standings = [standing("vector", 1), standing("entity", 1)];
    const steps = [step("vector"), step("entity"), step("fuse", [[ID, "weak"]])];
    expect(
      told(steps, standings, { settings: { "fusion.minVector": 0, "fusion.minEntity": 0 } }),
    ).toMatchObject({
      reason: "not_fused",
      message: "The fusion auto, as it is set, does not read the list that has it: vector, entity.",
    });
  });
});

describe("why a chunk is not listed", () => {
  const arms = [step("keyword", [], 50), step("vector", [], 100), step("fuse"), step("limit")];

  it.each([
    [
      "no word of it, and no vector arm",
      [step("keyword"), step("fuse")],
      {},
      "no_query_term",
      "No word of the query occurs in it.",
    ],
    [
      "a rank beyond the pool",
      arms,
      { keywordRank: 51 },
      "beyond_keyword_pool",
      "By keyword it is at 51, and the arm lists 50, and it is not among the 100 that search by meaning listed.",
    ],
    [
      "others that are nearer",
      [step("vector", [], 100), step("fuse")],
      {},
      "beyond_vector_pool",
      "By meaning 100 others were nearer.",
    ],
    [
      "no vector",
      [step("vector"), step("fuse")],
      { hasVector: false },
      "no_vector",
      "It cannot be found by meaning yet: it has no vector.",
    ],
    ["no arm", [step("entity"), step("fuse")], {}, "no_arm", "No arm could look at it."],
    ["no fusion, and so no arm", [step("keyword"), step("limit")], {}, "no_arm", "No arm could look at it."],
    [
      "newer ones",
      [step("keyword"), step("recent", [], 9), step("fuse")],
      {},
      "beyond_recent_pool",
      "No arm found anything, and 9 are newer.",
    ],
  ])("for %s", (_, steps, more, reason, message) => {
    expect(told(steps, [], more)).toStrictEqual({
      ...{ reason, message },
      ...("keywordRank" in more && { rank: 51 }),
    });
  });

  it("is never told of a chunk that a hit", () => {
    expect(told(arms, [standing("keyword", 3), standing("limit", 2)]).reason).toBe("shown");
    // A limit that is not the last step has shown nothing.
    expect(
      told([...arms, step("relevance.floor", [[ID, "floor"]])], [standing("vector", 3), standing("limit", 2)])
        .reason,
    ).toBe("below_relevance_floor");
  });
});

describe("a trace", () => {
  it("tells of a step what it was told, and no more", () => {
    const trace = createTrace(() => 5);
    trace.step("fuse", { before: [{ id: "a", score: 1 }], after: [{ id: "a", score: 0.5 }] });
    expect(trace.steps()).toStrictEqual([
      { step: "fuse", in: 1, out: 1, dropped: [], lowest: 0.5, highest: 0.5, ms: 0 },
    ]);
  });

  it("has the standings of a chunk in the order of the steps, and none of a chunk that none had", () => {
    const trace = createTrace(() => 0);
    trace.arm("keyword", [
      { id: "a", score: 1 },
      { id: "b", score: 3 },
    ]);
    trace.step("fuse", { before: [], after: [{ id: "a", score: 0.9 }] });
    expect(trace.standings("a")).toEqual([
      { step: "keyword", rank: 2, score: 1 },
      { step: "fuse", rank: 1, score: 0.9 },
    ]);
    expect(trace.standings("c")).toEqual([]);
  });
});
