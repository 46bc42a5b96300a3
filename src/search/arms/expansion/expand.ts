import { DEFAULTS } from "../../../config.ts";
import { type Identity, identityKey, type Vector } from "../../../models/ports.ts";
import { dequantise, quantise } from "../../../text/quantise.ts";
import type { Degraded } from "../../contract/search.ts";
import { type Deadline, within } from "../../hops/deadline.ts";
import { hop, type SearchParts } from "../../hops/parts.ts";
import { type Tolerated, tolerate } from "../../hops/tolerate.ts";
import { analyseQuery, embeddingWords } from "../../query/analyse.ts";
import type { SearchPlan } from "../../query/search-plan.ts";
import { nameLoss } from "../../record/answer.ts";
import type { FirstHopAnswer } from "../../sql/search-types.ts";
import { isHeldBack, modelStop, noteQuota } from "../vector/query-vector.ts";
import { type Expansion, expansionRequest, parseExpansion } from "./generated-expansion.ts";

/** A query's expansion and where it came from. */
export interface Expanded {
  readonly expansion?: Expansion | undefined;
  /** Vectors of the paraphrases and the passage, by the name of the list that each finds. */
  readonly vectors: readonly NamedVector[];
  readonly source: "none" | "cache" | "model";
  /** To be kept: what the model has just written, as it passed the guard rails. */
  readonly fresh?: string | undefined;
  readonly degraded: readonly Degraded[];
}

export interface NamedVector {
  readonly arm: string;
  readonly vector: Vector;
}

/** A call to the generator that nobody awaits yet. */
export type StartedExpansion = Promise<Tolerated<string>>;

export interface ExpansionCall {
  readonly workspace: number;
  readonly tokenId: string;
  readonly deadline: Deadline;
}

const NONE: Expanded = { vectors: [], source: "none", degraded: [] };

const memoryKey = (workspace: number, { expansionKey: key = "" }: SearchPlan): string =>
  `${workspace} ${key}`;

/** One call, with a retry after a rush: 3 seconds for both. */
function askGenerator(parts: SearchParts, { query }: SearchPlan, deadline: Deadline): StartedExpansion {
  const { generator, meter, now } = parts;
  const endsAt = now() + DEFAULTS.expandTimeoutMs;
  const call = async (signal: AbortSignal) => {
    meter.modelCalls += 1;
    return (await generator?.generate(expansionRequest(query.text), signal)) ?? "";
  };
  return tolerate(
    () => within(deadline.left(endsAt - now()), call),
    () => {
      meter.hops += 1;
    },
  );
}

/** Starts the generator beside hop 1, under the same conditions as the query's embedding. */
export function startExpansion(
  parts: SearchParts,
  plan: SearchPlan,
  { workspace, tokenId, deadline }: ExpansionCall,
): StartedExpansion | undefined {
  if (plan.expansionKey === undefined || !parts.speculate || isHeldBack(parts, tokenId)) return undefined;
  if (parts.memory.generated(memoryKey(workspace, plan)) !== undefined) return undefined;
  return askGenerator(parts, plan, deadline);
}

export interface AfterFirstHop {
  readonly workspace: number;
  readonly first: FirstHopAnswer;
  readonly expanding: StartedExpansion | undefined;
  readonly deadline: Deadline;
  /** The query's own; without it the vector arm does not run, nor for other texts. */
  readonly vector: Vector | undefined;
}

/**
 * What a generator adds to the query after hop 1, with the vectors of its texts: nothing when it is not asked for, and
 * nothing with the reason in `degraded` when the generator is not there, fails, or its answer does not pass.
 */
export async function expandQuery(
  parts: SearchParts,
  plan: SearchPlan,
  after: AfterFirstHop,
): Promise<Expanded> {
  if (!plan.profile.arms.expand) return NONE;
  if (plan.expansionKey === undefined) return { ...NONE, degraded: ["generator_missing"] };
  const written = keptExpansion(parts, plan, after) ?? (await newExpansion(parts, plan, after));
  const { expansion } = written;
  if (expansion === undefined) return written;
  const { value = [], lost } = await embedExpansion(parts, plan, { ...after, expansion });
  noteQuota(parts, lost);
  return { ...written, vectors: value, degraded: nameLoss(lost, "embedder") };
}

/** Checked again as it is read: what an earlier build let pass is held to the rules of this one. */
function keptExpansion(
  { memory }: SearchParts,
  plan: SearchPlan,
  { workspace, first }: AfterFirstHop,
): Expanded | undefined {
  const key = memoryKey(workspace, plan);
  const text = first.generated ?? memory.generated(key);
  if (text === undefined) return undefined;
  const { expansion } = parseExpansion(plan.query.text, text);
  if (expansion === undefined) return undefined;
  memory.keepGenerated(key, text);
  return { ...NONE, expansion, source: "cache" };
}

async function newExpansion(
  parts: SearchParts,
  plan: SearchPlan,
  { workspace, first, expanding, deadline }: AfterFirstHop,
): Promise<Expanded> {
  const stopped = modelStop(parts, first);
  if (stopped !== undefined && expanding === undefined) return { ...NONE, degraded: [stopped] };
  const answer = await (expanding ?? hop(parts.meter, askGenerator(parts, plan, deadline)));
  noteQuota(parts, answer.lost);
  if (answer.value === undefined) return { ...NONE, degraded: nameLoss(answer.lost, "generator") };
  const { expansion } = parseExpansion(plan.query.text, answer.value);
  if (expansion === undefined) return { ...NONE, degraded: ["expansion_refused"] };
  const fresh = JSON.stringify(expansion);
  parts.memory.keepGenerated(memoryKey(workspace, plan), fresh);
  return { ...NONE, expansion, source: "model", fresh };
}

interface ExpansionText {
  readonly arm: string;
  readonly kind: "query" | "passage";
  readonly text: string;
}

const textsOf = ({ paraphrases, passage }: Expansion): ExpansionText[] => [
  ...paraphrases.map((text, at) => ({ arm: `vector paraphrase ${at + 1}`, kind: "query" as const, text })),
  ...(passage === undefined ? [] : [{ arm: "vector passage", kind: "passage" as const, text: passage }]),
];

const vectorKey = (workspace: number, identity: Identity, { kind, text }: ExpansionText): string =>
  `${workspace} ${identityKey(identity)} ${kind} ${text}`;

/**
 * Vectors of the texts for the vector arm, all in one hop; none where no index is searched: a lexical stand-in says
 * nothing of a paraphrase that the rewrites do not say better. A passage is embedded as documents are, without the
 * prefix of queries: that is what it stands for.
 */
async function embedExpansion(
  parts: SearchParts,
  plan: SearchPlan,
  { expansion, vector, deadline, first, workspace }: AfterFirstHop & { readonly expansion: Expansion },
): Promise<Tolerated<readonly NamedVector[]>> {
  const { embedder, memory, vectors, meter } = parts;
  const isSearched = plan.profile.arms.vector && vector !== undefined && vectors !== undefined;
  if (!isSearched || embedder.kind !== "neural") return { value: [] };
  const texts = textsOf(expansion);
  const keyOf = (text: ExpansionText) => vectorKey(workspace, embedder.identity, text);
  const known = (text: ExpansionText) => memory.queryVector(keyOf(text));
  const missing = texts.filter((text) => known(text) === undefined);
  const stopped = modelStop(parts, first);
  if (missing.length > 0 && stopped !== undefined) return { lost: stopped };
  const embedAll = () =>
    within(deadline.left(DEFAULTS.vectorTimeoutMs), (signal) =>
      Promise.all(missing.map((text) => embedText(parts, { ...text, key: keyOf(text) }, signal))),
    );
  const retried = () => {
    meter.hops += 1;
  };
  const { lost } = missing.length === 0 ? {} : await hop(meter, tolerate(embedAll, retried));
  if (lost !== undefined) return { lost };
  return {
    value: texts.flatMap((text) => {
      const found = known(text);
      return found === undefined ? [] : [{ arm: text.arm, vector: found }];
    }),
  };
}

/** Remembers a text's vector under a key, quantised as the query's own is. */
async function embedText(
  { embedder, memory, meter }: SearchParts,
  { key, kind, text }: ExpansionText & { readonly key: string },
  signal: AbortSignal,
): Promise<void> {
  meter.modelCalls += 1;
  meter.textsEmbedded += 1;
  const [vector] =
    kind === "passage"
      ? await embedder.embedChunks([{ headings: "", text }], signal)
      : [await embedder.embedQuery({ text, words: embeddingWords(analyseQuery(text)) }, signal)];
  const quantised = vector && quantise(vector);
  if (quantised !== undefined) memory.keepQueryVector(key, dequantise(quantised));
}
