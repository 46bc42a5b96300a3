import type { ModelPart, Outage, OutageReason } from "../contract/outages.ts";
import { AppError, type AppErrorOptions, type ErrorCode } from "../errors.ts";

/** What is known of a failure of a model server: nothing that it wrote itself, for that may repeat a key or a text. */
export interface ServerFailure {
  readonly reason: OutageReason;
  /** An HTTP status, or a code of Workers AI or Vectorize. */
  readonly status?: number | undefined;
  /** When it failed first, milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** It is not asked until then, milliseconds since 1970. */
  readonly retryAtMs?: number | undefined;
}

/** A failure of a model server that says more than its code. */
export class ModelError extends AppError {
  readonly failure: ServerFailure;

  constructor(
    code: ErrorCode,
    message: string,
    { reason, status, sinceMs, retryAtMs, ...options }: ServerFailure & AppErrorOptions,
  ) {
    super(code, message, options);
    this.failure = { reason, status, sinceMs, retryAtMs };
  }
}

/** Of failures that only have a code. */
const REASONS: Readonly<Partial<Record<ErrorCode, OutageReason>>> = {
  timeout: "timeout",
  quota: "quota",
  model_budget: "model_budget",
  workspace_quota: "workspace_quota",
  capacity: "capacity",
  embedder_refused: "refused_text",
};

export const failureOf = (error: AppError): ServerFailure =>
  error instanceof ModelError ? error.failure : { reason: REASONS[error.code] ?? "error" };

/** Why a part did not answer, as admins are told. */
export function outageOf(part: ModelPart, error: AppError): Outage {
  const { reason, status, sinceMs, retryAtMs } = failureOf(error);
  return {
    part,
    reason,
    ...(status !== undefined && { status }),
    message: error.message,
    ...(sinceMs !== undefined && { since: new Date(sinceMs).toISOString() }),
    ...(retryAtMs !== undefined && { retryAt: new Date(retryAtMs).toISOString() }),
  };
}
