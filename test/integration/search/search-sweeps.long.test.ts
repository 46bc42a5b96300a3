import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IndexMessage } from "../../../src/env.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = { "a.md": "# Heron\n\nIt fishes in the river.\n", "b.md": "# Otter\n\nIt swims at dusk.\n" };

describe("a search that sees work whose queue message was lost", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const pendingNow = async (): Promise<number> =>
    (await world.client.search(token, "heron")).body.index.pendingChunks;
  const sweeps = async (): Promise<readonly string[]> => {
    const { results } = await world.database
      .prepare("SELECT kind FROM runs ORDER BY num")
      .all<{ kind: string }>();
    return results.map(({ kind }) => kind);
  };

  it("has it done after its answer, so that the next search finds it by meaning", async () => {
    await world.client.upload(token, FILES);
    world.clock.advance(10_000);
    const { body } = await world.client.search(token, "heron");
    expect(body).toMatchObject({ outcome: "found", index: { pendingChunks: 2 } });
    expect(await pendingNow()).toBe(0);
    expect(await sweeps()).toEqual(["search"]);
  });

  it("leaves a push of just now to its own message", async () => {
    await world.client.upload(token, FILES);
    world.clock.advance(9_000);
    expect([await pendingNow(), await pendingNow()]).toEqual([2, 2]);
    expect(await sweeps()).toEqual([]);
  });

  it("sweeps at most every ten seconds, however many searches ask at once", async () => {
    await world.client.upload(token, FILES);
    world.clock.advance(10_000);
    world.ai.failure = () => aiError(3040);
    await Promise.all(["heron", "otter", "river"].map((query) => world.client.search(token, query)));
    world.clock.advance(9_000);
    expect(await pendingNow()).toBe(2);
    expect(await sweeps()).toEqual(["search"]);
    world.ai.failure = undefined;
    world.clock.advance(1_000);
    expect([await pendingNow(), await pendingNow()]).toEqual([2, 0]);
    expect(await sweeps()).toEqual(["search", "search"]);
  });

  it("asks for a run of its own on the free plan, whose queries it has taken a share of", async () => {
    const messages: IndexMessage[] = [];
    const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
    const free = world.isolate({
      PLAN: "free",
      INDEX_QUEUE: {
        send: async (message) => {
          messages.push(message as IndexMessage);
          return { metadata };
        },
      },
    });
    await free.upload(token, FILES);
    messages.length = 0;
    world.clock.advance(10_000);
    await free.search(token, "heron");
    expect(messages).toEqual([{ workspace: 1, task: "sweep" }]);
    expect(await pendingNow()).toBe(2);
    await free.deliver(...messages);
    expect(await pendingNow()).toBe(0);
  });
});
