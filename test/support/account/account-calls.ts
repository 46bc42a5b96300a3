import type { Plan } from "../../../src/config.ts";
import { watchedCalls } from "../watched-calls.ts";

/**
 * Calls of Cloudflare's own services that an invocation makes at most, by default on the paid plan; 50 others on the free
 * plan are for addresses outside: https://developers.cloudflare.com/changelog/post/2026-02-11-subrequests-limit/ (2026-11).
 */
const MOST = { free: 1_000, paid: 10_000 } as const satisfies Record<Plan, number>;

export interface AccountCalls {
  /** The binding, each call of the named methods counted, and refused when it is one too many. */
  watch<Binding extends object>(binding: Binding, methods: readonly string[]): Binding;
  /** Another invocation of the Worker begins. Answers the calls of the one before. */
  newInvocation(): number;
}

/** Counts what one invocation asks of models, vector index, queue and database, whichever of them it is. */
export function accountCalls(plan: Plan): AccountCalls {
  let calls = 0;
  return {
    watch: (binding, methods) =>
      watchedCalls(binding, methods, async (call) => {
        calls += 1;
        if (calls > MOST[plan]) throw new Error("Too many subrequests by single Worker invocation.");
        return call();
      }),
    newInvocation() {
      const before = calls;
      calls = 0;
      return before;
    },
  };
}
