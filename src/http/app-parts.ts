import type { Span } from "../contract/spans.ts";
import type { Quotas } from "../contract/quotas.ts";
import type { Databases } from "../database/several/databases.ts";
import type { DayCounter } from "../database/day-counter.ts";
import type { ErrorCode } from "../errors.ts";
import type { Services } from "../services.ts";
import type { AccessRecorder } from "../workspaces/access-log/record-access.ts";
import type { RequestContext, WorkspaceContext } from "../workspaces/context.ts";
import type { UnitLimits } from "../workspaces/limits/unit-limits.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import type { TraceExporter } from "./observability/otlp-export.ts";

interface Limiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** What the HTTP application is made of; wiring.ts builds it once an isolate. */
export interface AppParts {
  readonly services: Services;
  readonly databases: Databases;
  /** The present signing secret, then, while tokens are being replaced, the previous one. */
  readonly secrets: readonly string[];
  readonly limiters: { readonly token: Limiter | undefined; readonly address: Limiter | undefined };
  readonly corsOrigins: readonly string[];
  /** Address that a local server proves itself to listen at, `127.0.0.1:8787`. @default none: it proves nothing */
  readonly listensAt?: string | undefined;
  /** The server of one machine: every route looks at host and origin, as /mcp does everywhere. @default false */
  readonly isLocal?: boolean;
  /** Whether the disk under a local server's database is nearly full. @default nobody knows */
  readonly diskIsFull?: (() => Promise<boolean>) | undefined;
  /** A file of the page for a request, where the platform does not serve those itself. @default none */
  readonly files?: ((request: Request) => Promise<Response | undefined>) | undefined;
  /** Host names that the server answers to. @default those that the platform routes here */
  readonly allowedHosts?: readonly string[];
  /** Limits by what requests cost. @default none */
  readonly units?: UnitLimits;
  /** Writes who did what. @default nobody does */
  readonly access?: AccessRecorder;
  /** What the isolate uses is added up here. @default nowhere: it is not noted */
  readonly day?: DayCounter;
  /** False: no text is read for names. @default true */
  readonly readsNames?: boolean;
  /** What a workspace may hold that has no quotas of its own. @default nothing is held to a quota */
  readonly quotas?: Quotas;
  /** Where traces of requests are sent. @default nowhere */
  readonly traces?: TraceExporter | undefined;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Hono's type parameter: what the middleware leaves for the routes. */
export interface AppEnv {
  Variables: {
    request: RequestContext;
    /** The token that what was sent stands for. @default what was sent */
    bearer?: string;
    /** Makes what the request calls on the outside spans of its trace; left by `requestLog`. */
    span?: Span;
    /** Code of the failure that was answered. */
    failure?: ErrorCode;
    /** Left by `inside`. */
    workspace: WorkspaceContext & { readonly row: WorkspaceRow };
  };
}
