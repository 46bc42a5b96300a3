import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryCalls } from "../../support/memory-calls.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

describe("memories that are superseded, forgotten and said again", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("orders");
  });
  afterAll(() => world.dispose());

  const { call, remember, found, clean } = memoryCalls(() => ({ world, token, slug: "orders" }));

  it("find their place in unusual orders", async () => {
    const a = (await remember("The gate opens at nine.")).memory;
    const c = (await remember("The gate opens at ten.")).memory;
    // What takes the place of the one says what the other says already.
    const joined = await remember("the gate opens at ten", { supersedes: a.id });
    expect([joined.action, joined.memory.id, joined.memory.supersedes]).toEqual(["merged", c.id, a.id]);
    expect(await found("gate opens")).toEqual([c.id]);
    // A superseded one is forgotten, and comes back as superseded.
    expect((await call("POST", `/${a.id}/undo`)).status).toBe(409);
    await call("DELETE", `/${a.id}`);
    expect((await call("GET", `/${a.id}?history=true`)).status).toBe(404);
    expect((await call("GET", `/${c.id}?history=true`)).body.history).toHaveLength(1);
    expect((await call("POST", `/${a.id}/undo`)).body.memory.state).toBe("superseded");
    expect((await call("GET", `/${c.id}?history=true`)).body.history).toHaveLength(2);
    // What was forgotten was said again meanwhile: nothing is there twice.
    await call("DELETE", `/${c.id}`);
    const again = (await remember("The gate opens at ten.")).memory;
    const undone = await call("POST", `/${c.id}/undo`);
    expect([undone.status, undone.body.error.details]).toEqual([409, { id: again.id }]);
    await call("DELETE", `/${again.id}?now=true`);
    expect((await call("POST", `/${c.id}/undo`)).body.memory).toMatchObject({ id: c.id, state: "live" });
    // Undone twice, forgotten twice.
    expect((await call("POST", `/${c.id}/undo`)).status).toBe(200);
    const once = (await call("DELETE", `/${c.id}`)).body;
    world.clock.advance(60_000);
    expect((await call("DELETE", `/${c.id}`)).body.undoUntil).toBe(once.undoUntil);
    await Promise.all(
      Array.from({ length: 8 }, () => world.isolate().call("POST", `/v1/memories/${c.id}/undo`, { token })),
    );
    expect(await found("gate opens")).toEqual([c.id]);
    // Eight at once take the place of one: one does, the others are told by which.
    const rivals = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        world.isolate().call("POST", "/v1/memories", {
          ...{ token, body: { text: `The gate opens at ${at + 11} o'clock.`, supersedes: c.id } },
        }),
      ),
    );
    const [winner, ...others] = rivals.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const told = rivals.flatMap(({ body }) => body.error?.details?.supersededBy ?? []);
    expect(told).toEqual(Array.from({ length: 7 }, () => winner?.body.memory.id));
    expect(await found("gate opens")).toEqual([winner?.body.memory.id]);
    expect(await clean()).toEqual([]);
  });
});
