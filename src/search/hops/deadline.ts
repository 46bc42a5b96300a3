import { AppError } from "../../errors.ts";

/** What is left of a request's time; every arm and stage gets the smaller of its own limit and this. */
export interface Deadline {
  /** Milliseconds for a piece of work with a limit of its own. Throws the signal's reason once it has ended. */
  left(ownMs: number): number;
}

/** A request's time from now on; `signal` ends it early. */
export const createDeadline = (
  budgetMs: number,
  now: () => number,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Deadline => {
  const end = now() + budgetMs;
  return {
    left(ownMs) {
      signal?.throwIfAborted();
      return Math.max(0, Math.min(ownMs, end - now()));
    },
  };
};

/** Runs work for at most so long; its signal aborts then and the answer is AppError `timeout`. */
export async function within<Answer>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (ms <= 0) throw new AppError("timeout", "No time was left for it");
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError("timeout", `No answer within ${Math.round(ms)} ms`));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}
