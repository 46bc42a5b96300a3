import { describe, expect, it } from "vitest";
import { PROFILES, type ProfileName } from "../../../src/search/contract/constants.ts";
import { createTrace } from "../../../src/search/explain/trace.ts";
import { fuseArms } from "../../../src/search/fusion/fuse-arms.ts";
import type { Settings } from "../../../src/search/profiles/profile.ts";
import { PROFILE_TABLE } from "../../../src/search/profiles/profiles.ts";
import {
  checkSettings,
  overridesOf,
  PROFILE_SETTINGS,
  resolveProfile,
} from "../../../src/search/profiles/resolve-profile.ts";
import { runStages } from "../../../src/search/stages/run-stages.ts";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { STAGES } from "../../../src/search/stages/table.ts";
import { armLists } from "../fusion/lists.ts";
import { candidate, context, daysOld, memory } from "../stages/candidates.ts";

const names = (profile: ProfileName, ...overrides: readonly Settings[]) =>
  resolveProfile(profile, ...overrides).stages.map(({ name }) => name);

const EXPECTED = ["supporting", "relevant", "remembered", "definition", "described"];
const OF_MEMORIES = ["superseding", "perMemory"];
const DEFAULT = [...EXPECTED, "feedback", "newest", ...OF_MEMORIES, "defer", "copies", "perDocument"];

const ORDERS: Readonly<Record<ProfileName, readonly string[]>> = {
  edge: DEFAULT,
  openclaw: ["superseding", "threshold", "perMemory"],
  lancedb: [
    ...["recencyBoost", "importance", "lengthNorm", "timeDecay", "hardMinimum", "noise"],
    ...[...OF_MEMORIES, "defer"],
  ],
  "code-memory": ["topP", ...OF_MEMORIES],
  dual: [
    ...["recencyBoost", "confidence", "observations", "typeBoost", "queryTypeBoost", "feedback"],
    ...OF_MEMORIES,
  ],
  latest: DEFAULT,
  keyword: ["relevant", ...OF_MEMORIES],
  vector: OF_MEMORIES,
};

describe("the profiles", () => {
  it("name known stages and settings within their ranges only", () => {
    const known = new Set(STAGES.map(({ name }) => name));
    for (const name of PROFILES) {
      const { stages, settings } = PROFILE_TABLE[name];
      expect(stages.filter((stage) => !known.has(stage))).toEqual([]);
      expect(() => checkSettings(settings)).not.toThrow();
    }
  });

  it("describe each setting", () => {
    for (const [name, { meaning }] of PROFILE_SETTINGS)
      expect(`${name}: ${meaning}`.length).toBeGreaterThan(name.length + 12);
  });

  it.each(PROFILES)("%s runs its stages in its order", (profile) => {
    expect(names(profile)).toEqual(ORDERS[profile]);
  });
});

describe("a profile's settings", () => {
  it("turn a stage on that the profile does not name, before what cuts and reorders", () => {
    expect(names("dual", { "lengthNorm.anchor": 300, "mmr.enabled": true })).toEqual([
      ...ORDERS.dual.slice(0, -OF_MEMORIES.length),
      "lengthNorm",
      ...OF_MEMORIES,
      "mmr",
    ]);
  });

  it("keep a profile's own order among what cuts and reorders", () => {
    expect(names("openclaw", { "mmr.enabled": true })).toEqual([
      ...["superseding", "mmr", "threshold", "perMemory"],
    ]);
    expect(names("edge", { "mmr.enabled": true, "threshold.minScore": 0.1 })).toEqual([
      ...[...EXPECTED, "feedback", "threshold", "newest"],
      ...[...OF_MEMORIES, "mmr", "defer", "copies", "perDocument"],
    ]);
  });

  it("turn recency off with a life of 0 days, as with a weight of 0", () => {
    for (const name of ["recencyBoost.days", "recencyBoost.weight"])
      expect(names("lancedb", { [name]: 0 })).toEqual(ORDERS.lancedb.slice(1));
  });

  it.each<[string, ProfileName, Settings, Settings]>([
    [
      "a least score is strict",
      "openclaw",
      { "threshold.minScore": 0.35 },
      { "threshold.keywordHits": false },
    ],
    ["so is a fused one", "lancedb", { "fusion.minScore": 0.2 }, { "fusion.keywordHits": false }],
    ["a share of the newest spares none", "code-memory", { "topP.fraction": 0.5 }, { "topP.keep": 0 }],
    [
      "a pool's size makes pools that grow",
      "lancedb",
      { "arms.candidatePoolSize": 50 },
      { "arms.pool": "original", "arms.candidateMultiplier": 2 },
    ],
    [
      "candidates for each hit make pools that grow",
      "edge",
      { "arms.candidateMultiplier": 8 },
      { "arms.pool": "original", "arms.candidatePoolSize": 0 },
    ],
  ])("mean what they say: %s", (_, profile, set, means) => {
    expect(resolveProfile(profile, set).settings).toMatchObject({ ...set, ...means });
    const [implied = "", value = 0] = Object.entries(means)[0] ?? [];
    const other = typeof value === "boolean" ? !value : value === 0 ? 7 : "constant";
    expect(resolveProfile(profile, { [implied]: other }, set).settings[implied]).toBe(value);
    expect(resolveProfile(profile, { ...set, [implied]: other }).settings[implied]).toBe(other);
    expect(resolveProfile(profile, set, { [implied]: other }).settings[implied]).toBe(other);
  });

  it("turn a stage off with 0 or false", () => {
    const off = { "supporting.weight": 0, "copies.similarity": 0 };
    const left = ["supporting", "copies"];
    expect(names("edge", off)).toEqual(DEFAULT.filter((name) => !left.includes(name)));
  });

  it("of a request win over the workspace's, and those over the profile's", () => {
    const resolved = resolveProfile("edge", { "fusion.k": 10, "result.limit": 9 }, { "fusion.k": 20 });
    expect([resolved.fusion.k, resolved.result.limit, resolved.rerank.blend]).toEqual([20, 9, 0.6]);
  });

  it.each([
    [{ "fusion.kk": 1 }, "There is no setting fusion.kk"],
    [{ "fusion.k": 0 }, "fusion.k is a number from 1 to 1000"],
    [{ "fusion.k": Number.NaN }, "fusion.k is a number from 1 to 1000"],
    [{ "fusion.k": Number.MAX_VALUE }, "fusion.k is a number from 1 to 1000"],
    [{ "result.limit": 2.5 }, "result.limit is a whole number from 1 to 100"],
    [{ "rerank.pool": 1.5 }, "rerank.pool is a whole number from 1 to 100"],
    [{ "perDocument.hits": 0.5 }, "perDocument.hits is a whole number from 0 to 100"],
    [
      { "fusion.kind": "sum" },
      "fusion.kind is one of auto, rrf, convex, weighted, boost, distance, union, single",
    ],
    [{ "noise.enabled": 1 }, "noise.enabled is true or false"],
    [{ constructor: 1 }, "There is no setting constructor"],
  ] as [Settings, string][])("refuse %j with what is allowed", (settings, message) => {
    expect(() => resolveProfile("edge", settings)).toThrow(message);
  });
});

const POOL: readonly Candidate[] = [
  memory("decision", 0.6, {
    ...daysOld(14),
    facts: { type: "decision", importance: 1, timesObserved: 10, confidence: 1 },
  }),
  memory("noise", 0.95, { text: "ok" }),
  candidate("file", 0.5, daysOld(28)),
  candidate("undated", 0.34),
  candidate("keyword-only", 0.27, { keywordScore: 0.9 }),
];

/** The whole chain of a profile over one fixed pool: id and score, best first. */
const chain = (profile: ProfileName, query = "where are the keys") =>
  runStages(resolveProfile(profile).stages, POOL, { context: context(query), trace: undefined }).map(
    ({ id, score }) => [id, Number(score.toFixed(4))],
  );

describe("the chain of", () => {
  it("edge leaves the order as it was where all is alike relevant: what is kept by force is shown", () => {
    // 0.4 of each score, and 0.6 of the best one's.
    expect(chain("edge")).toEqual([
      ["noise", 0.95],
      ["decision", 0.81],
      ["file", 0.77],
      ["undated", 0.706],
      ["keyword-only", 0.678],
    ]);
  });

  it("openclaw cuts at .35 and fills free places with keyword hits", () => {
    expect(chain("openclaw")).toEqual([
      ["decision", 0.6],
      ["noise", 0.95],
      ["file", 0.5],
      ["keyword-only", 0.27],
    ]);
  });

  it("lancedb adds recency, fades by age, then cuts at .35", () => {
    // decision: (.6 + .0368) · (.5 + .5 · e^(−14/60)); file: .5 + .1 · e^(−2)
    expect(chain("lancedb")).toEqual([
      ["decision", 0.5705],
      ["file", 0.5135],
    ]);
  });

  it("code-memory keeps the 20 best whatever their age", () => {
    expect(chain("code-memory")).toHaveLength(POOL.length);
  });

  it("dual adds recency, confidence, observations and type, and raises decisions when they are asked for", () => {
    // .6 + .1 · e^(−1/2) + .15 + .1 + .05 = .9607, and with the query's word × 1.15, cut at 1
    expect(Object.fromEntries(chain("dual")).decision).toBe(0.9607);
    expect(Object.fromEntries(chain("dual", "what did we decide")).decision).toBe(1);
  });
});

describe("dual on fixed candidates", () => {
  it("finds a named entity and a quoted identifier by their entity score", () => {
    const lists = armLists({
      entity: [
        { id: "names-postgres", score: 1 },
        { id: "quotes-MAX_RETRIES", score: 0.9 },
      ],
      vector: [{ id: "about-databases", score: 0.7 }],
    });
    const { fusion, stages } = resolveProfile("dual");
    const fused = fuseArms(lists, fusion, { embedder: { kind: "neural" }, traits: () => undefined });
    const ranked = runStages(
      stages,
      fused.map(({ id, score }) => candidate(id, score)),
      { context: context(), trace: undefined },
    );
    expect(ranked.map(({ id }) => id)).toEqual(["names-postgres", "quotes-MAX_RETRIES", "about-databases"]);
  });
});

describe("the trace", () => {
  it("tells what came in and went out of each stage, why, and where each chunk stood", () => {
    let time = 0;
    const trace = createTrace(() => time++);
    runStages(resolveProfile("lancedb").stages, POOL, { context: context(), trace });
    const minimum = trace.steps().find(({ step }) => step === "hardMinimum");
    expect(minimum).toMatchObject({ in: 5, out: 3, lowest: expect.any(Number), ms: 1 });
    expect(minimum?.dropped).toEqual([
      { id: "undated", reason: "below the hard minimum" },
      { id: "keyword-only", reason: "below the hard minimum" },
    ]);
    expect(trace.standings("undated").at(-1)).toEqual({ step: "timeDecay", rank: 4, score: 0.34 });
    expect(trace.standings("file").at(-1)).toMatchObject({ step: "defer", rank: 2 });
  });
});

describe("a workspace's own settings", () => {
  it("leave out what this version no longer knows or allows, and keep the rest", () => {
    const edge = { "rerank.blend": 2, "result.limit": 5, "gone.setting": 1 };
    expect(overridesOf(JSON.stringify({ profiles: { edge } }), "edge")).toEqual({ "result.limit": 5 });
    expect(overridesOf("{}", "edge")).toEqual({});
  });

  it("may have the least and the greatest value, and none beyond", () => {
    const numbers = [...PROFILE_SETTINGS].flatMap(([name, setting]) =>
      setting.kind === "number" ? [{ name, min: setting.min, max: setting.max }] : [],
    );
    expect(numbers.length).toBeGreaterThan(20);
    const isTaken = (name: string, value: number) =>
      Object.keys(overridesOf(JSON.stringify({ profiles: { edge: { [name]: value } } }), "edge")).length ===
      1;
    for (const { name, min, max } of numbers)
      expect(
        [isTaken(name, min), isTaken(name, max), isTaken(name, min - 1), isTaken(name, max + 1)],
        name,
      ).toEqual([...[true, true], ...[false, false]]);
  });
});
