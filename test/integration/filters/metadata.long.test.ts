import { afterAll, beforeAll, describe, expect, it } from "vitest";
import worker from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

let opened: TestDatabase;
let client: TestClient;
let token: string;
beforeAll(async () => {
  opened = await openQuickDatabase();
  client = createClient(worker as never, testEnv(opened.database));
  token = await client.workspace("default");
});
afterAll(() => opened.dispose());

const send = async (body: unknown, root = "notes") =>
  (await client.call("POST", `/v1/documents?root=${root}`, { token, body })).body;
const read = async (path: string) =>
  (await client.call("GET", `/v1/documents/${path}?root=notes`, { token })).body;
const found = async (filters: unknown, query = "signing keys") =>
  (await client.search(token, query, { filters, log: false })).body;
const paths = async (filters: unknown) =>
  (await found(filters)).hits.map(({ path }: { path: string }) => path).toSorted();

const TEXT = "The signing keys are kept in the vault.";

describe("metadata of a document", () => {
  it("are given back over its front matter, and filter it", async () => {
    const text = `---\nstatus: draft\nteam: web\n---\n\n${TEXT}\n`;
    await send({ path: "a.md", text, metadata: { status: "open", effort: 3, labels: ["red"] } });
    expect((await read("a.md")).metadata).toEqual({
      ...{ status: "open", team: "web", effort: 3, labels: ["red"] },
    });
    const filters = { metadata: { status: "open", team: "web", effort: { gt: 2 }, labels: ["red", "blue"] } };
    expect(await paths(filters)).toEqual(["a.md"]);
    expect(await paths({ metadata: { status: "draft" } })).toEqual([]);
  });

  it("are a change of an unchanged text, whatever the order of their keys", async () => {
    const document = { path: "b.md", text: TEXT, mtime: 1_700_000_000_000, metadata: { a: 1, b: "x" } };
    expect(await send(document)).toMatchObject({ indexed: 1, unchanged: 0 });
    expect(await send({ ...document, metadata: { b: "x", a: 1 } })).toMatchObject({
      indexed: 0,
      unchanged: 1,
    });
    expect(await send({ ...document, metadata: { a: 2 } })).toMatchObject({ indexed: 1, unchanged: 0 });
    expect((await read("b.md")).metadata).toEqual({ a: 2 });
    const { metadata: _, ...plain } = document;
    expect(await send(plain)).toMatchObject({ indexed: 1 });
    expect((await read("b.md")).metadata).toEqual({});
  });

  it("are kept without secrets", async () => {
    const key = `AKIA${"QWERTYUIOPASDFGH"}`;
    const metadataOf = { aws_access_key_id: key, note: "fine" };
    const document = { path: "c.md", text: TEXT, mtime: 1_700_000_000_000, metadata: metadataOf };
    await send(document);
    const { metadata } = await read("c.md");
    expect(JSON.stringify(metadata)).not.toContain(key);
    expect(metadata.note).toBe("fine");
    expect(await send(document)).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ["an object in them", { a: { b: 1 } }],
    ["more than 8 KB", { a: "x".repeat(8_200) }],
    ["a key that names a prototype", JSON.parse('{"__proto__": 1}')],
    ["a key of nothing", { "": 1 }],
    ["a list of lists", { a: [["b"]] }],
    ["half a character", { a: "\ud800" }],
  ])("are refused with %s", async (_, metadata) => {
    const answer = await send({ path: "d.md", text: TEXT, metadata });
    expect(answer.error).toMatchObject({ code: "invalid_input" });
    expect(answer.error.message).toContain("metadata");
  });

  it("go with an export and come back from it", async () => {
    await send({ path: "e.md", text: TEXT, metadata: { ticket: 42 } });
    const records: { type?: string; path?: string; metadata?: unknown }[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const address: string = next === "" ? "" : `?${new URLSearchParams({ cursor: next })}`;
      const { body } = await client.call("GET", `/v1/export${address}`, { token });
      records.push(...body.records);
      next = body.nextCursor;
    }
    const record = records.find(({ type, path }) => type === "document" && path === "e.md");
    expect(record?.metadata).toEqual({ ticket: 42 });
    const other = await client.workspace("copy");
    await client.call("POST", "/v1/import", { token: other, body: { identity: "none", records: [record] } });
    const again = (await client.call("GET", "/v1/documents/e.md?root=notes", { token: other })).body;
    expect(again.metadata).toEqual({ ticket: 42 });
  });
});

describe("a filter", () => {
  it("names a root that is not there, wherever it stands", async () => {
    expect((await found({ root: ["notes", "gone"] })).unknownRoots).toEqual(["gone"]);
    expect((await found({ not: { root: "gone" } })).unknownRoots).toEqual(["gone"]);
    expect((await found({ root: ["notes", "memories"] })).unknownRoots).toBeUndefined();
  });

  it("that names an unknown root is told up to twenty roots that there are, and a token of one session none", async () => {
    const many = await client.workspace("many-roots", "admin");
    const names = Array.from({ length: 22 }, (_, at) => `r${10 + at}`);
    for (const root of names)
      await client.call("POST", `/v1/documents?root=${root}`, {
        token: many,
        body: { path: "a.md", text: TEXT },
      });
    const ask = async (asker: string, filters: object) =>
      (await client.call("POST", "/v1/search", { token: asker, body: { query: "signing keys", filters } }))
        .body;
    expect((await ask(many, { root: "nots" })).knownRoots).toEqual(names.slice(0, 20));
    expect((await ask(many, { root: ["r10", "nots"] })).knownRoots).toEqual(names.slice(0, 20));
    expect(await ask(many, { root: "r10" })).not.toHaveProperty("knownRoots");
    const body = { scope: "read", workspace: "many-roots", session: "s1" };
    const owner = await client.owner();
    const narrow = (await client.call("POST", "/v1/tokens", { token: owner, body })).body.token;
    for (const root of ["nots", "r10"])
      expect((await ask(narrow, { root })).error).toMatchObject({
        code: "forbidden",
        details: { session: "s1" },
      });
  });

  it("is the same in an address", async () => {
    const at = async (query: string) =>
      (await client.call("GET", `/v1/search?q=signing+keys&${query}`, { token })).body;
    await send({ path: "f.md", text: TEXT, metadata: { ticket: 7 } }, "code");
    const filters = encodeURIComponent('{"metadata":{"ticket":{"gte":7}},"not":{"root":"mail"}}');
    const { hits } = await at(`root=notes&root=code&filters=${filters}`);
    expect(hits.map(({ path }: { path: string }) => path).toSorted()).toEqual(["e.md", "f.md"]);
    expect((await at("filters=%7Bx")).error.message).toBe("filters: this is not JSON");
    const deep = `${'{"not":'.repeat(900)}{}${"}".repeat(900)}`;
    expect((await at(`filters=${encodeURIComponent(deep)}`)).error.code).toBe("invalid_input");
  });

  const nested = (depth: number): object => (depth === 0 ? { root: "notes" } : { not: nested(depth - 1) });
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, { exists: false }]));
  const GLOB = "**/a/**/b/**/c?d/**/é*";

  it.each<[string, object]>([
    ["32 keys", { metadata: keys(32) }],
    ["as many globs as there may be", { glob: Array.from({ length: 10 }, (_, at) => `${GLOB}${at}`) }],
    ["four of not in one another", nested(4)],
    [
      "the most groups",
      { any: Array.from({ length: 16 }, (_, at) => ({ metadata: { a: { gt: at, lt: 99 } } })) },
    ],
    ["64 values", { root: Array.from({ length: 64 }, (_, at) => `r${at}`) }],
  ])("may have %s, in every profile that reads otherwise", async (_, filters) => {
    for (const profile of ["edge", "code-memory", "latest", "keyword"])
      for (const more of [{}, { session: "s1" }]) {
        const asked = { profile, filters, log: false, ...more };
        const { status } = await client.search(token, 'misspeld "signing keys" in May 2026', asked);
        expect(status).toBe(200);
      }
  });

  it.each<[string, object, string]>([
    ["33 keys", { metadata: keys(33) }, "filters: at most 32 conditions"],
    ["eleven globs", { glob: Array.from({ length: 11 }, (_, at) => `${at}*`) }, "at most 32 conditions"],
    ["five of not in one another", nested(5), "filters: at most 4 of not"],
    [
      "65 values",
      { root: Array.from({ length: 65 }, (_, at) => `r${at}`) },
      "filters.root: must have at most 64",
    ],
    ["17 groups", { all: Array.from({ length: 17 }, () => ({})) }, "filters.all: must have at most 16"],
    ["no group", { any: [] }, "filters.any: must not be empty"],
    ["a field that there is not", { not: { folder: "a" } }, "filters.not"],
    ["a range without an end", { metadata: { a: {} } }, "filters.metadata.a"],
    ["a text that is no date as an end", { metadata: { a: { gte: "soon" } } }, "A date filter is"],
    ["ends of two kinds", { metadata: { a: { gte: 1, lt: "2026-01-01" } } }, "filters.metadata.a"],
    ["a quotation mark in a key", { metadata: { 'a"b': 1 } }, "filters.metadata"],
    ["a key that names a prototype", { metadata: JSON.parse('{"__proto__": 1}') }, "filters.metadata"],
  ])("is refused with %s", async (_, filters, message) => {
    const { error } = await found(filters);
    expect(error.code).toBe("invalid_input");
    expect(error.message).toContain(message);
  });
});
