import { afterAll, beforeAll, beforeEach } from "vitest";
import { HOUR_MS } from "../../src/config.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { oauthParties, type Parties } from "./flow.ts";

/** A world with an admin, and for each test a client that has just registered, an hour after the one before. */
export function attackedWorld() {
  const here = {} as { world: SimulatedWorld; parties: Parties; admin: string; client: string };
  beforeAll(async () => {
    here.world = await createSimulatedWorld(0);
    here.parties = oauthParties(here.world);
    here.admin = await here.world.client.workspace("default");
  });
  afterAll(() => here.world.dispose());
  beforeEach(async () => {
    here.world.clock.advance(HOUR_MS);
    here.client = (await here.parties.register()).body.client_id;
  });
  return here;
}
