import { byScore } from "../hops/scored.ts";
import { type ArmLists, type FactsOf, type FusionSettings, ranked } from "./arm-lists.ts";
import type { Fused, Share } from "./fuse.ts";

type DistanceSettings = Pick<FusionSettings, "ftsBonus" | "priorityWeight" | "recencyWeight">;

/**
 * 1 / (1 + max(0, d)), d = 1 − cosine − ftsBonus for a keyword hit + priorityWeight · (priority − 1) + recencyWeight ·
 * (age / greatest age in the pool). A hit of the keyword arm alone starts from the pool's greatest distance. A cosine of
 * 0.7 that is a keyword hit too, without date and priority → 1 / 1.2 = 0.833. Best first, ties by id.
 */
export function fuseDistance(lists: ArmLists, settings: DistanceSettings, facts: FactsOf): Fused[] {
  const keyword = ranked(lists.keyword);
  const vector = ranked(lists.vector);
  const ids = [...new Set([...vector.keys(), ...keyword.keys()])];
  const farthest = Math.max(
    ...Array.from(vector.values(), ({ score }) => 1 - score),
    vector.size > 0 ? 0 : 1,
  );
  const oldest = Math.max(...ids.map((id) => facts(id)?.ageDays ?? 0), 0);
  return ids
    .map((id) => {
      const [inKeyword, inVector] = [keyword.get(id), vector.get(id)];
      const { ageDays = 0, priority = 1 } = facts(id) ?? {};
      const near = inVector === undefined ? farthest : 1 - inVector.score;
      const bonus = inKeyword === undefined ? 0 : settings.ftsBonus;
      const late = oldest > 0 ? settings.recencyWeight * (ageDays / oldest) : 0;
      const distance = near - bonus + settings.priorityWeight * (priority - 1) + late;
      const score = 1 / (1 + Math.max(0, distance));
      return { id, score, shares: sharesOf({ inKeyword, inVector, score }) };
    })
    .sort(byScore);
}

interface Place {
  readonly rank: number;
  readonly score: number;
}

/** The score is no sum: it is told as the vector arm's, and as the keyword arm's where that alone found it. */
function sharesOf(found: {
  readonly inKeyword: Place | undefined;
  readonly inVector: Place | undefined;
  readonly score: number;
}): Share[] {
  const { inKeyword, inVector, score } = found;
  return [
    ...(inKeyword ? [{ arm: "keyword", ...inKeyword, share: inVector ? 0 : score }] : []),
    ...(inVector ? [{ arm: "vector", ...inVector, share: score }] : []),
  ];
}
