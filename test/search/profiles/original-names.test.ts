import { expect, it } from "vitest";
import { oursFor } from "../../../src/search/profiles/original-names.ts";
import { checkSettings, PROFILE_SETTINGS } from "../../../src/search/profiles/resolve-profile.ts";

const KNOWN = new Set(PROFILE_SETTINGS.keys());
const refusal = (name: string): string => {
  try {
    checkSettings({ [name]: 1 });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  ["maxResults", "result.limit"],
  ["query.maxResults", "result.limit"],
  ["agents.defaults.memorySearch.query.hybrid.candidateMultiplier", "arms.candidateMultiplier"],
  ["candidateMultiplier", "arms.candidateMultiplier"],
  ["hybrid.mmr.enabled", "mmr.enabled"],
  ["query.hybrid.textWeight", "fusion.keywordWeight"],
  ["candidatePoolSize", "arms.candidatePoolSize"],
  ["retrieval.recencyHalfLifeDays", "recencyBoost.days"],
  ["hardMinScore", "hardMinimum.minScore"],
  ["timeDecayHalfLifeDays", "timeDecay.days"],
  ["oversample", "arms.candidateMultiplier"],
  ["CODE_MEMORY_OVERSAMPLE_K", "arms.candidateMultiplier"],
  ["CODE_MEMORY_TOP_P", "topP.fraction"],
  ["top_p", "topP.fraction"],
  ["fts_bonus", "fusion.ftsBonus"],
])("answers another system's %s with %s", (name, ours) => {
  expect(oursFor(name, KNOWN)).toBe(ours);
  expect(KNOWN).toContain(ours);
  expect(refusal(name)).toMatch(`There is no setting ${name}; here it is ${ours} (`);
});

it("says what stands for a switch that everything has", () => {
  expect(refusal("enabled")).toContain("here it is a stage's own switch, such as mmr.enabled");
  expect(refusal("temporalDecay.enabled")).toContain("or its strength, where 0 is off");
});

it("names only settings that there are", () => {
  const named = ["minScore", "mode", "recencyWeight"].flatMap(
    (name) => oursFor(name, KNOWN)?.match(/[a-zA-Z]+\.[a-zA-Z]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(KNOWN).toContain(name);
});

it("takes what begins as a name of ours for that", () => {
  expect(refusal("threshold.minscore")).toContain("did you mean threshold.minScore?");
});

it.each(["constructor", "__proto__", "fusion.kk", "treshold.minScoree"])("knows nothing of %s", (name) => {
  expect(oursFor(name, KNOWN)).toBeUndefined();
});
