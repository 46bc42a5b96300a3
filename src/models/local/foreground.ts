import type { Embedder } from "../ports.ts";

/** A request that is being answered is told of so often, milliseconds. */
const EVERY_MS = 100;
/** And no longer than that: what takes longer waits itself, as a watcher of changes does, milliseconds. */
const MOST_MS = 1_000;
/** Between two calls for passages stands what is written of the first, milliseconds. */
const BETWEEN_CALLS_MS = 1_000;

/**
 * Tells of requests while they are being answered and passages are embedded on the same machine, for whoever can have the
 * passages wait. Where none are embedded nothing is told.
 */
export function createForeground(now: () => number = Date.now) {
  let calls = 0;
  let endedMs = Number.NEGATIVE_INFINITY;
  let toldMs = Number.NEGATIVE_INFINITY;
  const isEmbedding = (): boolean => calls > 0 || now() - endedMs < BETWEEN_CALLS_MS;
  return {
    /** The embedder, whose calls for passages are noticed. */
    noticing: (embedder: Embedder): Embedder => ({
      ...embedder,
      async embedChunks(inputs, signal) {
        calls += 1;
        try {
          return await embedder.embedChunks(inputs, signal);
        } finally {
          calls -= 1;
          endedMs = now();
        }
      },
    }),
    /** Answers a request. `tell` is called at once and every tenth of a second, unless it was for another request. */
    async during<Answer>(tell: () => void, answer: () => Answer | Promise<Answer>): Promise<Answer> {
      if (!isEmbedding()) return answer();
      const untilMs = now() + MOST_MS;
      const tellAgain = (): void => {
        const nowMs = now();
        if (nowMs > untilMs) clearInterval(timer);
        else if (nowMs - toldMs >= EVERY_MS) {
          toldMs = nowMs;
          tell();
        }
      };
      const timer = setInterval(tellAgain, EVERY_MS);
      tellAgain();
      try {
        return await answer();
      } finally {
        clearInterval(timer);
      }
    },
  };
}
