import { describe, expect, it } from "vitest";
import { checkIndex } from "../../faults/check-index.ts";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

const HOUR_MS = 3_600_000;

describe("two memories", () => {
  const { here, call, remember, read, found, settle, exported, clean, vote, netVotes } = memoryWorld();

  it("that say the same become one once they have their embeddings, and lead to it", async () => {
    const first = await remember("On Mondays the physician will purchase vehicles", {
      tags: ["a"],
      confidence: 0.5,
    });
    expect(first.dedupe).toBe("pending");
    await settle();
    expect((await read(first.memory.id)).dedupe).toBe("done");
    const different = [
      await remember("The physician will not purchase vehicles on Mondays"),
      await remember("The physician will purchase vehicles in 2031"),
      await remember("The doctor will buy a car on Mondays"),
      await remember("On Mondays, the physician will purchase vehicles", { type: "decision" }),
    ];
    here.world.clock.advance(HOUR_MS);
    const second = await remember("The physician will purchase vehicles on Mondays.", {
      tags: ["b"],
      confidence: 0.8,
    });
    await vote(second.memory.id, "physician purchase vehicle mondays");
    expect([second.action, second.dedupe]).toEqual(["created", "pending"]);
    await settle();
    const { body } = await call("GET", `/${second.memory.id}`);
    expect(body.mergedInto).toBe(first.memory.id);
    expect(body.memory).toMatchObject({
      ...{
        id: first.memory.id,
        text: "The physician will purchase vehicles on Mondays.",
        timesObserved: 2,
        confidence: 0.8,
      },
      ...{ tags: ["a", "b"], dedupe: "done" },
    });
    expect(body.observations).toMatchObject([
      { text: "On Mondays the physician will purchase vehicles", confidence: 0.5 },
    ]);
    for (const { memory } of different)
      expect(await read(memory.id)).toMatchObject({ id: memory.id, timesObserved: 1 });
    expect((await call("DELETE", `/${second.memory.id}`)).body.error.details.mergedInto).toBe(
      first.memory.id,
    );
    expect(await found("mondays")).not.toContain(second.memory.id);
    expect(await netVotes(first.memory.id)).toBe(1);
    // The text that was merged away is that memory's by now: it is new when it comes again.
    expect((await remember("The physician will purchase vehicles on Mondays.")).mergedInto).toBe(
      first.memory.id,
    );
    const types = (await exported()).map(({ type, state = "" }) => `${type} ${state}`.trim());
    expect(types.filter((type) => /memory|observation/.test(type))).toEqual([
      ...Array.from({ length: 5 }, () => "memory live"),
      "observation",
    ]);
    expect(await clean()).toEqual([]);
    expect(await checkIndex(here.world.database, here.world.vectorize)).toEqual([]);
  });
});
