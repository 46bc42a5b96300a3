import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { remoteTransport } from "../../../../src/cli/commands/mcp/forward.ts";
import { AppError } from "../../../../src/errors.ts";
import { VERSION } from "../../../../src/version.ts";
import { refusing } from "../../answering.ts";
import { type Fault, fakeServer } from "../../fake-server.ts";

const message = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" }) as const;

const answer =
  (bookmark?: string, status = 200, body: object = { jsonrpc: "2.0", id: 1, result: {} }): Fault =>
  (_, response) => {
    const headers = bookmark === undefined ? {} : { "x-recall-bookmark": bookmark };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    return true;
  };

async function opened() {
  const server = await fakeServer();
  const transport = remoteTransport({ url: server.url, token: "er_token" }, fetch);
  const got: JSONRPCMessage[] = [];
  transport.onmessage = (one) => got.push(one);
  await transport.start();
  return { server, transport, got };
}

it("asks the server's /mcp with the token, and with the bookmark that it answered last", async () => {
  const { server, transport, got } = await opened();
  server.faults.push(answer("0002"), answer("0001"), answer(), answer());
  for (let call = 1; call <= 4; call++) await transport.send(message(call));
  expect(server.seen.map(({ method, url }) => [method, url])).toEqual(Array(4).fill(["POST", "/mcp"]));
  const { authorization, "user-agent": agent } = server.seen[0]?.headers ?? {};
  expect([authorization, agent]).toEqual(["Bearer er_token", `edge-recall/${VERSION}`]);
  expect(server.seen.map(({ headers }) => headers["x-recall-bookmark"])).toEqual([
    undefined,
    "0002",
    "0001",
    "0001",
  ]);
  expect(got).toHaveLength(4);
});

it.each([
  [
    "what the server says is wrong",
    refusing(401, "unauthorized", "no such token"),
    "unauthorized",
    "no such token",
  ],
  ["that it redirects", answer(undefined, 307), "unavailable", "redirects elsewhere"],
  ["that there are several to choose from", answer(undefined, 300), "unavailable", "redirects elsewhere"],
  ["what a failure without words means", answer(undefined, 404, {}), "not_found", "HTTP 404"],
  ["what a list in place of a failure means", answer(undefined, 400, []), "invalid_input", "HTTP 400"],
  ["that it redirects for good", answer(undefined, 399), "unavailable", "redirects elsewhere"],
])("fails with %s", async (_, fault, code, said) => {
  const { server, transport } = await opened();
  server.faults.push(fault);
  await expect(transport.send(message(1))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(said),
  });
});

it("says how to start a server on this machine where none answers", async () => {
  const transport = remoteTransport({ url: "http://127.0.0.1:2", token: "t" }, fetch);
  await transport.start();
  await expect(transport.send(message(1))).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("is `npm start` or `recall serve` running?"),
  });
});

it("leaves a failure that is JSON-RPC's own as it is", async () => {
  const { server, transport } = await opened();
  const error = { jsonrpc: "2.0", id: 1, error: { code: -32_000, message: "Bad" } };
  server.faults.push(answer(undefined, 400, error));
  const failed = await transport.send(message(1)).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(AppError);
});

it("remembers no bookmark of what failed", async () => {
  const { server, transport } = await opened();
  server.faults.push(answer("0009", 403, {}), answer("0002"), answer());
  await expect(transport.send(message(1))).rejects.toMatchObject({ code: "forbidden" });
  await transport.send(message(2));
  await transport.send(message(3));
  expect(server.seen.map(({ headers }) => headers["x-recall-bookmark"])).toEqual([
    undefined,
    undefined,
    "0002",
  ]);
});
