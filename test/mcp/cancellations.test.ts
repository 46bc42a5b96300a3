import { McpServer } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { beginCall } from "../../src/mcp/cancellations.ts";
import { serveMcp } from "../../src/mcp/serve.ts";

it("takes a call back for the token that made it alone, whatever session another one names", async () => {
  const begun = Promise.withResolvers<void>();
  let waiting = 0;
  const gate = Promise.withResolvers<void>();
  const create = (session: string | undefined) => {
    const mcp = new McpServer({ name: "test", version: "1" });
    mcp.server.registerCapabilities({ tools: {} });
    mcp.server.setRequestHandler("tools/call", async (_, { mcpReq }) => {
      const { wanted, end } = beginCall(session, mcpReq.id, mcpReq.signal);
      waiting += 1;
      if (waiting === 2) begun.resolve();
      await gate.promise;
      end();
      return { content: [{ type: "text" as const, text: `taken back: ${wanted.aborted}` }] };
    });
    return mcp;
  };
  const send = (token: string, message: object): Promise<Response> => {
    const headers = {
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      "mcp-session-id": "the same",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const request = new Request("https://recall.test/mcp", { method: "POST", headers, body });
    return serveMcp(request, create, { token, check: async () => undefined });
  };
  const ask = (token: string, id: number) =>
    send(token, { id, method: "tools/call", params: { name: "wait", arguments: {} } });
  const answers = [ask("one", 1), ask("one", 2)];
  await begun.promise;
  const takeBack = (token: string, requestId: number) =>
    send(token, { method: "notifications/cancelled", params: { requestId } });
  await takeBack("two", 1);
  await takeBack("one", 2);
  gate.resolve();
  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
  expect(texts.map((text) => /taken back: \w+/.exec(text)?.[0])).toEqual([
    "taken back: false",
    "taken back: true",
  ]);
});
