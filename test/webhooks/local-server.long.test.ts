import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { answerOf, type Client, createClient } from "../../src/client/client.ts";
import { webhookReceiver } from "../support/webhook-receiver.ts";

const SECRET = "a secret for webhooks of a server on this machine";

const home = mkdtempSync(join(tmpdir(), "recall-webhooks-"));
let server: Awaited<ReturnType<typeof startServer>>;
let client: Client;
beforeAll(async () => {
  server = await startServer({ root: process.cwd(), home, port: 0, secret: SECRET });
  const { url, token } = await ensureAccess({ url: server.url, fetch }, home, SECRET);
  client = createClient(url, token);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const write = (path: string) =>
  client.v1.documents.$post({ query: { root: "faq" }, json: { path, text: `Of ${path}.\n` } });

it("a server on this machine posts changes by itself, again where it was refused, and follows no redirect", async () => {
  const led: string[] = [];
  const elsewhere = await webhookReceiver((response) => {
    led.push("here");
    response.writeHead(200).end();
  });
  const receiver = await webhookReceiver((response, at) => {
    if (at === 1) response.writeHead(307, { location: elsewhere.url }).end();
    else response.writeHead(200).end("x".repeat(1_000_000));
  });
  try {
    const { secret } = await answerOf(client.v1.webhooks.$post({ json: { url: receiver.url } }));
    await write("a.md");
    await write("b.md");
    // The first try is refused; the second comes some seconds later by a message that waited.
    while (!receiver.changes().includes("added b.md") || receiver.received.length < 2) await sleep(100);
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    for (const message of receiver.received) receiver.verify(secret, message);
    const { webhooks } = await answerOf(client.v1.webhooks.$get());
    expect(webhooks).toMatchObject([{ attempts: 0, lastStatus: 200, lastError: null }]);
    expect(led).toEqual([]);
  } finally {
    receiver.close();
    elsewhere.close();
  }
});

it("a message that is tried from a server on this machine reaches a receiver, or says that none did", async () => {
  const receiver = await webhookReceiver();
  const { id, secret } = await answerOf(client.v1.webhooks.$post({ json: { url: receiver.url } }));
  const tried = () => answerOf(client.v1.webhooks[":id"].test.$post({ param: { id } }));
  expect(await tried()).toMatchObject({ delivered: true, status: 204 });
  expect(receiver.received.map((message) => receiver.verify(secret, message))).toHaveLength(1);
  receiver.close();
  expect(await tried()).toMatchObject({ delivered: false, status: null, error: "It cannot be reached" });
});
