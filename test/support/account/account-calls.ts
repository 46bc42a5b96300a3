import type { Plan } from "../../../src/config.ts";
import { watchedCalls } from "../watched-calls.ts";

/**
 * By plan, an invocation's calls of Cloudflare's own services, by default on the paid plan; 50 others on the free plan are
 * for addresses outside: https://developers.cloudflare.com/changelog/post/2026-02-11-subrequests-limit/ (2026-11). And its
 * CPU, milliseconds, by default on the paid plan: https://developers.cloudflare.com/workers/platform/limits/ (2026-11).
 */
const LIMITS = {
  free: { calls: 1_000, cpuMs: 10 },
  paid: { calls: 10_000, cpuMs: 30_000 },
} as const satisfies Record<Plan, object>;

export interface AccountCalls {
  /** The binding, each call of the named methods counted, and refused when it is one too many. */
  watch<Binding extends object>(binding: Binding, methods: readonly string[]): Binding;
  /** Counts CPU as if the invocation had used it. With more than there is the invocation ends where it stands. */
  spend(cpuMs: number): void;
  /** Resolves when an invocation was ended: nothing that it waits for is ever answered. */
  ended(): Promise<void>;
  /** Another invocation of the Worker begins. Answers the calls of the one before. */
  newInvocation(): number;
}

/** One invocation of the Worker. */
interface Invocation {
  calls: number;
  cpuMs: number;
}

/** Counts what one invocation asks of models, vector index, queue and database, whichever of them it is. */
export function accountCalls(plan: Plan): AccountCalls {
  const limits = LIMITS[plan];
  let invocation: Invocation = { calls: 0, cpuMs: 0 };
  const end = Promise.withResolvers<void>();
  const goesOn = async (of: Invocation): Promise<void> => {
    if (of.cpuMs > limits.cpuMs) await new Promise<never>(() => undefined);
  };
  return {
    watch: (binding, methods) =>
      watchedCalls(binding, methods, async (call) => {
        const mine = invocation;
        await goesOn(mine);
        mine.calls += 1;
        if (mine.calls > limits.calls) throw new Error("Too many subrequests by single Worker invocation.");
        try {
          return await call();
        } finally {
          await goesOn(mine);
        }
      }),
    spend(cpuMs) {
      invocation.cpuMs += cpuMs;
      if (invocation.cpuMs > limits.cpuMs) end.resolve();
    },
    ended: () => end.promise,
    newInvocation() {
      const { calls } = invocation;
      invocation = { calls: 0, cpuMs: 0 };
      return calls;
    },
  };
}
