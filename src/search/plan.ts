import type { CachedEmbedder } from "../models/cached-embedder.ts";
import type { VectorIndex } from "../models/ports.ts";
import type { Confines } from "../workspaces/narrowing.ts";
import type { SearchRequest } from "./contract/search.ts";
import type { ResolvedProfile } from "./profiles/profile.ts";
import type { AnalysedQuery } from "./query/analyse.ts";
import type { ResolvedFilters } from "./query/filters.ts";

/** What makes the vectors of a workspace's embedding space, and what holds them. */
export interface SearchServing {
  readonly embedder: CachedEmbedder;
  /** Undefined: the vector arm scores the keyword arm's pool from stored vectors. */
  readonly vectors: VectorIndex | undefined;
}

/** Where a further page of hits begins: behind so many, in the answer of a version and a clock. */
export interface SearchPage {
  readonly offset: number;
  readonly version: number;
  readonly asOfMs: number;
}

/** A request with everything decided that does not need the database. */
export interface SearchPlan {
  readonly workspace: number;
  readonly request: SearchRequest;
  readonly profile: ResolvedProfile;
  readonly serving: SearchServing;
  readonly query: AnalysedQuery;
  readonly filters: ResolvedFilters;
  /** What the asker's token is limited to; the filters hold it already. */
  readonly confines?: Confines | undefined;
  readonly limit: number;
  /** Hits before the first that is wanted. */
  readonly offset: number;
  readonly pool: PoolSizes;
  /** The search's clock, milliseconds, cut to the second. */
  readonly asOfMs: number;
  readonly keys: CacheKeys;
}

export interface PoolSizes {
  /** Candidates that each arm fetches. */
  readonly ofArm: number;
  /** Rows of the keyword arm that count in the score of their document. */
  readonly sourceRows: number;
}

/** Under which this search's results are kept in the database. */
interface CacheKeys {
  /** Names everything that decides the answer. */
  readonly answer: string;
  /** The query's own: of its embedding and its rerank scores. */
  readonly query: string;
  /** Of the query's expansion; undefined: none is wanted, or nothing could write it. */
  readonly expansion: string | undefined;
}
