/** Every failure a caller can be told of: code, HTTP status, and whether trying again may help. */
export const ERRORS = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  ambiguous: 409,
  /** A place in the change feed from which something that is gone may be missing. */
  cursor_expired: 410,
  root_exists: 409,
  workspace_exists: 409,
  too_many_deletions: 409,
  /** A push of a whole disk, a home folder or very many files, which the command line asks about. */
  confirmation_needed: 409,
  conflict: 409,
  /** Another request had this Idempotency-Key. */
  idempotency_mismatch: 422,
  /** The first request with this Idempotency-Key is under way. */
  idempotency_running: 409,
  /** It was done already, and its answer was not kept. */
  idempotency_done: 409,
  hash_mismatch: 400,
  not_text: 415,
  too_large: 413,
  limit_reached: 409,
  rate_limited: 429,
  /** The workspace holds what it may. */
  quota_exceeded: 429,
  quota: 429,
  capacity: 429,
  model_budget: 429,
  /** The workspace has made its model calls of the day. */
  workspace_quota: 429,
  /** D1's rows of the day, on the free plan. */
  database_quota: 429,
  /** D1 ended a batch that took more time or memory than it may. */
  database_timeout: 504,
  /** The file of the database is damaged where this would have been read or written. */
  database_damaged: 500,
  /** The disk of a local server is full. */
  storage_full: 507,
  /** The database's tables are those of another version of the server. */
  schema_mismatch: 503,
  misconfigured: 500,
  internal: 500,
  unavailable: 503,
  /** The workspace is being handed over to another database. */
  workspace_moving: 503,
  embedder_unavailable: 503,
  /** The model refuses this text, or this many at once; fewer may pass. */
  embedder_refused: 503,
  reranker_unavailable: 503,
  generator_unavailable: 503,
  vector_index_unavailable: 503,
  timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface AppErrorOptions extends ErrorOptions {
  /** Data that helps the caller: the limit, the candidates, the field. No secrets, no SQL. */
  details?: unknown;
}

/** A failure we expect and can explain. `message` reaches the caller: no secrets, no SQL. */
export class AppError extends Error {
  /** As the package exports it, which is where programs meet it. */
  override readonly name = "RecallError";
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get status(): (typeof ERRORS)[ErrorCode] {
    return ERRORS[this.code];
  }
}
