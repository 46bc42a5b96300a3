import type { ArmList } from "../fusion/lists.ts";
import { fuseCandidates } from "../hops/fuse-candidates.ts";
import type { Arm, SearchState } from "./arm.ts";
import { entity } from "./entity/entity.ts";
import { expansion } from "./expansion/expansion.ts";
import { keyword } from "./keyword/keyword.ts";
import { recent } from "./recent/recent.ts";
import { vector } from "./vector/vector.ts";

/** Every arm. Each is asked for its lists in this order, and sees those of the arms before it. */
export const ARMS: readonly Arm[] = [keyword, vector, entity, recent, expansion];

/** The state with every arm's lists as they are by now; each arm sees those of the arms before it, and its own earlier ones. */
export function withLists(state: SearchState, { isFallback = false } = {}): SearchState {
  const lists: ArmList[] = [];
  for (const arm of ARMS) {
    if (arm.isFallback && !isFallback) continue;
    const earlier = state.lists.filter((one) => !lists.some(({ name }) => name === one.name));
    lists.push(...arm.lists({ ...state, lists: [...lists, ...earlier] }));
  }
  return state.plan.pool.from === 0 ? { ...state, lists } : onlyFurther(state, lists);
}

/**
 * A further pool is the keyword arm's next matches, with their stored vectors where these are compared: all other arms have
 * brought what they have to the first pool, and are asked once more to know what that was.
 */
function onlyFurther(state: SearchState, lists: readonly ArmList[]): SearchState {
  const goesOn = ({ name }: ArmList): boolean =>
    name === "keyword" || (name === "vector" && state.plan.serving.vectors === undefined);
  // Fused by themselves: what is too weak, or of an arm without a say, was not in the first pool.
  const { fused } = fuseCandidates({ ...state, lists: lists.filter((list) => !goesOn(list)) });
  const shown = new Set([...(state.shown ?? []), ...fused.map(({ id }) => id)]);
  const further = lists
    .filter(goesOn)
    .map((list) => ({ ...list, entries: list.entries.filter(({ id }) => !shown.has(id)) }));
  return { ...state, shown, lists: further };
}
