import { DEFAULTS } from "../../../config.ts";
import type { ErrorCode } from "../../../errors.ts";
import { identityKey, type Vector } from "../../../models/ports.ts";
import { dequantise, quantise } from "../../../text/quantise.ts";
import { nextUtcMidnight } from "../../../text/utc-day.ts";
import { stem } from "../../../text/words/stem.ts";
import { type Deadline, within } from "../../hops/deadline.ts";
import type { ModelStop } from "../../hops/isolate-memory.ts";
import { hop, type SearchParts } from "../../hops/parts.ts";
import { type Tolerated, tolerate } from "../../hops/tolerate.ts";
import { embeddingWords } from "../../query/analyse.ts";
import type { SearchPlan } from "../../query/search-plan.ts";
import { inverseFrequency } from "../../query/term-statistics.ts";
import type { FirstHopAnswer } from "../../sql/search-types.ts";

/** The query's vector and where it came from; `lost` names why there is none. */
export interface QueryVector {
  readonly vector?: Vector | undefined;
  readonly lost?: ErrorCode | undefined;
  /** The stored vectors are another model's: they are being made anew, and are not compared until then. */
  readonly isForeign?: boolean;
  readonly source: "memory" | "cache" | "model" | "computed" | "none";
}

const NONE: QueryVector = { source: "none" };

/** A call to the embedder that nobody awaits yet. */
export type StartedEmbedding = Promise<Tolerated<Vector | undefined>>;

interface Asker {
  readonly workspace: number;
  readonly deadline: Deadline;
}

/** Of one workspace: that another asked the same must not show in what an answer cost. */
const memoryKey = (workspace: number, { embedder }: SearchParts, { queryHash }: SearchPlan): string =>
  `${workspace} ${identityKey(embedder.identity)} ${queryHash}`;

/** Whether the profile asks for vectors that a model must make. */
const needsModel = ({ embedder }: SearchParts, { profile }: SearchPlan): boolean =>
  embedder.kind === "neural" && profile.arms.vector;

function embed(parts: SearchParts, { query }: SearchPlan, deadline: Deadline): StartedEmbedding {
  const { embedder, meter } = parts;
  const call = (signal: AbortSignal) => {
    meter.modelCalls += 1;
    meter.textsEmbedded += 1;
    return embedder.embedQuery({ text: query.text, words: embeddingWords(query) }, signal);
  };
  const bounded = () => within(deadline.left(DEFAULTS.vectorTimeoutMs), call);
  return tolerate(bounded, () => {
    meter.hops += 1;
  });
}

/** No model may be called ahead of hop 1: models stand still, or the token was refused lately. */
export const isHeldBack = ({ memory, now }: Pick<SearchParts, "memory" | "now">, tokenId: string): boolean =>
  (memory.stop?.untilMs ?? 0) > now() || memory.isDistrusted(tokenId, now());

/** Starts the embedding beside hop 1, unless memory has it, models may not be called, or the token was refused lately. */
export function startEmbedding(
  parts: SearchParts,
  plan: SearchPlan,
  { deadline, tokenId, workspace }: Asker & { readonly tokenId: string },
): StartedEmbedding | undefined {
  const { speculate, memory } = parts;
  if (!needsModel(parts, plan) || !speculate || isHeldBack(parts, tokenId)) return undefined;
  if (memory.queryVector(memoryKey(workspace, parts, plan)) !== undefined) return undefined;
  return embed(parts, plan, deadline);
}

/** The query's vector after hop 1: from memory, from D1, from the call that was started, or from one made now. */
export async function settleQueryVector(
  parts: SearchParts,
  plan: SearchPlan,
  after: Asker & {
    readonly first: FirstHopAnswer;
    readonly started: StartedEmbedding | undefined;
  },
): Promise<QueryVector> {
  if (!plan.profile.arms.vector) return NONE;
  if (after.first.workspace?.identity !== identityKey(parts.embedder.identity))
    return { ...NONE, isForeign: true };
  if (parts.embedder.kind === "embedded") return lexicalVector(parts, plan, after.first);
  const key = memoryKey(after.workspace, parts, plan);
  const remembered = parts.memory.queryVector(key);
  if (remembered !== undefined) return { vector: remembered, source: "memory" };
  if (after.first.queryVector !== undefined) {
    const vector = dequantise(after.first.queryVector);
    parts.memory.keepQueryVector(key, vector);
    return { vector, source: "cache" };
  }
  const stopped = modelStop(parts, after.first);
  if (stopped !== undefined && after.started === undefined) return { lost: stopped, source: "none" };
  const { value, lost } = await (after.started ?? hop(parts.meter, embed(parts, plan, after.deadline)));
  if (lost !== undefined) {
    noteQuota(parts, lost);
    return { lost, source: "none" };
  }
  const text = value && quantise(value);
  if (text === undefined) return NONE;
  // Quantised once, so that the first search and every later one compare the same numbers.
  const vector = dequantise(text);
  parts.memory.keepQueryVector(key, vector);
  return { vector, source: "model" };
}

/** A used-up quota makes every model call pointless until it returns at midnight UTC. */
export function noteQuota(
  { memory, now }: Pick<SearchParts, "memory" | "now">,
  lost: ErrorCode | undefined,
): void {
  if (lost === "quota") memory.stop = { code: "quota", untilMs: nextUtcMidnight(now()) };
}

/** Why no model may be called now: the platform's quota or our own budget is used up. Remembered by the isolate. */
export function modelStop(
  { memory, now, modelBudget }: SearchParts,
  { models }: FirstHopAnswer,
): ModelStop["code"] | undefined {
  const pausedUntil = models.pausedUntil ?? 0;
  if (pausedUntil > now()) memory.stop = { code: "quota", untilMs: pausedUntil };
  else if (modelBudget !== undefined && models.calls >= modelBudget)
    memory.stop = { code: "model_budget", untilMs: nextUtcMidnight(now()) };
  return memory.stop !== undefined && memory.stop.untilMs > now() ? memory.stop.code : undefined;
}

/** The embedded stand-in's vector: made here, from words weighed by the workspace's own statistics. */
async function lexicalVector(
  { embedder }: SearchParts,
  { query }: SearchPlan,
  first: FirstHopAnswer,
): Promise<QueryVector> {
  const chunkCount = first.workspace?.chunks ?? 0;
  const idf = (word: string) => inverseFrequency(chunkCount, first.documentFrequency.get(stem(word)) ?? 0);
  const vector = await embedder.embedQuery({ text: query.text, words: embeddingWords(query), idf });
  return vector === undefined ? NONE : { vector, source: "computed" };
}
