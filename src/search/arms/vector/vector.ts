import { DEFAULTS } from "../../../config.ts";
import type { Vector, VectorMatch } from "../../../models/ports.ts";
import type { Scored } from "../../fusion/lists.ts";
import { type AnswerName, answerName, indexRead } from "../../hops/reads.ts";
import { splitForVectors } from "../../query/filters.ts";
import { number, toggle } from "../../setting.ts";
import type { ChunkRow } from "../../sql/chunk-rows.ts";
import { type Arm, listOf, type SearchState } from "../arm.ts";
import { keyword, MATCHES, matchesWithPhrases } from "../keyword/keyword.ts";
import { matchesRead } from "../keyword/matches.ts";
import {
  compareExactly,
  FILTERED_CHUNKS,
  filteredChunksRead,
  filteredRead,
  mergeNearest,
  notYetVisibleRead,
  STORED,
} from "./stored-vectors.ts";

const NEAREST = answerName<readonly VectorMatch[]>("nearest");

/** Meaning, by the embedder: in the index, and by stored vectors where the index does not show them or has no filter for them. */
export const vector: Arm = {
  name: "vector",
  settings: { vector: toggle(true, "meaning, by the embedder") },
  weight: number(1, [0, 10], { meaning: "rrf and weighted: weight of the vector arm" }),
  isOn: ({ profile }) => profile.arms.vector === true,
  reads: {
    hop1: (plan) =>
      plan.serving.embedder.kind === "neural" && !splitForVectors(plan.filters).isWhole
        ? [filteredChunksRead(plan)]
        : [],
    hop2(state) {
      const { plan, vector: query, maxPendingScan } = state;
      const route = routeOf(state);
      if (query === undefined || route === undefined) return {};
      if (route === "exact") return { database: [filteredRead(plan)] };
      const isPending = state.workspace.embeddedChunks > 0;
      return {
        database: isPending ? [notYetVisibleRead(plan, maxPendingScan)] : [],
        index: [indexRead(NEAREST, query)],
      };
    },
    // Without anything by meaning, words stand in: as the list of the keyword arm, which does not run itself here.
    hop3: (state) =>
      keyword.isOn(state.plan) || nearestTo(state.vector, NEAREST, state) !== undefined
        ? []
        : matchesRead(MATCHES, state.plan, state.repaired.query),
  },
  unread: ({ lists }) => (listOf(lists, "vector") ?? []).map(({ id }) => id),
  lists(state) {
    const entries = listOf(state.lists, "vector") ?? found(state);
    return entries === undefined
      ? []
      : [{ name: "vector", arm: "vector", entries: onlyCurrent(entries, state) }];
  },
};

/** How the arm can apply the filters: in the index, exactly over what they leave, or only afterwards; undefined: no index is asked. */
function routeOf({ plan, vector: query, answers }: SearchState): "index" | "exact" | "partial" | undefined {
  if (query === undefined || plan.serving.vectors === undefined) return undefined;
  if (splitForVectors(plan.filters).isWhole) return "index";
  return (answers.of(FILTERED_CHUNKS) ?? 0) <= DEFAULTS.exactFilterChunks ? "exact" : "partial";
}

function found(state: SearchState): readonly Scored[] | undefined {
  const { plan, vector: query } = state;
  if (plan.serving.vectors !== undefined || query === undefined) return nearestTo(query, NEAREST, state);
  // Without an index it is the keyword arm's pool by its stored vectors.
  const matches = matchesWithPhrases(state);
  const stored = matches?.flatMap(({ id, vector: own }) => (own === null ? [] : [{ id, vector: own }]));
  return stored && compareExactly(query, stored);
}

/** What is nearest to a vector, of this query or another form of it; undefined: there is no index, or no answer that says it. */
export function nearestTo(
  query: Vector | undefined,
  name: AnswerName<readonly VectorMatch[]>,
  state: SearchState,
): readonly Scored[] | undefined {
  const route = routeOf(state);
  if (query === undefined || route === undefined) return undefined;
  const exact = compareExactly(query, state.answers.of(STORED) ?? []);
  if (route === "exact") return exact.slice(0, DEFAULTS.armPool);
  const index = state.answers.of(name);
  return index === undefined && !comparesAll(state) ? undefined : mergeNearest(index ?? [], exact);
}

/**
 * Whether every vector that there is was compared exactly, so that the index is not missed. A few of them would stand
 * before what words find, for being new.
 */
const comparesAll = ({ workspace, maxPendingScan }: SearchState): boolean =>
  workspace.embeddedChunks > 0 &&
  workspace.embeddedChunks <= maxPendingScan &&
  workspace.embeddedChunks + workspace.pendingChunks >= workspace.chunks;

/** Without what is gone, or has another text than its vector in the index: such a vector finds nothing. */
export const onlyCurrent = (
  entries: readonly Scored[],
  { rows, plan: { serving } }: SearchState,
): readonly Scored[] =>
  rows === undefined
    ? entries
    : entries.filter(({ id }) => isCurrent(rows.get(id), serving.vectors !== undefined));

const isCurrent = (row: ChunkRow | undefined, isIndexed: boolean): boolean =>
  row !== undefined && !(isIndexed && row.isStale === 1);

/** Whether the index is asked beside which other forms of the query can be asked, too. */
export const asksIndex = (state: SearchState): boolean => {
  const route = routeOf(state);
  return route === "index" || route === "partial";
};

/** What the arm could not look at: vectors beyond the scan, and neighbours that a filter was applied to only afterwards. */
export function vectorGaps(state: SearchState): {
  readonly pendingSkipped: number;
  readonly isFilterPartial: boolean;
} {
  const { workspace, maxPendingScan } = state;
  const isPartial = routeOf(state) === "partial" && nearestTo(state.vector, NEAREST, state) !== undefined;
  return {
    pendingSkipped: asksIndex(state) ? Math.max(0, workspace.embeddedChunks - maxPendingScan) : 0,
    isFilterPartial: isPartial,
  };
}
