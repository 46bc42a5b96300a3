import type { DigestHit } from "../contract/hits.ts";
import { citation, rootedCitation } from "./snippet/citation.ts";
import type { Found, View } from "./view.ts";

/** Path and lines, with the root before them where the path alone may not do. */
export function citationOf({ row, severalRoots }: Pick<Found, "row" | "severalRoots">): string {
  const cited = citation(row);
  return severalRoots ? rootedCitation(row.root, cited) : cited;
}

/** Where to look, and nothing else: 20 tokens a hit at most, at the median. */
export const digest: View<DigestHit> = {
  hit: (found) => ({ citation: citationOf(found) }),
  text: (hit) => hit.citation,
};
