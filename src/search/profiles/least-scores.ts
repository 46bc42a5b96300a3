import type { ResolvedProfile } from "./profile.ts";

/** Least scores that the fusions by cosine go by; only a neural embedder's cosines say how near something is at all. */
export const LEAST_SCORES = [
  "fusion.minVector",
  "fusion.minScore",
  "hardMinimum.minScore",
  "threshold.minScore",
] as const;

/** Whether the profile keeps only what is strong, or new, among what was found: what comes behind that is neither. */
export function hasLeastScore({ settings }: Pick<ResolvedProfile, "settings">): boolean {
  // 0: the stage is off.
  const newest = Number(settings["topP.fraction"]);
  return LEAST_SCORES.some((name) => Number(settings[name]) > 0) || (newest > 0 && newest < 1);
}
