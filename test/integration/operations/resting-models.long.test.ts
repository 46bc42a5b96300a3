import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { REST_MS } from "../../../src/models/breaker.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = {
  "keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  "cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
};

const isEmbedder = (model: string) => model.includes("bge-base");
const isReranker = (model: string) => model.includes("reranker");

describe("a model that does not answer", () => {
  let world: SimulatedWorld;
  let admin: string;
  let reader: string;
  let asked = 0;

  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    admin = await world.client.workspace("default");
    const body = { scope: "read" };
    reader = (await world.client.call("POST", "/v1/tokens", { token: admin, body })).body.token;
    await world.client.upload(admin, FILES);
    await world.client.sweep();
    await world.client.sweep();
    world.ai.calls.length = 0;
    world.vectorize.calls.query = 0;
  });
  afterEach(() => world.dispose());

  /** A question that no cache knows, by a number that no text has. */
  const search = async (more: Record<string, unknown> = {}, token = admin) => {
    asked += 1;
    const settings = { "relevance.floor": 0 };
    const { status, body } = await world.client.search(token, `the signing keys ${asked}`, {
      settings,
      ...more,
    });
    expect([status, body.hits?.[0]?.path]).toEqual([200, "keys.md"]);
    return body;
  };
  const calls = (is: (model: string) => boolean) => world.ai.calls.filter(({ model }) => is(model)).length;

  it("is not asked for a minute by any search; the others are, and the answer says what it lacks", async () => {
    world.ai.failure = (model) => (isEmbedder(model) ? aiError(5007, "No such model") : undefined);
    for (let again = 0; again < 11; again++)
      expect((await search()).degraded).toEqual(["embedder_unavailable"]);
    expect([calls(isEmbedder), calls(isReranker)]).toEqual([1, 11]);
    world.clock.advance(REST_MS);
    await search();
    await search();
    expect(calls(isEmbedder)).toBe(2);
    world.ai.failure = undefined;
    world.clock.advance(REST_MS);
    expect((await search()).degraded).toEqual([]);
    expect((await search()).degraded).toEqual([]);
    expect(calls(isEmbedder)).toBe(4);
  });

  it("is known for each part by itself: the re-ranker, the index, the text model", async () => {
    world.ai.failure = (model) => (isReranker(model) ? aiError(5_000, "broken") : undefined);
    for (let again = 0; again < 3; again++)
      expect((await search()).degraded).toEqual(["reranker_unavailable"]);
    expect([calls(isEmbedder), calls(isReranker)]).toEqual([3, 1]);

    world.ai.failure = undefined;
    world.clock.advance(REST_MS);
    world.vectorize.calls.query = 0;
    world.vectorize.failure = new Error("VECTOR_QUERY_ERROR (code = 40000): down");
    for (let again = 0; again < 3; again++)
      expect((await search()).degraded).toEqual(["vector_index_unavailable"]);
    expect(world.vectorize.calls.query).toBe(1);

    world.vectorize.failure = undefined;
    world.clock.advance(REST_MS);
    const isWriter = (model: string) => !isEmbedder(model) && !isReranker(model);
    world.ai.failure = (model) => (isWriter(model) ? aiError(5_000, "broken") : undefined);
    for (let again = 0; again < 3; again++)
      expect((await search({ expand: true })).degraded).toEqual(["generator_unavailable"]);
    expect(calls(isWriter)).toBe(1);
  });

  it("is asked on by background work, which loses nothing and ends no rest", async () => {
    world.ai.failure = (model) => (isEmbedder(model) ? aiError(5_000, "broken") : undefined);
    await search();
    await world.client.upload(admin, { "late.md": "A heron nests by the weir.\n" });
    await world.client.sweep();
    expect(calls(isEmbedder)).toBe(2);
    world.ai.failure = undefined;
    await world.database.prepare("UPDATE outbox SET next_at = 0").run();
    await world.client.sweep();
    await world.client.sweep();
    const { index } = (await world.client.call("GET", "/v1/status", { token: admin })).body;
    expect(index).toMatchObject({ pendingChunks: 0, failedWork: 0 });
    expect(calls(isEmbedder)).toBe(3);
    expect((await search()).degraded).toEqual(["embedder_unavailable"]);
  });

  it.each([
    ["a text that it refuses", () => aiError(3006, "too large"), "embedder_unavailable", 3],
    ["a rush", () => aiError(3040, "full"), "embedder_unavailable", 6],
  ])("for %s is asked on", async (_, failure, code, count) => {
    world.ai.failure = (model) => (isEmbedder(model) ? failure() : undefined);
    for (let again = 0; again < 3; again++) expect((await search()).degraded).toEqual([code]);
    expect(calls(isEmbedder)).toBe(count);
  });

  describe("is told of with its cause", () => {
    const FORBIDDEN = { part: "embedder", reason: "unauthorized", status: 5016 };
    const TOLD = { ...FORBIDDEN, message: "The account may not use the model: EMBEDDING_MODEL names it" };
    const lines: string[] = [];
    const print = console.log;

    beforeEach(() => {
      console.log = (line: string) => void lines.push(line);
      lines.length = 0;
      world.ai.failure = (model) => (isEmbedder(model) ? aiError(5016, "sign the secret terms") : undefined);
    });
    afterEach(() => {
      console.log = print;
    });
    const told = (body: unknown) => JSON.stringify(body);

    it("to admins alone, in each answer of a search that went without it", async () => {
      expect((await search()).outages).toEqual([TOLD]);
      const at = new Date(world.clock.now() + REST_MS).toISOString();
      expect((await search()).outages).toMatchObject([{ ...TOLD, retryAt: at }]);
      const read = await search({}, reader);
      expect([read.degraded, read.outages]).toEqual([["embedder_unavailable"], undefined]);
      expect(told(read)).not.toMatch(/EMBEDDING_MODEL|5016/);
    });

    it("in explanations, the status and the log, and never with what the server wrote", async () => {
      const { hits } = await search();
      const id = hits[0].id;
      const post = async (path: string, body: object, token: string) =>
        (await world.client.call("POST", path, { token, body })).body;
      for (const [token, outages] of [
        [admin, [expect.objectContaining(TOLD)]],
        [reader, undefined],
      ] as const) {
        expect((await post("/v1/explain", { id, query: "the signing keys, why" }, token)).outages).toEqual(
          outages,
        );
        const { body } = await world.client.call("GET", "/v1/status", { token });
        expect(body.outages).toEqual(outages);
      }
      const said = lines.map((line) => JSON.parse(line)).filter(({ outages }) => outages !== undefined);
      expect(said.map(({ route }) => route)).toEqual([
        "POST /v1/search",
        "POST /v1/explain",
        "POST /v1/explain",
      ]);
      for (const { outages } of said) expect(outages).toEqual([FORBIDDEN]);
      expect(lines.join("\n")).not.toMatch(/terms|EMBEDDING_MODEL/);
    });

    it("in nothing that is kept", async () => {
      await search();
      world.ai.failure = undefined;
      world.clock.advance(REST_MS);
      const repeated = () => world.client.search(reader, "the signing keys again");
      await repeated();
      const kept = await repeated();
      expect(kept.body.use.cached).toEqual(["answer"]);
      expect(told(kept.body)).not.toContain("outage");
      const rows = await world.database.prepare("SELECT body FROM answers").all<{ body: string }>();
      const log = await world.database.prepare("SELECT * FROM recalls").all();
      expect(rows.results.length).toBeGreaterThan(0);
      expect(told([rows.results, log.results])).not.toMatch(/outage|5016|EMBEDDING_MODEL/);
    });
  });
});
