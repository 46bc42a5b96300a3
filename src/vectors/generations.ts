import { errorText, retryAt } from "../database/leases.ts";
import { vectorIdOf } from "../models/vector-ids.ts";
import { buildSlice } from "./build-generation.ts";
import { batches } from "./embed-texts.ts";
import { keepRetired, settleGeneration } from "./sql/generation-switch.ts";
import { claimGeneration, failGeneration, type Generation, retirementWork } from "./sql/generations.ts";
import { type GenerationDeps, type GenerationReport, type SliceLimits, workOrGiveBack } from "./work-deps.ts";

// One identity of a workspace is live; the next one is built beside it, chunk by chunk, in a namespace of its own, and
// takes its place in one UPDATE when it holds everything. What was live before, or was dropped half-built, is emptied.
// All in slices under a lease on the generation: a slice that breaks off is done again.

/** One slice of the generation that has waited longest; undefined: none is due. */
export async function advanceGeneration(
  deps: GenerationDeps,
  limits: SliceLimits,
): Promise<GenerationReport | undefined> {
  const { db, now, newLease, random } = deps;
  const { workspace } = limits;
  const generation = await claimGeneration(db, { lease: newLease(), nowMs: now(), workspace });
  if (generation === undefined) return undefined;
  const failures = generation.attempts + 1;
  return workOrGiveBack(
    deps,
    () => SLICES[generation.state](deps, generation, limits),
    async (error) => {
      const nextAtMs = retryAt({ error, failures, nowMs: now(), random: random() });
      await failGeneration(db, generation, { error: errorText(error), nextAtMs });
      return { failed: 1 };
    },
  );
}

type Slice = (deps: GenerationDeps, generation: Generation, limits: SliceLimits) => Promise<GenerationReport>;

const SLICES: Readonly<Record<Generation["state"], Slice>> = {
  building: buildSlice,
  async settling({ db, now }, generation, { rows }) {
    await settleGeneration(db, generation, { nowMs: now(), rows });
    return { settled: 1 };
  },
  /** Its vectors, then its embeddings. */
  async retiring({ db, servingFor, now }, generation, { rows }) {
    const { vectors } = servingFor(generation.identity);
    const { gone, page } = await retirementWork(db, generation, rows);
    const chunks = [...new Set([...gone, ...page.map(({ id }) => id)])];
    const ids = chunks.map((chunk) => vectorIdOf({ chunk, generation: generation.num }));
    if (vectors !== undefined)
      for (const batch of batches(ids, vectors.maxDelete)) await vectors.remove(batch);
    await keepRetired(db, generation, { gone, page, nowMs: now(), rows });
    return { retired: chunks.length };
  },
};
