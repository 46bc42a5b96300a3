import { afterEach, beforeEach } from "vitest";
import { DAY_MS } from "../../../src/config.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

export const FILES = {
  "cars.md": "# Garage\n\nThe car is parked behind the mill.\n",
  "keys.md": "# Keys\n\nSigning keys are rotated on Mondays.\n",
};

/** A world for each test, with a workspace whose model calls are limited, and another beside it. */
export function limitedWorld() {
  const here = {} as { world: SimulatedWorld; token: string; other: string };
  beforeEach(async () => {
    const world = await createSimulatedWorld(0);
    const token = await world.client.workspace("own");
    Object.assign(here, { world, token, other: await world.client.workspace("other") });
  });
  afterEach(() => here.world.dispose());

  const quotas = async (body: object, slug = "own") => {
    const { client } = here.world;
    const path = `/v1/workspaces/${slug}/quotas`;
    return (await client.call("PATCH", path, { token: await client.owner(), body })).body;
  };
  const limit = (modelCalls: number | null) => quotas({ modelCalls });
  const used = async (slug?: string): Promise<number> => (await quotas({}, slug)).used.modelCalls;
  return {
    here,
    limit,
    used,
    /** All that models were asked. */
    calls: () => here.world.ai.calls.length,
    pending: async (as = here.token): Promise<number> =>
      (await here.world.client.search(as, "mill", { profile: "keyword" })).body.index.pendingChunks,
    /** Both workspaces hold the files; answers what that used of the quota. */
    async indexed() {
      for (const as of [here.token, here.other]) await here.world.client.upload(as, FILES);
      await here.world.client.sweep();
      return used();
    },
    /** A search by meaning alone: of a text that nobody asked before it takes a call. */
    byMeaning: async (query: string, as = here.token, client = here.world.client) =>
      (await client.search(as, query, { profile: "vector" })).body,
    untilMidnight: () => here.world.clock.advance(DAY_MS - (here.world.clock.now() % DAY_MS)),
  };
}
