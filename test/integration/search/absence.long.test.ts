import { beforeEach, describe, expect, it } from "vitest";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

const DAY_MS = 86_400_000;

/** All of one harbour, and nothing else in common. */
const FILES = {
  "notes/pilot.md":
    "# Pilot boat\n\nThe harbour pilot boat leaves the inner quay forty minutes before high tide.\n",
  "notes/crane.md": "# Crane\n\nThe harbour crane lifts twelve tonnes since its brake was replaced.\n",
  "notes/ice.md":
    "# Ice house\n\nThe harbour ice house sells crushed ice to trawlers from five in the morning.\n",
  "notes/radio.md": "# Radio\n\nThe harbour office listens on channel nine by day.\n",
};
const ASKED = "which port does the staging database listen on";
const OLD = "The staging database listens on port 5433.";

describe("why nothing answers", () => {
  const { here, call, remember } = memoryWorld();

  beforeEach(async () => {
    await here.world.client.upload(here.token, FILES);
    await here.world.client.sweep();
  });

  const search = async (query: string, more: Record<string, unknown> = {}) => {
    const { status, body } = await here.world.client.search(here.token, query, {
      profile: "keyword",
      ...more,
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const absence = async (query: string, more: Record<string, unknown> = {}) => {
    const { hits, absence: why } = await search(query, more);
    expect(hits).toEqual([]);
    return why;
  };
  const forget = async (id: string) => expect((await call("DELETE", `/${id}`)).status).toBe(200);

  describe("a memory that is gone", () => {
    it("is named where it was superseded, with what took its place and when, and not what it said", async () => {
      const old = (await remember(OLD)).memory.id;
      expect((await search(ASKED)).hits[0].path).toBe(old);
      here.world.clock.advance(DAY_MS);
      const at = new Date(here.world.clock.now()).toISOString().slice(0, 10);
      const next = (await remember("Heron is a managed service now.", { supersedes: old })).memory.id;
      const answer = await search(ASKED);
      expect(answer.absence).toEqual({
        kind: "gone",
        memories: [{ id: old, state: "superseded", supersededBy: next, at: expect.stringContaining(at) }],
      });
      expect(JSON.stringify(answer)).not.toContain("5433");
    });

    it("is named where it was forgotten, until it is erased or there again", async () => {
      const old = (await remember(OLD)).memory.id;
      await forget(old);
      const memories = [{ id: old, state: "forgotten", at: expect.any(String) }];
      expect(await absence(ASKED)).toEqual({ kind: "gone", memories });
      expect(JSON.stringify(await search(ASKED))).not.toContain("5433");
      expect((await call("POST", `/${old}/undo`)).status).toBe(200);
      expect((await search(ASKED)).hits[0].path).toBe(old);
      await forget(old);
      expect((await call("DELETE", `/${old}?now=true`)).status).toBe(200);
      expect(await absence(ASKED)).toEqual({ kind: "never" });
    });

    it("is not named where it does not answer", async () => {
      await forget((await remember(OLD)).memory.id);
      // Two of its words, and four that it lacks.
      for (const query of [
        "staging tariffs of ferries, their port and islands",
        "how is sourdough bread baked",
        "which port do ferries to the island leave from",
      ])
        expect([query, await absence(query)]).toEqual([query, { kind: "never" }]);
    });

    it("is one of three at most, the one that left last first", async () => {
      const ids: string[] = [];
      for (const what of [
        "ferry to the island",
        "night train to the border",
        "bus to the airport",
        "school coach",
      ]) {
        const { id } = (await remember(`Timetable: the ${what} departs hourly from gate seven.`)).memory;
        await forget(id);
        ids.unshift(id);
        here.world.clock.advance(DAY_MS);
      }
      const { kind, memories } = await absence("timetable departs hourly from gate seven");
      expect([kind, memories.map(({ id }: { id: string }) => id)]).toEqual(["gone", ids.slice(0, 3)]);
    });

    it("answers anew once it has left, also where the answer was kept", async () => {
      const query = "school coach timetable";
      expect(await absence(query)).toEqual({ kind: "never" });
      expect((await search(query)).use.cached).toContain("answer");
      const { id } = (await remember("The school coach timetable hangs at gate seven.")).memory;
      await forget(id);
      expect(await absence(query)).toMatchObject({ kind: "gone", memories: [{ id }] });
    });

    it("is nobody's in another workspace", async () => {
      await forget((await remember(OLD)).memory.id);
      const theirs = here.token;
      await here.fresh();
      await here.world.client.upload(here.token, FILES);
      expect(here.token).not.toBe(theirs);
      expect(await absence(ASKED)).toEqual({ kind: "never" });
      expect(await absence(ASKED, { filters: { kind: "file" } })).toEqual({ kind: "never" });
    });
  });

  describe("what a filter leaves out", () => {
    const PILOT = "how many minutes before high tide does the harbour pilot boat leave the inner quay";

    it("is named with the filters of the request", async () => {
      expect(await absence(PILOT, { filters: { prefix: "src/" } })).toEqual({
        kind: "filtered",
        filters: ["prefix"],
        found: ["notes:notes/pilot.md#L1-L3"],
      });
      const { filters } = await absence(PILOT, { filters: { prefix: "src/", kind: "file" } });
      expect(filters.toSorted()).toEqual(["kind", "prefix"]);
    });

    it("is told where the filters leave something that does not answer, too", async () => {
      const answer = await search(PILOT, { filters: { prefix: "notes/c" } });
      expect(answer).toMatchObject({ outcome: "nothing_relevant", hits: [], absence: { kind: "filtered" } });
      expect(answer.closest.map(({ path }: { path: string }) => path)).toEqual(["notes/crane.md"]);
    });

    it("is told by GET as by POST, and of every filter", async () => {
      const path = `/v1/search?${new URLSearchParams({ q: PILOT, profile: "keyword", root: "elsewhere" })}`;
      const { body } = await here.world.client.call("GET", path, { token: here.token });
      expect(body.absence).toMatchObject({ kind: "filtered", filters: ["root"] });
      const only = { type: "decision", tag: "x", session: "s", language: "rust", glob: "*.rs", after: "1d" };
      for (const [name, value] of Object.entries(only))
        expect([name, await absence(PILOT, { filters: { [name]: value } })]).toMatchObject([
          name,
          { kind: "filtered", filters: [name] },
        ]);
    });

    it("comes before what is gone", async () => {
      await forget((await remember("The pilot boat leaves the inner quay at noon.")).memory.id);
      expect((await absence(PILOT, { filters: { prefix: "src/" } })).kind).toBe("filtered");
    });

    it("is not told where what is beyond the filters does not answer either", async () => {
      const filters = { prefix: "src/" };
      expect(await absence("how is sourdough bread baked", { filters })).toEqual({ kind: "never" });
      const { id } = (await remember(OLD)).memory;
      await forget(id);
      expect(await absence(ASKED)).toMatchObject({ kind: "gone", memories: [{ id }] });
      // What left is no document that a filter could be held against.
      expect(await absence(ASKED, { filters })).toEqual({ kind: "never" });
    });
  });

  it("is not said of an answer, of the newest in place of one, or of a search that was none", async () => {
    const found = await search("when does the pilot boat leave the inner quay");
    expect([found.outcome, "absence" in found, "closest" in found]).toEqual(["found", false, false]);
    const newest = await search("zyzzyva", { profile: "code-memory", settings: { "arms.vector": false } });
    expect([newest.fallback, newest.confidence, "absence" in newest]).toEqual(["recent", "none", false]);
    const greeted = await search("hello", { auto: true });
    expect([greeted.outcome, greeted.confidence, "absence" in greeted]).toEqual(["skipped", "none", false]);
  });
});
