import { DEFAULTS } from "../config.ts";
import { embeddingsStatement } from "../database/embeddings.ts";
import { AppError } from "../errors.ts";
import type { Embedder, VectorIndex } from "../models/ports.ts";
import { inGeneration } from "../models/vector-ids.ts";
import { type Embedded, embedTexts, textKey } from "./embed-texts.ts";
import { callIndex, confirmVisible, entriesOf, sendUntil } from "./index-calls.ts";
import {
  confirmGeneration,
  confirmVectors,
  runOf,
  switchGeneration,
  unseenVectors,
} from "./sql/generation-switch.ts";
import {
  type Generation,
  type GenerationWork,
  keepBuilt,
  type NextChunk,
  nextWork,
  type Settlement,
} from "./sql/generations.ts";
import type { GenerationDeps, GenerationReport, SliceLimits } from "./work-deps.ts";

/** How long a generation that only waits for the vector index is left alone, milliseconds. */
const WAIT_MS = 20_000;

/** Look-ups by id in one slice, where the index's progress says nothing. */
const MAX_LOOKUPS = 10;

/** One slice of a next generation: delete what is gone, embed and send what is due; the switch when nothing is left. */
export async function buildSlice(
  deps: GenerationDeps,
  generation: Generation,
  { rows, maxUnseen }: SliceLimits,
): Promise<GenerationReport> {
  const { db, servingFor, now } = deps;
  const { embedder, vectors } = servingFor(generation.identity);
  if (embedder === undefined)
    throw new AppError("embedder_unavailable", `Nothing here embeds as ${generation.identity}`);
  const index = vectors && inGeneration(vectors, generation.num);
  const limits = { rows: Math.ceil(rows / 2), gone: index?.maxDelete ?? rows };
  const work = await nextWork(db, generation, limits);
  const confirmed = vectors === undefined ? 0 : await confirmSent(deps, generation, { vectors, rows });
  const chunks = distinct([...work.due, ...work.page]);
  if (chunks.length + work.gone.length > 0) {
    if (index !== undefined && work.gone.length > 0) await index.remove(work.gone);
    const slice = await bringSlice(deps, generation, { work, chunks, embedder, index });
    return { ...slice, confirmed, removed: work.gone.length };
  }
  const switched = await trySwitch(deps, generation, maxUnseen);
  // Whatever stood in the way may take a while: the vector index, or deletes that the live generation must see first.
  if (!switched) await keepBuilt(db, generation, { ...NOTHING, nextAtMs: now() + WAIT_MS });
  return { confirmed, ...(switched && { switched: 1 }) };
}

const NOTHING = { chunks: [], receipt: undefined, removed: [], page: [] } as const;

const distinct = (chunks: readonly NextChunk[]): NextChunk[] => [
  ...new Map(chunks.map((chunk) => [chunk.id, chunk])).values(),
];

interface SliceInput {
  readonly work: GenerationWork;
  readonly chunks: readonly NextChunk[];
  readonly embedder: Embedder;
  readonly index: VectorIndex | undefined;
}

async function bringSlice(
  deps: GenerationDeps,
  generation: Generation,
  { work, chunks, embedder, index }: SliceInput,
): Promise<GenerationReport> {
  const { db, now } = deps;
  // Another call of the model is under another lease: nobody else embeds in this identity while it is being built.
  const keep = async (texts: Parameters<typeof embeddingsStatement>[1]): Promise<void> => {
    await db.batch({ kept: embeddingsStatement(db, texts, { replaces: true }) });
  };
  const made = await embedTexts({ ...deps, embedder, keep }, { lease: generation.lease, chunks });
  const lost = made.failed.find(({ error }) => error.code !== "embedder_refused");
  if (lost !== undefined) throw lost.error;
  const settled = chunks.map((chunk) => ({ chunk, state: settlementOf(chunk, made, index !== undefined) }));
  const sent = settled.filter(({ state }) => state === "sent").map(({ chunk }) => chunk);
  const receipt = index && sent.length > 0 ? await send(deps, generation, { index, sent, made }) : undefined;
  await keepBuilt(db, generation, {
    chunks: settled.map(({ chunk: { id, hash }, state }) => ({ id, hash, state })),
    receipt,
    removed: work.gone,
    page: work.page,
    nextAtMs: now(),
  });
  return { walked: chunks.length, embedded: made.embedded, upserted: sent.length };
}

/** What is not in the live generation is not sent either: it is brought into the new one once that is live. */
function settlementOf(chunk: NextChunk, { vectors }: Embedded, hasIndex: boolean): Settlement {
  const vector = vectors.get(textKey(chunk));
  if (vector === undefined) return "refused";
  if (vector === null) return chunk.isBareLive ? "kept" : "none";
  if (chunk.isBareLive) return "late";
  return hasIndex ? "sent" : "kept";
}

const send = (
  { now }: GenerationDeps,
  generation: Generation,
  { index, sent, made }: { index: VectorIndex; sent: readonly NextChunk[]; made: Embedded },
) => {
  const { calls, leaseUntil } = generation;
  const run = runOf(generation);
  return callIndex({ run, order: calls + 1, sendUntil: sendUntil(leaseUntil), now }, (stamp) =>
    index.upsert(run, entriesOf(sent, made.vectors), stamp),
  );
};

/** Stops waiting for what the index shows by now, as a sweep does. */
const confirmSent = (
  { db, now }: GenerationDeps,
  generation: Generation,
  { vectors, rows }: { readonly vectors: VectorIndex; readonly rows: number },
): Promise<number> =>
  confirmVisible(
    vectors,
    {
      waiting: (beforeMs, limit) => unseenVectors(db, generation, { beforeMs, limit }),
      // Twice what a slice sends, so that the waiting do not pile up.
      processed: (progress) => confirmGeneration(db, generation, { ...progress, limit: 2 * rows }),
      shown: (shown) => confirmVectors(db, generation, shown),
    },
    { now, lookups: MAX_LOOKUPS },
  );

/** The switch, unless more vectors are not shown yet than a search would compare exactly. */
async function trySwitch(
  { db, now }: GenerationDeps,
  generation: Generation,
  maxUnseen: number,
): Promise<boolean> {
  const beforeMs = Number.MAX_SAFE_INTEGER;
  const unseen = await unseenVectors(db, generation, { beforeMs, limit: maxUnseen + 1 });
  if (unseen.length > maxUnseen) return false;
  const nowMs = now();
  // Sweeps and searches that began before the switch may still go to the old generation.
  return switchGeneration(db, generation, { nowMs, retireAtMs: nowMs + DEFAULTS.leaseMs });
}
