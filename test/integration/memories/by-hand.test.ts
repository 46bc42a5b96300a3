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
});
