import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;

const MEMORIES = [
  "The harbour crane needs grease each Monday morning.",
  "The harbour crane was painted yellow by the apprentices.",
  "Lighthouse lamps are ordered from the chandler in Malmo.",
];

interface Listed {
  readonly id: string;
  readonly quality: number;
}

describe("the quality of memories", () => {
  let world: SimulatedWorld;
  let token: string;
  let ids: string[];
  const call = async (method: string, path: string, body?: unknown) =>
    (await world.client.call(method, path, { token, body })).body;
  const search = async (query: string, more: object = {}) => {
    world.clock.advance(1);
    return (await world.client.search(token, query, { profile: "keyword", ...more })).body;
  };
  const vote = async (query: string, chunk: number, value: string, as = token) => {
    const { recallId } = await search(query);
    return world.client.call("POST", "/v1/feedback", { token: as, body: { recallId, chunk, value } });
  };
  const qualities = async (filter = "") => {
    const { memories } = await call("GET", `/v1/memories${filter}`);
    const by = new Map((memories as Listed[]).map(({ id, quality }) => [id, quality]));
    return ids.map((id) => by.get(id));
  };

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    ids = [];
    for (const text of MEMORIES) ids.push((await call("POST", "/v1/memories", { text })).memory.id);
  });
  afterAll(() => world.dispose());

  it("follows each vote at once, is shown, filtered by, and ranks where a profile asks; each night it fades", async () => {
    expect(await qualities()).toEqual([0.5, 0.5, 0.5]);
    const before = await search("crane lighthouse lamps");
    for (let at = 0; at < 3; at++) {
      const { token: reader } = await call("POST", "/v1/tokens", { scope: "read", name: `reader ${at}` });
      await vote("lighthouse lamps chandler", 1, "up", reader);
    }
    await vote("crane painted yellow apprentices", 1, "down");
    expect(await qualities()).toEqual([0.5, expect.closeTo(1 / 3, 6), expect.closeTo(4 / 5, 6)]);
    expect(await qualities("?minQuality=0.6")).toEqual([undefined, undefined, expect.closeTo(0.8, 6)]);
    const wish = { explain: true, settings: { "quality.weight": 0.5 } };
    const ranked = await search("crane lighthouse lamps", wish);
    expect(ranked.index.version).toBeGreaterThan(before.index.version);
    const gains = (ranked.hits as { path: string; trace: { step: string; score: number }[] }[]).map(
      ({ path, trace }) => {
        const at = trace.findIndex(({ step }) => step === "quality");
        return [path, (trace[at]?.score ?? 0) - (trace[at - 1]?.score ?? 0)] as const;
      },
    );
    expect(new Map(gains).get(ids[1] ?? "")).toBeCloseTo(0.5 * (1 / 3 - 0.5), 6);

    world.clock.advance(180 * DAY_MS);
    token = await world.client.workspace("default");
    await world.client.daily();
    // Three votes of half their weight: (1 + 1.5) / (2 + 1.5).
    expect((await qualities())[2]).toBeCloseTo(2.5 / 3.5, 4);
  });

  it("goes with a forgotten memory and comes back with it; stale ones of least quality come first", async () => {
    await call("DELETE", `/v1/memories/${ids[2]}`);
    await world.client.sweep();
    await call("POST", `/v1/memories/${ids[2]}/undo`, {});
    await world.client.daily();
    expect((await qualities())[2]).toBeCloseTo(2.5 / 3.5, 4);
    world.clock.advance(95 * DAY_MS);
    token = await world.client.workspace("default");
    await search("nothing of this kind");
    world.clock.advance(1);
    const stale = await call("GET", "/v1/recalls/reports?kind=stale");
    expect(stale.documents.map(({ path }: { path: string }) => path)).toEqual([ids[1], ids[0], ids[2]]);
    await call("DELETE", `/v1/memories/${ids[2]}?now=true`);
    await world.client.sweep();
    const left = await world.database.prepare("SELECT DISTINCT path FROM feedback").all();
    expect(left.results).toEqual([{ path: ids[1] }]);
  });
});
