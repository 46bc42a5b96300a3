import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const ANA = "# Ana López\n\nAna López works at [[Kestrel Labs]]. On Mondays Ana López sails.\n";
const BRAM = "# Bram Visser\n\nBram Visser works at [[Kestrel Labs]]. On Mondays Bram Visser sails.\n";

describe("names that a workspace does not want", () => {
  let world: SimulatedWorld;
  let token: string;

  const call = (method: string, path: string, body?: object) =>
    world.client.call(method, `/v1${path}`, { token, ...(body && { body }) });
  const change = async (on: boolean) => (await call("PUT", "/graph/names", { on })).body;
  const isKnown = async (slug: string) => (await call("GET", `/entities/${slug}`)).status === 200;
  const degraded = async (profile: string) =>
    (await world.client.search(token, "where does Ana López sail?", { profile })).body.degraded;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    await world.client.upload(token, { "ana.md": ANA });
  });
  afterAll(() => world.dispose());

  it("are not found, and what was found stays until its text is read again", async () => {
    expect(await change(false)).toEqual({ on: false });
    await world.client.upload(token, { "bram.md": BRAM });
    await call("POST", "/memories", { text: "Zoe Prado has the key.", entities: ["Zoe Prado"] });
    expect([await isKnown("bram-visser"), await isKnown("zoe-prado")]).toEqual([false, false]);
    expect(await isKnown("ana-lopez")).toBe(true);
    await world.client.upload(token, { "ana.md": `${ANA}\nAnd rows.\n` });
    expect(await isKnown("ana-lopez")).toBe(false);
    const rows = await world.database.prepare("SELECT count(*) AS n FROM mentions").first<{ n: number }>();
    expect(rows?.n).toBe(0);
  });

  it("are missed by a search whose profile goes by them, and by no other", async () => {
    expect(await degraded("dual")).toEqual(["names_off"]);
    expect(await degraded("edge")).toEqual([]);
    const { body } = await call("GET", "/graph?query=Bram%20Visser");
    expect(body).toMatchObject({ start: "nothing", entities: [], namesOff: true });
  });

  it("are missed in the same way where the deployment reads none", async () => {
    const without = world.isolate({ NAMES: "off" });
    const other = await without.workspace("other");
    await without.upload(other, { "bram.md": BRAM });
    const missed = async (profile: string) =>
      (await without.search(other, "where does Bram sail?", { profile })).body.degraded;
    expect([await missed("dual"), await missed("edge")]).toEqual([["names_off"], []]);
  });

  it("are told to be off, and are off where an export is restored", async () => {
    expect((await call("GET", "/status")).body.index.namesOff).toBe(true);
    const { body } = await call("GET", "/export?vectors=false");
    const { header, records } = body;
    expect(records).toContainEqual({ type: "switchedOff", parts: ["names"] });
    const restored = await world.client.workspace("restored");
    const sent = { token: restored, body: { identity: header.identity, records } };
    expect((await world.client.call("POST", "/v1/import", sent)).body.failed).toEqual([]);
    expect((await world.client.call("GET", "/v1/status", { token: restored })).body.index.namesOff).toBe(
      true,
    );
    expect((await world.client.call("GET", "/v1/entities/bram-visser", { token: restored })).status).toBe(
      404,
    );
  });

  it("are no hindrance to what is made by hand", async () => {
    expect((await call("PUT", "/entities/heron", { name: "Heron" })).status).toBe(200);
    expect(await isKnown("heron")).toBe(true);
  });

  it("are found again when they are wanted, in what is there with the next reading of all", async () => {
    expect(await change(true)).toEqual({ on: true });
    expect(await degraded("dual")).toEqual([]);
    expect((await call("GET", "/status")).body.index.namesOff).toBeUndefined();
    expect(await isKnown("bram-visser")).toBe(false);
    await call("POST", "/reindex", { all: true });
    await world.client.sweep();
    expect([await isKnown("bram-visser"), await isKnown("zoe-prado")]).toEqual([true, true]);
    expect((await call("GET", "/graph?query=Bram%20Visser")).body.namesOff).toBeUndefined();
  });
});
