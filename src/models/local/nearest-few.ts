import type { VectorMatch } from "../ports.ts";

/** The best of many matches, kept in order while they come; ties by id. */
export interface NearestFew {
  offer(id: string, similarity: number): void;
  best(): readonly VectorMatch[];
}

/** Few of many displace one that is kept, so that keeping costs next to nothing beside comparing. */
export function nearestFew(limit: number): NearestFew {
  const kept: VectorMatch[] = [];
  const isBefore = (a: VectorMatch, b: VectorMatch) =>
    a.similarity > b.similarity || (a.similarity === b.similarity && a.id < b.id);
  return {
    offer(id, similarity) {
      const match = { id, similarity };
      const last = kept.at(-1);
      if (kept.length >= limit && (last === undefined || !isBefore(match, last))) return;
      let at = kept.length;
      while (at > 0 && isBefore(match, kept[at - 1] as VectorMatch)) at -= 1;
      kept.splice(at, 0, match);
      if (kept.length > limit) kept.pop();
    },
    best: () => kept,
  };
}
