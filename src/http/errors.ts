import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError, type ErrorCode } from "../errors.ts";
import { nextUtcMidnight } from "../text/dates/utc-day.ts";
import { knownError } from "../workspaces/invalid-input.ts";

/** The one shape of every failure: code, what was wrong, what is allowed. Never SQL, stack or secret. */
export const errorResponder =
  (now: () => number) =>
  (error: unknown, c: Context): Response => {
    const { code, message, details, status } = toAppError(error);
    c.set("failure", code);
    const body = { error: { code, message, ...(details !== undefined && { details }) } };
    const retryAfter = secondsIn(details) ?? RETRY_AFTER_SECONDS[code]?.(now());
    const headers = {
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      ...(status === 401 && { "www-authenticate": "Bearer" }),
    };
    return c.json(body, status, headers);
  };

/** Some refusals know themselves when it is worth trying again. */
const secondsIn = (details: unknown): number | undefined =>
  (details as { readonly retryAfterSeconds?: number } | undefined)?.retryAfterSeconds;

const secondsToMidnight = (nowMs: number): number => Math.ceil((nextUtcMidnight(nowMs) - nowMs) / 1_000);

/** The window of the platform's limiters; when the day's rows return; about as long as D1 takes to come back; a deployment, or an answer, that is on its way. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorCode, (nowMs: number) => number>>> = {
  rate_limited: () => 60,
  database_quota: secondsToMidnight,
  database_timeout: () => 60,
  schema_mismatch: () => 5,
  idempotency_running: () => 1,
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

/** Anything thrown as a failure that can be told, those of the HTTP framework too. */
export function toAppError(thrown: unknown): AppError {
  if (!(thrown instanceof HTTPException) || thrown.status >= 500) return knownError(thrown);
  const { status, message } = thrown;
  return new AppError(HTTP_CODES[status] ?? "invalid_input", HINTS[status] ?? message);
}
