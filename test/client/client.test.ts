import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { answerOf, createClient, RecallError } from "../../src/client/client.ts";

/** A server that answers what it was asked, and a client of it. */
function echo() {
  const server = new Hono();
  let writes = 0;
  server.all("*", async (c) => {
    const isWrite = c.req.method !== "GET";
    const { pathname, search } = new URL(c.req.url);
    const headers = Object.fromEntries(c.req.raw.headers);
    if (isWrite) c.header("x-recall-bookmark", `b${++writes}`);
    return c.json({
      method: c.req.method,
      address: `${pathname}${search}`,
      headers,
      body: await c.req.text(),
    });
  });
  const send = ((url: string, init: RequestInit) => server.request(url, init)) as typeof fetch;
  return createClient("http://server.test/", "t0k3n", { fetch: send });
}

interface Echoed {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
const echoed = async (call: Promise<{ json(): Promise<unknown> }>) => (await answerOf(call)) as Echoed;

describe("a client", () => {
  it("sends method, address, body and token as the route has them", async () => {
    const { v1 } = echo();
    const found = await echoed(v1.search.$post({ json: { query: "keys" } }));
    expect(found).toMatchObject({ method: "POST", address: "/v1/search", body: '{"query":"keys"}' });
    expect(found.headers).toMatchObject({
      authorization: "Bearer t0k3n",
      "content-type": "application/json",
    });
    const query = { root: "my notes", prefix: undefined, limit: 5 };
    expect((await echoed(v1.documents.$get({ query }))).address).toBe("/v1/documents?root=my+notes&limit=5");
  });

  it("encodes names, and paths part by part", async () => {
    const { v1 } = echo();
    const slug = "Ana/López?#%:id";
    const read = await echoed(v1.entities[":slug"].$get({ param: { slug }, query: {} }));
    expect(decodeURIComponent(read.address)).toBe(`/v1/entities/${slug}`);
    expect(read.address.split("/")).toHaveLength(4);
    const path = "a b/ü?.md";
    const document = await echoed(v1.documents[":path"].$get({ param: { path }, query: {} }));
    expect(document.address).toBe("/v1/documents/a%20b/%C3%BC%3F.md");
    const param = { slug: "x", id: 7 };
    expect((await echoed(v1.entities[":slug"].observations[":id"].$delete({ param }))).address).toBe(
      "/v1/entities/x/observations/7",
    );
  });

  it.each(["", ".", ".."])("refuses the name %j, which would lead to another route", async (id) => {
    await expect(echo().v1.recalls[":id"].$get({ param: { id } })).rejects.toThrow(RecallError);
    const path = `a/${id}`;
    await expect(echo().v1.documents[":path"].$delete({ param: { path }, query: {} })).rejects.toThrow(
      RecallError,
    );
  });

  it("names each write, and reads what it wrote", async () => {
    const { v1 } = echo();
    const bookmark = async () => (await echoed(v1.status.$get())).headers["x-recall-bookmark"];
    expect(await bookmark()).toBeUndefined();
    const json = { text: "said" };
    const keys = [await echoed(v1.memories.$post({ json })), await echoed(v1.memories.$post({ json }))].map(
      ({ headers }) => headers["idempotency-key"],
    );
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(await bookmark()).toBe("b2");
    const own = await echoed(v1.memories.$post({ json }, { headers: { "idempotency-key": "mine" } }));
    expect(own.headers["idempotency-key"]).toBe("mine");
  });

  it("throws what the server says of a failure, and what its status says where it says nothing", async () => {
    const answering = (response: Response) =>
      createClient("http://server.test", "t", { fetch: async () => response }).v1.status.$get();
    const refused = { error: { code: "limit_reached", message: "No more", details: { limit: 5 } } };
    await expect(answering(Response.json(refused, { status: 409 }))).rejects.toMatchObject({
      code: "limit_reached",
      message: "No more",
      details: { limit: 5 },
      status: 409,
    });
    await expect(answering(new Response("<html>", { status: 502 }))).rejects.toMatchObject({
      code: "unavailable",
    });
    const gone = createClient("http://server.test", "t", {
      fetch: () => Promise.reject(new TypeError("no")),
    });
    await expect(gone.v1.status.$get()).rejects.toMatchObject({ code: "unavailable" });
  });
});
