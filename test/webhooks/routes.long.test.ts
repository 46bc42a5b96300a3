import { afterEach, describe, expect, it } from "vitest";
import { webhookReceiver } from "../support/webhook-receiver.ts";
import { localWorkspace } from "../support/worlds/local-workspace.ts";

const here = localWorkspace({ "before.md": "Before.\n" });
const opened: { close(): void }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  for (const { id } of (await call("GET", "")).body.webhooks) await call("DELETE", `/${id}`);
});

const receiver = async (...answer: Parameters<typeof webhookReceiver>) => {
  const made = await webhookReceiver(...answer);
  opened.push(made);
  return made;
};
const call = (method: string, path: string, body?: unknown, token = here.token) =>
  here.client.call(method, `/v1/webhooks${path}`, { token, body });
const add = async (body: object) => (await call("POST", "", body)).body;
/** What a write's message to the queue sets going. */
const post = async () => {
  await here.client.deliver({ task: "webhooks" });
};
const WEBHOOK_FIELDS = {
  ...{ kinds: null, roots: null, disabledReason: null, disabledAt: null, attempts: 0, nextAt: null },
  ...{ lastStatus: null, lastError: null, lastAt: null, deliveredAt: null, createdAt: expect.any(String) },
};

describe("a webhook", () => {
  it("gets what changes from then on, signed by the secret that its maker was shown", async () => {
    const { url, received, changes, verify } = await receiver();
    const { id, secret, ...rest } = await add({ url });
    expect({ id, secret, ...rest }).toEqual({
      ...WEBHOOK_FIELDS,
      id: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
      url,
    });
    await here.client.upload(here.token, { "after.md": "After.\n" });
    await post();
    expect(changes()).toEqual(["added after.md"]);
    expect(received.map((message) => verify(secret, message))).toHaveLength(1);
    const { body } = await call("GET", "");
    expect(body.webhooks).toEqual([
      {
        ...WEBHOOK_FIELDS,
        id,
        url,
        lastStatus: 204,
        lastAt: expect.any(String),
        deliveredAt: expect.any(String),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("whsec_");
  });

  it("goes on where a reader of the feed was, and its messages say where a reader may go on", async () => {
    const read = async (since?: string) =>
      (
        await here.client.call("GET", `/v1/changes${since === undefined ? "" : `?since=${since}`}`, {
          token: here.token,
        })
      ).body;
    const { cursor } = await read();
    await here.client.upload(here.token, { "late.md": "Late.\n" });
    const { url, received, changes } = await receiver();
    await add({ url, since: cursor });
    await add({ url, since: "2020-01-01" });
    await post();
    expect(changes().filter((change) => change === "added late.md")).toHaveLength(2);
    expect(changes()).toContain("added before.md");
    await here.client.upload(here.token, { "later.md": "Later.\n" });
    for (const { message } of received)
      if (message.type === "changes")
        expect((await read(message.data.cursor)).changes).toMatchObject([{ path: "later.md" }]);
  });

  it("gets nothing while it is paused, and everything afterwards", async () => {
    const { url, changes } = await receiver();
    const { id } = await add({ url });
    expect((await call("PATCH", `/${id}`, { paused: true })).body).toMatchObject({
      disabledReason: "paused",
    });
    await here.client.upload(here.token, { "paused.md": "Paused.\n" });
    await post();
    expect(changes()).toEqual([]);
    expect((await call("PATCH", `/${id}`, { paused: false })).body).toMatchObject(WEBHOOK_FIELDS);
    await post();
    expect(changes()).toEqual(["added paused.md"]);
  });

  it("can be tried, also while it is paused, and nothing is repeated or noted of that", async () => {
    const { url, received, state, verify } = await receiver();
    const { id, secret } = await add({ url });
    await call("PATCH", `/${id}`, { paused: true });
    const tried = async () => (await call("POST", `/${id}/test`)).body;
    expect(await tried()).toEqual({ delivered: true, status: 204, error: null, ms: expect.any(Number) });
    state.answer = (response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    const error = "It answered 302: redirects are not followed";
    expect(await tried()).toMatchObject({ delivered: false, status: 302, error });
    expect(received.map(({ message }) => message.type)).toEqual(["webhook.test", "webhook.test"]);
    expect(received.map((message) => verify(secret, message))).toHaveLength(2);
    expect((await call("GET", "")).body.webhooks).toMatchObject([{ lastStatus: null, attempts: 0 }]);
  });

  it("that fails says why, and when it is tried again", async () => {
    const { url } = await receiver((response) => response.writeHead(500).end());
    await add({ url });
    await here.client.upload(here.token, { "failing.md": "Failing.\n" });
    await post();
    expect((await call("GET", "")).body.webhooks).toMatchObject([
      {
        attempts: 1,
        nextAt: expect.any(String),
        lastStatus: 500,
        lastError: "It answered 500",
        deliveredAt: null,
      },
    ]);
  });
});

describe("what is refused", () => {
  it.each([
    [{ url: "http://10.0.0.1/" }, "invalid_input"],
    [{ url: "https://hooks.example.org/", kinds: [] }, "invalid_input"],
    [{ url: "https://hooks.example.org/", kinds: ["chunk"] }, "invalid_input"],
    [{ url: "https://hooks.example.org/", since: "a place" }, "invalid_input"],
    [{ url: "https://hooks.example.org/", since: "A".repeat(120) }, "cursor_expired"],
    [{ url: "https://hooks.example.org/", secret: "whsec_x" }, "invalid_input"],
    [{ url: `https://hooks.example.org/${"x".repeat(2_000)}` }, "invalid_input"],
  ])("of a new one: %j", async (body, code) => {
    expect((await call("POST", "", body)).body.error).toMatchObject({ code });
    expect((await call("GET", "")).body.webhooks).toEqual([]);
  });

  it("is the eleventh", async () => {
    for (let at = 0; at < 10; at++) await add({ url: `https://hooks.example.org/${at}` });
    expect((await add({ url: "https://hooks.example.org/10" })).error).toMatchObject({
      ...{ code: "limit_reached", details: { limit: 10 } },
    });
    expect((await call("GET", "")).body.webhooks).toHaveLength(10);
  });

  it.each(["PATCH", "DELETE", "POST"])("is %s of one that is not there", async (method) => {
    const path = `/${crypto.randomUUID()}${method === "POST" ? "/test" : ""}`;
    const body = method === "PATCH" ? { paused: true } : undefined;
    expect((await call(method, path, body)).body.error).toMatchObject({ code: "not_found" });
  });

  it("is of an id that can be none", async () => {
    expect((await call("DELETE", "/123")).body.error).toMatchObject({
      code: "invalid_input",
      message: "id: no webhook has such an id; the list of webhooks has them",
    });
  });
});

it("another workspace has no webhook of this one, and the access log says who added which", async () => {
  const { id, secret } = await add({ url: "https://hooks.example.org/" });
  const other = await here.client.workspace("other");
  const [path, paused] = [`/${id}`, { paused: true }];
  for (const [method, at, body] of [
    ["PATCH", path, paused],
    ["POST", `${path}/test`],
    ["DELETE", path],
  ] as const)
    expect((await call(method, at, body, other)).body.error).toMatchObject({ code: "not_found" });
  expect((await call("GET", "", undefined, other)).body).toEqual({ webhooks: [] });
  expect((await call("GET", "")).body.webhooks).toMatchObject([{ id, disabledReason: null }]);
  const log = await here.client.call("GET", "/v1/access-log?route=POST+%2Fv1%2Fwebhooks", {
    token: here.token,
  });
  expect(log.body.entries[0]).toMatchObject({ route: "POST /v1/webhooks", outcome: "ok" });
  const { results } = await here.database.database.prepare("SELECT secret FROM webhooks").all();
  expect(JSON.stringify(results)).not.toContain(secret.slice("whsec_".length));
});

it("a deleted workspace takes its webhooks with it", async () => {
  const token = await here.client.workspace("short-lived");
  expect((await call("POST", "", { url: "https://hooks.example.org/" }, token)).status).toBe(200);
  await here.client.call("DELETE", "/v1/workspaces/short-lived", { token: await here.client.owner() });
  for (let run = 0; run < 3; run++) await here.client.deliver({ task: "deletions" });
  const { results } = await here.database.database.prepare("SELECT count(*) AS n FROM webhooks").all();
  expect(results).toEqual([{ n: 0 }]);
});
