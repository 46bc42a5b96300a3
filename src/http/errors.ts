import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ZodError } from "zod";
import { translateDatabaseError } from "../database/session.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { invalidInput } from "../workspaces/invalid-input.ts";

/** The one shape of every failure: code, what was wrong, what is allowed. Never SQL, stack or secret. */
export function errorResponse(error: unknown, c: Context): Response {
  const known = toAppError(error);
  if (known.code === "internal") console.error(error);
  const { code, message, details } = known;
  const body = { error: { code, message, ...(details !== undefined && { details }) } };
  const retryAfter = RETRY_AFTER_SECONDS[code];
  const headers = {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(known.status === 401 && { "www-authenticate": "Bearer" }),
  };
  return c.json(body, known.status, headers);
}

/** The limiters' window; an answer that is on its way. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorCode, number>>> = {
  rate_limited: 60,
  idempotency_running: 1,
};

const HTTP_CODES: Readonly<Record<number, ErrorCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  413: "too_large",
  429: "rate_limited",
};

const HINTS: Readonly<Record<number, string>> = {
  415: "Send JSON with the header content-type: application/json",
};

function toAppError(thrown: unknown): AppError {
  const error = translateDatabaseError(thrown);
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return invalidInput(error);
  if (error instanceof HTTPException && error.status < 500)
    return new AppError(HTTP_CODES[error.status] ?? "invalid_input", HINTS[error.status] ?? error.message);
  return new AppError("internal", "Something went wrong on our side", { cause: error });
}
