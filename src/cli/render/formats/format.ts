import { citationWithRoot } from "../../../search/views/citation.ts";
import type { AnyHit, Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { HitOptions } from "../search-hits.ts";

const SCORE_DIGITS = 2;

export const shownScore = (score: number): string => score.toFixed(SCORE_DIGITS);

/** The text that a hit of its view shows. */
export const shownText = ({ text, snippet }: Hit): string => text ?? snippet?.text ?? "";

/** A citation that names one document whatever the roots. */
export const wholeCitation = (hit: AnyHit, withRoot: boolean): string =>
  "root" in hit && withRoot ? citationWithRoot(hit) : hit.citation;

/** An answer as printed, in pieces, so that a budget can leave hits out. Each piece holds its own line breaks. */
export interface Pieces {
  readonly before: string;
  readonly hits: readonly string[];
  readonly after: string;
}

export interface FormatOptions extends HitOptions {
  /** What the answer lacks or did to the query; undefined: nothing, or it is printed elsewhere. */
  readonly notes: string | undefined;
  /** Makes foreign text harmless where it is printed. */
  readonly clean: (text: string) => string;
}

/** Prints the hits of any view, best first; no piece of a hit depends on the hits after it. */
export type Format = (answer: SearchAnswer<AnyHit>, options: FormatOptions) => Pieces;
