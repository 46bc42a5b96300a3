import { AppError, type AppErrorOptions, ERRORS, type ErrorCode } from "../errors.ts";

/** A failure that the server itself reported; a request that got no answer is a plain AppError. */
export class AnsweredError extends AppError {
  readonly answeredStatus: number;
  /** Time after which the server suggests to retry; 0 when it suggests none. */
  readonly retryAfterMs: number;

  constructor(answeredStatus: number, { code, message, details, cause }: AppError, retryAfterMs = 0) {
    super(code, message, { details, cause } satisfies AppErrorOptions);
    this.answeredStatus = answeredStatus;
    this.retryAfterMs = retryAfterMs;
  }
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(ERRORS, code);

export const FIRST_SERVER_ERROR = 500;

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  413: "too_large",
  429: "rate_limited",
};

const codeForStatus = (status: number): ErrorCode =>
  CODES[status] ?? (status >= FIRST_SERVER_ERROR ? "unavailable" : "invalid_input");

/** What the server says of its failure; of an answer that says nothing, its status. The body is its `cause`. */
export function failureIn(status: number, body: unknown): AppError {
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | undefined)
    ?.error;
  const code = isErrorCode(error?.code) ? error.code : codeForStatus(status);
  const message = typeof error?.message === "string" ? error.message : `The server answered HTTP ${status}`;
  return new AppError(code, message, { details: error?.details, cause: body });
}
