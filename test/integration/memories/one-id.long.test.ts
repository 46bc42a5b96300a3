import { describe, expect, it } from "vitest";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

/** A memory of several passages: each of the paragraphs is longer than half of one. */
const LONG = Array.from(
  { length: 6 },
  (_, at) => `Paragraph ${at} of the weir log. ${`The heron stood at gate ${at} and waited. `.repeat(30)}`,
).join("\n\n");

describe("the one id of a memory", () => {
  const { here, call, remember, exported } = memoryWorld();
  const ask = async (method: string, path: string, body?: object) =>
    here.world.client.call(method, path, { token: here.token, ...(body && { body }) });
  const hitsOf = async (query: string, more: Record<string, unknown> = {}) =>
    (await here.world.client.search(here.token, query, more)).body;

  it("is what remember, a hit in any view, lists and reads print", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    const { hits } = await hitsOf("otter weir");
    expect(hits[0].id).toBe(id);
    const short = await hitsOf("otter weir", { view: "compact" });
    expect(short.hits[0].id).toBe(id.slice(0, 8));
    expect((await call("GET", "")).body.memories[0].id).toBe(id);
    expect((await ask("GET", `/v1/chunks/${id.slice(0, 8)}`)).body).toMatchObject({ id, path: id });
  });

  it("explains, and so does a passage's own", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    const why = async (name: string) => (await ask("POST", "/v1/explain", { query: "otter", id: name })).body;
    for (const name of [id, id.slice(0, 8)])
      expect(await why(name)).toMatchObject({ reason: "shown", rank: 1, chunk: { id } });
    const passage = await here.world.database
      .prepare("SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document WHERE d.path = ?")
      .bind(id)
      .first<string>("id");
    expect((await why(passage ?? "")).chunk).toMatchObject({ id });
  });

  it("names the best passage of a memory of several", async () => {
    const { id } = (await remember(LONG)).memory;
    await remember("Gate 4 is painted green.");
    const { body } = await ask("POST", "/v1/explain", { query: "heron waited gate", id });
    expect(body).toMatchObject({ reason: "shown", rank: 1, chunk: { id } });
    expect((await ask("GET", `/v1/chunks/${id}`)).body).toMatchObject({ id, startLine: 1 });
  });

  it("takes votes, in the whole and by a start", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    const { recallId } = await hitsOf("otter weir");
    const vote = (chunk: string, value: string) => ask("POST", "/v1/feedback", { recallId, chunk, value });
    expect((await vote(id, "up")).body).toMatchObject({ chunk: id, votes: { net: 1 } });
    expect((await vote(id.slice(0, 8), "down")).body).toMatchObject({ chunk: id, votes: { net: -1 } });
    const { votes } = (await ask("GET", "/v1/feedback")).body;
    expect(votes).toMatchObject([{ chunk: id, value: "down" }]);
    const query = new URLSearchParams({ recallId, chunk: id.slice(0, 8) });
    expect((await ask("DELETE", `/v1/feedback?${query}`)).body).toMatchObject({ chunk: id, value: "none" });
  });

  it("takes votes although no search ever found it, and they tell its quality at once", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    await remember("The heron stands above it.");
    const vote = (value: string) => ask("POST", "/v1/feedback", { chunk: id.slice(0, 9), value });
    const shown = async () => (await call("GET", `/${id}`)).body.memory;
    expect(await shown()).toMatchObject({ votes: { up: 0, down: 0 }, quality: 0.5 });
    expect((await vote("up")).body).toMatchObject({ recallId: null, chunk: id, votes: { net: 1 } });
    expect(await shown()).toMatchObject({ votes: { up: 1, down: 0 }, quality: 2 / 3 });
    const { hits } = await hitsOf("otter weir");
    expect(hits[0].memory.quality).toBeCloseTo(2 / 3);
    await vote("down");
    expect(await shown()).toMatchObject({ votes: { up: 0, down: 1 }, quality: 1 / 3 });
    const listed = (await call("GET", "?minQuality=0.4")).body.memories;
    expect(listed.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await ask("GET", "/v1/feedback")).body.votes).toMatchObject([{ recallId: null, chunk: id }]);
    expect((await ask("DELETE", `/v1/feedback?chunk=${id}`)).body).toMatchObject({ value: "none" });
    expect(await shown()).toMatchObject({ votes: { up: 0, down: 0 }, quality: 0.5 });
    expect((await ask("DELETE", `/v1/feedback?chunk=${id}`)).status).toBe(404);
    expect((await ask("POST", "/v1/feedback", { chunk: "1", value: "up" })).status).toBe(400);
  });

  it("keeps its votes and their quality over an edit, a merge and a backup", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    await ask("POST", "/v1/feedback", { chunk: id, value: "up" });
    await call("PATCH", `/${id}`, { text: "The otter sleeps above the weir." });
    const { memory } = (await call("GET", `/${id}`)).body;
    expect(memory).toMatchObject({ votes: { up: 1, down: 0 }, quality: 2 / 3 });
    const records = await exported();
    here.token = await here.world.client.workspace(`copy${here.slug}`);
    const body = { identity: "other|cls|768|1", records };
    expect((await ask("POST", "/v1/import", body)).body).toMatchObject({ failed: [] });
    expect((await call("GET", `/${id}`)).body.memory.votes).toEqual({ up: 1, down: 0 });
  });

  it("finds what was kept by force in a default search", async () => {
    const refused = await call("POST", "", { text: "I don't have any information about the heron." });
    expect(refused.status).toBe(400);
    const { id } = (await remember("I don't have any information about the heron.", { force: true })).memory;
    for (const profile of ["edge", "latest"])
      expect((await hitsOf("heron", { profile })).hits).toMatchObject([{ id }]);
  });

  it("is in the log of searches", async () => {
    const { id } = (await remember("The otter sleeps below the weir.")).memory;
    const { recallId } = await hitsOf("otter weir");
    expect((await ask("GET", `/v1/recalls/${recallId}`)).body.hits[0]).toMatchObject({ chunk: id });
  });
});
