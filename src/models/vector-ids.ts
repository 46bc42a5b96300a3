import type { VectorIndex } from "./ports.ts";

/** Characters of a chunk's id; what follows them in a vector's id names the generation. */
const CHUNK_ID_CHARS = 32;

/**
 * The id of a chunk's vector. Ids are unique in a whole vector index, namespaces or not: the vectors of one chunk in two
 * generations need two. Those of a first generation are the chunks' own.
 */
export const vectorIdOf = ({ chunk, generation }: { chunk: string; generation: number }): string =>
  generation === 1 ? chunk : `${chunk}.${generation}`;

const chunkOf = (id: string): string => id.slice(0, CHUNK_ID_CHARS);

/** The index as one generation sees it: everything is named by the chunks' ids. */
export function inGeneration(index: VectorIndex, generation: number): VectorIndex {
  const named = (chunk: string): string => vectorIdOf({ chunk, generation });
  return {
    ...byChunk(index),
    upsert: (namespace, entries, stamp) =>
      index.upsert(
        namespace,
        entries.map((entry) => ({ ...entry, id: named(entry.id) })),
        stamp,
      ),
    remove: (chunks) => index.remove(chunks.map(named)),
    visible: async (chunks, stamps) => {
      const stampsById = stamps && new Map([...stamps].map(([chunk, stamp]) => [named(chunk), stamp]));
      return (await index.visible(chunks.map(named), stampsById)).map(chunkOf);
    },
  };
}

/** The index as a search sees it: a namespace holds one generation, and what is found is named by the chunks' ids. */
export const byChunk = (index: VectorIndex): VectorIndex => ({
  ...index,
  nearest: async (...query) =>
    (await index.nearest(...query)).map(({ id, similarity }) => ({ id: chunkOf(id), similarity })),
});
