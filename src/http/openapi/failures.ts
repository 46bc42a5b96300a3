import { ERRORS, type ErrorCode } from "../../errors.ts";
import { isRead } from "../authenticate.ts";
import { ERROR_MEANINGS } from "./error-codes.ts";
import type { JsonObject, PlacedOperation } from "./types.ts";

const OF_EVERY_ROUTE: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "invalid_input",
  "too_large",
  "rate_limited",
  "database_quota",
  "database_timeout",
  "database_damaged",
  "storage_full",
  "schema_mismatch",
  "misconfigured",
  "internal",
  "unavailable",
];
const OF_WRITES: readonly ErrorCode[] = [
  "limit_reached",
  "quota_exceeded",
  "idempotency_mismatch",
  "idempotency_running",
  "idempotency_done",
  "workspace_moving",
];

/** Codes after which it is worth coming back, as the header says. */
const HAS_RETRY_AFTER: readonly ErrorCode[] = [
  "rate_limited",
  "database_quota",
  "database_timeout",
  "schema_mismatch",
  "idempotency_running",
  "workspace_moving",
];

/** Every code an operation can answer with: its own, and those of any operation of its kind. */
export function codesOf(
  { method, path, operation }: PlacedOperation,
  own: readonly ErrorCode[],
): readonly ErrorCode[] {
  const { security } = operation;
  if (security === undefined) return own;
  const isWrite = !isRead(method.toUpperCase(), path);
  return [...new Set([...OF_EVERY_ROUTE, ...(isWrite ? OF_WRITES : []), ...own])];
}

/** Responses by status for these codes. Each stands once in the document: its name says which codes it has. */
export function failureResponses(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => ERRORS[code]))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const having = codes.filter((code) => ERRORS[code] === status).sort();
    return { status, name: [status, ...having].join("."), response: failure(having) };
  });
}

function failure(codes: readonly ErrorCode[]): JsonObject {
  // The schema `Error` with fewer codes; `allOf` with it would not tell validators which fields are left.
  const properties = { code: { type: "string", enum: codes }, message: { type: "string" }, details: {} };
  const error = { type: "object", properties, required: ["code", "message"] };
  const schema = { type: "object", properties: { error }, required: ["error"] };
  const example = (code: ErrorCode) => ({ value: { error: { code, message: ERROR_MEANINGS[code] } } });
  const examples = Object.fromEntries(codes.map((code) => [code, example(code)]));
  const comesBack = codes.some((code) => HAS_RETRY_AFTER.includes(code));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join(". "),
    ...(comesBack && { headers: { "retry-after": { $ref: "#/components/headers/RetryAfter" } } }),
    content: { "application/json": { schema, examples } },
  };
}
