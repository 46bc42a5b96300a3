import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type World } from "../support/worlds/world.ts";
import { call, connect, type Door } from "./connect.ts";
import { openDoor } from "./open-door.ts";

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

describe("/mcp", () => {
  let world: World;
  let door: Door;
  let token: string;
  let read: string;
  let other: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    read = await world.client.workspace("default", "read");
    other = await world.client.workspace("other", "write");
    await world.client.upload(token, { "a.md": "The heron nests by the weir.\n" });
    ({ door } = openDoor(world, { CORS_ORIGINS: "https://app.example.com" }));
  });
  afterAll(() => world.dispose());

  const json = async (answer: Response) =>
    (await answer.json()) as { readonly error: { readonly code: unknown; readonly message: string } };
  const ask = (body: string | null, headers: Record<string, string>, through = door, method = "POST") =>
    through(
      new Request("https://recall.test/mcp", {
        ...{ method, body },
        headers: {
          ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
          ...{ authorization: `Bearer ${token}`, ...headers },
        },
      }),
    );

  it("answers nobody without a valid token, and says how to send one", async () => {
    const where =
      'resource_metadata="https://recall.test/.well-known/oauth-protected-resource/mcp", scope="read write"';
    for (const [authorization, told] of [
      ["", where],
      ["Bearer nonsense", `error="invalid_token", ${where}`],
      [`Bearer ${token}x`, `error="invalid_token", ${where}`],
    ] as const) {
      const answer = await ask(PING, { authorization });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, `Bearer ${told}`]);
      expect((await json(answer)).error.code).toBe("unauthorized");
    }
    expect(await (await ask(PING, {})).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  it("lets in no web page but its own and the configured ones", async () => {
    const statuses = async (origins: readonly string[]) =>
      Promise.all(origins.map(async (origin) => (await ask(PING, { origin })).status));
    expect(await statuses(["https://recall.test", "https://app.example.com"])).toEqual([200, 200]);
    expect(await statuses(["https://evil.example", "null", "https://recall.test.evil.example"])).toEqual([
      403, 403, 403,
    ]);
  });

  it("answers to the host names that are set, and locally to this machine's alone", async () => {
    const status = async (host: string, through: Door) => (await ask(PING, { host }, through)).status;
    const named = openDoor(world, { ALLOWED_HOSTS: "recall.example.com, two.example.com" }).door;
    expect(await status("recall.example.com", named)).toBe(200);
    expect(await status("two.example.com:8443", named)).toBe(200);
    expect(await status("rebound.example", named)).toBe(403);
    const wrong = openDoor(world, { ALLOWED_HOSTS: "https://recall.example.com" }).door;
    expect((await json(await ask(PING, {}, wrong))).error).toMatchObject({
      code: "misconfigured",
      message: expect.stringContaining("ALLOWED_HOSTS"),
    });
  });

  it("refuses what is no message of the protocol with a code of its own, and never fails", async () => {
    const bodies = [
      "",
      "{",
      "null",
      "[]",
      "{}",
      '"x"',
      '{"jsonrpc":"2.0"}',
      `[${Array(30).fill(PING).join()}]`,
    ];
    for (const body of bodies) {
      const answer = await ask(body, {});
      expect([body, answer.status]).toEqual([body, 400]);
      expect((await json(answer)).error.code).toBeLessThan(0);
    }
    expect((await ask(PING, { "content-type": "text/plain" })).status).toBe(415);
    expect((await ask(null, {}, door, "GET")).status).toBe(405);
    expect((await ask(null, {}, door, "DELETE")).status).toBe(405);
    const unknown = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/steal" });
    expect((await json(await ask(unknown, {}))).error.code).toBe(-32_601);
  });

  it("lets a token that may only read search and vote, and change nothing", async () => {
    const reader = await connect(door, { token: read });
    expect((await call(reader, "search", { query: "heron" })).isError).toBe(false);
    for (const [name, args] of [
      ["remember", { texts: ["The heron has gone."] }],
      ["forget", { query: "The heron has gone." }],
    ] as const) {
      const { isError, text } = await call(reader, name, args);
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^forbidden: .*scope write;.*recall token create/),
      ]);
    }
  });

  it("ends with its token", async () => {
    const owner = await world.client.owner();
    const body = { scope: "write", workspace: "default" };
    const minted = (await world.client.call("POST", "/v1/tokens", { token: owner, body })).body;
    const ended = await connect(door, { token: minted.token });
    expect((await call(ended, "status")).isError).toBe(false);
    await world.client.call("DELETE", `/v1/tokens/${minted.id}`, { token: owner });
    for (const [name, args] of [
      ["search", { query: "heron" }],
      ["status", {}],
      ["remember", { texts: ["The heron has gone."] }],
    ] as const)
      expect((await call(ended, name, args)).text).toMatch(/^unauthorized: This token was revoked/);
    await expect(ended.listResources()).rejects.toThrow("unauthorized: This token was revoked");
  });

  it("shows nothing of another workspace, by any name of it", async () => {
    const own = await connect(door, { token });
    const stranger = await connect(door, { token: other });
    const found = await call<{ hits: { id: string }[]; recallId: string }>(own, "search", { query: "heron" });
    const id = found.structured.hits[0]?.id ?? "";
    const kept = await call<{ memories: { id: string }[] }>(own, "remember", {
      texts: ["Herons eat frogs."],
    });
    const memory = kept.structured.memories[0]?.id ?? "";
    const empty = await call<{ hits: unknown[] }>(stranger, "search", { query: "heron frogs" });
    expect(empty.structured.hits).toEqual([]);
    for (const place of [id, memory, "a.md", "notes:a.md", `memories:${memory}`])
      expect((await call(stranger, "get", { places: [place] })).text).toMatch(/^not_found: /);
    expect((await call(stranger, "fetch", { id })).text).toMatch(/^not_found: /);
    expect((await call(stranger, "forget", { id: memory })).text).toMatch(/^not_found: /);
    const vote = { recallId: found.structured.recallId, hit: "1", vote: "up" };
    expect((await call(stranger, "feedback", vote)).text).toMatch(/^not_found: /);
    expect((await stranger.listResources()).resources).toEqual([]);
    for (const uri of ["recall://notes/a.md", "recall://a.md", `recall://memories/${memory}`])
      await expect(stranger.readResource({ uri })).rejects.toThrow("not found");
    expect((await call(own, "get", { places: [memory] })).isError).toBe(false);
  });

  it("lists documents page by page and reads each by its URI, whatever its path", async () => {
    const many = await world.client.workspace("many", "write");
    const names = Array.from({ length: 120 }, (_, at) => `n${String(at).padStart(3, "0")}.md`);
    const files = Object.fromEntries(names.map((name) => [name, `About ${name}.\n`]));
    await world.client.upload(many, { ...files, "ü/50% #1?.md": "Odd name.\n", "x.ts": "export {};\n" });
    const lister = await connect(door, { token: many });
    const first = await lister.listResources({ cursor: undefined } as never);
    const uris = first.resources.map(({ uri }) => uri);
    expect(uris).toHaveLength(122);
    expect(uris).toContain("recall://notes/%C3%BC/50%25%20%231%3F.md");
    const odd = await lister.readResource({ uri: "recall://notes/%C3%BC/50%25%20%231%3F.md" });
    expect(odd.contents).toMatchObject([{ mimeType: "text/markdown", text: "Odd name.\n" }]);
    expect((await lister.readResource({ uri: "recall://n007.md" })).contents).toMatchObject([
      { text: "About n007.md.\n" },
    ]);
    for (const uri of [
      "recall://",
      "recall://notes/",
      "recall://%",
      "file:///etc/passwd",
      "recall://notes/../x",
    ])
      await expect(lister.readResource({ uri })).rejects.toThrow();
    await expect(lister.listResources({ cursor: "nonsense" })).rejects.toThrow("invalid_input: cursor");
  });

  it("offers prompts, and asks for what they need", async () => {
    const asking = await connect(door, { token, isModern: true });
    const { prompts } = await asking.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "recall-before-answering",
      "what-did-we-decide",
      "save-what-we-learned",
    ]);
    const decided = await asking.getPrompt({ name: "what-did-we-decide", arguments: { topic: "herons" } });
    expect(JSON.stringify(decided.messages)).toContain("Topic: herons");
    expect((await asking.getPrompt({ name: "save-what-we-learned" })).messages).toHaveLength(1);
    await expect(asking.getPrompt({ name: "what-did-we-decide" })).rejects.toThrow("invalid_input: topic");
    await expect(asking.getPrompt({ name: "nope" })).rejects.toThrow(
      "invalid_input: There is no such prompt",
    );
  });
});
