import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditAnswer } from "../../../src/audit/contract.ts";
import { ORIGIN, type TestClient } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const MINUTE_MS = 60_000;

const filesOf = (of: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `Note ${at} of ${of}.\n`]));

describe("the audit of an index that is being changed", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(90_000);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  async function found(client: TestClient): Promise<readonly string[]> {
    const wrong: string[] = [];
    let next: string | null | undefined;
    do {
      const query = new URLSearchParams({ full: "true", ...(next && { cursor: next }) });
      const { status, body } = await client.call("GET", `/v1/audit?${query}`, { token });
      expect(status).toBe(200);
      const { checks, nextCursor: after } = body as AuditAnswer;
      wrong.push(...checks.filter(({ failed }) => failed > 0).map((check) => JSON.stringify(check)));
      next = after;
    } while (next !== null);
    return wrong;
  }

  /** Looks after every sweep, until some minutes are over. */
  async function watch(client: TestClient, rounds: number, work: () => Promise<unknown>): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await work();
      expect(await found(client)).toEqual([]);
      world.clock.advance(MINUTE_MS);
    }
  }

  it("finds nothing wrong while another identity takes over, and when it has", async () => {
    await world.client.upload(token, filesOf("herons", 45));
    await watch(world.client, 6, () => world.client.sweep());
    const next = world.isolate({ EMBEDDING_POOLING: "mean", PLAN: "free" });
    const both = async () => {
      await next.sweep();
      await next.deliver({ task: "generations" });
    };
    await watch(next, 8, both);
    world.clock.advance(60 * MINUTE_MS);
    await watch(next, 3, both);
    const { results } = await world.database.prepare("SELECT generation FROM workspaces").all();
    expect(results).toEqual([{ generation: 2 }]);
  });

  it("finds nothing wrong while a root and another workspace are emptied, and when they are", async () => {
    await world.client.upload(token, filesOf("herons", 30));
    await world.client.upload(token, filesOf("eels", 30), "other");
    const second = await world.client.workspace("second");
    await world.client.upload(second, filesOf("otters", 30));
    await watch(world.client, 4, () => world.client.sweep());
    const small = world.isolate({ PLAN: "free" });
    const { status } = await small.call("DELETE", "/v1/roots/other", { token });
    expect(status).toBe(200);
    await small.call("DELETE", "/v1/workspaces/second", { token: await world.client.owner() });
    expect(await found(small)).toEqual([]);
    await watch(small, 8, () => small.sweep());
    const { results } = await world.database.prepare("SELECT count(*) AS n FROM chunks").all();
    expect(results).toEqual([{ n: 30 }]);
  });

  it("finds nothing wrong while documents are cut anew", async () => {
    await world.client.upload(token, filesOf("herons", 30));
    await watch(world.client, 2, () => world.client.sweep());
    await world.database.prepare("UPDATE documents SET chunker = 0").run();
    await world.client.hourly();
    await watch(world.client, 3, () => world.client.sweep());
  });

  it("finds nothing wrong while a model writes what chunks are about, and when it has", async () => {
    world.ai.generator.script = () => ({ context: "From the handbook of the wetlands." });
    const body = { origin: ORIGIN, files: [], contextualize: true };
    await world.client.call("POST", "/v1/roots/notes/manifest", { token, body });
    const sections = Array.from({ length: 12 }, (_, at) => `## Part ${at}\n\nHerons of part ${at}.\n`);
    await world.client.upload(token, { "a.md": `# Herons\n\n${sections.join("\n")}` });
    await watch(world.client, 6, () => world.client.sweep());
    const { results } = await world.database.prepare("SELECT DISTINCT prefix FROM chunks").all();
    expect(results).toEqual([{ prefix: "From the handbook of the wetlands." }]);
  });
});
