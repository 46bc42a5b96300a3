import type { AnyHit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { HitOptions } from "../search-hits.ts";

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
