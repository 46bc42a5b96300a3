import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestClient } from "./client.ts";

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text === "" ? null : text;
}

/** Puts the Worker behind real HTTP on a port of this machine, for the `recall` that runs beside the test. */
export async function serveClient(
  client: Pick<TestClient, "raw">,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      ),
    );
    const answer = await client.raw(request.method ?? "GET", request.url ?? "/", { headers, body });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
