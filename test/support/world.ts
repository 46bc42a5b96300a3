import type { Env } from "../../src/env.ts";
import worker from "../../src/worker.ts";
import { createClient, type TestClient, testEnv } from "./client.ts";
import { openDatabase } from "./database.ts";
import { type FakeAi, fakeAi } from "./fake-ai.ts";
import { type FakeVectorize, fakeVectorize } from "./fake-vectorize.ts";

/** The production Worker on a real database and fakes that refuse what the platform refuses. */
export interface World {
  readonly database: D1Database;
  readonly ai: FakeAi;
  readonly vectorize: FakeVectorize;
  readonly client: TestClient;
  /** A second isolate on the same database. */
  isolate(more?: Partial<Env>): TestClient;
  dispose(): Promise<void>;
}

export async function createWorld(more: Partial<Env> = {}, visibleAfterMs = 0): Promise<World> {
  const { database, dispose } = await openDatabase();
  const ai = fakeAi();
  const vectorize = fakeVectorize({ now: Date.now, visibleAfterMs });
  const isolate = (extra: Partial<Env> = {}) =>
    createClient(
      worker as never,
      testEnv(database, { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize, ...more, ...extra }),
    );
  return { database, ai, vectorize, client: isolate(), isolate, dispose };
}
