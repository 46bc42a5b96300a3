/** Whether anybody still waits for a call's answer: an AbortSignal is one. */
export type Wanted = Pick<AbortSignal, "aborted" | "throwIfAborted">;

interface Running {
  isCancelled: boolean;
}

/**
 * Calls that run in this isolate, by session of a token and id. The protocol's versions of 2025 take a call back in a request of its
 * own, which may meet another isolate: then the call goes on. Plain data, because a Worker may not touch another request's
 * signals and streams.
 */
const running = new Map<string, Running>();

const keyOf = (session: string, id: unknown): string => JSON.stringify([session, id]);

/** Notes a call, so that it can be taken back; `end` when it is over. Without a session it cannot be. */
export function beginCall(
  session: string | undefined,
  id: unknown,
  signal: AbortSignal,
): { readonly wanted: Wanted; readonly end: () => void } {
  if (session === undefined) return { wanted: signal, end: () => undefined };
  const key = keyOf(session, id);
  const call: Running = { isCancelled: false };
  running.set(key, call);
  const wanted: Wanted = {
    get aborted() {
      return call.isCancelled || signal.aborted;
    },
    throwIfAborted() {
      signal.throwIfAborted();
      if (call.isCancelled) throw new DOMException("The client took its request back", "AbortError");
    },
  };
  return { wanted, end: () => void running.delete(key) };
}

/** Takes a call back, if it runs here. */
export function cancelCall(session: string, id: unknown): void {
  const call = running.get(keyOf(session, id));
  if (call !== undefined) call.isCancelled = true;
}
