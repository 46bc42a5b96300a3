import { describe, expect, it } from "vitest";
import { answerOf, createClient, RecallError } from "../../src/client/client.ts";
import { failureIn } from "../../src/client/failure.ts";
import { isLoopback, remoteHost } from "../../src/client/loopback.ts";
import { connectionTo } from "../../src/client/send.ts";

/** A client of a server that answers everything, and what it sent. */
function clientOf(url: string, answer = () => Response.json({ done: true })) {
  const sent: { url: string; method: string; headers: Headers }[] = [];
  const fetching: typeof fetch = async (address, init) => {
    sent.push({ url: String(address), method: init?.method ?? "", headers: new Headers(init?.headers) });
    return answer();
  };
  return { client: createClient(url, "t", { fetch: fetching }), sent };
}

describe("a client", () => {
  it("asks the server at its URL, whatever slashes end it, with its token", async () => {
    for (const url of ["https://recall.example/below", "https://recall.example/below//"]) {
      const { client, sent } = clientOf(url);
      expect(await answerOf(client.v1.status.$get() as never)).toEqual({ done: true });
      expect(sent[0]).toMatchObject({ url: "https://recall.example/below/v1/status", method: "GET" });
      expect(sent[0]?.headers.get("authorization")).toBe("Bearer t");
    }
  });

  it.each<[string, string]>([
    ["a b/ü#?.md", "a%20b/%C3%BC%23%3F.md"],
    ["a%2Fb.md", "a%252Fb.md"],
    [".../..a.md", ".../..a.md"],
  ])("names the document %s as an address can", async (path, named) => {
    const { client, sent } = clientOf("https://recall.example");
    await client.v1.documents[":path"].$get({ param: { path }, query: {} } as never);
    expect(sent[0]?.url).toBe(`https://recall.example/v1/documents/${named}`);
  });

  it("sends a call's own headers and query with it, a name that is a number too", async () => {
    const { client, sent } = clientOf("https://recall.example");
    await client.v1.chunks[":id"].$get({ param: { id: 7 } } as never, { headers: { "x-own": "1" } });
    await client.v1.documents.$get({ query: { root: "a/b", limit: "2" } } as never);
    expect(sent.map(({ url, headers }) => [url.slice(26), headers.get("x-own")])).toEqual([
      ["chunks/7", "1"],
      ["documents?root=a%2Fb&limit=2", null],
    ]);
  });

  it("takes a slash in any other name for a part of it", async () => {
    const { client, sent } = clientOf("https://recall.example");
    await client.v1.entities[":slug"].$get({ param: { slug: "a/b c" }, query: {} } as never);
    expect(sent[0]?.url).toBe("https://recall.example/v1/entities/a%2Fb%20c");
  });

  it.each(["", ".", "..", "a//b", "a/../b", "a/.", "a\ud800.md"])(
    "sends no request for the path %j",
    async (path) => {
      const { client, sent } = clientOf("https://recall.example");
      const asked = client.v1.documents[":path"].$get({ param: { path }, query: {} } as never);
      await expect(asked).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(JSON.stringify(path)),
      });
      expect(sent).toEqual([]);
    },
  );

  it("sends a failed request once unless told otherwise, and tells what the server said", async () => {
    const { client, sent } = clientOf("https://recall.example", () =>
      Response.json({ error: { code: "unavailable", message: "down" } }, { status: 503 }),
    );
    const failure = await client.v1.status.$get().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RecallError);
    expect(failure).toMatchObject({ code: "unavailable", message: "down" });
    expect(sent).toHaveLength(1);
  });

  it("reads what it wrote, and knows no state before", () => {
    const connection = connectionTo("https://recall.example", "t");
    expect(connection.bookmark()).toBeUndefined();
    connection.onBookmark("one", undefined);
    connection.onBookmark("two", "one");
    expect(connection.bookmark()).toBe("two");
  });
});

it.each<[number, unknown, string, string]>([
  [401, undefined, "unauthorized", "The server answered HTTP 401"],
  [403, {}, "forbidden", "The server answered HTTP 403"],
  [429, { error: "x" }, "rate_limited", "The server answered HTTP 429"],
  [499, null, "invalid_input", "The server answered HTTP 499"],
  [500, {}, "unavailable", "The server answered HTTP 500"],
  [400, { error: { code: "conflict", message: "m" } }, "conflict", "m"],
  [400, { error: { code: "new_code", message: "m" } }, "invalid_input", "m"],
  [409, { error: { code: "conflict", message: 7 } }, "conflict", "The server answered HTTP 409"],
])("HTTP %d with %j is the failure %s", (status, body, code, message) => {
  expect(failureIn(status, body)).toMatchObject({ code, message });
});

it.each([
  ["http://localhost:8787", true],
  ["http://127.0.0.1:1/x", true],
  ["http://127.9.8.7", true],
  ["http://[::1]:1", true],
  ["https://localhost.example:8443/x", false],
  ["https://example-localhost", false],
  ["https://128.0.0.1", false],
  ["nonsense", false],
])("%s is of this machine: %s", (url, isHere) => {
  expect(isLoopback(url)).toBe(isHere);
  if (isHere) expect(remoteHost(url)).toBeUndefined();
  else if (URL.canParse(url)) expect(remoteHost(url)).toBe(new URL(url).host);
});
