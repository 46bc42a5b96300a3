import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMoveFaults } from "./move-faults.ts";
import { contentOf, embeddedIn, type MoveWorld, moveWorld, workOf } from "./move-world.ts";
import { randomWrites } from "./random-writes.ts";

const SEEDS = [1, 2, 3];
/** Of the calls so many apart are tried: each takes a whole move. `npm run faults` tries all. */
const EVERY = 29;

/** A webhook and a source, which wait. */
async function haveStandingWork(
  { world: { client } }: MoveWorld,
  slug: string,
  token: string,
): Promise<void> {
  const ask = async (method: string, path: string, body: object, by = token) => {
    const answer = await client.call(method, path, { token: by, body });
    expect(answer.status, path).toBe(200);
    return answer.body;
  };
  const { id } = await ask("POST", "/v1/webhooks", { url: "https://hooks.example.com/recall" });
  await ask("PATCH", `/v1/webhooks/${id}`, { paused: true });
  const source = { location: "https://docs.example.com/", root: "site", paused: true };
  await ask("POST", `/v1/workspaces/${slug}/sources`, source, await client.owner());
}

describe("a workspace that moves", () => {
  let here: MoveWorld;
  beforeAll(async () => {
    here = await moveWorld({ steps: 1 });
  });
  afterAll(() => here.dispose());

  for (const seed of SEEDS)
    it(`loses and doubles nothing of what is written between its slices (seed ${seed})`, async () => {
      const { db, there } = here;
      const moved = await here.mover(`random-${seed}`);
      const write = randomWrites(here, moved, seed);
      await haveStandingWork(here, `random-${seed}`, moved.token);
      for (let count = 0; count < 25; count++) await write();
      await moved.start();
      const meanwhile = async () => {
        await write();
        await write();
      };
      await moved.whilePhase("copy", { meanwhile });
      await moved.whilePhase("catch_up", {
        meanwhile: async () => {
          await meanwhile();
          // The last that is written waits to be embedded.
          await here.world.client.upload(moved.token, { "last.md": `Otters sleep at ${here.clock.now()}.` });
        },
      });
      // Nobody writes any more: what is to be done here is to be done there, and what the index may not show is sent again.
      const owed = await workOf(db, moved.workspace);
      for (const table of ["outbox", "webhooks", "sources"])
        expect(owed[table]?.length, table).toBeGreaterThan(0);
      await moved.whilePhase("switch");
      expect(await moved.phase()).toBe("verify");
      const arrived = await workOf(there, moved.workspace);
      const again = await embeddedIn(there, moved.workspace);
      const { outbox, ...others } = owed;
      const { outbox: sent = [], ...work } = arrived;
      expect(work).toEqual(others);
      expect(sent).toEqual(expect.arrayContaining([...(outbox ?? [])]));
      const more = sent.filter((row) => !outbox?.includes(row));
      expect(more.filter((row) => !again.some((id) => row.includes(id)))).toEqual([]);
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
