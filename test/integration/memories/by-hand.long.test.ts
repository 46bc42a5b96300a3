import { describe, expect, it } from "vitest";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

describe("by hand, memories", () => {
  const { here, call, remember, read, found, clean, settle } = memoryWorld();
  const vote = (id: string, value: string) =>
    here.world.client.call("POST", "/v1/feedback", { token: here.token, body: { chunk: id, value } });
  const history = async (id: string) =>
    (await call("GET", `/${id}`)).body.observations.map(({ text }: { text: string }) => text);

  it("are edited, and what they said stays in their history", async () => {
    const { id } = (await remember("We deploy on Tuesdays.")).memory;
    const answer = await call("PATCH", `/${id}`, { text: "We deploy on Thursdays.", type: "decision" });
    expect(answer.body.memory).toMatchObject({ id, text: "We deploy on Thursdays.", type: "decision" });
    expect(await history(id)).toEqual(["We deploy on Tuesdays."]);
    await call("PATCH", `/${id}`, { tags: ["ops"] });
    expect(await history(id)).toHaveLength(1);
    expect(await clean()).toEqual([]);
  });

  it("become one, with the id and text of the first, the tags, counts and votes of both", async () => {
    const a = (await remember("We deploy on Tuesdays.", { tags: ["ops"] })).memory;
    const b = (await remember("Deployment is each Tuesday.", { tags: ["day"], entities: ["Kiln"] })).memory;
    await vote(b.id, "up");
    const answer = await call("POST", `/${a.id}/merge`, { other: b.id.slice(0, 8) });
    expect(answer.body.memory).toMatchObject({
      ...{ id: a.id, text: "We deploy on Tuesdays.", tags: ["ops", "day"], entities: ["Kiln"] },
      ...{ timesObserved: 2, votes: { up: 1, down: 0 } },
    });
    expect(answer.body.memory.quality).toBeCloseTo(2 / 3);
    expect(await history(a.id)).toEqual(["Deployment is each Tuesday."]);
    expect((await call("GET", `/${b.id}`)).body).toMatchObject({ mergedInto: a.id, memory: { id: a.id } });
    expect(await found("deployment each")).not.toContain(b.id);
    const again = await call("POST", `/${a.id}/merge`, { other: b.id });
    expect([again.status, again.body.error.code]).toEqual([400, "invalid_input"]);
    await settle();
    expect(await clean()).toEqual([]);
  });

  it("become one with the metadata of the first, and what the other adds to them", async () => {
    const own = { owner: "Ilmari", only_a: 1 };
    const a = (await remember("The heron is grey.", { metadata: own })).memory;
    const b = (await remember("Swans eat bread.", { metadata: { owner: "Bo", only_b: 2 } })).memory;
    const answer = await call("POST", `/${a.id}/merge`, { other: b.id });
    expect(answer.body.memory.metadata).toEqual({ ...own, only_b: 2 });
  });

  it("become one that says a third text", async () => {
    const a = (await remember("The port is 8080.")).memory;
    const b = (await remember("The host is alder.")).memory;
    const body = { other: b.id, text: "It listens on alder:8080." };
    expect((await call("POST", `/${a.id}/merge`, body)).body.memory.text).toBe(body.text);
    expect((await history(a.id)).toSorted()).toEqual(["The host is alder.", "The port is 8080."]);
    // Also the other's own words.
    const c = (await remember("The owner is Priya.")).memory;
    const same = await call("POST", `/${a.id}/merge`, { other: c.id, text: "The owner is Priya." });
    expect([same.status, same.body.memory?.text]).toEqual([200, "The owner is Priya."]);
    expect(await clean()).toEqual([]);
  });

  it("become several, each with the fields of the whole, in one step or not at all", async () => {
    const more = { tags: ["ops"], type: "decision", session: "s1" };
    const { id } = (await remember("The port is 8080 and the host is alder.", more)).memory;
    await vote(id, "up");
    const texts = ["The port is 8080.", "The host is alder."];
    const { memories } = (await call("POST", `/${id}/split`, { texts })).body;
    expect(memories).toMatchObject([
      { ...more, id, text: texts[0] },
      { ...more, text: texts[1], supersedes: null, votes: { up: 0, down: 0 } },
    ]);
    expect(await history(id)).toEqual(["The port is 8080 and the host is alder."]);
    expect((await read(id)).votes).toEqual({ up: 1, down: 0 });
    expect(await found("host alder")).toContain(memories[1].id);
    const taken = await call("POST", `/${id}/split`, { texts: ["It has a port.", "The host is alder."] });
    expect([taken.status, taken.body.error.code]).toEqual([409, "conflict"]);
    expect((await read(id)).text).toBe(texts[0]);
    const twice = await call("POST", `/${id}/split`, { texts: ["The same one.", "the same one"] });
    expect(twice.status).toBe(400);
    expect(await clean()).toEqual([]);
  });

  it("keep every text that they ever said, page by page", async () => {
    const { id } = (await remember("The gong rings at 1.")).memory;
    for (let hour = 2; hour <= 25; hour += 1)
      await call("PATCH", `/${id}`, { text: `The gong rings at ${hour}.` });
    const first = (await call("GET", `/${id}`)).body;
    expect(first.observations).toHaveLength(20);
    const place = new URLSearchParams({ limit: "3", cursor: first.nextCursor });
    const second = (await call("GET", `/${id}?${place}`)).body;
    expect(second.observations.map(({ text }: { text: string }) => text)).toEqual(
      [4, 3, 2].map((hour) => `The gong rings at ${hour}.`),
    );
    const last = (await call("GET", `/${id}?${new URLSearchParams({ cursor: second.nextCursor })}`)).body;
    expect([last.observations.map(({ text }: { text: string }) => text), last.nextCursor]).toEqual([
      ["The gong rings at 1."],
      null,
    ]);
    for (const cursor of ["nonsense", "[1]", "{}", '["a","b"]']) {
      const refused = await call("GET", `/${id}?${new URLSearchParams({ cursor })}`);
      expect([refused.status, refused.body.error?.code], cursor).toEqual([400, "invalid_input"]);
    }
  });

  const later = () => here.world.clock.advance(1_000);

  it("are as new as what they say: an edit of the text is said now, one of the tags is not", async () => {
    const first = (await remember("The gong rings at 6 daily.")).memory;
    later();
    const second = (await remember("The gong rings at 7 daily.")).memory;
    later();
    const filed = (await call("PATCH", `/${first.id}`, { tags: ["day"], priority: 1 })).body.memory;
    expect(filed.lastObserved).toBe(first.lastObserved);
    later();
    const edited = (await call("PATCH", `/${first.id}`, { text: "The gong rings at 8 daily." })).body.memory;
    expect([edited.firstObserved, edited.lastObserved > second.lastObserved]).toEqual([
      first.firstObserved,
      true,
    ]);
    expect((await found("when does the gong ring daily"))[0]).toBe(first.id);
    const [rival] = (await call("GET", `/${second.id}`)).body.mayContradict;
    expect([rival.id, rival.date]).toEqual([first.id, edited.lastObserved]);
    later();
    const stated = (await call("PATCH", `/${second.id}`, { metadata: { hour: 9 } })).body.memory;
    expect(stated.lastObserved > edited.lastObserved).toBe(true);
    later();
    const again = (await call("PATCH", `/${second.id}`, { metadata: { hour: 9 } })).body.memory;
    expect(again.lastObserved).toBe(stated.lastObserved);
  });

  it("that become one have the date of the text that stays", async () => {
    const old = (await remember("The kiln fires at 900 degrees.")).memory;
    later();
    const newest = (await remember("The kiln fires at 990 degrees.")).memory;
    later();
    const merged = (await call("POST", `/${old.id}/merge`, { other: newest.id })).body.memory;
    expect([merged.text, merged.lastObserved]).toEqual([old.text, old.lastObserved]);
    const text = "The kiln fires at 1000 degrees.";
    const other = (await remember("The oven is off.")).memory;
    later();
    const said = (await call("POST", `/${old.id}/merge`, { other: other.id, text })).body.memory;
    expect(said.lastObserved > newest.lastObserved).toBe(true);
  });

  it("say of no other that it may contradict what they said before they were split or merged", async () => {
    const rivals = async (id: string) =>
      (await call("GET", `/${id}`)).body.mayContradict.map((rival: { id: string }) => rival.id);
    const port = (await remember("The port of the gateway is 8080.")).memory;
    const other = (await remember("The port of the gateway is 9090.")).memory;
    expect(await rivals(other.id)).toEqual([port.id]);
    const texts = ["Ana is on call in July.", "The port of the gateway is 7070."];
    const { memories } = (await call("POST", `/${port.id}/split`, { texts })).body;
    // The part that says a port may contradict it; the one that says another thing does not.
    expect([await rivals(port.id), await rivals(other.id)]).toEqual([[], [memories[1].id]]);
    await call("POST", `/${other.id}/merge`, { other: port.id, text: "Bo feeds the herons at dawn." });
    expect([await rivals(other.id), await rivals(memories[1].id)]).toEqual([[], []]);
  });
});
