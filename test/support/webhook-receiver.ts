import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { WebhookMessage } from "../../src/webhooks/messages.ts";

/** A message as it came in. */
export interface Received {
  readonly id: string;
  readonly message: WebhookMessage;
  /** Of its headers those that verify it. */
  readonly signed: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver does with the message of that number, counted from 1. @default 204 for each */
export type Answering = (response: ServerResponse, at: number) => void;

const NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

const signedBy = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, String(headers[name])]));

/** A server of somebody else's on this machine, which keeps what it was sent. */
export async function webhookReceiver(answer: Answering = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const state = { answer, open: 0, mostOpen: 0 };
  const server = createServer(async (request, response) => {
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    response.on("close", () => {
      state.open -= 1;
    });
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const signed = signedBy(request);
    received.push({ id: signed["webhook-id"] ?? "", signed, body, message: JSON.parse(body) });
    state.answer(response, received.length);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    state,
    /** Each change of each message, in the order in which they came. */
    changes: (): string[] =>
      received.flatMap(({ message }) =>
        message.type === "changes" ? message.data.changes.map(({ change, path }) => `${change} ${path}`) : [],
      ),
    /** Throws unless a message is signed with this secret, and by the clock of this machine not old. */
    verify: (secret: string, { body, signed }: Received): unknown => new Webhook(secret).verify(body, signed),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
