import { backoffMs } from "../database/backoff.ts";
import { AppError } from "../errors.ts";
import { type Embedder, nextUtcMidnight, type VectorIndex } from "../models/ports.ts";
import { buildSlice } from "./build-generation.ts";
import { retireSlice } from "./retire-generation.ts";
import type { Generation, GenerationStore } from "./sql/generation-types.ts";
import type { OutboxStore } from "./sql/outbox-types.ts";

// One identity of a workspace is live; the next one is built beside it, chunk by chunk, in a namespace of its own, and
// takes its place in one UPDATE when it holds everything. What was live before, or was dropped half-built, is emptied.
// All in slices under a lease on the generation: a slice that breaks off is done again.

/** What makes and keeps the vectors of one identity. */
interface Serving {
  /** Undefined: this identity's texts cannot be embedded any more. */
  readonly embedder: Embedder | undefined;
  /** Undefined: its vectors are in D1 only. */
  readonly vectors: VectorIndex | undefined;
}

export interface GenerationParts {
  readonly store: GenerationStore;
  readonly models: Pick<OutboxStore, "recordUse" | "models">;
  readonly servingFor: (identity: string) => Serving;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Model calls a day; undefined: no bound of ours. */
  readonly modelBudget: number | undefined;
  /** Milliseconds one model call may take. */
  readonly callTimeoutMs: number;
}

export interface SliceLimits {
  readonly workspace?: number | undefined;
  /** Chunks of a slice. */
  readonly rows: number;
  /** Vectors that may be not shown yet at the switch: what one search compares exactly. */
  readonly maxUnseen: number;
}

/** Counts of one slice, as `runs` keeps them. */
export type GenerationReport = Readonly<Record<string, number>>;

/** One slice of the generation that has waited longest; undefined: none is due. */
export async function advanceGeneration(
  parts: GenerationParts,
  limits: SliceLimits,
): Promise<GenerationReport | undefined> {
  const { store, now, newLease } = parts;
  const generation = await store.claim({ lease: newLease(), nowMs: now(), workspace: limits.workspace });
  if (generation === undefined) return undefined;
  try {
    return await SLICES[generation.state](parts, generation, limits);
  } catch (error) {
    const failure =
      error instanceof AppError ? error : new AppError("internal", String(error), { cause: error });
    await postpone(parts, generation, failure);
    if (failure !== error) throw error;
    return { failed: 1 };
  }
}

type Slice = (
  parts: GenerationParts,
  generation: Generation,
  limits: SliceLimits,
) => Promise<GenerationReport>;

const SLICES: Readonly<Record<Generation["state"], Slice>> = {
  building: buildSlice,
  settling: async ({ store, now }, generation, { rows }) => {
    await store.settle({ generation, nowMs: now(), rows });
    return { settled: 1 };
  },
  retiring: retireSlice,
};

/** Quota and budget stop until midnight UTC, anything else backs off. */
async function postpone(
  { store, models, now, random }: GenerationParts,
  generation: Generation,
  error: AppError,
): Promise<void> {
  const nowMs = now();
  const isStop = error.code === "quota" || error.code === "model_budget";
  if (error.code === "quota")
    await models.recordUse({ nowMs, calls: 0, texts: 0, pausedUntil: nextUtcMidnight(nowMs) });
  await store.failed({
    generation,
    error: `${error.code}: ${error.message}`,
    nextAtMs: isStop ? nextUtcMidnight(nowMs) : nowMs + backoffMs(generation.attempts + 1, random()),
  });
}
