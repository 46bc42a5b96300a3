import type { ErrorCode } from "../../errors.ts";

/** `offline`: no answer came; the rest are the server's own codes. */
export type FailureCode = ErrorCode | "offline";

/** A request that was not answered as wanted. `message` is the server's, meant for people. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: FailureCode;
  /** Seconds after which the server suggests to try again. */
  readonly retryAfter: number | undefined;

  constructor(code: FailureCode, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether a request ended because the page itself gave it up. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
