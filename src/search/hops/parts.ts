import type { PlanLimits } from "../../config.ts";
import type { Embedder, Generator, Meter, Reranker, VectorIndex } from "../../models/ports.ts";
import type { Trace } from "../explain/trace.ts";
import type { ResolvedProfile } from "../profiles/resolve-profile.ts";
import type { LogQueries } from "../sql/recall-types.ts";
import type { SearchStore } from "../sql/search-types.ts";
import type { IsolateMemory } from "./isolate-memory.ts";

/** What a search is made of. */
export interface SearchParts {
  readonly store: SearchStore;
  readonly embedder: Embedder;
  /** Undefined: the keyword arm's re-scoring is all there is. */
  readonly reranker: Reranker | undefined;
  /** Undefined: no query is rewritten. */
  readonly generator?: Generator | undefined;
  /** Undefined: the vector arm scores the keyword arm's pool from stored vectors. */
  readonly vectors: VectorIndex | undefined;
  readonly memory: IsolateMemory;
  /** Notes every step for the service, whether or not the request asks to be told. */
  readonly trace?: Trace | undefined;
  readonly meter: Meter;
  readonly limits: PlanLimits;
  /** Start the query's embedding before the caches have answered. */
  readonly speculate: boolean;
  /** Model calls a day. */
  readonly modelBudget: number | undefined;
  /** What the log keeps of queries. */
  readonly logQueries: LogQueries;
  /** Names this build: an answer of another one is not repeated. */
  readonly build: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ids in order of time. */
  readonly newId: () => string;
}

/** Who asks. */
export interface SearchCaller {
  readonly workspace: number;
  readonly tokenId: string;
  readonly scope: string;
  readonly admitted: Promise<void>;
  /** Ends when nobody waits for the answer any more. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted"> | undefined;
  readonly later: (work: () => Promise<unknown>) => void;
}

/** The embedded arm scores the keyword arm's pool, so it needs that arm in any profile. */
export const usesKeywordArm = (
  { embedder }: Pick<SearchParts, "embedder">,
  { arms }: ResolvedProfile,
): boolean => arms.keyword || (arms.vector && embedder.kind === "embedded");

/** Newest first when nothing is found: where the profile declares it, and where no other arm could find anything. */
export const usesRecentArm = ({ arms }: ResolvedProfile): boolean =>
  arms.recent === "fallback" || (!arms.keyword && !arms.vector);

/** One await on the outside; what is started together is awaited together. */
export function hop<Answer>(meter: Meter, answer: Promise<Answer>): Promise<Answer> {
  meter.hops += 1;
  return answer;
}
