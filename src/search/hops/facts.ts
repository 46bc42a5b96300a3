import type { FactsOf } from "../fusion/arm-lists.ts";
import type { ChunkRow } from "../sql/search-types.ts";
import { ageDays } from "../stages/stage.ts";

/** What a fusion may know of a candidate besides its scores. */
export const factsOf =
  (rows: ReadonlyMap<string, ChunkRow>, asOfMs: number): FactsOf =>
  (id) => {
    const row = rows.get(id);
    if (row === undefined) return undefined;
    return {
      ageDays: ageDays({ datedAt: row.datedAt ?? undefined }, asOfMs),
      priority: row.memory?.priority,
    };
  };
