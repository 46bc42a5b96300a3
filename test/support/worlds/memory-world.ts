import { afterAll, beforeAll, beforeEach } from "vitest";
import { memoryCalls } from "../memory-calls.ts";
import { createSimulatedWorld, type SimulatedWorld } from "./world.ts";

/** Where a test is. It may go to another workspace by giving another token. */
interface Here {
  world: SimulatedWorld;
  token: string;
  /** Of the workspace that the test began in. */
  slug: string;
  /** A workspace that nothing is in; each test begins in one. */
  fresh(): Promise<void>;
}

/** One simulated world for the tests of a group, and what they ask of memories there. */
export function memoryWorld() {
  let made = 0;
  const here = {
    token: "",
    slug: "",
    async fresh() {
      made += 1;
      here.slug = `w${made}`;
      here.token = await here.world.client.workspace(here.slug);
    },
  } as Here;
  beforeAll(async () => {
    here.world = await createSimulatedWorld(0);
  });
  afterAll(() => here.world.dispose());
  beforeEach(() => here.fresh());
  return { here, ...memoryCalls(() => here) };
}
