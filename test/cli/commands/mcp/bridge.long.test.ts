import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDoor } from "../../../mcp/open-door.ts";
import { createWorld, type World } from "../../../support/worlds/world.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The real Worker behind a real port, which it is told, to prove it. */
async function listen(open: (address: string) => (request: Request) => Promise<Response>) {
  const server = createServer(async (request, answer) => {
    const gone = new AbortController();
    answer.on("close", () => gone.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const response = await open(request.headers.host ?? "")(
      new Request(`http://${request.headers.host}${request.url}`, {
        ...{ method: request.method ?? "GET", headers: headers as [string, string][] },
        ...{ body: chunks.length === 0 ? null : Buffer.concat(chunks), signal: gone.signal },
      }),
    );
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    // Without a head of its own the answer is given its length, as workerd does.
    for (const [name, value] of response.headers) answer.setHeader(name, value);
    answer.statusCode = response.status;
    if (!isStream) return void answer.end(await response.text());
    if (response.body !== null) for await (const chunk of response.body) answer.write(chunk);
    answer.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** `recall mcp` as a client starts it. */
function startBridge(env: Readonly<Record<string, string>>) {
  const home = temporaryFolder();
  const child = spawn(process.execPath, ["src/cli/main.ts", "mcp"], {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, RECALL_HOME: "", ...env },
  });
  const lines: string[] = [];
  let stderr = "";
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  child.stderr.on("data", (data: Buffer) => {
    stderr += data.toString();
  });
  const until = async (wanted: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = lines.map((line) => JSON.parse(line) as Message).find(wanted);
      if (found !== undefined) return found;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  return {
    send: (message: unknown) =>
      void child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    answerTo: (id: number | null) => until((message) => message.id === id && message.method === undefined),
    until,
    lines,
    async end() {
      child.stdin.end();
      const [code] = await once(child, "close");
      return { code: code as number, stderr };
    },
  };
}

const request = (id: number, method: string, params: unknown = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const HELLO = request(1, "initialize", {
  ...{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

describe("recall mcp", () => {
  let world: World;
  let token: string;
  let place: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default", "write");
    await world.client.upload(token, { "a.md": "The heron nests by the weir.\n" });
    const doors = new Map<string, ReturnType<typeof openDoor>>();
    place = await listen((address) => {
      const opened = doors.get(address) ?? openDoor(world, { LISTENS_AT: address });
      doors.set(address, opened);
      return opened.door;
    });
  });
  afterAll(async () => {
    place.server.close();
    await world.dispose();
  });

  it("passes messages both ways, with nothing but messages on its output, until the client ends", async () => {
    const bridge = startBridge({ RECALL_URL: place.url, RECALL_TOKEN: token });
    bridge.send(HELLO);
    expect((await bridge.answerTo(1)).result).toMatchObject({ protocolVersion: "2025-11-25" });
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    bridge.send("no message");
    bridge.send("");
    bridge.send([]);
    expect((await bridge.answerTo(null)).error?.code).toBeLessThan(-32_000);
    bridge.send(request(2, "tools/call", { name: "search", arguments: { query: "heron" } }));
    bridge.send(request(3, "tools/list"));
    expect(JSON.stringify((await bridge.answerTo(2)).result)).toContain("a.md#L1");
    expect((await bridge.answerTo(3)).result?.tools).toHaveLength(9);
    bridge.send(request(4, "tools/steal"));
    expect((await bridge.answerTo(4)).error?.code).toBe(-32_601);
    const texts = Array.from({ length: 45 }, (_, at) => `Fact number ${at} about the Wey.`);
    const params = { name: "remember", arguments: { texts }, _meta: { progressToken: "p" } };
    bridge.send(request(5, "tools/call", params));
    const told = await bridge.until(({ method }) => method === "notifications/progress");
    expect(told.params).toEqual({ progressToken: "p", progress: 20, total: 45 });
    await bridge.answerTo(5);
    bridge.send(request(6, "tools/call", { name: "search", arguments: { query: "Wey fact 44" } }));
    expect(await bridge.end()).toEqual({ code: 0, stderr: "" });
    // What was asked before the end is answered before the end.
    expect(JSON.stringify((await bridge.answerTo(6)).result)).toContain("(memory ");
    expect(bridge.lines.every((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc === "2.0")).toBe(
      true,
    );
  });

  it("speaks for clients of 2026 as well", async () => {
    const bridge = startBridge({ RECALL_URL: place.url, RECALL_TOKEN: token });
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    bridge.send(request(1, "tools/call", { name: "search", arguments: { query: "heron" }, _meta }));
    const { result, error } = await bridge.answerTo(1);
    expect(error).toBeUndefined();
    expect(JSON.stringify(result)).toContain("a.md#L1");
    expect((await bridge.end()).code).toBe(0);
  });

  it("answers with what is wrong, and goes on, where there is no server, no token or no setting", async () => {
    for (const [env, expected] of [
      [
        { RECALL_URL: "http://127.0.0.1:40009", RECALL_TOKEN: token },
        /^unavailable: Could not reach .*npm start/,
      ],
      [{ RECALL_URL: place.url, RECALL_TOKEN: "er_wrong" }, /^unauthorized: This is no token of edge-recall/],
      [{}, /^invalid_input: No server is known.*recall init/s],
    ] as const) {
      const bridge = startBridge(env);
      for (const id of [1, 2]) {
        bridge.send({ ...HELLO, id });
        expect((await bridge.answerTo(id)).error?.message).toMatch(expected);
      }
      expect(await bridge.end()).toEqual({ code: 0, stderr: "" });
    }
  });
});
