import { DEFAULTS } from "../config.ts";
import { stampOf } from "../documents/stamp.ts";
import { AppError } from "../errors.ts";
import { namespaceOf, type VectorIndex } from "../models/ports.ts";
import { inGeneration } from "../models/vector-ids.ts";
import { dequantise } from "../text/quantise.ts";
import { type EmbeddedTexts, embedTexts, textKey } from "./embed-texts.ts";
import type { GenerationParts, GenerationReport, SliceLimits } from "./generations.ts";
import type {
  BuiltSlice,
  Generation,
  GenerationWork,
  NextChunk,
  Settlement,
} from "./sql/generation-types.ts";

/** How long a generation that only waits for the vector index is left alone, milliseconds. */
const WAIT_MS = 20_000;

/** Look-ups by id in one slice, where the index's progress says nothing. */
const MAX_LOOKUPS = 10;

/** One slice of a next generation: delete what is gone, embed and send what is due; the switch when nothing is left. */
export async function buildSlice(
  parts: GenerationParts,
  generation: Generation,
  { rows, maxUnseen }: SliceLimits,
): Promise<GenerationReport> {
  const { store, servingFor, now } = parts;
  const { embedder, vectors } = servingFor(generation.identity);
  if (embedder === undefined)
    throw new AppError("embedder_unavailable", `Nothing here embeds as ${generation.identity}`);
  const index = vectors && inGeneration(vectors, generation.num);
  const work = await store.work(generation, { rows: Math.ceil(rows / 2), gone: index?.maxDelete ?? rows });
  const confirmed = index === undefined ? 0 : await confirmSent(parts, generation, { index, rows });
  const chunks = distinct([...work.due, ...work.page]);
  if (chunks.length + work.gone.length > 0) {
    if (index !== undefined && work.gone.length > 0) await index.remove(work.gone);
    const slice = await bringSlice(parts, generation, { work, chunks, embedder, index });
    return { ...slice, confirmed, removed: work.gone.length };
  }
  const switched = await trySwitch(parts, generation, maxUnseen);
  // Whatever stood in the way may take a while: the vector index, or deletes that the live generation must see first.
  if (!switched) await store.built({ generation, ...NOTHING, nowMs: now(), nextAtMs: now() + WAIT_MS });
  return { confirmed, ...(switched && { switched: 1 }) };
}

const NOTHING = { chunks: [], receipt: undefined, removed: [], page: [] } as const;

const distinct = (chunks: readonly NextChunk[]): NextChunk[] => [
  ...new Map(chunks.map((chunk) => [chunk.id, chunk])).values(),
];

interface SliceInput {
  readonly work: GenerationWork;
  readonly chunks: readonly NextChunk[];
  readonly embedder: NonNullable<ReturnType<GenerationParts["servingFor"]>["embedder"]>;
  readonly index: VectorIndex | undefined;
}

async function bringSlice(
  parts: GenerationParts,
  generation: Generation,
  { work, chunks, embedder, index }: SliceInput,
): Promise<GenerationReport> {
  const { store, models, now, modelBudget, callTimeoutMs } = parts;
  // Another call of the model is under another lease: nobody else embeds in this identity while it is being built.
  const embedParts = {
    embedder,
    now,
    modelBudget,
    callTimeoutMs,
    store: { ...models, embedded: store.keep },
  };
  const made = await embedTexts(embedParts, { lease: generation.lease, chunks });
  const lost = made.failed.find(({ error }) => error.code !== "embedder_refused");
  if (lost !== undefined) throw lost.error;
  const settled = chunks.map((chunk) => ({
    chunk,
    state: settlementOf(chunk, made, index !== undefined),
  }));
  const sent = settled.filter(({ state }) => state === "sent").map(({ chunk }) => chunk);
  const receipt = index && sent.length > 0 ? await send(parts, generation, { index, sent, made }) : undefined;
  await store.built({
    generation,
    chunks: settled.map(({ chunk: { id, hash }, state }) => ({ id, hash, state })),
    receipt,
    removed: work.gone,
    page: work.page.map(({ hash, rid }) => ({ hash, rid })),
    nowMs: now(),
    nextAtMs: now(),
  });
  return { walked: chunks.length, embedded: made.embedded, upserted: sent.length };
}

/** What is not in the live generation is not sent either: it is brought into the new one once that is live. */
function settlementOf(chunk: NextChunk, { vectors }: EmbeddedTexts, hasIndex: boolean): Settlement {
  const vector = vectors.get(textKey(chunk));
  if (vector === undefined) return "refused";
  if (vector === null) return chunk.isBareLive ? "kept" : "none";
  if (chunk.isBareLive) return "late";
  return hasIndex ? "sent" : "kept";
}

async function send(
  { now }: GenerationParts,
  generation: Generation,
  { index, sent, made }: { index: VectorIndex; sent: readonly NextChunk[]; made: EmbeddedTexts },
): Promise<BuiltSlice["receipt"]> {
  const { workspace, num, calls, leaseUntil } = generation;
  const startedAt = now();
  if (startedAt > leaseUntil - DEFAULTS.leaseMarginMs)
    throw new AppError("timeout", "The work took longer than its lease");
  const run = namespaceOf({ workspace, generation: num });
  const entries = sent.map((chunk) => ({
    id: chunk.id,
    values: dequantise(made.vectors.get(textKey(chunk)) ?? ""),
    metadata: chunk.metadata,
  }));
  const mutation = await index.upsert(run, entries, stampOf(run, calls + 1));
  return { mutation, startedAt, sentAt: now(), run };
}

/** Stops waiting for what the index shows by now, as the sweep of the outbox does. */
async function confirmSent(
  parts: GenerationParts,
  generation: Generation,
  { index, rows }: { readonly index: VectorIndex; readonly rows: number },
): Promise<number> {
  const { store } = parts;
  const { visibilityMarginMs } = DEFAULTS;
  if ((await store.unseen({ generation, beforeMs: Number.MAX_SAFE_INTEGER, limit: 1 })).length === 0)
    return 0;
  const { processedUpToMutation, processedUpToMs } = await index.progress();
  const confirmed = await store.confirm({
    generation,
    mutation: processedUpToMutation,
    beforeMs: processedUpToMs === undefined ? undefined : processedUpToMs - visibilityMarginMs,
    // Twice what a slice sends, so that the waiting do not pile up.
    limit: 2 * rows,
  });
  return confirmed > 0 ? confirmed : lookUpSent(parts, generation, index);
}

async function lookUpSent(
  { store, now }: GenerationParts,
  generation: Generation,
  index: VectorIndex,
): Promise<number> {
  const run = namespaceOf({ workspace: generation.workspace, generation: generation.num });
  const beforeMs = now() - DEFAULTS.visibilityMarginMs;
  let confirmed = 0;
  for (let lookup = 0; lookup < MAX_LOOKUPS; lookup++) {
    const waiting = await store.unseen({ generation, beforeMs, limit: index.maxGet });
    if (waiting.length === 0) break;
    const stamps = new Map(waiting.map(({ chunk, call }) => [chunk, stampOf(run, call)]));
    const shown = new Set(await index.visible([...stamps.keys()], stamps));
    const seen = waiting.filter(({ chunk }) => shown.has(chunk));
    if (seen.length > 0) await store.seen(generation, seen);
    confirmed += seen.length;
    if (seen.length < index.maxGet) break;
  }
  return confirmed;
}

/** The switch, unless more vectors are not shown yet than a search would compare exactly. */
async function trySwitch(
  { store, now }: GenerationParts,
  generation: Generation,
  maxUnseen: number,
): Promise<boolean> {
  const unseen = await store.unseen({
    generation,
    beforeMs: Number.MAX_SAFE_INTEGER,
    limit: maxUnseen + 1,
  });
  if (unseen.length > maxUnseen) return false;
  const nowMs = now();
  // Sweeps and searches that began before the switch may still go to the old generation.
  return store.switch({ generation, nowMs, retireAtMs: nowMs + DEFAULTS.leaseMs });
}
