import type { PlanLimits } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import type { ModelBudget } from "../../models/budget.ts";
import type { HopCounter } from "../../models/decorators.ts";
import type { Generator, Meter, Reranker } from "../../models/ports.ts";
import type { WorkspaceCalls } from "../../models/workspace-calls.ts";
import type { Confines } from "../../workspaces/narrowing.ts";
import type { TokenUse } from "../../workspaces/sql/token-store.ts";
import type { TokenClaims } from "../../workspaces/token.ts";
import type { Trace } from "../explain/trace.ts";
import type { SearchPage, SearchServing } from "../plan.ts";
import type { LogQueries } from "../sql/search-writes.ts";
import type { IsolateMemory } from "./isolate-memory.ts";

export interface SearchDeps {
  readonly db: Session;
  readonly models: SearchModels;
  readonly memory: IsolateMemory;
  /** Rows, calls and hops so far; those who make a call count it. */
  readonly meter: Meter;
  readonly hops: HopCounter;
  readonly settings: SearchSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Steps for an explanation: such a search is neither answered from a kept answer, nor kept, counted or logged. */
  readonly explaining?: Trace | undefined;
}

/** Models whose calls count themselves and are refused while the budget stands still or the workspace's quota is used up. */
export interface SearchModels {
  /** What makes and holds the vectors of an embedding space, by its key; undefined: nothing here does. */
  readonly servingOf: (space: string) => SearchServing | undefined;
  readonly configured: SearchServing;
  /** Undefined: the keyword arm's re-scoring is all there is. */
  readonly reranker: Reranker | undefined;
  /** Undefined: no query is rewritten. */
  readonly generator: Generator | undefined;
  readonly budget: ModelBudget;
  /** The workspace's. */
  readonly calls: WorkspaceCalls;
}

/** What a deployment decides for all its searches. */
export interface SearchSettings {
  readonly limits: Pick<PlanLimits, "maxPendingScan">;
  /** Start the query's embedding before the caches have answered. */
  readonly speculate: boolean;
  /** The database is a file of this machine, and bills no rows. */
  readonly areRowsFree: boolean;
  readonly logQueries: LogQueries;
  /** Names this build: an answer of another one is not repeated. */
  readonly build: string;
}

export interface SearchCaller {
  readonly workspace: number;
  readonly claims: TokenClaims;
  readonly from: TokenUse;
  /** Undefined: it sees the whole workspace. */
  readonly confines?: Confines | undefined;
  readonly admitted: Promise<void>;
  /** The page of hits that is asked for; undefined: the first. */
  readonly page?: SearchPage | undefined;
  /** Ends when nobody waits for the answer any more. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted"> | undefined;
  readonly later: (work: () => Promise<unknown>) => void;
}
