import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IndexMessage } from "../../../src/env.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

describe("a request that leaves work", () => {
  let world: SimulatedWorld;
  let token: string;
  let owner: string;
  let num: number;
  const messages: IndexMessage[] = [];
  const queue = {
    send: async (message: IndexMessage) => {
      messages.push(message);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  beforeAll(async () => {
    world = await createSimulatedWorld(0, { INDEX_QUEUE: queue });
    owner = await world.client.owner();
    token = await world.client.workspace("default");
    num = Number(token.split(".")[2]);
  });
  beforeEach(() => void messages.splice(0));
  afterAll(() => world.dispose());

  const call = async (method: string, path: string, body?: object, as = token) => {
    const { status, body: answer } = await world.client.call(method, path, {
      token: as,
      ...(body !== undefined && { body }),
    });
    expect([path, status, answer.error]).toEqual([path, 200, undefined]);
    return answer;
  };
  /** What the queue was told since it was asked last; of this workspace by the task's name alone. */
  const woken = () => {
    const told = messages.splice(0);
    for (const { workspace } of told) expect(workspace).toBe(num);
    return told.map(({ task }) => task);
  };
  const upload = async (text: string) => {
    const document = { path: "a.md", text, hash: await shortHash(text), mtime: 1 };
    return call("POST", "/v1/roots/notes/documents", { origin: ORIGIN, documents: [document] });
  };
  const manifest = (more: object) =>
    call("POST", "/v1/roots/notes/manifest", { origin: ORIGIN, files: [], ...more });

  it("of a push starts a sweep where it changed something", async () => {
    await manifest({});
    expect(woken()).toEqual([]);
    for (const more of [{ contextualize: true }, { entities: true }]) {
      await manifest(more);
      expect(woken()).toEqual(["sweep"]);
      await manifest({ ...more, dryRun: true });
      expect(woken()).toEqual([]);
    }
    await manifest({ contextualize: false, entities: false });
    expect(woken()).toEqual([]);
    await upload("Herons.\n");
    expect(woken()).toEqual(["sweep"]);
    await upload("Herons.\n");
    expect(woken()).toEqual([]);
    const prune = (path: string) => call("POST", "/v1/roots/notes/prune", { origin: ORIGIN, paths: [path] });
    await prune("nope.md");
    expect(woken()).toEqual([]);
    await prune("a.md");
    expect(woken()).toEqual(["sweep"]);
  });

  it("by deleting starts what empties it", async () => {
    await upload("Storks.\n");
    woken();
    await call("DELETE", "/v1/documents/a.md");
    expect(woken()).toEqual(["sweep"]);
    await upload("Storks.\n");
    woken();
    await call("DELETE", "/v1/roots/notes");
    expect(woken()).toEqual(["deletions"]);
    await world.client.workspace("brief");
    await call("DELETE", "/v1/workspaces/brief", undefined, owner);
    expect(messages.splice(0)).toEqual([{ workspace: undefined, task: "deletions" }]);
  });

  it("of memories starts a sweep", async () => {
    const { id } = (await call("POST", "/v1/memories", { text: "Herons eat frogs." })).memory;
    expect(woken()).toEqual(["sweep"]);
    const asked: [string, string, object?][] = [
      ["POST", "/v1/memories/batch", { memories: [{ text: "Storks eat mice." }] }],
      ["PATCH", `/v1/memories/${id}`, { importance: 1 }],
      ["DELETE", `/v1/memories/${id}`],
      ["POST", `/v1/memories/${id}/undo`],
      ["POST", "/v1/memories/forget", { query: "Herons eat frogs." }],
    ];
    for (const [method, path, body] of asked) {
      await call(method, path, body);
      expect([path, woken()]).toEqual([path, ["sweep"]]);
    }
    await call("POST", "/v1/memories/prune", { olderThan: "7d" });
    expect(woken()).toEqual([]);
    world.clock.advance(8 * 86_400_000);
    await call("POST", "/v1/memories/prune", { olderThan: "7d" });
    expect(woken()).toEqual(["sweep"]);
  });

  it("on the whole index starts all that it needs, one that only looks nothing", async () => {
    await call("POST", "/v1/reindex", {});
    expect(woken()).toEqual(["sweep", "generations", "rechunk"]);
    await call("GET", "/v1/audit");
    expect(woken()).toEqual([]);
    await call("POST", "/v1/audit/repair", {});
    expect(woken()).toEqual(["sweep"]);
    await call("PUT", "/v1/graph/memories", { on: true });
    expect(woken()).toEqual(["names"]);
  });

  it("of an import starts a sweep where something was written", async () => {
    await upload("Eels.\n");
    const records: unknown[] = [];
    let identity = "";
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const page = await call("GET", `/v1/export${query}`);
      records.push(...page.records);
      [identity, cursor] = [page.header.identity, page.nextCursor];
    }
    woken();
    const send = () => call("POST", "/v1/import", { identity, records });
    await send();
    expect(woken()).toEqual([]);
    await call("DELETE", "/v1/documents/a.md");
    woken();
    await send();
    expect(woken()).toEqual(["sweep"]);
  });
});
