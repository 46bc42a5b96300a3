import { DEFAULTS } from "../../config.ts";
import { namespaceOf, type VectorMatch } from "../../models/ports.ts";
import type { SearchState } from "../arms/arm.ts";
import { splitForVectors } from "../query/filters.ts";
import { type Attempt, attempt, type Deadline, within } from "./attempt.ts";
import type { SearchDeps } from "./deps.ts";
import type { DatabaseRead, HopAnswer, IndexRead, Reads } from "./reads.ts";

/** Runs statements in one batch, one round trip, and answers each under its name. Nothing asked: no round trip. */
export async function askDatabase(
  { db, hops }: Pick<SearchDeps, "db" | "hops">,
  reads: readonly DatabaseRead[],
): Promise<readonly (readonly [name: string, answer: unknown])[]> {
  if (reads.length === 0) return [];
  const statements = reads.map(({ name, sql, params }) => [name, db.prepare(sql).bind(...params)] as const);
  const answers = await hops.during(() => db.batch(Object.fromEntries(statements)));
  return reads.map(({ name, answer }) => [name, answer((answers[name] ?? []) as Record<string, unknown>[])]);
}

/** One hop with the vector index: all statements in one batch, and beside it the index's own calls. */
export async function askTogether(
  deps: Pick<SearchDeps, "db" | "hops">,
  { database = [], index = [] }: Reads,
  { state, deadline }: { readonly state: SearchState; readonly deadline: Deadline },
): Promise<HopAnswer> {
  const [rows, nearest] = await Promise.all([
    askDatabase(deps, database),
    Promise.all(index.map((read) => askIndex(read, state, deadline))),
  ]);
  const found = index.flatMap(({ name }, at): [string, unknown][] => {
    const matches = nearest[at]?.value;
    return matches === undefined ? [] : [[name, matches]];
  });
  const outage = nearest.find((one) => one.outage !== undefined)?.outage;
  return { answers: state.answers.with([...rows, ...found]), outage };
}

function askIndex(
  { vector }: IndexRead,
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
