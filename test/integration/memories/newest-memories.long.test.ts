import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const SECOND_MS = 1_000;

describe("memories that overtake each other", () => {
  let world: SimulatedWorld;
  let token: string;
  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("first");
  });
  afterEach(() => world.dispose());

  const remember = async (text: string, more: Record<string, unknown> = {}): Promise<string> =>
    (await world.client.call("POST", "/v1/memories", { token, body: { text, ...more } })).body.memory.id;
  const sweep = async () => {
    for (let turn = 0; turn < 4; turn++) await world.client.sweep();
  };
  const found = async (query: string, more: Record<string, unknown> = {}): Promise<string[]> => {
    const { body } = await world.client.search(token, query, more);
    return body.hits.map(({ path }: { path: string }) => path);
  };

  it.each(["edge", "latest"])("within ten seconds have the later one first: %s", async (profile) => {
    const old = await remember("Request timeout of the gateway is 25 seconds, after the review of Monday.");
    await sweep();
    world.clock.advance(10 * SECOND_MS);
    const now = await remember("The gateway has a request timeout of 40 seconds.");
    const query = "request timeout of the gateway";
    expect(await found(query, { profile })).toEqual([now, old]);
    await sweep();
    expect(await found(query, { profile })).toEqual([now, old]);
  });

  it("in one batch have the later one first", async () => {
    const memories = ["25", "40", "55"].map((seconds) => ({
      text: `Request timeout of the gateway is ${seconds} seconds.`,
    }));
    const { body } = await world.client.call("POST", "/v1/memories/batch", { token, body: { memories } });
    const ids = body.answers.map(({ memory }: { memory: { id: string } }) => memory.id);
    expect(await found("request timeout of the gateway")).toEqual(ids.toReversed());
    const lane = await world.client.call("GET", "/v1/memories?sort=newest", { token });
    expect(lane.body.memories.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  });

  it.each(PROFILES.filter((name) => name !== "dual" && name !== "vector"))(
    "stand above their rivals where they supersede one, while their vector is pending: %s",
    async (profile) => {
      const old = await remember("Request timeout of the gateway is 25 seconds.");
      const rival = await remember("Request timeout of the gateway is 30 seconds, request timeout, gateway.");
      await sweep();
      world.clock.advance(10 * SECOND_MS);
      const now = await remember("The timeout of requests in the gateway: 40 seconds", { supersedes: old });
      const order = async () => {
        const all = await found("request timeout of the gateway", { profile });
        return all.filter((id) => [old, rival, now].includes(id));
      };
      expect((await order())[0]).toBe(now);
      await sweep();
      expect(await order()).toEqual([now, rival]);
    },
  );

  it.each(PROFILES)("are one hit each, however long: %s", async (profile) => {
    const steps = Array.from(
      { length: 60 },
      (_, at) =>
        `## Step ${at + 1}\n\nOpen valve ${at + 1}, wait until the pressure of the valve settles, write it down.\n`,
    );
    const long = await remember(steps.join("\n"));
    await remember("A valve is ordered with its seal.");
    await sweep();
    const settings = { "threshold.minScore": 0, "hardMinimum.minScore": 0, "fusion.minScore": 0 };
    const all = await found("pressure of the valve", { profile, settings, limit: 50 });
    expect(all.filter((id) => id === long)).toHaveLength(1);
  });

  it("count as long as they are whole, whichever passage of them is found", async () => {
    const short = await remember("Open valve 7 and wait for its pressure.");
    const filler = Array.from(
      { length: 40 },
      (_, at) => `## Part ${at}\n\nNothing of note is in part ${at}.\n`,
    );
    const long = await remember(
      `${filler.join("\n")}\n## Valve\n\nOpen valve 7 and wait for its pressure.\n`,
    );
    await sweep();
    const settings = { "lengthNorm.anchor": 500, "newest.share": 0, "remembered.weight": 0 };
    expect(await found("open valve 7 pressure", { settings })).toEqual([short, long]);
  });
});
