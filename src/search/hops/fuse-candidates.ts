import type { SearchState } from "../arms/arm.ts";
import { matchesWithPhrases } from "../arms/keyword/keyword.ts";
import type { Trace } from "../explain/trace.ts";
import type { Fused, Share } from "../fusion/fuse.ts";
import { fuseArms, readsTraits, type VectorTrust, vectorShare } from "../fusion/fuse-arms.ts";
import { type ArmList, ageDays, keywordShare, type TraitsOf } from "../fusion/lists.ts";
import { unknownShare } from "../query/analyse.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";

/** The arms' lists as one, with what they were fused from. */
export interface Fusion {
  readonly fused: readonly Fused[];
  readonly lists: readonly ArmList[];
}

/** What decides how far the vector arm is trusted with this query. */
const trustOf = ({ plan, repaired }: Pick<SearchState, "plan" | "repaired">): VectorTrust => ({
  embedder: plan.serving.embedder,
  unknownShare: unknownShare(repaired),
});

/**
 * Fuses the lists of a state, once a search where nothing shifts. What was fused before hop 3, for its best candidates,
 * stands unless the hop has changed the lists (candidates are gone, stale or filtered; owed keyword rows have come) or
 * the rule looks at the age and priority that its rows tell.
 */
export function fuseCandidates(state: SearchState, before?: Fusion): Fusion {
  const { plan, lists, rows } = state;
  const { fusion } = plan.profile;
  const trust = trustOf(state);
  if (before !== undefined && !readsTraits(fusion, trust) && areSame(before.lists, lists)) return before;
  const known = { traits: traitsOf(rows, plan.asOfMs), unembedded: unembedded(state) };
  return { fused: fuseArms(lists, fusion, { ...trust, ...known }), lists };
}

/** What words found and has no vector yet, or another text's. */
const unembedded = (state: SearchState): ReadonlySet<string> =>
  new Set(matchesWithPhrases(state)?.flatMap(({ id, isStale }) => (isStale === 1 ? [id] : [])));

/** Hop 3 only takes entries away or adds whole lists, so that lists of the same ids have the same scores. */
const areSame = (a: readonly ArmList[], b: readonly ArmList[]): boolean =>
  a.length === b.length && a.every((list, at) => list.name === b[at]?.name && hasSameIds(list, b[at]));

const hasSameIds = (a: ArmList, b: ArmList): boolean =>
  a.entries === b.entries ||
  (a.entries.length === b.entries.length && a.entries.every(({ id }, at) => id === b.entries[at]?.id));

/**
 * The fused candidates that are strong enough for the profile; with `fusion.keywordHits` also keyword hits that would
 * be, if a low cosine did not hold them down.
 */
export function strongEnough({ fused, lists }: Fusion, state: SearchState, trace?: Trace): readonly Fused[] {
  const settings = state.plan.profile.fusion;
  const { minScore: least, keywordHits } = settings;
  const isKept = ({ arm, score }: Share): boolean =>
    keywordHits && arm === "keyword" && keywordShare(score) >= least;
  const strong = fused.filter(({ score, shares }) => score >= least || shares.some(isKept));
  if (trace === undefined) return strong;
  for (const { name, entries } of lists) trace.arm(name, entries);
  const all = new Map(lists.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])));
  const vectorWeight = vectorShare(lists, settings, trustOf(state));
  const reason = "below an arm's least score";
  trace.step("fuse", { before: [...all.values()], after: fused, reason, vectorWeight });
  if (least > 0)
    trace.step("fusion.minScore", { before: fused, after: strong, reason: "below the least fused score" });
  return strong;
}

const traitsOf =
  (rows: ReadonlyMap<string, ChunkRow> | undefined, asOfMs: number): TraitsOf =>
  (id) => {
    const row = rows?.get(id);
    return (
      row && {
        ageDays: ageDays(row.datedAt ?? undefined, asOfMs),
        priority: row.memory?.priority,
      }
    );
  };
