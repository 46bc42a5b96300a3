import { DEFAULTS } from "../../config.ts";
import { namespaceOf, type Vector, type VectorMatch } from "../../models/ports.ts";
import type { SearchState } from "../arms/arm.ts";
import type { Expanded } from "../arms/expansion/expand.ts";
import { keyword } from "../arms/keyword/keyword.ts";
import { ARMS, withLists } from "../arms/table.ts";
import type { QueryVector } from "../arms/vector/query-vector.ts";
import type { ArmList } from "../fusion/lists.ts";
import { letOthersGoOn } from "../../text/steps.ts";
import { splitForVectors } from "../query/filters.ts";
import { type Attempt, attempt, type Deadline, within } from "./attempt.ts";
import type { SearchDeps } from "./deps.ts";
import type { OpenSearch } from "./hop1.ts";
import { askDatabase } from "./reads.ts";
import { heldRead, rememberVocabulary, repairOf, settled } from "./repaired.ts";

/** The query's meaning, as far as models could say it. */
export interface Meaning {
  readonly queryVector: QueryVector;
  readonly expanded: Expanded;
}

/** Hop 2: the vector index, and beside it what only the database can say by now. Then every arm lists what it has found. */
export async function hop2(
  deps: SearchDeps,
  open: OpenSearch,
  { queryVector, expanded }: Meaning,
): Promise<SearchState> {
  const { plan, workspace, deadline } = open;
  const state: SearchState = {
    ...{ plan, workspace },
    repaired: repairOf(deps, open),
    vector: queryVector.vector,
    expansion: expanded,
    maxPendingScan: deps.settings.limits.maxPendingScan,
    answers: open.answers,
    lists: [],
    rows: undefined,
    indexOutage: undefined,
  };
  const reads = ARMS.filter((arm) => arm.isOn(plan)).map((arm) => arm.reads.hop2?.(state) ?? {});
  const index = reads.flatMap((read) => read.index ?? []);
  const [rows, nearest, lists] = await Promise.all([
    askDatabase(deps, [...reads.flatMap(({ database = [] }) => database), ...heldRead(state)]),
    Promise.all(index.map(({ vector }) => askIndex(vector, state, deadline))),
    index.length === 0 ? [] : byWords(state),
  ]);
  const found = index.flatMap(({ name }, at): [string, unknown][] =>
    nearest[at]?.value === undefined ? [] : [[name, nearest[at].value]],
  );
  const answers = state.answers.with([...rows, ...found]);
  const { lacking } = state.repaired;
  rememberVocabulary(deps, open, { lacking, answers });
  const repaired = lacking.length === 0 ? settled(state.repaired, answers) : repairOf(deps, open);
  return withLists({
    ...state,
    ...{ answers, repaired, lists },
    indexOutage: nearest.find((one) => one.outage !== undefined)?.outage,
  });
}

/** What words have found, ranked while the index is asked; nothing where a word of the query is searched otherwise. */
async function byWords(state: SearchState): Promise<readonly ArmList[]> {
  // The question to the index leaves first.
  await letOthersGoOn();
  return keyword.lists(state);
}

function askIndex(
  vector: Vector,
  { plan, workspace }: SearchState,
  deadline: Deadline,
): Promise<Attempt<readonly VectorMatch[]>> {
  const { vectors } = plan.serving;
  const namespace = namespaceOf({ workspace: workspace.num, generation: workspace.generation });
  const limit = Math.min(plan.pool.ofArm, DEFAULTS.armPool);
  const options = { limit, filter: splitForVectors(plan.filters).filter };
  return attempt(() =>
    within(
      deadline.left(DEFAULTS.vectorTimeoutMs),
      async (signal) => (await vectors?.nearest(namespace, vector, options, signal)) ?? [],
    ),
  );
}
