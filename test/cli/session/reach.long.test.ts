import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Reach, reach as whole, reachLight } from "../../../src/cli/session/reach.ts";
import { splitToken } from "../../../src/workspaces/proof/proof.ts";
import { FAKE_TOKEN, provedAt } from "../fake-proof.ts";
import { proving, recorder, relay } from "./listeners.ts";

const SIGNATURE = splitToken(FAKE_TOKEN)?.signature ?? "";
const TEXT = "the text of a private question";

const asking = (way: typeof fetch, url: string, more: RequestInit = {}): Promise<Response> =>
  way(`${url}/v1/search`, {
    ...{ method: "POST", body: JSON.stringify({ query: TEXT }) },
    headers: { authorization: `Bearer ${FAKE_TOKEN}` },
    ...more,
  });

const http = (body: string, more = ""): string =>
  `HTTP/1.1 200 OK\r\n${more}content-length: ${body.length}\r\n\r\n${body}`;

/** What was sent in the body of a challenge. */
const challengeIn = (text: string): unknown => JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));

/** Both are asked with a text and read as text alone. */
const WAYS: readonly (readonly [string, Reach])[] = [
  ["fetch", whole],
  ["what makes no objects of fetch", reachLight as unknown as Reach],
];

describe("over TCP on this machine, as fetch", () => {
  const reach = whole;
  it("lets a server prove itself once a connection, and then talks to it like fetch", async () => {
    const server = await proving((request, response) => {
      response.writeHead(request.url === "/gone" ? 204 : 201, { "set-cookie": ["a=1", "b=2"] });
      response.end(request.url === "/gone" ? undefined : "ü");
    });
    const way = reach({ url: server.url });
    const answer = await asking(way, server.url);
    expect([answer.status, answer.headers.getSetCookie(), await answer.text()]).toEqual([
      201,
      ["a=1", "b=2"],
      "ü",
    ]);
    const gone = await way(new URL("/gone", server.url), {
      headers: { authorization: `Bearer ${FAKE_TOKEN}` },
    });
    expect([gone.status, gone.body]).toEqual([204, null]);
    const token = `Bearer ${FAKE_TOKEN}`;
    expect(server.asked).toEqual([
      { path: "/health/proof", token: undefined, over: 1 },
      { path: "/v1/search", token, over: 1 },
      { path: "/gone", token, over: 1 },
    ]);
  });
});

describe.each(WAYS)("over TCP on this machine, by %s", (_, reach) => {
  it("answers a text with its status and headers", async () => {
    const server = await proving(
      (_, response) => void response.writeHead(418, { "x-a": "1" }).end('{"ü":1}'),
    );
    const way = reach({ url: server.url });
    const answer = await asking(way, server.url);
    const { ok, status, headers } = answer;
    expect([ok, status, headers.get("X-A"), headers.get("x-b")]).toEqual([false, 418, "1", null]);
    expect(await answer.text()).toBe('{"ü":1}');
    expect(await (await asking(way, server.url)).json()).toEqual({ ü: 1 });
    const parts: string[] = [];
    const decoder = new TextDecoder();
    for await (const part of (await asking(way, server.url)).body ?? []) parts.push(decoder.decode(part));
    expect(parts.join("")).toBe('{"ü":1}');
    expect(server.asked.filter(({ token }) => token === `Bearer ${FAKE_TOKEN}`)).toHaveLength(3);
  });

  it("proves each of the connections of requests that run at once", async () => {
    const server = await proving();
    const way = reach({ url: server.url });
    await Promise.all([1, 2, 3].map(async () => (await asking(way, server.url)).text()));
    const proofs = server.asked.filter(({ path }) => path === "/health/proof").map(({ over }) => over);
    expect(new Set(server.asked.filter(({ token }) => token).map(({ over }) => over))).toEqual(
      new Set(proofs),
    );
  });

  it("finds localhost too, and follows no redirect", async () => {
    const server = await proving((_, response) => void response.writeHead(307, { location: "/x" }).end());
    const url = server.url.replace("127.0.0.1", "localhost");
    expect((await asking(reach({ url }), url)).status).toBe(307);
  });

  it.each<[string, Parameters<typeof recorder>[0]]>([
    ["answers nothing and hangs up", (_, socket) => socket.destroy()],
    ["is no HTTP server", (_, socket) => void socket.write("220 mail ready\r\n\r\n")],
    ["answers any JSON", (_, socket) => void socket.write(http("{}"))],
    ["answers a proof of nothing", (_, socket) => void socket.write(http(`{"proof":"${"A".repeat(43)}"}`))],
    ["sends the challenge back", (text, socket) => void socket.write(http(text))],
    ["answers without an end", (_, socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n{}")],
    ["answers endlessly", (_, socket) => void socket.write("x".repeat(10_000))],
    ["refuses", (_, socket) => void socket.write("HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n")],
    [
      "proves itself with another secret",
      async (text, socket) => {
        const proof = await provedAt(`127.0.0.1:${socket.localPort}`, challengeIn(text), "x".repeat(40));
        socket.write(http(proof));
      },
    ],
    [
      "proves itself for another address",
      async (text, socket) => void socket.write(http(await provedAt("127.0.0.1:1", challengeIn(text)))),
    ],
    [
      "sends an answer ahead of the next question",
      async (text, socket) => {
        const proof = await provedAt(`127.0.0.1:${socket.localPort}`, challengeIn(text));
        socket.write(http(proof) + http("{}"));
      },
    ],
  ])("sends neither token nor text to what %s", async (_, answer) => {
    const { url, received } = await recorder(answer);
    await expect(asking(reach({ url }), url)).rejects.toThrow("did not prove that it is your server");
    expect(received()).toMatch(/^POST \/health\/proof HTTP\/1.1\r\n/);
    expect(received()).not.toContain(SIGNATURE);
    expect(received()).not.toContain(TEXT);
  });

  it("takes no proof that was passed on from the server, which listens elsewhere", async () => {
    const server = await proving();
    const { url, received } = await relay(server.url);
    await expect(asking(reach({ url }), url)).rejects.toThrow("did not prove");
    expect(server.asked.map(({ path }) => path)).toEqual(["/health/proof"]);
    expect(received()).not.toContain(SIGNATURE);
  });

  it("asks anew where another program takes the port between two requests", async () => {
    const server = await proving();
    const way = reach({ url: server.url });
    await (await asking(way, server.url)).text();
    await server.close();
    const { received } = await recorder((_, socket) => socket.destroy(), Number(new URL(server.url).port));
    for (const _ of [1, 2]) await expect(asking(way, server.url)).rejects.toThrow();
    expect(received()).toContain("/health/proof");
    expect(received()).not.toContain(SIGNATURE);
  });

  it("sends nothing at all for what is no token", async () => {
    const { url, received } = await recorder(() => undefined);
    for (const token of ["t", "rcl_a.b", `${FAKE_TOKEN}x`, ""]) {
      const headers = { authorization: `Bearer ${token}` };
      await expect(asking(reach({ url }), url, { headers })).rejects.toThrow("no token of edge-recall");
    }
    expect(received()).toBe("");
  });

  it("ends with its signal, while it waits for a proof, for an answer and for the rest of one", async () => {
    const reason = new Error("enough");
    const stops = [1, 2, 3].map(() => new AbortController());
    const signalOf = (at: number) => ({ signal: stops[at]?.signal ?? null });
    const silent = await recorder(() => undefined);
    const waits = reach({ url: silent.url });
    await expect(asking(waits, silent.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const unproved = expect(asking(waits, silent.url, signalOf(0))).rejects.toBe(reason);
    await expect.poll(silent.received).toContain("/health/proof");
    stops[0]?.abort(reason);
    await unproved;
    const slow = await proving(() => undefined);
    const unanswered = expect(asking(reach({ url: slow.url }), slow.url, signalOf(1))).rejects.toBe(reason);
    await expect.poll(() => slow.asked.length).toBe(2);
    stops[1]?.abort(reason);
    await unanswered;
    const begun = await proving((_, response) => void response.write("{"));
    const answer = await asking(reach({ url: begun.url }), begun.url, signalOf(2));
    stops[2]?.abort(reason);
    await expect(answer.text()).rejects.toBe(reason);
  });

  it("tells why nobody was reached, as fetch does", async () => {
    const server = await proving();
    await server.close();
    await expect(asking(reach({ url: server.url }), server.url)).rejects.toMatchObject({
      cause: { code: "ECONNREFUSED" },
    });
  });
});

describe.skipIf(process.platform === "win32").each(WAYS)(
  "through the socket in a home, by %s",
  (_, reach) => {
    function homeWithFolder(): string {
      const home = mkdtempSync(join(tmpdir(), "home-"));
      onTestFinished(() => rmSync(home, { recursive: true, force: true }));
      mkdirSync(join(home, "socket"), { mode: 0o700 });
      return home;
    }

    it("needs no proof, and touches no port", async () => {
      const home = homeWithFolder();
      const port = await recorder(() => undefined);
      const own = await proving(undefined, join(home, "socket/recall"));
      const way = reach({ url: port.url, home });
      for (const _ of [1, 2]) expect(await (await asking(way, port.url)).json()).toEqual({});
      expect(own.asked.map(({ path, over }) => [path, over])).toEqual([
        ["/v1/search", 1],
        ["/v1/search", 1],
      ]);
      expect(port.received()).toBe("");
    });

    it("goes over TCP, proved, where the socket's server has gone", async () => {
      const home = homeWithFolder();
      const server = await proving();
      const gone = await proving(undefined, join(home, "socket/new"));
      // Under another name it stays when its server ends.
      renameSync(join(home, "socket/new"), join(home, "socket/recall"));
      await gone.close();
      expect((await asking(reach({ url: server.url, home }), server.url)).status).toBe(200);
      expect(server.asked[0]?.path).toBe("/health/proof");
      expect(gone.asked).toEqual([]);
    });

    it.each<[string, (home: string) => void]>([
      ["a folder that others can enter", (home) => chmodSync(join(home, "socket"), 0o755)],
      [
        "a folder that is elsewhere",
        (home) => {
          const elsewhere = homeWithFolder();
          rmSync(join(home, "socket"), { recursive: true });
          symlinkSync(join(elsewhere, "socket"), join(home, "socket"));
        },
      ],
      ["a home whose path is too long", () => undefined],
    ])("is not believed in %s", async (name, change) => {
      const base = homeWithFolder();
      const home = name.includes("long") ? join(base, "deep".repeat(25)) : base;
      mkdirSync(join(home, "socket"), { recursive: true, mode: 0o700 });
      change(home);
      const other = name.includes("long") ? undefined : await proving(undefined, join(home, "socket/recall"));
      const server = await proving();
      expect((await asking(reach({ url: server.url, home }), server.url)).status).toBe(200);
      expect([server.asked[0]?.path, other?.asked ?? []]).toEqual(["/health/proof", []]);
    });
  },
);

it("is the platform's own way where the address is another machine's, or is proved by TLS", () => {
  for (const url of ["https://recall.example", "https://localhost:8443", "http://recall.example"])
    expect([whole({ url }), reachLight({ url })]).toEqual([fetch, fetch]);
});
