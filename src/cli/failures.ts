/** Failures as the command line makes them and does without them. */
import { AppError, type AppErrorOptions, type ErrorCode } from "../errors.ts";

/** What was asked for has to be asked otherwise: exit code 2. */
export const invalid = (message: string, options?: AppErrorOptions): AppError =>
  new AppError("invalid_input", message, options);

/** Whether a failure is the system's, with one of these codes. */
export const isErrno = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** For a `catch`: a value in place of a failure of the system with one of these codes; others are thrown on. */
export const ifErrno =
  <T>(value: T, ...codes: readonly string[]) =>
  (error: unknown): T => {
    if (isErrno(error, ...codes)) return value;
    throw error;
  };

/** The same for an AppError with one of these codes, or any AppError where none is named. */
export const ifAppError =
  <T>(value: T, ...codes: readonly ErrorCode[]) =>
  (error: unknown): T => {
    if (error instanceof AppError && (codes.length === 0 || codes.includes(error.code))) return value;
    throw error;
  };

/** What the work returns, or what `instead` makes of its failure. */
export function tryOr<T>(work: () => T, instead: (error: unknown) => T): T {
  try {
    return work();
  } catch (error) {
    return instead(error);
  }
}
