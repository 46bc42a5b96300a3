import { vectorIdOf } from "../models/vector-ids.ts";
import type { GenerationParts, GenerationReport, SliceLimits } from "./generations.ts";
import type { Generation } from "./sql/generation-types.ts";

/** One slice of emptying a generation that is not live: its vectors, then its embeddings. */
export async function retireSlice(
  { store, servingFor, now }: GenerationParts,
  generation: Generation,
  { rows }: SliceLimits,
): Promise<GenerationReport> {
  const { vectors } = servingFor(generation.identity);
  const { gone, page } = await store.retirement(generation, rows);
  const chunks = [...new Set([...gone, ...page.map(({ id }) => id)])];
  const ids = chunks.map((chunk) => vectorIdOf({ chunk, generation: generation.num }));
  const step = vectors?.maxDelete ?? 0;
  for (let at = 0; vectors !== undefined && at < ids.length; at += step)
    await vectors.remove(ids.slice(at, at + step));
  await store.retired({ generation, gone, page, nowMs: now(), rows });
  return { retired: chunks.length };
}
