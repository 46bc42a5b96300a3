import { AppError, ERRORS, type ErrorCode } from "../errors.ts";

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(ERRORS, code);

const FIRST_SERVER_ERROR = 500;

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
