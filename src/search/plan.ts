import type { CachedEmbedder } from "../models/cached-embedder.ts";
import type { VectorIndex } from "../models/ports.ts";
import type { Confines } from "../workspaces/narrowing.ts";
import type { SearchAnswer, SearchRequest } from "./contract/search.ts";
import type { ResolvedProfile } from "./profiles/profile.ts";
import type { AnalysedQuery } from "./query/analyse.ts";
import type { ResolvedFilters } from "./query/filters.ts";

/** What makes the vectors of a workspace's embedding space, and what holds them. */
export interface SearchServing {
  readonly embedder: CachedEmbedder;
  /** Undefined: the vector arm scores the keyword arm's pool from stored vectors. */
  readonly vectors: VectorIndex | undefined;
}

/** Where hits begin: behind so many of a pool, which begins behind so many matches of the keyword arm. */
export interface SearchPosition {
  readonly offset: number;
  readonly from: number;
}

/** Where a further page of hits begins, in the answer of a version and a clock, and how its first page was judged. */
export interface SearchPage extends SearchPosition {
  readonly version: number;
  readonly asOfMs: number;
  readonly judged: Pick<SearchAnswer, "relevance" | "confidence" | "calibration">;
  /** Which models had a say: with others the order is another one. */
  readonly heard: string;
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
  /** Hits of the pool before the first that is wanted. */
  readonly offset: number;
  readonly pool: PoolSizes;
  /** Of a further page: how the first was judged. */
  readonly judged: SearchPage["judged"] | undefined;
  readonly ranking: Ranking;
  /** The search's clock, milliseconds, cut to the second. */
  readonly asOfMs: number;
  readonly keys: CacheKeys;
}

/** What decides how the keyword index is asked. */
export interface Ranking {
  /** Passages of the workspace as this isolate last saw them; undefined: it never has. */
  readonly passages: number | undefined;
  /** Reading rows of the database costs nothing: it is a file of this machine. */
  readonly areRowsFree: boolean;
}

export interface PoolSizes {
  /** Matches of the keyword arm before this pool; 0: the first, to which all arms bring what they have. */
  readonly from: number;
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
