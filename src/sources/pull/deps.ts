import type { PlanLimits } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import type { SourceAdapter, SourceBucket } from "../adapter.ts";
import type { SourceKind } from "../contract.ts";
import type { HttpDeps } from "../fetching/http.ts";

/** What a slice may do. */
interface SliceLimits {
  /** Things that are asked for. */
  readonly things: number;
  /** Nothing further is asked for after so long, milliseconds. */
  readonly budgetMs: number;
  /** Documents that one write deletes. */
  readonly deletions: number;
}

export interface PullDeps {
  /** Holds what is written to the workspace's quotas. */
  readonly db: Session;
  readonly http: HttpDeps;
  /** Buckets that sources may read, by the names of their bindings. */
  readonly buckets: Readonly<Record<string, SourceBucket>>;
  readonly adapters: Readonly<Record<SourceKind, SourceAdapter>>;
  /** Of the embedder at work, and what one upload may hold. */
  readonly identity: string;
  readonly upload: PlanLimits;
  readonly limits: SliceLimits;
  readonly now: () => number;
  readonly newLease: () => string;
}
