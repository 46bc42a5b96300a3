import { watchedCalls } from "./watched-calls.ts";

/**
 * Counts hops as they are defined: awaits on anything outside the isolate, where calls started together are one. Calls
 * belong to one hop when no call of the hop had answered before they started.
 */
export interface HopRecorder {
  /** Hops since `reset`. */
  hops(): number;
  reset(): void;
  /** The binding with every call of the named methods recorded. */
  watch<Binding extends object>(binding: Binding, methods: readonly string[]): Binding;
}

export function hopRecorder(): HopRecorder {
  let hops = 0;
  let hasAnswered = true;
  const record = (call: () => Promise<unknown>): Promise<unknown> => {
    if (hasAnswered) {
      hops += 1;
      hasAnswered = false;
    }
    return call().finally(() => {
      hasAnswered = true;
    });
  };
  return {
    hops: () => hops,
    reset() {
      hops = 0;
      hasAnswered = true;
    },
    watch: (binding, methods) => watchedCalls(binding, methods, record),
  };
}
