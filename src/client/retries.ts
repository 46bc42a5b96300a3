import type { AppError } from "../errors.ts";

const RETRY_CAP_MS = 10_000;

/** A retry may help. */
export class RetryableError extends Error {
  override readonly name = "RetryableError";
  readonly failure: AppError;
  readonly waitMs: number;

  /** `waitMs`: what the server asked for, beside the wait of any retry. */
  constructor(failure: AppError, waitMs = 0) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.waitMs = waitMs;
  }
}

export interface Retries {
  /** After the first attempt, at most. */
  readonly retries: number;
  /** First wait, milliseconds; it doubles, with up to as much again at random. */
  readonly baseMs: number;
  /** Ends the call, waits included. */
  readonly stop: AbortSignal;
  /** Before each wait; the first failed attempt is 1. */
  readonly onRetry: (failure: AppError, attempt: number) => void;
}

/** So often the first request under a key is waited for beside the retries: longer than a server that died holds the key. */
const MAX_UNDER_WAY = 10;

/**
 * Calls again, after a longer wait each time, while a call throws RetryableError. What waits for the first request of its own key
 * is no retry. Throws the failure of the last attempt, what else a call throws, or the signal's reason.
 */
export async function withRetries<Result>(
  call: () => Promise<Result>,
  { retries, baseMs, stop, onRetry }: Retries,
): Promise<Result> {
  for (let attempt = 1, underWay = 0; ; ) {
    try {
      return await call();
    } catch (error) {
      // What fetch throws then: the reason, whatever it is.
      if (stop.aborted) throw stop.reason;
      if (!(error instanceof RetryableError)) throw error;
      const isUnderWay = error.failure.code === "idempotency_running" && underWay < MAX_UNDER_WAY;
      if (!isUnderWay && attempt > retries) throw error.failure;
      onRetry(error.failure, attempt);
      await pause(error.waitMs + backoffMs(baseMs, attempt), stop);
      if (isUnderWay) underWay += 1;
      else attempt += 1;
    }
  }
}

const backoffMs = (baseMs: number, attempt: number): number =>
  Math.min(RETRY_CAP_MS, baseMs * 2 ** (attempt - 1) * (1 + Math.random()));

/** Resolves after a time; rejects with the signal's reason when that ends it. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
