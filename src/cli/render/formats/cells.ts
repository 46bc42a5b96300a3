import type { AnyHit, Hit } from "../../../search/contract/hits.ts";

const SCORE_DIGITS = 2;

export const shownScore = (score: number): string => score.toFixed(SCORE_DIGITS);

/** The text that a hit of its view shows. */
export const shownText = ({ text, snippet }: Hit): string => text ?? snippet?.text ?? "";

/** A citation that names one document whatever the roots. */
export const wholeCitation = (hit: AnyHit, withRoot: boolean): string =>
  "root" in hit && withRoot ? `${hit.root}:${hit.citation}` : hit.citation;
