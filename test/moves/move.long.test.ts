import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMoveFaults } from "./move-faults.ts";
import { contentOf, type MoveWorld, moveWorld } from "./move-world.ts";
import { randomWrites } from "./random-writes.ts";

const SEEDS = [1, 2, 3];
/** Of the calls so many apart are tried: each takes a whole move. `npm run faults` tries all. */
const EVERY = 29;

describe("a workspace that moves", () => {
  let here: MoveWorld;
  beforeAll(async () => {
    here = await moveWorld();
  });
  afterAll(() => here.dispose());

  for (const seed of SEEDS)
    it(`loses and doubles nothing of what is written between its slices (seed ${seed})`, async () => {
      const { db, there } = here;
      const moved = await here.mover(`random-${seed}`);
      const write = randomWrites(here, moved, seed);
      for (let count = 0; count < 25; count++) await write();
      await moved.start();
      const meanwhile = async () => {
        await write();
        await write();
      };
      await moved.whilePhase("copy", { meanwhile });
      let left = 5;
      await moved.whilePhase("catch_up", {
        meanwhile: async () => (left-- > 0 ? meanwhile() : here.world.client.sweep()),
      });
      expect(await moved.phase()).toBe("verify");
      const before = await contentOf(db, moved.workspace);
      for (const table of ["documents", "recalls", "tokens", "changes", "mentions", "words"])
        expect(before[table]?.length, table).toBeGreaterThan(0);
      expect(await contentOf(there, moved.workspace)).toEqual(before);
      await write();
      expect(await contentOf(db, moved.workspace)).toEqual(before);
      expect(await moved.advance()).toBeUndefined();
      await moved.whilePhase("verify");
      expect(await moved.phase()).toBe("empty");
    });

  it("arrives whole, though one of its calls fails, or loses its answer", async () => {
    const { tried, failures } = await runMoveFaults(here, { every: EVERY, first: 4 });
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(3);
  });
});
