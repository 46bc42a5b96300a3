import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { contentOf, type MoveWorld, moveWorld } from "./move-world.ts";
import { randomWrites } from "./random-writes.ts";

const SEEDS = [1, 2, 3];
/** Of the calls so many apart are tried: each takes a whole move. */
const EVERY = 29;
const NOTHING = /^\[\]$/;

/** A session whose calls are counted; the one at that place never happens, or its answer is lost. */
function failing(session: Session, meet: (call: () => Promise<unknown>) => Promise<unknown>): Session {
  const over = <Arguments extends unknown[], Answer>(call: (...all: Arguments) => Promise<Answer>) =>
    ((...all: Arguments) => meet(() => call(...all))) as (...all: Arguments) => Promise<Answer>;
  return {
    ...session,
    all: over(session.all) as Session["all"],
    first: over(session.first) as Session["first"],
    batch: over(session.batch) as Session["batch"],
  };
}

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
    const { db, there, places, world, clock } = here;
    const wrong: string[] = [];
    for (const mode of ["throw", "lose"] as const)
      for (let at = mode === "throw" ? 1 : 5, isMet = true; isMet; at += EVERY) {
        isMet = false;
        let calls = 0;
        const meet = async (call: () => Promise<unknown>) => {
          calls += 1;
          if (calls !== at) return call();
          isMet = true;
          if (mode === "lose") await call();
          throw new Error("D1_ERROR: Network connection lost.");
        };
        const over = {
          ...places,
          source: failing(db, meet),
          target: failing(there, meet),
          first: failing(db, meet),
        };
        const moved = await here.mover(`${mode}-${at}`);
        await world.client.upload(moved.token, {
          "a.md": "# Kiln\n\nAnna Bergström fires it.",
          "b.md": "Otters sleep.",
        });
        await world.client.sweep();
        await moved.start();
        await world.client.upload(moved.token, { "b.md": "Otters sleep by the weir of Anna Bergström." });
        await world.client.sweep();
        for (const phase of ["copy", "catch_up", "switch"] as const) await moved.whilePhase(phase, { over });
        const [left, arrived] = [
          await contentOf(db, moved.workspace),
          await contentOf(there, moved.workspace),
        ];
        if (JSON.stringify(left) !== JSON.stringify(arrived)) wrong.push(`${mode} at ${at}: another content`);
        await moved.whilePhase("verify", { over });
        for (let slice = 0; slice < 12; slice++) await moved.advance(over).catch(() => undefined);
        clock.advance(3_600_000);
        await moved.whilePhase("empty", { over });
        if ((await moved.phase()) !== undefined) wrong.push(`${mode} at ${at}: still ${await moved.phase()}`);
        const work = await db.all(
          statement(`SELECT 1 FROM outbox WHERE workspace = ${moved.workspace}
          UNION ALL SELECT 1 FROM chunks WHERE workspace = ${moved.workspace}`),
        );
        if (!NOTHING.test(JSON.stringify(work))) wrong.push(`${mode} at ${at}: something is left`);
      }
    expect(wrong).toEqual([]);
  });
});
