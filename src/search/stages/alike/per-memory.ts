import { number } from "../../setting.ts";
import { defineStage } from "../stage.ts";

/** A memory is one thing that somebody had remembered, however many passages it takes: sixty alike steps are one hit. */
export const perMemory = defineStage({
  name: "perMemory",
  meaning: "keeps a memory's best passage, so that a long one is one hit",
  drops: "a better passage of its memory is there",
  strength: "hits",
  settings: {
    hits: number(1, [0, 100], {
      integer: true,
      unit: "passages",
      meaning: "of one memory, its best; 0: all",
    }),
  },
  create:
    ({ hits }) =>
    (candidates) => {
      const seen = new Map<number, number>();
      return candidates.filter(({ kind, documentNum }) => {
        if (kind !== "memory") return true;
        const count = (seen.get(documentNum) ?? 0) + 1;
        seen.set(documentNum, count);
        return count <= hits;
      });
    },
});
