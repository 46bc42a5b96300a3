import { DEFAULTS } from "../../config.ts";
import type { Embedder } from "../../models/ports.ts";
import type { FusionSettings } from "./arm-lists.ts";

/** What decides the vector arm's share of a convex fusion, where the profile does not set it. */
export interface VectorTrust {
  readonly embedder: Pick<Embedder, "kind">;
  /** Share of the query's idf that is in words of no chunk, 0 to 1. @default 0 */
  readonly unknownShare?: number | undefined;
}

/**
 * The vector arm's share of a convex fusion, 0 to 1: the setting, else the embedder's own. The embedded one's grows with
 * what the keyword arm cannot know: 0.15 · (1 + unknown share), half of the query's idf in words of no chunk → 0.225. Of
 * such words only the stand-in knows anything, the words that are spelt alike. Confirm the neural one's on data of your own.
 */
export function convexWeight(
  { convexWeight: set }: Pick<FusionSettings, "convexWeight">,
  { embedder, unknownShare = 0 }: VectorTrust,
): number {
  if (set !== undefined) return set;
  return embedder.kind === "neural" ? DEFAULTS.neuralWeight : DEFAULTS.embeddedWeight * (1 + unknownShare);
}
