import type { AnyHit, HitOf, ViewName } from "../contract/hits.ts";
import type { Trace } from "../explain/trace.ts";
import type { Fused } from "../fusion/fuse.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import { type KnownQuery, weighTerms } from "../query/statistics.ts";
import type { Candidate } from "../stages/candidate.ts";
import { compact, digest } from "./compact.ts";
import { full, snippet } from "./passage.ts";
import type { View } from "./view.ts";

/** Every view by its name. */
const VIEWS: { readonly [Name in ViewName]: View<HitOf[Name]> } = { full, snippet, compact, digest };

export interface HitView {
  readonly name: ViewName;
  /** The cross-encoder's raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  readonly severalRoots: boolean;
  readonly repaired: KnownQuery;
  readonly trace: Trace | undefined;
}

/** The hits of an answer, best first, in the view asked for. */
export function toHits(
  candidates: readonly Candidate[],
  { rows, fused, keyword }: CandidatePool,
  { name, raw, severalRoots, repaired, trace }: HitView,
): AnyHit[] {
  const weights = new Map(weighTerms(repaired).map(({ stem, idf }) => [stem, idf]));
  return candidates.flatMap(({ id, score }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const of = fused.find((candidate) => candidate.id === id);
    const found = {
      row,
      score,
      fused: of,
      keyword: keyword.get(id),
      rerank: raw.get(id),
      weights,
      severalRoots,
    };
    const hit = VIEWS[name].hit(found);
    if (trace === undefined) return [hit];
    return [{ ...hit, ...("arms" in hit && { shares: sharesOf(of) }), trace: [...trace.standings(id)] }];
  });
}

/** What each arm gave to a chunk's fused score. */
const sharesOf = (fused: Fused | undefined): Record<string, number> =>
  Object.fromEntries(fused?.shares.map(({ arm, share }) => [arm, share]) ?? []);

/** A hit of any view as lines of text, told by what it holds. */
export function textOf(hit: AnyHit): string {
  if ("tokens" in hit) return compact.text(hit);
  if (!("root" in hit)) return digest.text(hit);
  return (hit.text === undefined ? snippet : full).text(hit);
}
