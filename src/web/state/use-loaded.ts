import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { AppError } from "../../errors.ts";
import { type ApiFailure, asFailure, type CallOptions, isAborted } from "../api.ts";

/** A request's state: `value` is the latest one, also while the next is loading or after it failed. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

/** Milliseconds until a request that got no answer is sent again. */
const RETRY_MS = 3_000;

/**
 * Loads whenever `key` changes and aborts the earlier request; without a key it loads nothing and clears the value.
 * A request that failed without a connection is retried when the browser is online again, and every few seconds: of a server
 * that is started again no browser tells.
 */
export function useLoaded<Value>(
  key: string | undefined,
  load: (options: CallOptions) => Promise<Value>,
): Loaded<Value> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Value>, "retry">>({
    value: undefined,
    isLoading: key !== undefined,
    failure: undefined,
  });
  // Not after the next frame, as other effects: the request goes out at once.
  useLayoutEffect(() => {
    if (key === undefined) {
      setState({ value: undefined, isLoading: false, failure: undefined });
      return;
    }
    const controller = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    load({ init: { signal: controller.signal } }).then(
      (value) => {
        if (!controller.signal.aborted) setState({ value, isLoading: false, failure: undefined });
      },
      (error: unknown) => {
        if (controller.signal.aborted || isAborted(error)) return;
        if (!(error instanceof AppError)) console.error(error);
        setState((before) => ({ ...before, isLoading: false, failure: asFailure(error) }));
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  const retry = () => setAttempt((count) => count + 1);
  const isOffline = state.failure?.code === "offline";
  useEffect(() => {
    if (!isOffline) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [isOffline]);
  const isWaiting = isOffline && !state.isLoading;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return { ...state, retry };
}
