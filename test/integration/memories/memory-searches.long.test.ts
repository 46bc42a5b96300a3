import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Alike but for their names, so that nothing else tells them apart. */
const NOTES = [
  { text: "The build cache of Ada lives five minutes", priority: 5, session: "s1" },
  { text: "The build cache of Eve lives five minutes", priority: 1, session: "s1" },
  { text: "The build cache of Bob lives five minutes", priority: 3, session: "s2", tags: ["cache"] },
  { text: "The build cache of Zoe lives five minutes", priority: 3, type: "decision" },
] as const;

describe("searching memories", () => {
  let world: SimulatedWorld;
  let token: string;
  const ids: string[] = [];
  const search = async (query: string, more: Record<string, unknown> = {}) => {
    const { body } = await world.client.search(token, query, more);
    return { ...body, order: body.hits.map(({ path }: { path: string }) => ids.indexOf(path)) as number[] };
  };

  beforeAll(async () => {
    world = await createSimulatedWorld(HOUR_MS);
    token = await world.client.workspace("first");
    for (const body of NOTES)
      ids.push((await world.client.call("POST", "/v1/memories", { token, body })).body.memory.id);
    // Nearer to the questions below than any memory, and more than the vector index answers at most.
    const files = Array.from({ length: 120 }, (_, at) => [`car-${at}.md`, `automobile automobile ${at}`]);
    await world.client.upload(token, Object.fromEntries(files));
    await world.client.call("POST", "/v1/memories", {
      token,
      body: { text: "A vehicle was seen beside the gate at noon", type: "gap", session: "s9" },
    });
    for (let turn = 0; turn < 4; turn++) await world.client.sweep();
  });
  afterAll(() => world.dispose());

  it("by code-memory puts what matters most first, by as much as is set", async () => {
    const more = { profile: "code-memory", filters: { kind: "memory" }, settings: { "topP.fraction": 1 } };
    const distances = async (settings: object) => {
      const { hits } = await search("how long does the build cache live?", {
        ...more,
        settings: { ...more.settings, ...settings },
      });
      return ids.map((id) => 1 / hits.find(({ path }: { path: string }) => path === id).score - 1);
    };
    const [ada = 0, eve = 0, bob = 0] = await distances({});
    expect(eve).toBeLessThan(bob);
    expect(bob).toBeLessThan(ada);
    // No distance is below 0, so only what stays above it differs by exactly 0.15 a step.
    expect(ada - bob).toBeCloseTo(2 * 0.15, 2);
    const even = await distances({ "fusion.priorityWeight": 0 });
    expect(Math.max(...even) - Math.min(...even)).toBeLessThan(0.05);
  });

  it("prefers the asking session by as much as asked for, and shows nothing else where that is asked for", async () => {
    const query = "build cache minutes";
    for (const profile of ["edge", "code-memory"]) {
      const plain = await search(query, { profile, filters: { kind: "memory" } });
      const scoreOf = (found: typeof plain, at: number): number =>
        found.hits.find(({ path }: { path: string }) => path === ids[at])?.score;
      const mine = await search(query, {
        profile,
        session: "s2",
        filters: { kind: "memory" },
        settings: { "session.bonus": 0.2 },
      });
      expect(mine.order[0]).toBe(2);
      expect(scoreOf(mine, 2)).toBeCloseTo(Math.min(1, scoreOf(plain, 2) + 0.2), 6);
      const only = await search(query, { profile, filters: { session: "s1" } });
      expect(only.order.toSorted()).toEqual([0, 1]);
    }
  });

  it("falls back to the session's newest, else to the workspace's, and says which", async () => {
    const more = { profile: "code-memory", settings: { "arms.vector": false } };
    const own = await search("zyzzyva", { ...more, session: "s1" });
    expect([own.fallback, own.order.toSorted()]).toEqual(["recent_session", [0, 1]]);
    const nobody = await search("zyzzyva", { ...more, session: "nobody", filters: { kind: "memory" } });
    expect([nobody.fallback, nobody.hits.length]).toEqual(["recent", 5]);
    const typed = await search("zyzzyva", { ...more, session: "s1", filters: { type: "decision" } });
    expect([typed.fallback, typed.order]).toEqual(["recent", [3]]);
  });

  it.each(["before the vector index shows it", "after"])(
    "finds by meaning what a filter leaves among nearer neighbours, %s",
    async (when) => {
      if (when === "after") {
        world.clock.advance(HOUR_MS + 2 * MINUTE_MS);
        for (let turn = 0; turn < 3; turn++) await world.client.sweep();
      }
      // The fake's cosines are no model's, so that its nearest is below any floor.
      const byMeaning = { profile: "vector", settings: { "relevance.floor": 0 } };
      for (const filters of [{ type: "gap" }, { session: "s9" }]) {
        const { hits, degraded } = await search("automobile", { ...byMeaning, filters });
        expect(
          hits.map(({ arms, kind }: { arms: object; kind: string }) => [kind, Object.keys(arms)]),
        ).toEqual([["memory", ["vector"]]]);
        expect(degraded).toEqual([]);
      }
      const tagged = await search("cache", { ...byMeaning, filters: { tag: "cache" } });
      expect(tagged.order).toEqual([2]);
      const said = { type: "fact", importance: 0.7, priority: 3, confidence: 0.7, timesObserved: 1 };
      const { mayContradict, ...memory } = tagged.hits[0].memory;
      expect(memory).toEqual({ ...said, quality: 0.5, session: "s2", tags: ["cache"] });
      // They differ in a name only.
      expect(mayContradict.map(({ id }: { id: string }) => ids.indexOf(id)).toSorted()).toEqual([0, 1, 3]);
      const { hits } = await search("automobile", { ...byMeaning, filters: { kind: "file" } });
      expect(hits[0].memory).toBeUndefined();
    },
  );
});
