import { describe, expect, it } from "vitest";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { createTrace } from "../../../src/search/explain/trace.ts";
import type { Fused } from "../../../src/search/fusion/fuse.ts";
import type { ArmList } from "../../../src/search/fusion/lists.ts";
import { fuseCandidates, strongEnough } from "../../../src/search/hops/fuse-candidates.ts";
import type { Settings } from "../../../src/search/profiles/profile.ts";
import { unrepaired } from "../../../src/search/query/repair.ts";
import type { MemoryRow } from "../../../src/search/sql/chunk-rows.ts";
import { answered, match, NEURAL, NOW_MS, planOf, servingOf, stateOf } from "../fakes.ts";

const DAY_MS = 86_400_000;
const list = (name: string, ...ids: readonly string[]): ArmList => ({
  ...{ name, arm: name, entries: ids.map((id, at) => ({ id, score: 9 - at })) },
});
const stateWith = async (lists: readonly ArmList[], settings = {}, serving = NEURAL()) =>
  stateOf(await planOf({ query: "signing keys", settings }, serving), [], { lists });

describe("what was fused before the rows were read", () => {
  const before = [list("keyword", "1", "2"), list("vector", "2", "3")];

  it.each<[string, readonly ArmList[], boolean]>([
    ["stands where the same was listed", [list("keyword", "1", "2"), list("vector", "2", "3")], true],
    ["is fused anew where an entry is gone", [list("keyword", "1", "2"), list("vector", "2")], false],
    ["is fused anew where one is another", [list("keyword", "1", "2"), list("vector", "2", "4")], false],
    [
      "is fused anew where two have changed places",
      [list("keyword", "1", "2"), list("vector", "3", "2")],
      false,
    ],
    ["is fused anew where a list is gone", [list("keyword", "1", "2")], false],
    ["is fused anew where a list has come", [...before, list("entity", "1")], false],
    ["is fused anew where a list is another's", [list("keyword", "1", "2"), list("entity", "2", "3")], false],
  ])("%s", async (_, lists, stands) => {
    const earlier = fuseCandidates(await stateWith(before));
    const later = fuseCandidates(await stateWith(lists), earlier);
    expect(later === earlier).toBe(stands);
    expect(later.lists).toEqual(lists);
  });

  it("is fused anew where the rule looks at age and priority, which the rows tell", async () => {
    const settings = { "fusion.kind": "distance" };
    const state = await stateWith([list("vector", "1", "2")], settings);
    const early = fuseCandidates(state);
    const memory = { priority: 3 } as unknown as MemoryRow;
    const rows = new Map([
      ["1", match("1", 0, { datedAt: NOW_MS - 10 * DAY_MS, memory })],
      ["2", match("2", 0, { datedAt: NOW_MS })],
    ]);
    const scores = (fusion: typeof early) =>
      fusion.fused.map(({ id, score }) => [id, Number(score.toFixed(4))]);
    // Cosines beyond 1 are nearer than nearest; 1 is pushed off by 2 · .15 and by .2, which no bonus makes good.
    expect(scores(early).map(([, score]) => score)).toEqual([1, 1]);
    const near = [
      {
        ...list("vector"),
        entries: [
          { id: "1", score: 0.9 },
          { id: "2", score: 0.8 },
        ],
      },
    ];
    expect(scores(fuseCandidates({ ...state, lists: near, rows }, early))).toEqual([
      ["2", 0.8333],
      ["1", 0.625],
    ]);
  });
});

describe("what words found and is not embedded yet", () => {
  const lists = [list("keyword", "new", "old", "other"), list("vector", "old", "other")];
  const first = async (isStale: 0 | 1) => {
    const plan = await planOf({ query: "signing keys" }, NEURAL());
    const matches = [match("new", 9, { isStale }), match("old", 8), match("other", 1)];
    return fuseCandidates(stateOf(plan, [answered(MATCHES, matches)], { lists })).fused[0]?.id;
  };

  it("keeps its place; what is embedded and lies far from the question does not", async () => {
    expect([await first(1), await first(0)]).toEqual(["new", "old"]);
  });
});

describe("the candidates that are strong enough", () => {
  const fused: readonly Fused[] = [
    { id: "1", score: 0.5, shares: [{ arm: "vector", rank: 1, score: 0.5, share: 0.5 }] },
    { id: "2", score: 0.499, shares: [{ arm: "vector", rank: 2, score: 9, share: 0.4 }] },
    { id: "3", score: 0.1, shares: [{ arm: "keyword", rank: 1, score: 1, share: 0.1 }] },
    { id: "4", score: 0.1, shares: [{ arm: "keyword", rank: 2, score: 0.99, share: 0.1 }] },
  ];
  const lists = [list("keyword", "3", "4"), list("vector", "1", "2", "5")];

  it("reach the least fused score, or where that is enough would by their keyword score alone", async () => {
    const kept = async (settings: Settings) =>
      strongEnough({ fused, lists }, await stateWith(lists, settings)).map(({ id }) => id);
    expect(await kept({ "fusion.minScore": 0.5 })).toEqual(["1"]);
    expect(await kept({ "fusion.minScore": 0.5, "fusion.keywordHits": true })).toEqual(["1", "3"]);
    expect(await kept({})).toHaveLength(4);
  });

  it("are told arm by arm, then fused, then cut", async () => {
    const trace = createTrace(() => 0);
    strongEnough({ fused, lists }, await stateWith(lists, { "fusion.minScore": 0.5 }), trace);
    expect(trace.steps().map(({ step, in: before, out, dropped }) => [step, before, out, dropped])).toEqual([
      ["keyword", 2, 2, []],
      ["vector", 3, 3, []],
      ["fuse", 5, 4, [{ id: "5", reason: "below an arm's least score" }]],
      [
        ...["fusion.minScore", 4, 1],
        ["2", "3", "4"].map((id) => ({ id, reason: "below the least fused score" })),
      ],
    ]);
    expect(trace.steps().map(({ vectorWeight }) => vectorWeight)).toEqual([...Array(4)].fill(undefined));
    const plain = createTrace(() => 0);
    strongEnough({ fused, lists }, await stateWith(lists), plain);
    expect(plain.steps().map(({ step }) => step)).toEqual(["keyword", "vector", "fuse"]);
  });

  it("are told with the vectors' share, which grows with the words that no chunk has", async () => {
    const weight = async (known: Readonly<Record<string, number>>) => {
      const state = await stateWith(lists, {}, servingOf());
      const statistics = { chunkCount: 100, chunkFrequency: new Map(Object.entries(known)) };
      const trace = createTrace(() => 0);
      const repaired = unrepaired({ query: state.plan.query, statistics });
      strongEnough({ fused, lists }, { ...state, repaired }, trace);
      return trace.steps().find(({ step }) => step === "fuse")?.vectorWeight;
    };
    expect(await weight({ sign: 3, kei: 3 })).toBeCloseTo(0.15, 10);
    expect(await weight({})).toBeCloseTo(0.3, 10);
  });
});

it("traces an arm's list best first, with its least and greatest score and its time", () => {
  let now = 10;
  const trace = createTrace(() => now);
  now = 14;
  trace.arm("vector", [
    { id: "b", score: 0.1 },
    { id: "a", score: 0.9 },
  ]);
  trace.arm("keyword", undefined);
  trace.step("fuse", { before: [{ id: "a", score: 1 }], after: [], vectorWeight: 0.2 });
  expect(trace.steps()).toEqual([
    { step: "vector", in: 2, out: 2, dropped: [], lowest: 0.1, highest: 0.9, ms: 4 },
    {
      ...{ step: "fuse", in: 1, out: 0, dropped: [{ id: "a", reason: "dropped" }] },
      ...{ lowest: null, highest: null, ms: 0, vectorWeight: 0.2 },
    },
  ]);
  expect(trace.standings("a")).toEqual([{ step: "vector", rank: 1, score: 0.9 }]);
});
