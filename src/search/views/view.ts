import type { AnyHit } from "../contract/hits.ts";
import type { Pool } from "../hops/pool.ts";
import type { ChunkRow } from "../sql/search-types.ts";

/** A ranked chunk as a view finds it. */
export interface Found {
  readonly row: ChunkRow;
  readonly score: number;
  readonly pool: Pool;
  /** Raw rerank scores by id. */
  readonly raw: ReadonlyMap<string, number>;
  /** Weight of each query term's stem. */
  readonly weights: ReadonlyMap<string, number>;
  /** The workspace has several roots: a path alone may not name a document. */
  readonly severalRoots: boolean;
}

/** What of a hit is shown, and how it reads as text. Nothing in either depends on the clock, on chance or on the limit. */
export interface View<Shown extends AnyHit> {
  hit(found: Found): Shown;
  /** Lines of text for a reader who pays by the token; the last one has no line break. */
  text(hit: Shown): string;
}
