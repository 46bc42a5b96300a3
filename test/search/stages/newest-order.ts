import type { Candidate } from "../../../src/search/stages/stage.ts";
import { candidate, context, daysOld, stage } from "./candidates.ts";

/** A dated note of a score. */
export const note = (id: string, score: number, days: number, text: string): Candidate =>
  candidate(id, score, { ...daysOld(days), text });

/** The order after `newest`, by words of these rarities (1 where none is given). */
export const order = (
  candidates: readonly Candidate[],
  query: string,
  idf: Readonly<Record<string, number>> = {},
  settings = {},
) => {
  const known = context(query);
  const terms = known.terms.map(({ stem }) => ({ stem, idf: idf[stem] ?? 1 }));
  return stage("newest", settings)(candidates, { ...known, terms }).map(({ id }) => id);
};
