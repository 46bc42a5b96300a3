import { afterAll, beforeAll, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import { runAgents } from "./run-agents.ts";

const MINUTE_MS = 60_000;

let world: SimulatedWorld;
beforeAll(async () => {
  world = await createSimulatedWorld(90_000);
});
afterAll(() => world.dispose());

it("twenty agents at once for a minute lose nothing and double nothing", async () => {
  const endsMs = Date.now() + MINUTE_MS;
  const done = await runAgents(world, () => Date.now() < endsMs);
  process.stdout.write(`${done} things done by 20 agents in a minute\n`);
  expect(done).toBeGreaterThan(20);
});
