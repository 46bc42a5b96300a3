import { cosine } from "../../text/quantise.ts";
import { number } from "../profiles/setting.ts";
import type { Candidate } from "./candidate.ts";
import { defineStage } from "./stage.ts";

/** A candidate whose cosine to one before it exceeds `similarity` goes to the end; none is dropped. */
export const defer = defineStage({
  name: "defer",
  meaning: "puts near-copies of an earlier hit to the end",
  strength: "similarity",
  settings: {
    similarity: number(0.85, [0, 1], { meaning: "cosine above which two hits say the same" }),
  },
  create:
    ({ similarity }) =>
    (candidates) => {
      const selected: Candidate[] = [];
      const deferred: Candidate[] = [];
      for (const candidate of candidates) {
        const isCopy = selected.some((earlier) => areClose(earlier, candidate, similarity));
        (isCopy ? deferred : selected).push(candidate);
      }
      return [...selected, ...deferred];
    },
});

const areClose = ({ vector: a }: Candidate, { vector: b }: Candidate, limit: number): boolean =>
  a !== undefined && b !== undefined && cosine(a, b) > limit;
