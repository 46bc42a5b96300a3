import { DEFAULTS } from "../config.ts";
import type { Embedder } from "../ports.ts";
import { byScore, type Scored } from "./candidate.ts";
import { type Fused, fuseConvex, fuseRrf } from "./fuse.ts";
import type { Profile } from "./profiles.ts";

/** The arms' lists, best first; undefined: the arm did not run. */
export interface ArmLists {
  readonly keyword: readonly Scored[] | undefined;
  readonly vector: readonly Scored[] | undefined;
}

/** The arms' lists as one, scores 0 to 1, best first, ties by id. */
export function fuseArms(
  { keyword, vector }: ArmLists,
  profile: Profile,
  embedder: Pick<Embedder, "kind">,
): Fused[] {
  if (profile.fusion === "single")
    return vector === undefined ? single("keyword", keyword) : single("vector", vector);
  if (embedder.kind === "neural")
    return fuseRrf([
      { arm: "keyword", weight: 1, entries: keyword },
      { arm: "vector", weight: 1, entries: vector },
    ]);
  const weight = DEFAULTS.embeddedWeight;
  return fuseConvex([
    { arm: "keyword", weight: 1 - weight, entries: keyword },
    { arm: "vector", weight, entries: vector },
  ]);
}

/** One arm alone keeps its own scale: r / (1 + r) for keywords (r in idf units), the cosine for vectors. */
function single(arm: "keyword" | "vector", list: readonly Scored[] = []): Fused[] {
  return [...list].sort(byScore).map(({ id, score }, index) => {
    const positive = Math.max(0, score);
    const share = arm === "keyword" ? positive / (1 + positive) : Math.min(1, positive);
    return { id, score: share, shares: [{ arm, rank: index + 1, score, share }] };
  });
}
