import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call as callTool, connect } from "../../mcp/connect.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const SECRET_WORD = "Zanzibar";

let world: World;
let admin: string;
let ofNotes: string;
let ofTwo: string;
let ofSession: string;
let quiet: string;
let plans: { chunk: string };
beforeAll(async () => {
  world = await createWorld();
  const { client } = world;
  admin = await client.workspace("default");
  await client.upload(admin, { "harbour.md": "# Harbour\n\nThe harbour pilot boards ships.\n" }, "notes");
  await client.upload(admin, { "crane.md": "# Crane\n\nThe crane lifts ships.\n" }, "works");
  const text = `# Merger\n\nThe harbour pilot buys ${SECRET_WORD} Ltd. from Ana Lopez.\n`;
  await client.upload(admin, { "plans.md": text, "harbour.md": text }, "private");
  for (const session of ["s1", "s2"]) {
    const body = { text: `The ${session} crew keeps the harbour keys in drawer ${session}.`, session };
    await client.call("POST", "/v1/memories", { token: admin, body });
  }
  await client.sweep();
  const mint = async (body: object) =>
    (await client.call("POST", "/v1/tokens", { token: admin, body: { scope: "read", ...body } })).body.token;
  ofNotes = await mint({ roots: ["notes"] });
  ofTwo = await mint({ roots: ["notes", "works"] });
  ofSession = await mint({ session: "s1" });
  quiet = await mint({ log: false });
  const found = (await client.search(admin, SECRET_WORD)).body.hits;
  plans = { chunk: found[0].id };
});
afterAll(() => world.dispose());

const get = (token: string, path: string) => world.client.call("GET", `/v1${path}`, { token });
const search = async (token: string, query: string, more: Record<string, unknown> = {}) =>
  (await world.client.search(token, query, more)).body;
const rootsOf = ({ hits }: { hits: { root: string }[] }) =>
  [...new Set(hits.map(({ root }) => root))].toSorted();

describe("a token of roots", () => {
  it("finds passages of its roots only, by every profile", async () => {
    for (const profile of ["edge", "keyword", "latest"]) {
      expect(rootsOf(await search(ofNotes, "harbour pilot ships", { profile }))).toEqual(["notes"]);
      expect(rootsOf(await search(ofTwo, "harbour pilot ships crane", { profile }))).toEqual([
        "notes",
        "works",
      ]);
    }
    expect(rootsOf(await search(ofTwo, "ships", { filters: { root: "works" } }))).toEqual(["works"]);
  });

  it("is told nothing of what else the workspace holds: no text, count, name, repair or reason", async () => {
    for (const query of [SECRET_WORD, "Zanzibr Ltd", "Ana Lopez", '"buys Zanzibar"', "keys in drawer s2"]) {
      const answer = await search(ofNotes, query, { minScore: 0 });
      const told = JSON.stringify({ ...answer, asOf: "", recallId: "", timings: {} });
      for (const word of ["private", "plans.md", "Merger", "memories", "drawer", "lopez", plans.chunk])
        expect(told).not.toContain(word);
      expect(answer).not.toHaveProperty("absence");
      expect(answer).not.toHaveProperty("didYouMean");
      expect(answer.use).toMatchObject({ repaired: [], rowsRead: 0 });
      expect(answer.index).toMatchObject({
        ...{ version: 0, indexedAt: null, pendingChunks: 0, failedDocuments: 0 },
        ...{ severalRoots: false, confined: true },
      });
    }
  });

  it("answers the same whether another root holds the word or not, to the score", async () => {
    const shown = async (query: string) => {
      const { outcome, relevance, hits, closest = [] } = await search(ofNotes, query);
      const scores = [...hits, ...closest].map((hit: { score: number; relevance: number }) => [
        ...[hit.score, hit.relevance],
      ]);
      return [outcome, relevance, hits.length, scores];
    };
    // Words of equal length: an embedding of characters, as tests have it, tells others apart.
    expect(await shown(SECRET_WORD)).toEqual(await shown("Zanzibaq"));
    expect(await shown(`harbour ${SECRET_WORD}`)).toEqual(await shown("harbour Zanzibaq"));
  });

  it("has the same scores, each part of them, whatever else is pushed into another root", async () => {
    const queries = ["harbour", "pilot walrus", "ships of the harbour", "harbour pilots"];
    const profiles = ["edge", "keyword", "latest", "strong"];
    const asked = queries.flatMap((query) => profiles.map((profile) => ({ query, profile })));
    const shown = async () => {
      const answers = await Promise.all(
        asked.map(({ query, profile }) => search(ofNotes, query, { profile, minScore: 0 })),
      );
      return answers.map(({ relevance, hits, closest }) => [relevance, closest, hits]);
    };
    const before = await shown();
    const text = "The walrus of the harbour ships pilots. Harbour, walrus, harbour.\n";
    const more = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`walrus/${at}.md`, text]));
    await world.client.upload(admin, more, "walruses");
    for (let at = 0; at < 3; at++) await world.client.sweep();
    expect(await shown()).toEqual(before);
  });

  it.each([
    ["POST", "/v1/search", { query: "x", filters: { root: "private" } }],
    ["POST", "/v1/search", { query: "x", explain: true }],
    ["POST", "/v1/ask", { question: "x", filters: { root: "private" } }],
    ["POST", "/v1/explain", { query: "x", id: "private:plans.md#L1" }],
    ["GET", "/v1/search?q=x&root=private", undefined],
    ["GET", "/v1/documents?root=private", undefined],
    ["GET", "/v1/documents/plans.md?root=private", undefined],
    ["GET", "/v1/status", undefined],
    ["GET", "/v1/graph?query=Ana", undefined],
    ["GET", "/v1/graph/overview", undefined],
    ["GET", "/v1/entities", undefined],
    ["GET", "/v1/entities/ana-lopez", undefined],
    ["GET", "/v1/memories/statistics", undefined],
    ["GET", "/v1/memories/timeline?around=aaaaaaaa", undefined],
    ["GET", "/v1/lane", undefined],
    ["GET", "/v1/profiles", undefined],
    ["GET", "/v1/feedback", undefined],
    ["POST", "/v1/feedback", { recallId: "x", chunk: 1, value: "up" }],
    ["GET", "/v1/export", undefined],
    ["GET", "/v1/tokens", undefined],
    ["GET", "/v1/sign-ins", undefined],
    ["POST", "/v1/sign-ins", undefined],
    ["POST", "/v1/sign-ins/links", undefined],
    ["POST", "/v1/memories", { text: "Herons." }],
  ])("is refused what cannot be confined: %s %s", async (method, path, body) => {
    const answer = await world.client.call(method, path, { token: ofNotes, ...(body && { body }) });
    expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"]);
    expect(JSON.stringify(answer.body)).not.toMatch(/Zanzibar|Merger|crane/);
  });

  it("lists and reads its own documents, and knows of no others by path, id or beginning of an id", async () => {
    const paths = async (token: string) =>
      (await get(token, "/documents")).body.documents.map((one: { root: string; path: string }) => one.path);
    expect(await paths(ofNotes)).toEqual(["harbour.md"]);
    expect(await paths(ofTwo)).toEqual(["harbour.md", "crane.md"]);
    // Another root has the path, too: that is no ambiguity for who does not see it.
    expect((await get(ofNotes, "/documents/harbour.md")).body).toMatchObject({ root: "notes" });
    expect((await get(ofNotes, "/documents/plans.md")).status).toBe(404);
    expect((await get(ofNotes, `/chunks/${plans.chunk}`)).status).toBe(404);
    expect((await get(ofNotes, `/chunks/${plans.chunk.slice(0, 8)}`)).status).toBe(404);
    expect((await get(ofNotes, "/memories")).body.memories).toEqual([]);
    expect((await get(ofNotes, "/recent")).body.items.map((one: { root: string }) => one.root)).toEqual([
      ...["notes"],
    ]);
  });

  it("has the same answers by MCP, in tools, resources and completions", async () => {
    const { door } = openDoor(world);
    const client = await connect(door, { token: ofNotes });
    const found = await callTool<{ hits: { citation: string }[] }>(client, "search", {
      query: "harbour pilot",
    });
    expect(found.structured.hits.map(({ citation }) => citation)).toEqual(["harbour.md#L1-L3"]);
    expect((await callTool(client, "get", { places: ["plans.md"] })).text).toMatch(/^not_found: /);
    expect((await callTool(client, "get", { places: [plans.chunk] })).text).toMatch(/^not_found: /);
    expect((await callTool(client, "get", { places: ["*.md"] })).text).not.toMatch(/Merger|plans/);
    expect((await callTool(client, "fetch", { id: plans.chunk })).text).toMatch(/^not_found: /);
    expect((await callTool(client, "list", {})).text).not.toMatch(/Merger|drawer/);
    for (const [name, args] of [
      ["status", {}],
      ["graph", { query: "Ana Lopez" }],
      ["feedback", { recallId: "0".repeat(26), hit: 1, vote: "up" }],
    ] as const)
      expect((await callTool(client, name, args)).text).toMatch(
        /^forbidden: This token is limited to the root notes/,
      );
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual(["recall://notes/harbour.md"]);
    await expect(client.readResource({ uri: "recall://private/plans.md" })).rejects.toThrow(
      /forbidden|limited/,
    );
    const complete = async (name: string, value: string) =>
      (
        await client.complete({
          ref: { type: "ref/resource", uri: "recall://{root}/{+path}" },
          argument: { name, value },
        })
      ).completion.values;
    expect(await complete("root", "")).toEqual(["notes"]);
    expect(await complete("path", "p")).toEqual([]);
    const words = await client.complete({
      ref: { type: "ref/prompt", name: "recall-before-answering" },
      argument: { name: "question", value: "Zanz" },
    });
    expect(words.completion.values).toEqual([]);
  });
});

describe("a token of a session", () => {
  it("sees the memories of that session, and nothing beside them", async () => {
    const { hits } = await search(ofSession, "harbour keys drawer pilot");
    expect(hits.map(({ memory }: { memory: { session: string } }) => memory.session)).toEqual(["s1"]);
    expect(JSON.stringify(hits)).not.toContain("mayContradict");
    const listed = (await get(ofSession, "/memories")).body.memories;
    expect(listed.map(({ session }: { session: string }) => session)).toEqual(["s1"]);
    expect((await get(ofSession, "/documents")).body.documents).toHaveLength(1);
    const recent = (await get(ofSession, "/recent")).body.items;
    expect(recent.map(({ session }: { session: string }) => session)).toEqual(["s1"]);
    for (const path of ["/recent?session=s2", "/memories?session=s2", "/documents?root=notes"])
      expect((await get(ofSession, path)).body.error.code).toBe("forbidden");
    const named = await world.client.search(ofSession, "keys", { filters: { session: "s2" } });
    const rooted = await world.client.search(ofSession, "keys", { filters: { root: "notes" } });
    expect([rooted.status, rooted.body.error?.message]).toEqual([
      403,
      expect.stringContaining("the root notes"),
    ]);
    expect((await world.client.search(ofSession, "keys", { filters: { root: "memories" } })).status).toBe(
      200,
    );
    expect(named.body.error.code).toBe("forbidden");
    const other = (await get(admin, "/memories?session=s2")).body.memories[0].id;
    expect((await get(ofSession, `/documents/${other}`)).status).toBe(404);
    expect((await get(ofSession, `/memories/${other}`)).status).toBe(403);
  });
});

describe("the recall log", () => {
  const logged = async () => {
    const { recalls } = (await get(admin, "/recalls?limit=100")).body;
    return recalls.map(({ query }: { query: string }) => query);
  };

  it("has every search of a token that may not read it, whatever it asks; the answer says so", async () => {
    const read = (await world.client.call("POST", "/v1/tokens", { token: admin, body: { scope: "write" } }))
      .body;
    const answer = await search(read.token, "a thief's question", { log: false });
    expect(answer.loggedAnyway).toBe(true);
    expect(await search(admin, "an admin's question", { log: false })).not.toHaveProperty("loggedAnyway");
    expect(await search(quiet, "a quiet question")).not.toHaveProperty("loggedAnyway");
    await search(quiet, "a second quiet question", { log: true });
    const queries = await logged();
    expect(queries).toContain("a thief's question");
    for (const query of ["an admin's question", "a quiet question", "a second quiet question"])
      expect(queries).not.toContain(query);
  });
});
