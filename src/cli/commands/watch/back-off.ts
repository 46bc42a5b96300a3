import { AppError, type ErrorCode } from "../../../errors.ts";

/** First wait after a failed push, milliseconds; doubles up to the cap. */
const FIRST_MS = 2_000;
const CAP_MS = 60_000;

/**
 * Failures of today: no connection, a server in trouble or out of quota, and a later push of the same root, which is let
 * through: taking over would make two machines stop each other for ever.
 */
const PASSING: readonly ErrorCode[] = [
  "unavailable",
  "timeout",
  "internal",
  "rate_limited",
  "quota",
  "capacity",
  "conflict",
];

/** Whether trying again later may help: a passing failure of the server, or of the disk. */
export const isPassing = (error: unknown): error is Error =>
  error instanceof AppError ? PASSING.includes(error.code) : error instanceof Error && "syscall" in error;

/** Milliseconds to wait after so many failures in a row; `random` from 0 to 1 keeps two machines apart. */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(CAP_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random / 2);
