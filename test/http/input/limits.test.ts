import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitOfRoute, limitOfTool } from "../../../src/contract/input-limits.ts";
import { readInput } from "../../../src/contract/read-input.ts";
import { operationsOf } from "../../../src/http/openapi/types.ts";
import { TOOLS } from "../../../src/mcp/tools/table.ts";
import { knownError } from "../../../src/workspaces/invalid-input.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { apiDocument } from "../../support/api-document.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
const list = (count: number, of = "1"): string => `[${Array(count).fill(of).join()}]`;
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

const QUESTIONS = ["/v1/search", "/v1/ask", "/v1/explain"];
const ORIGIN = "0".repeat(32);

describe("what is sent", () => {
  let world: World;
  let token = "";
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("limits");
  });
  afterAll(() => world.dispose());
  const send = async (
    method: string,
    path: string,
    body: string | null,
    headers: Record<string, string> = {},
  ) => {
    const sent = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
    const { status, body: answer } = await world.client.raw(method, path, { headers: sent, body });
    return [status, answer.error?.code, answer.error?.details?.limit];
  };
  const refused = async (...request: Parameters<typeof send>) => (await send(...request)).slice(0, 2);

  it("is refused where its JSON is in another encoding than UTF-8, and nothing is kept of it", async () => {
    const sent = async (text: string, encoding: "latin1" | "utf8") => {
      const body = new Uint8Array(Buffer.from(JSON.stringify({ text }), encoding));
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const request = new Request("https://recall.test/v1/memories", { method: "POST", headers, body });
      return (await openDoor(world).door(request)).status;
    };
    expect(await sent("Die Größe der Tür", "latin1")).toBe(400);
    expect(await sent("Die Größe der Tür", "utf8")).toBe(200);
    const { body } = await world.client.call("GET", "/v1/memories", { token });
    expect(body.memories.map(({ text }: { text: string }) => text)).toEqual(["Die Größe der Tür"]);
  });

  it.each([
    ["GET", '{"a":1}', 200],
    ["HEAD", '{"a":1}', 200],
    ["GET", `{"a":"${"a".repeat(20_000)}"}`, 413],
  ])("by %s as a body means nothing, within the limit: %s", async (method, body, status) => {
    // A network can send what no `Request` of a program can be made with.
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = new Request("https://recall.test/v1/status", { method, headers });
    Object.defineProperty(request, "body", { value: new Response(body).body });
    expect((await openDoor(world).door(request)).status).toBe(status);
  });

  it.each<[string, string, string, unknown[]]>([
    ...QUESTIONS.map((path): [string, string, string, unknown[]] => [
      ...(["POST", path, `{"query":"a","settings":${keys(4_000)}}`] as const),
      [400, "invalid_input", "keys"],
    ]),
    ["POST", "/v1/search", `{"query":"a","settings":${keys(200_000)}}`, [413, "too_large", "bytes"]],
    ["POST", "/v1/search", `{"query":"${"a".repeat(70_000)}"}`, [413, "too_large", "bytes"]],
    ["POST", "/v1/search", `{"query":"a","filters":${deep(30_000)}}`, [400, "invalid_input", "depth"]],
    ["POST", "/v1/memories", `{"text":"a","metadata":${keys(50_000)}}`, [400, "invalid_input", "keys"]],
    ["POST", "/v1/memories", `{"text":"a","tags":${list(200_000)}}`, [400, "invalid_input", "items"]],
    ["PUT", "/v1/profiles/edge", `{"settings":${keys(200_000)}}`, [413, "too_large", "bytes"]],
    [
      ...(["POST", "/v1/roots/x/documents"] as const),
      `{"origin":"${ORIGIN}","documents":[{"chunks":${list(200_000)}}]}`,
      [400, "invalid_input", "items"],
    ],
    [
      ...(["POST", "/v1/roots/x/documents"] as const),
      `{"origin":"${ORIGIN}","documents":${list(900, `{"chunks":${list(100)}}`)}}`,
      [400, "invalid_input", "values"],
    ],
    ["POST", "/v1/roots/x/manifest", `{"files":${list(10_001)}}`, [400, "invalid_input", "items"]],
    [
      ...(["POST", "/v1/import"] as const),
      `{"identity":"x","records":[{"type":"profile","settings":${keys(200_000)}}]}`,
      [400, "invalid_input", "keys"],
    ],
    ["POST", "/v1/feedback", `{"chunk":"1","note":"${"n".repeat(20_000)}"}`, [413, "too_large", "bytes"]],
  ])(
    "to %s %s in too many parts or bytes is refused before it is understood",
    async (method, path, body, told) => {
      expect(await send(method, path, body)).toEqual(told);
    },
  );

  it("in a long address, with long headers or many parameters is refused", async () => {
    expect(await refused("GET", `/v1/search?q=${"a".repeat(40_000)}`, null)).toEqual([413, "too_large"]);
    expect(await refused("GET", `/v1/search?q=a${"&a=1".repeat(200)}`, null)).toEqual([400, "invalid_input"]);
    const headers = { "x-recall-bookmark": "a,".repeat(50_000) };
    expect(await refused("GET", "/v1/status", null, headers)).toEqual([413, "too_large"]);
  });

  it("as a query of ligatures or of many phrases is refused, and of usual ones answered", async () => {
    const asked = (query: string) => refused("POST", "/v1/search", JSON.stringify({ query }));
    expect(await asked("\ufdfa".repeat(2_000))).toEqual([400, "invalid_input"]);
    expect(await asked(Array.from({ length: 60 }, (_, at) => `"p${at}"`).join(" "))).toEqual([
      ...[400, "invalid_input"],
    ]);
    // The same again and again is one.
    expect(await asked('"a" '.repeat(500))).toEqual([200, undefined]);
    expect(await asked("\ufdfa ﬁsh")).toEqual([200, undefined]);
  });

  it("as a batch of more text than one write takes is refused", async () => {
    const memories = Array.from({ length: 12 }, (_, at) => ({ text: `${at} ${"heron ".repeat(15_000)}` }));
    expect(await refused("POST", "/v1/memories/batch", JSON.stringify({ memories }))).toEqual([
      ...[413, "too_large"],
    ]);
  });
});

describe("a body that is read", () => {
  const endless = () => {
    const read = { parts: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read.parts += 1;
        controller.enqueue(new Uint8Array(10_000).fill(0x20));
      },
      cancel() {
        read.isCancelled = true;
      },
    });
    return { read, body };
  };

  it("without an end is left where it goes beyond its limit", async () => {
    const { read, body } = endless();
    const limit = limitOfRoute("POST", "/v1/search");
    await expect(readInput(body, limit)).rejects.toMatchObject({ code: "too_large", status: 413 });
    expect(read.parts).toBeLessThan(10);
    expect(read.isCancelled).toBe(true);
  });

  it("within its limit is as it was sent", async () => {
    const text = JSON.stringify({ text: "Störche 🦩 fressen Frösche".repeat(500) });
    const bytes = await readInput(new Blob([text]).stream(), limitOfRoute("POST", "/v1/memories"));
    expect(new TextDecoder().decode(bytes)).toBe(text);
  });
});

describe("the table of limits", () => {
  it("is told for every body of the API", () => {
    for (const { method, path, operation } of operationsOf(apiDocument())) {
      if (operation.requestBody === undefined) continue;
      expect(operation.requestBody["x-limits"]).toEqual(limitOfRoute(method.toUpperCase(), path));
      expect(operation.requestBody.description).toMatch(/^At most [\d,]+ bytes, \d+ lists and objects/);
    }
  });

  it("gives a tool what its route has, and the request that carries it no less", () => {
    const door = limitOfRoute("POST", "/mcp");
    for (const { name } of TOOLS) expect(limitOfTool(name).bytes).toBeLessThanOrEqual(door.bytes);
    expect(limitOfTool("search")).toEqual(limitOfRoute("POST", "/v1/search"));
    expect(limitOfTool("remember")).toEqual(limitOfRoute("POST", "/v1/memories/batch"));
  });
});

describe("what takes more than the isolate has", () => {
  const deepest = (): number => 1 + deepest();

  it.each<[string, () => unknown]>([
    ["stack", deepest],
    ["length of a list", () => new Array(-1)],
    ["length of a text", () => "a".repeat(2 ** 30)],
    ["memory", () => new ArrayBuffer(2 ** 53 - 1)],
  ])("of %s is told as too large, not as our mistake", (_, work) => {
    const thrown = (() => {
      try {
        work();
        return undefined;
      } catch (error) {
        return error;
      }
    })();
    expect(knownError(thrown)).toMatchObject({ code: "too_large", status: 413 });
  });

  it("is not every RangeError", () => {
    expect(knownError(new RangeError("Invalid time value"))).toMatchObject({ code: "internal" });
  });
});
