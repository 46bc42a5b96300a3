import type { Session } from "../database/session.ts";
import type { Embedder, Meter } from "../models/ports.ts";
import type { Confines } from "./narrowing.ts";
import type { TokenUse } from "./sql/token-store.ts";
import type { TokenClaims } from "./token.ts";

/** One authenticated request. */
export interface RequestContext {
  readonly claims: TokenClaims;
  /** Id of the browser's sign-in that the request came by. @default it brought the token itself */
  readonly signIn?: string | undefined;
  /** By which door it came in, and from where. */
  readonly from: TokenUse;
  readonly session: Session;
  readonly meter: Meter;
  readonly nowMs: number;
  /** What the request's log line says beside the counts: codes and numbers, never texts. */
  readonly notes: Record<string, unknown>;
  /** Settles when the rate limiters have answered; rejects with `rate_limited`. */
  readonly admitted: Promise<void>;
  /**
   * Spends units of the token's and the workspace's limit (workspaces/limits/) for what is done now, with what is held for it.
   * Throws `rate_limited`, and what was held is given back.
   */
  readonly spend: (units: number) => void;
  /** Spends units for what comes before anything is done: the route and the body. Throws `rate_limited`. */
  readonly hold: (units: number) => void;
  /** Ends when the caller has gone or takes the request back: no model is asked for it any more. */
  readonly signal?: Pick<AbortSignal, "aborted" | "throwIfAborted"> | undefined;
  /** Work that the answer does not wait for. */
  readonly later: (work: () => Promise<unknown>) => void;
}

/** A request of a token that is bound to a workspace. */
export interface WorkspaceContext extends RequestContext {
  readonly workspace: number;
  /** What its token is limited to: who takes such a request reads nothing beyond. Undefined: the whole workspace. */
  readonly confines?: Confines | undefined;
  /** Of several searches in one request: has their queries embedded in one call. @default each by itself */
  readonly together?: ((embedder: Embedder) => Embedder) | undefined;
}
