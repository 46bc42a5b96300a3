import { DEFAULTS } from "../../../config.ts";
import type { Generator, Vector } from "../../../models/ports.ts";
import type { Degraded } from "../../contract/search.ts";
import { type Attempt, attempt, type Deadline, type Lost, lost, within } from "../../hops/attempt.ts";
import type { IsolateMemory } from "../../hops/isolate-memory.ts";
import type { WorkspaceState } from "../../hops/workspace-state.ts";
import type { SearchPlan } from "../../plan.ts";
import { analyseQuery, embeddingWords } from "../../query/analyse.ts";
import type { ExpandedQuery } from "../arm.ts";
import { type Expansion, expansionRequest, parseExpansion } from "./generated-expansion.ts";

export interface Expanded extends ExpandedQuery {
  readonly source: "none" | "cache" | "model";
  /** To be kept: what the model has just written, as it passed the guard rails. */
  readonly fresh?: string | undefined;
  /** What it lacks beside what is lost. */
  readonly degraded: readonly Degraded[];
  readonly lost: readonly Lost[];
}

interface ExpansionDeps {
  readonly generator: Generator | undefined;
  readonly memory: Pick<IsolateMemory, "generated">;
  readonly deadline: Deadline;
  readonly now: () => number;
}

/** A call to the generator that nobody awaits yet. */
export type StartedExpansion = Promise<Attempt<string>>;

const NONE: Expanded = { vectors: [], source: "none", degraded: [], lost: [] };

/** Of one workspace: that another asked the same must not show in what an answer cost. */
const memoryKey = ({ workspace, keys }: SearchPlan): string => `${workspace} ${keys.expansion ?? ""}`;

/** One call, with a retry after a rush: 3 seconds for both. */
function askGenerator({ generator, deadline, now }: ExpansionDeps, { query }: SearchPlan): StartedExpansion {
  const endsAt = now() + DEFAULTS.expandTimeoutMs;
  const call = async (signal: AbortSignal) =>
    (await generator?.generate(expansionRequest(query.text), signal)) ?? "";
  return attempt(() => within(deadline.left(endsAt - now()), call));
}

/** Starts the generator beside hop 1, where it must write something; undefined: there is no call to wait for. */
export function startExpansion(deps: ExpansionDeps, plan: SearchPlan): StartedExpansion | undefined {
  const isKnown =
    plan.keys.expansion === undefined || deps.memory.generated.get(memoryKey(plan)) !== undefined;
  return isKnown ? undefined : askGenerator(deps, plan);
}

interface AfterHop1 {
  readonly workspace: WorkspaceState;
  readonly started: StartedExpansion | undefined;
  /** The query's own vector; without it the vector arm does not run, nor for other texts. */
  readonly vector: Vector | undefined;
}

/**
 * What a generator adds to the query after hop 1, with the vectors of its texts: nothing when it is not asked for, and
 * nothing with the reason when the generator is not there, fails, or its answer does not pass.
 */
export async function expandQuery(
  deps: ExpansionDeps,
  plan: SearchPlan,
  after: AfterHop1,
): Promise<Expanded> {
  if (!plan.profile.arms.expand) return NONE;
  if (plan.keys.expansion === undefined) return { ...NONE, degraded: ["generator_missing"] };
  const written = keptExpansion(deps, plan, after) ?? (await newExpansion(deps, plan, after));
  const { expansion } = written;
  if (expansion === undefined) return written;
  const { value = [], outage } = await embedExpansion(deps, plan, { expansion, vector: after.vector });
  return { ...written, vectors: value, lost: lost("embedder", outage) };
}

/** Checked again as it is read: what an earlier build let pass is held to the rules of this one. */
function keptExpansion(
  { memory }: ExpansionDeps,
  plan: SearchPlan,
  { workspace }: AfterHop1,
): Expanded | undefined {
  const key = memoryKey(plan);
  const text = workspace.kept.expansion ?? memory.generated.get(key);
  const expansion = text === undefined ? undefined : parseExpansion(plan.query.text, text).expansion;
  if (text === undefined || expansion === undefined) return undefined;
  memory.generated.set(key, text);
  return { ...NONE, expansion, source: "cache" };
}

async function newExpansion(
  deps: ExpansionDeps,
  plan: SearchPlan,
  { started }: AfterHop1,
): Promise<Expanded> {
  const { value, outage } = await (started ?? askGenerator(deps, plan));
  if (value === undefined) return { ...NONE, lost: lost("generator", outage) };
  const { expansion } = parseExpansion(plan.query.text, value);
  if (expansion === undefined) return { ...NONE, degraded: ["expansion_refused"] };
  const fresh = JSON.stringify(expansion);
  deps.memory.generated.set(memoryKey(plan), fresh);
  return { ...NONE, expansion, source: "model", fresh };
}

/** The list of what a passage finds that the text model made up. */
export const MADE_UP = "vector passage";

interface ExpansionText {
  readonly list: string;
  readonly kind: "query" | "passage";
  readonly text: string;
}

const textsOf = ({ paraphrases, passage }: Expansion): ExpansionText[] => [
  ...paraphrases.map((text, at) => ({ list: `vector paraphrase ${at + 1}`, kind: "query" as const, text })),
  ...(passage === undefined ? [] : [{ list: MADE_UP, kind: "passage" as const, text: passage }]),
];

/**
 * Vectors of the texts for the vector arm, all in one hop; none where no index is searched: a lexical stand-in says
 * nothing of a paraphrase that the rewrites do not say better. A passage is embedded as documents are, without the
 * prefix of queries: that is what it stands for.
 */
async function embedExpansion(
  { deadline }: ExpansionDeps,
  { profile, serving }: SearchPlan,
  { expansion, vector }: { readonly expansion: Expansion; readonly vector: Vector | undefined },
): Promise<Attempt<ExpandedQuery["vectors"]>> {
  const { embedder, vectors } = serving;
  const isSearched = profile.arms.vector && vector !== undefined && vectors !== undefined;
  if (!isSearched || embedder.kind !== "neural") return { value: [] };
  const embed = async ({ list, kind, text }: ExpansionText, signal: AbortSignal) => {
    const [one] =
      kind === "passage"
        ? await embedder.embedChunks([{ headings: "", text }], signal)
        : [await embedder.embedQuery({ text, words: embeddingWords(analyseQuery(text)) }, signal)];
    return one === undefined ? [] : [{ list, vector: one }];
  };
  return attempt(async () => {
    const all = await within(deadline.left(DEFAULTS.vectorTimeoutMs), (signal) =>
      Promise.all(textsOf(expansion).map((text) => embed(text, signal))),
    );
    return all.flat();
  });
}
