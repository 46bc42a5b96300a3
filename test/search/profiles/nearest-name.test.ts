import { expect, it } from "vitest";
import { PROFILE_SETTINGS } from "../../../src/search/profiles/resolve-profile.ts";
import { nearestName } from "../../../src/text/words/edit-distance.ts";

const NAMES = [...PROFILE_SETTINGS.keys()];

it.each([
  ["recencyBoost.wieght", "recencyBoost.weight"],
  ["recencyboost.weight", "recencyBoost.weight"],
  ["fusion.K", "fusion.k"],
  ["treshold.minScore", "threshold.minScore"],
  ["lambda", "mmr.lambda"],
])("takes %s for %s", (typed, meant) => {
  expect(nearestName(typed, NAMES)).toBe(meant);
});

it.each(["", "weight", "x", "somethingElse.altogether"])("takes %j for nothing", (typed) => {
  expect(nearestName(typed, NAMES)).toBeUndefined();
});
