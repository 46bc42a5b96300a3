import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { provedAt } from "../fake-proof.ts";

export interface SlowProxy {
  readonly url: string;
  /** Uploads that have reached the server. */
  readonly uploads: () => number;
  /** Uploads that wait here, of senders that still wait for them. */
  readonly waiting: () => number;
  /** Lets the uploads through that wait, and all that come. */
  readonly release: () => void;
}

const UPLOAD = /\/documents$/;

/**
 * Stands before a server and lets only so many uploads through, until it is told to let all; ends with the test. It proves
 * itself with the server's secret: a proof made elsewhere is worth nothing here.
 */
export async function slowProxy(target: string, first: number, secret: string): Promise<SlowProxy> {
  let uploads = 0;
  const waiting = new Set<IncomingMessage>();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === "/health/proof")
      return void outgoing.end(await provedAt(new URL(url).host, await json(incoming), secret));
    const isUpload = UPLOAD.test(incoming.url ?? "");
    if (isUpload && uploads >= first) {
      waiting.add(incoming);
      await released;
      waiting.delete(incoming);
    }
    // Who has gone meanwhile takes its request along: it must not reach the server late.
    if (incoming.socket.destroyed) return;
    if (isUpload) uploads += 1;
    const onward = forward(
      new URL(incoming.url ?? "/", target),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    release();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    uploads: () => uploads,
    waiting: () => [...waiting].filter(({ socket }) => !socket.destroyed).length,
    release,
  };
}
