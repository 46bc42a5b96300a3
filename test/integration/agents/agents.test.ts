import { afterAll, beforeAll, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import { runAgents } from "./run-agents.ts";

/** Things that each of the twenty does; `agents.long.test.ts` lets them work for a minute. */
const EACH = 2;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld(0);
});
afterAll(() => world.dispose());

it("twenty agents that remember, change, forget and search at once lose nothing and double nothing", async () => {
  expect(await runAgents(world, (done) => done < EACH)).toBe(20 * EACH);
});
