import { AppError, type ErrorCode } from "../errors.ts";

/** Exit codes. Anything above 3 is a bug or a signal. */
export const EXIT = {
  ok: 0,
  /** Nothing found, or a part of the work failed and the rest is done. */
  nothingOrPartial: 1,
  /** The command line has to be another: it is wrong, or a name or a flag has to decide what is meant. */
  usage: 2,
  /** Could not reach the server, not allowed, or it cannot answer now. */
  unavailable: 3,
  /** 128 + SIGINT, the shell's convention for Ctrl-C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Begins the code of a wrong command line that an agent runs by itself: exit code 2 would stop its user's prompt. */
export const NEVER_BLOCKS = "agent.";

const BY_ERROR = {
  invalid_input: EXIT.usage,
  unauthorized: EXIT.unavailable,
  forbidden: EXIT.unavailable,
  not_found: EXIT.nothingOrPartial,
  ambiguous: EXIT.usage,
  root_exists: EXIT.usage,
  workspace_exists: EXIT.usage,
  too_many_deletions: EXIT.usage,
  conflict: EXIT.nothingOrPartial,
  hash_mismatch: EXIT.nothingOrPartial,
  idempotency_mismatch: EXIT.usage,
  idempotency_running: EXIT.unavailable,
  idempotency_done: EXIT.nothingOrPartial,
  not_text: EXIT.nothingOrPartial,
  too_large: EXIT.nothingOrPartial,
  limit_reached: EXIT.unavailable,
  rate_limited: EXIT.unavailable,
  quota: EXIT.unavailable,
  capacity: EXIT.unavailable,
  model_budget: EXIT.unavailable,
  misconfigured: EXIT.unavailable,
  internal: EXIT.unavailable,
  unavailable: EXIT.unavailable,
  embedder_unavailable: EXIT.unavailable,
  embedder_refused: EXIT.unavailable,
  reranker_unavailable: EXIT.unavailable,
  generator_unavailable: EXIT.unavailable,
  vector_index_unavailable: EXIT.unavailable,
  timeout: EXIT.unavailable,
} as const satisfies Record<ErrorCode, ExitCode>;

/** Exit code of a failure that ended a command; undefined for one we did not expect. */
export const exitCodeOf = (error: unknown): ExitCode | undefined =>
  error instanceof AppError ? BY_ERROR[error.code] : undefined;
