import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "guides/keys.md":
    "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys for a year.\n",
  "guides/deep/cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
  "src/store.ts":
    "/** Finds a user. */\nexport function getUserById(id: string) {\n  return store.get(id);\n}\n",
  "memory/2026-03-11.md": "The weir was opened for the eels.\n",
  "memory/2026-05-27.md": "The weir was closed again.\n",
  "notes/日本語.md": "# 録音\n\n録音機の時計が二時間進んでいる。\n",
  "notes/quote.md": "The quick brown fox jumps.\n\nA brown, quick animal.\n",
};

interface Found {
  readonly path: string;
  readonly text?: string;
  readonly id: string;
}

describe("searching", () => {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    await world.client.sweep();
    await world.client.sweep();
  });
  afterAll(() => world.dispose());

  const search = async (query: string, more: Record<string, unknown> = {}) =>
    (await world.client.search(token, query, more)).body;
  const paths = async (query: string, more: Record<string, unknown> = {}) => [
    ...new Set((await search(query, more)).hits.map(({ path }: Found) => path)),
  ];

  it("answers with everything a hit says of itself", async () => {
    const answer = await search("signing keys");
    expect(answer).toMatchObject({ outcome: "found", degraded: [], profile: "edge" });
    expect(answer.hits[0]).toMatchObject({
      root: "notes",
      path: "guides/keys.md",
      startLine: 1,
      citation: "guides/keys.md#L1-L4",
      headings: ["Keys"],
      kind: "file",
      language: "markdown",
      arms: { keyword: 1 },
      snippet: { startLine: 1 },
    });
    const { text, highlights } = answer.hits[0].snippet;
    expect(highlights.map(([from, to]: [number, number]) => text.slice(from, to))).toContain("signing");
    expect(answer.index).toMatchObject({
      embedder: "@cf/baai/bge-base-en-v1.5",
      reranker: "@cf/baai/bge-reranker-base",
    });
    expect(answer.use.rowsRead).toBeGreaterThan(0);
  });

  it("finds by meaning what shares no word", async () => {
    // The fake's cosines are no model's, so that its nearest is below any floor.
    const settings = { "relevance.floor": 0 };
    expect((await paths("vehicle", { settings }))[0]).toBe("guides/deep/cars.md");
  });

  it.each([
    ["root", { root: "elsewhere" }, []],
    ["prefix", { prefix: "guides/deep" }, ["guides/deep/cars.md"]],
    ["prefix within a name", { prefix: "guides/k" }, ["guides/keys.md"]],
    ["glob within a part", { glob: "guides/*.md" }, ["guides/keys.md"]],
    ["glob across parts", { glob: "guides/**/*.md" }, ["guides/deep/cars.md", "guides/keys.md"]],
    [
      "glob of many literals",
      { glob: Array.from({ length: 85 }, (_, at) => `${at % 10}${at}`.slice(-2)).join("?") },
      [],
    ],
    ["glob outside a set", { glob: "guides/[^x]*.md" }, ["guides/keys.md"]],
    ["glob over 50 bytes", { glob: `**/${"?".repeat(4)}.m[a-d]` }, ["guides/deep/cars.md", "guides/keys.md"]],
    ["language", { language: "typescript" }, ["src/store.ts"]],
    ["kind", { kind: "memory" }, []],
    ["after", { after: "2026-05-01", before: "2026-06-01" }, ["memory/2026-05-27.md"]],
    ["before", { after: "2026-03-01", before: "2026-04-01" }, ["memory/2026-03-11.md"]],
  ])("filters by %s in every profile", async (_, filters, expected) => {
    // A word of each file: none answers all of it.
    const asked = { filters, settings: { "relevance.floor": 0 }, limit: 50 };
    for (const profile of ["edge", "keyword", "vector"]) {
      const found = await paths("keys automobile getUserById weir fox", { ...asked, profile });
      expect(found.toSorted(), profile).toEqual(expected);
    }
  });

  it("takes a phrase in quotes as a filter on the raw text", async () => {
    expect(await paths('"quick brown"')).toEqual(["notes/quote.md"]);
    expect(await paths('"QUICK   brown" weir')).toEqual(["notes/quote.md"]);
    expect(await search('"brown quick"')).toMatchObject({ outcome: "nothing_found", hits: [] });
    expect(await paths('"時計が二時間"')).toEqual(["notes/日本語.md"]);
  });

  it("finds identifiers whole and in parts, file names, and Japanese", async () => {
    expect((await paths("getUserById", { profile: "keyword" }))[0]).toBe("src/store.ts");
    expect((await paths("user by id", { profile: "keyword" }))[0]).toBe("src/store.ts");
    expect((await paths("cars", { profile: "keyword" }))[0]).toBe("guides/deep/cars.md");
    expect((await paths("時計", { profile: "keyword" }))[0]).toBe("notes/日本語.md");
    expect((await paths("録", { profile: "keyword" }))[0]).toBe("notes/日本語.md");
  });

  it("answers GET as POST", async () => {
    const get = (query: string) => world.client.call("GET", `/v1/search?${query}`, { token });
    const byGet = (await get("q=weir&limit=1&profile=keyword&view=full&after=2026-05-01&prefix=memory/"))
      .body;
    const byPost = await search("weir", {
      limit: 1,
      profile: "keyword",
      view: "full",
      filters: { after: "2026-05-01", prefix: "memory/" },
    });
    expect(byGet.hits).toEqual(byPost.hits);
    expect(byGet.hits[0].text).toBe("The weir was closed again.");
    for (const bad of [
      "",
      "q=",
      "q=x&limit=0",
      "q=x&limit=101",
      "q=x&limit=1.5",
      "q=x&nope=1",
      "q=x&profile=none",
      "q=x&after=soon",
    ]) {
      const { status, body } = await get(bad);
      expect([bad, status, body.error?.code]).toEqual([bad, 400, "invalid_input"]);
    }
  });

  it.each([
    [{}, "query"],
    [{ query: "  " }, "empty"],
    [{ query: "x".repeat(2_001) }, "2000"],
    [{ query: "x", limit: 1_000 }, "limit"],
    [{ query: "x", surprise: 1 }, "surprise"],
    [{ query: "x", filters: { glob: "[z-a]" } }, "glob"],
    [{ query: "x", filters: { glob: "*/**/".repeat(51) } }, "at most 16 of * and **, this has 102"],
    [{ query: "x", filters: { glob: "**/?".repeat(36) } }, "at most 16 of * and **, this has 36"],
    [{ query: "x", filters: { root: "../x" } }, "root"],
    [{ query: 5 }, "query"],
  ])("refuses %j and says what is wrong", async (body, word) => {
    const answer = await world.client.call("POST", "/v1/search", { token, body });
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_input"]);
    expect(JSON.stringify(answer.body.error)).toContain(word);
  });

  it("refuses a body that is no JSON without a word of our insides", async () => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await world.client.raw("POST", "/v1/search", { headers, body: "{nope" });
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_input"]);
    const untyped = await world.client.raw("POST", "/v1/search", {
      headers: { authorization: `Bearer ${token}` },
      body: '{"query":"x"}',
    });
    expect([untyped.status, untyped.body.error.code]).toEqual([400, "invalid_input"]);
  });

  it("gives nothing of one workspace to another, nor lets it move ranks", async () => {
    const other = await world.client.workspace("other");
    const before = await search("weir opened", { profile: "keyword", limit: 10 });
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`weir${at}.md`, `The weir and the eels, secret ${at}.\n`]),
    );
    await world.client.upload(other, files);
    await world.client.sweep();
    const after = (await world.isolate().search(token, "weir opened", { profile: "keyword", limit: 10 }))
      .body;
    expect(after.hits).toEqual(before.hits);
    expect(after.index.version).toBe(before.index.version);
    expect(await paths("secret eels weir", { limit: 100 })).not.toContain("weir1.md");
    expect(
      (await world.client.search(other, "automobile keys", { limit: 100 })).body.hits.every(
        ({ path }: Found) => path.startsWith("weir"),
      ),
    ).toBe(true);
    expect((await world.client.call("GET", "/v1/documents/weir1.md", { token })).status).toBe(404);
  });

  it("gives the same answer from another isolate, and a new one after any write", async () => {
    const first = await search("eels opened");
    const again = (await world.isolate().search(token, "eels opened")).body;
    expect(again.hits).toEqual(first.hits);
    expect(again.use.cached).toContain("answer");
    await world.client.upload(token, { "memory/2026-07-01.md": "More eels were seen.\n" });
    const fresh = await search("eels opened");
    expect(fresh.index.version).toBeGreaterThan(first.index.version);
    expect(fresh.hits.map(({ path }: Found) => path)).toContain("memory/2026-07-01.md");
  });
});
