import { describe, expect, it } from "vitest";
import type { ProfileName } from "../../../src/search/contract/constants.ts";
import type { Settings } from "../../../src/search/profiles/profile.ts";
import { listProfiles } from "../../../src/search/profiles/profile-service.ts";
import { PROFILE_SETTINGS, profileSettings } from "../../../src/search/profiles/resolve-profile.ts";
import { DEFAULT_FLOOR } from "../../../src/search/relevance/model.ts";

/** Default, least and greatest value; whole numbers and units where there are some. */
const NUMBERS: Readonly<
  Record<string, readonly [value: number | undefined, min: number, max: number, ...more: string[]]>
> = {
  "fusion.keywordWeight": [1, 0, 10],
  "fusion.vectorWeight": [1, 0, 10],
  "fusion.entityWeight": [0, 0, 10],
  "fusion.expansionWeight": [0.5, 0, 1],
  "fusion.k": [60, 1, 1_000],
  "fusion.convexWeight": [undefined, 0, 1],
  "fusion.keywordBoost": [0.15, 0, 1],
  "fusion.keywordFloor": [0.5, 0, 1],
  "fusion.ftsBonus": [0.1, 0, 1],
  "fusion.priorityWeight": [0.15, 0, 1],
  "fusion.recencyWeight": [0.2, 0, 1],
  "fusion.similarityWeight": [0.6, 0, 1],
  "fusion.minVector": [0, 0, 1],
  "fusion.minEntity": [0, 0, 1],
  "fusion.minScore": [0, 0, 1],
  "rerank.pool": [30, 1, 100, "whole", "candidates"],
  "rerank.blend": [0.6, 0, 1],
  "rerank.unreturned": [undefined, 0, 1],
  "rerank.timeoutMs": [5_000, 100, 8_000, "milliseconds"],
  "relevance.floor": [DEFAULT_FLOOR, 0, 1],
  "relevance.min": [0, 0, 1],
  "result.limit": [6, 1, 100, "whole", "hits"],
  "topP.fraction": [1, 0, 1],
  "topP.keep": [20, 0, 100, "whole", "candidates"],
  "arms.candidateMultiplier": [4, 1, 20, "candidates"],
  "arms.candidatePoolSize": [0, 0, 200, "whole", "candidates"],
  "recencyBoost.weight": [0.1, 0, 1],
  "recencyBoost.days": [14, 0, 3_650, "days"],
  "importance.weight": [0.3, 0, 1],
  "lengthNorm.anchor": [500, 0, 100_000, "characters"],
  "timeDecay.days": [60, 0, 3_650, "days"],
  "temporalDecay.halfLifeDays": [30, 0, 3_650, "days"],
  "priority.weight": [0.05, 0, 0.25],
  "observations.weight": [0.1, 0, 1],
  "confidence.weight": [0.15, 0, 1],
  "typeBoost.weight": [0.05, 0, 1],
  "queryTypeBoost.weight": [0.15, 0, 1],
  "feedback.weight": [0.05, 0, 0.25],
  "feedback.halfLifeDays": [180, 1, 3_650, "days"],
  "quality.weight": [0.2, 0, 1],
  "session.bonus": [0.2, 0, 1],
  "hardMinimum.minScore": [0.35, 0, 1],
  "superseding.share": [0.6, 0, 1],
  "supporting.weight": [0.3, 0, 1],
  "relevant.weight": [0.6, 0, 1],
  "remembered.weight": [0.5, 0, 1],
  "definition.weight": [0.5, 0, 1],
  "described.weight": [0.1, 0, 1],
  "threshold.minScore": [0, 0, 1],
  "newest.share": [0.6, 0, 1],
  "newest.minScore": [0.3, 0, 1],
  "perMemory.hits": [1, 0, 100, "whole", "passages"],
  "mmr.lambda": [0.7, 0, 1],
  "defer.similarity": [0.85, 0, 1],
  "copies.similarity": [0.7, 0, 1],
  "perDocument.hits": [3, 0, 100, "whole", "hits"],
  "perDocument.share": [0.95, 0, 1],
};

const SWITCHES = {
  "definition.only": false,
  "arms.keyword": true,
  "arms.vector": true,
  "arms.entity": true,
  "arms.expand": false,
  "noise.enabled": true,
  "newest.past": false,
  "superseding.enabled": true,
  "mmr.enabled": false,
  "fusion.keywordHits": false,
  "threshold.keywordHits": false,
};

/** The first is the default. */
const CHOICES = {
  "arms.recent": ["off", "fallback"],
  "arms.pool": ["constant", "original"],
  "fusion.kind": ["auto", "rrf", "convex", "weighted", "boost", "distance", "union", "single"],
  "rerank.by": ["cross-encoder", "lightweight", "none"],
  "newest.fileTimes": ["beside", "always", "never"],
};

describe("a setting", () => {
  const { settings } = listProfiles({ settings: "{}" });

  it.each(Object.entries(NUMBERS))("%s is %j unless it is set", (name, [value, min, max, ...more]) => {
    const units = more.filter((word) => word !== "whole");
    expect(settings.find((one) => one.name === name)).toEqual({
      ...{ name, kind: "number", default: value ?? null, min, max, meaning: expect.any(String) },
      ...(more.includes("whole") && { integer: true }),
      ...(units.length > 0 && { unit: units[0] }),
    });
  });

  it("that is a switch or a choice has its default too", () => {
    const others = settings.filter(({ kind }) => kind !== "number");
    expect(Object.fromEntries(others.map(({ name, default: value }) => [name, value]))).toEqual({
      ...SWITCHES,
      ...Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first])),
    });
    for (const [name, choices] of Object.entries(CHOICES))
      expect(others.find((one) => one.name === name)).toMatchObject({ kind: "choice", choices });
    for (const name of Object.keys(SWITCHES))
      expect(others.find((one) => one.name === name)?.kind).toBe("switch");
    const numbers = settings.filter(({ kind }) => kind === "number").map(({ name }) => name);
    expect(numbers.toSorted()).toEqual(Object.keys(NUMBERS).toSorted());
    expect(settings).toHaveLength(PROFILE_SETTINGS.size);
  });
});

/** What people expect of a search; the profiles of other systems have their own order. */
const UNORDERED = {
  "supporting.weight": 0,
  "relevant.weight": 0,
  "remembered.weight": 0,
  "definition.weight": 0,
  "described.weight": 0,
  "newest.share": 0,
  "copies.similarity": 0,
  "perDocument.hits": 0,
};
const OFF = { ...UNORDERED, "feedback.weight": 0, "defer.similarity": 0 };
const { "relevant.weight": _, ...OFF_BUT_RELEVANT } = OFF;

/** What is otherwise than in edge. */
const PROFILE_VALUES: Readonly<Record<Exclude<ProfileName, "edge">, Settings>> = {
  openclaw: {
    ...OFF,
    "arms.entity": false,
    "fusion.kind": "weighted",
    "fusion.keywordWeight": 0.3,
    "fusion.vectorWeight": 0.7,
    "rerank.by": "none",
    "threshold.minScore": 0.35,
    "threshold.keywordHits": true,
  },
  lancedb: {
    ...UNORDERED,
    "arms.entity": false,
    "fusion.kind": "boost",
    "fusion.minVector": 0.1,
    "fusion.minScore": 0.3,
    "fusion.keywordHits": true,
    "arms.candidateMultiplier": 2,
    "arms.candidatePoolSize": 20,
    "rerank.unreturned": 0.8,
    "result.limit": 5,
    "recencyBoost.weight": 0.1,
    "importance.weight": 0.3,
    "lengthNorm.anchor": 500,
    "timeDecay.days": 60,
    "hardMinimum.minScore": 0.35,
    "noise.enabled": true,
    "feedback.weight": 0,
  },
  "code-memory": {
    ...OFF,
    "arms.entity": false,
    "arms.recent": "fallback",
    "fusion.kind": "distance",
    "rerank.by": "none",
    "topP.fraction": 0.6,
    "result.limit": 12,
  },
  dual: {
    ...UNORDERED,
    "arms.keyword": false,
    "fusion.kind": "union",
    "fusion.minVector": 0.4,
    "fusion.minEntity": 0.5,
    "rerank.by": "none",
    "recencyBoost.weight": 0.1,
    "recencyBoost.days": 28,
    "observations.weight": 0.1,
    "confidence.weight": 0.15,
    "typeBoost.weight": 0.05,
    "queryTypeBoost.weight": 0.15,
    "result.limit": 10,
    "defer.similarity": 0,
  },
  latest: { "newest.fileTimes": "always", "newest.past": true },
  keyword: {
    ...OFF_BUT_RELEVANT,
    "arms.vector": false,
    "arms.entity": false,
    "fusion.kind": "single",
    "rerank.by": "none",
  },
  vector: {
    ...OFF,
    "arms.keyword": false,
    "arms.entity": false,
    "fusion.kind": "single",
    "rerank.by": "none",
  },
};

describe("a profile", () => {
  const edge = profileSettings("edge");

  it("edge runs feedback, defer, what memories are and what makes the order that people expect, and no other stage", () => {
    const strengths = listProfiles({ settings: "{}" }).stages.map(({ strength }) => strength);
    const on = strengths.filter((name) => edge[name] !== 0 && edge[name] !== false);
    expect(on.sort()).toEqual(
      [
        ...["feedback.weight", "defer.similarity", "superseding.enabled", "perMemory.hits"],
        ...Object.keys(UNORDERED),
      ].sort(),
    );
  });

  it.each(Object.entries(PROFILE_VALUES))("%s differs from edge in nothing but %j", (name, values) => {
    const own = profileSettings(name as ProfileName);
    const other = Object.keys({ ...edge, ...own }).filter((key) => own[key] !== edge[key]);
    expect(Object.fromEntries(other.map((key) => [key, own[key]]))).toEqual(values);
  });
});
