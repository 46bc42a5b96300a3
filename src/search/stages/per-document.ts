import { number } from "../profiles/setting.ts";
import type { Candidate } from "./candidate.ts";
import { defineStage } from "./stage.ts";

/** At most `hits` of one document before other documents have had their turn; drops nothing. */
export const perDocument = defineStage({
  name: "perDocument",
  meaning: "lets other documents come before a document's further hits",
  strength: "hits",
  settings: {
    hits: number(2, [0, 100], { integer: true, unit: "hits", meaning: "of one document before others" }),
  },
  create:
    ({ hits }) =>
    (candidates) => {
      const seen = new Map<string, number>();
      const isWithin = ({ documentId }: Candidate): boolean => {
        const count = (seen.get(documentId) ?? 0) + 1;
        seen.set(documentId, count);
        return count <= hits;
      };
      const first: Candidate[] = [];
      const later: Candidate[] = [];
      for (const candidate of candidates) (isWithin(candidate) ? first : later).push(candidate);
      return [...first, ...later];
    },
});
