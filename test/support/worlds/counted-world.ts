import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/worker.ts";
import { createClient, type TestClient, testEnv } from "../client.ts";
import { type FakeAi, fakeAi } from "../fakes/fake-ai.ts";
import { type FakeVectorize, fakeVectorize } from "../fakes/fake-vectorize.ts";
import { hopRecorder } from "../hop-recorder.ts";
import type { TestDatabase } from "./database.ts";
import { openQuickDatabase } from "./quick-database.ts";

interface Counted {
  database: TestDatabase;
  ai: FakeAi;
  vectorize: FakeVectorize;
  /** Of the workspace that holds the files, their vectors in place. */
  token: string;
}

/** The production Worker over files, for the tests of a group; hops are counted at the bindings. */
export function countedWorld(files: Readonly<Record<string, string>>) {
  const recorder = hopRecorder();
  const here = {} as Counted;
  const environment = (more: Partial<Env> = {}): Env =>
    testEnv(recorder.watch(here.database.database, ["batch"]), {
      PLATFORM: "cloudflare",
      AI: recorder.watch(here.ai, ["run"]),
      VECTORIZE: recorder.watch(here.vectorize, ["query"]),
      ...more,
    });
  /** Each environment is an isolate of its own: nothing in memory. */
  const isolate = (more: Partial<Env> = {}): TestClient => createClient(worker as never, environment(more));
  /** One search: its body, and its hops as counted, which must be what the answer says. */
  const searchOn = async (client: TestClient, query: string, more: Record<string, unknown> = {}) => {
    recorder.reset();
    let counted = 0;
    client.watch(() => {
      counted = recorder.hops();
    });
    const { body } = await client.search(here.token, query, more);
    expect(body.timings.hops).toBe(counted);
    return { ...body, hops: counted };
  };

  beforeAll(async () => {
    here.database = await openQuickDatabase();
    here.ai = fakeAi();
    here.vectorize = fakeVectorize({ now: Date.now });
    const client = isolate();
    here.token = await client.workspace("default");
    await client.upload(here.token, files);
    await client.sweep();
    await client.sweep();
  });
  beforeEach(() => {
    here.ai.failure = undefined;
    here.vectorize.failure = undefined;
  });
  afterAll(() => here.database.dispose());
  return { here, isolate, searchOn };
}
