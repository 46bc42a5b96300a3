import { DEFAULTS } from "../../../config.ts";
import type { AppError } from "../../../errors.ts";
import { spaceKey, type Vector } from "../../../models/ports.ts";
import { dequantise } from "../../../text/quantise.ts";
import { stem } from "../../../text/words/stem.ts";
import { type Attempt, attempt, type Deadline, within } from "../../hops/attempt.ts";
import type { WorkspaceState } from "../../hops/workspace-state.ts";
import type { SearchPlan } from "../../plan.ts";
import { embeddingWords, inverseFrequency } from "../../query/analyse.ts";
import { known } from "../../query/language-forms.ts";

export interface QueryVector {
  readonly vector?: Vector | undefined;
  /** The outage that kept a vector from being made. */
  readonly outage?: AppError | undefined;
  /** The stored vectors are another model's: they are being made anew, and are not compared until then. */
  readonly isForeign?: boolean;
  readonly source: "memory" | "cache" | "model" | "computed" | "none";
}

const NONE: QueryVector = { source: "none" };

/** A call to the embedder that nobody awaits yet. */
export type StartedEmbedding = Promise<Attempt<Vector | undefined>>;

const embed = ({ query, serving }: SearchPlan, deadline: Deadline): StartedEmbedding =>
  attempt(() =>
    within(deadline.left(DEFAULTS.vectorTimeoutMs), (signal) =>
      serving.embedder.embedQuery({ text: query.text, words: embeddingWords(query) }, signal),
    ),
  );

/** Starts the embedding beside hop 1, where a model must make it; undefined: there is no call to wait for. */
export function startEmbedding(plan: SearchPlan, deadline: Deadline): StartedEmbedding | undefined {
  const { profile, serving, query } = plan;
  const isNeeded = profile.arms.vector && serving.embedder.kind === "neural";
  return isNeeded && serving.embedder.remembered(query.text) === undefined
    ? embed(plan, deadline)
    : undefined;
}

interface AfterHop1 {
  readonly workspace: WorkspaceState;
  readonly started: StartedEmbedding | undefined;
  readonly deadline: Deadline;
}

/** The query's vector after hop 1: from memory, from D1, from the call that was started, or from one made now. */
export async function settleQueryVector(
  plan: SearchPlan,
  { workspace, started, deadline }: AfterHop1,
): Promise<QueryVector> {
  const { profile, serving, query } = plan;
  const { embedder } = serving;
  if (!profile.arms.vector) return NONE;
  if (workspace.identity !== spaceKey(embedder.space)) return { ...NONE, isForeign: true };
  if (embedder.kind === "embedded") return computedVector(plan, workspace);
  const remembered = started === undefined ? embedder.remembered(query.text) : undefined;
  if (remembered !== undefined) return { vector: remembered, source: "memory" };
  if (workspace.kept.queryVector !== null) {
    const vector = dequantise(workspace.kept.queryVector);
    embedder.remember(query.text, vector);
    return { vector, source: "cache" };
  }
  const { value, outage } = await (started ?? embed(plan, deadline));
  if (outage !== undefined) return { outage, source: "none" };
  return value === undefined ? NONE : { vector: value, source: "model" };
}

/** The embedded stand-in's vector: made here, from words weighed by the workspace's own statistics. */
async function computedVector(
  { query, serving }: SearchPlan,
  { chunks, frequencies }: WorkspaceState,
): Promise<QueryVector> {
  const { chunkFrequency } = known(query, { chunkCount: chunks, chunkFrequency: frequencies }).statistics;
  const idf = (word: string) => inverseFrequency(chunks, chunkFrequency.get(stem(word)) ?? 0);
  const vector = await serving.embedder.embedQuery({ text: query.text, words: embeddingWords(query), idf });
  return vector === undefined ? NONE : { vector, source: "computed" };
}
