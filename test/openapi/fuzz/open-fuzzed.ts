import { createSimulatedWorld } from "../../support/worlds/world.ts";
import { pushing, relating, remembering, searching } from "../example-calls.ts";
import { deskOn } from "../example-desk.ts";
import { contentOf } from "./content.ts";

/** A server with something of everything to lose, and tokens of every door of it. */
export async function openFuzzed() {
  const world = await createSimulatedWorld(0, {
    TOKEN_UNITS_PER_MINUTE: "0",
    WORKSPACE_UNITS_PER_MINUTE: "0",
  });
  const { client, database } = world;
  const owner = await client.owner();
  const { desk, token } = deskOn(world, owner);
  await pushing(desk);
  await searching(desk);
  await remembering(desk);
  await relating(desk);
  await client.sweep();
  // What a token's first use writes is written now.
  await client.call("GET", "/v1/status", { token: token() });
  await client.call("GET", "/v1/workspaces", { token: owner });
  return {
    client,
    world,
    tokens: { admin: token(), owner },
    content: () => contentOf(database),
    dispose: world.dispose,
  };
}
