import { byScore } from "../hops/scored.ts";
import { type ArmLists, type FusionSettings, ranked } from "./arm-lists.ts";
import type { Fused, Share } from "./fuse.ts";

/**
 * The higher of entity score and cosine, times `similarityWeight`, and which it was: entity 1 beats cosine 0.8 → 0.60.
 * The rest of the score is left to the stages. Best first, ties by id.
 */
export function fuseUnion(
  { entity, vector }: ArmLists,
  { similarityWeight }: Pick<FusionSettings, "similarityWeight">,
): Fused[] {
  const byEntity = ranked(entity);
  const byVector = ranked(vector);
  const ids = new Set([...byEntity.keys(), ...byVector.keys()]);
  return Array.from(ids, (id) => {
    const [named, near] = [byEntity.get(id), byVector.get(id)];
    const isNamed = (named?.score ?? -1) >= (near?.score ?? -1);
    const score = similarityWeight * Math.min(1, Math.max(0, named?.score ?? 0, near?.score ?? 0));
    const shares: Share[] = [
      ...(named ? [{ arm: "entity", ...named, share: isNamed ? score : 0 }] : []),
      ...(near ? [{ arm: "vector", ...near, share: isNamed ? 0 : score }] : []),
    ];
    return { id, score, shares };
  }).sort(byScore);
}
