import { createServer, request as forward, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createListener, type Server, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { provedAt } from "../fake-proof.ts";

function ending(server: Server): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => open.add(socket));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
}

async function listening(server: Server, at: number | string): Promise<string> {
  ending(server);
  await new Promise<void>((ready) =>
    typeof at === "string" ? server.listen(at, ready) : server.listen(at, "127.0.0.1", ready),
  );
  return typeof at === "string" ? at : `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Recorder {
  readonly url: string;
  /** Every byte that it was sent. */
  readonly received: () => string;
}

/** A listener that keeps every byte and answers each piece with what `answer` makes of it, or not at all. */
export async function recorder(answer: (text: string, socket: Socket) => void, port = 0): Promise<Recorder> {
  let received = "";
  const server = createListener((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      received += part.toString("latin1");
      answer(part.toString("latin1"), socket);
    });
  });
  return { url: await listening(server, port), received: () => received };
}

export interface Proving {
  /** Its address, or the path of its socket. */
  readonly url: string;
  /** What it was asked, in order, with the connection that it came over. */
  readonly asked: { readonly path: string; readonly token: string | undefined; readonly over: number }[];
  readonly close: () => Promise<void>;
}

/** A server that proves itself for FAKE_TOKEN at its own address, and answers everything else as it is told. */
export async function proving(
  answer: RequestListener = (_, response) => void response.end("{}"),
  at: number | string = 0,
): Promise<Proving> {
  const asked: Proving["asked"] = [];
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  const server = createServer(async (request, response) => {
    const { url: path = "", headers, socket } = request;
    asked.push({ path, token: headers.authorization, over: numbers.get(socket) ?? 0 });
    if (path !== "/health/proof") return answer(request, response);
    response.end(await provedAt(new URL(url).host, await json(request)));
  });
  server.on("connection", (socket) => void numbers.set(socket, ++connections));
  const url = await listening(server, at);
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url, asked, close };
}

/** A listener that passes every request on to a server elsewhere, under that server's name, and its answers back. */
export async function relay(target: string): Promise<Recorder> {
  let received = "";
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    received += `${incoming.url} ${JSON.stringify(incoming.headers)}`;
    const headers = { ...incoming.headers, host: new URL(target).host };
    const onward = forward(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.on("data", (part) => {
      received += part;
    });
    incoming.pipe(onward);
  });
  return { url: await listening(server, 0), received: () => received };
}
