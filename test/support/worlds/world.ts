import type { Env } from "../../../src/env.ts";
import { cloudflareModels } from "../../../src/models/models.ts";
import { createHandlers } from "../../../src/wiring.ts";
import productionWorker from "../../../src/worker.ts";
import { inAccount } from "../account/account.ts";
import { createClient, type TestClient, testEnv } from "../client.ts";
import { type FakeAi, fakeAi } from "../fakes/fake-ai.ts";
import { type FakeVectorize, fakeVectorize } from "../fakes/fake-vectorize.ts";
import type { TestDatabase } from "./database.ts";
import { openQuickDatabase } from "./quick-database.ts";

/** The production Worker on a real database and fakes that refuse what the platform refuses. */
export interface World {
  readonly database: D1Database;
  readonly ai: FakeAi;
  readonly vectorize: FakeVectorize;
  readonly client: TestClient;
  /** A second isolate on the same database. */
  isolate(more?: Partial<Env>): TestClient;
  /** An isolate with an environment of one's own making. */
  on(env: Env): TestClient;
  dispose(): Promise<void>;
}

export async function createWorld(more: Partial<Env> = {}, visibleAfterMs = 0): Promise<World> {
  return worldOn(await openQuickDatabase(), {
    more,
    vectorize: fakeVectorize({ now: Date.now, visibleAfterMs }),
  });
}

/** Time that only passes when it is told to, milliseconds since 1970. */
export interface SimulatedClock {
  now(): number;
  advance(ms: number): void;
}

/** Any day will do; this one begins at noon. */
const START_MS = Date.UTC(2026, 10, 20, 12);

export function simulatedClock(startMs: number = START_MS): SimulatedClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

export interface SimulatedWorld extends World {
  readonly clock: SimulatedClock;
}

/** A world whose Worker and vector index live by one simulated clock. */
export async function createSimulatedWorld(
  visibleAfterMs: number,
  more: Partial<Env> = {},
): Promise<SimulatedWorld> {
  const clock = simulatedClock();
  const vectorize = fakeVectorize({ now: clock.now, visibleAfterMs });
  return { ...worldOn(await openQuickDatabase(), { more, vectorize, clock }), clock };
}

export interface WorldParts {
  readonly more: Partial<Env>;
  readonly vectorize: FakeVectorize;
  readonly clock?: SimulatedClock;
}

/** A world on a database that is open already, bounded as an account's of its plan is. */
export function worldOn({ database, dispose }: TestDatabase, { more, vectorize, clock }: WorldParts): World {
  const ai = fakeAi();
  const now = clock?.now ?? Date.now;
  const worker =
    clock === undefined ? productionWorker : createHandlers({ cloudflare: cloudflareModels }, now);
  const on = (env: Env) => createClient(worker as never, env, inAccount(env, { now }), now);
  const isolate = (extra: Partial<Env> = {}) => {
    const bindings = { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize };
    return on(testEnv(database, { ...bindings, ...more, ...extra }));
  };
  return { database, ai, vectorize, client: isolate(), isolate, on, dispose };
}
