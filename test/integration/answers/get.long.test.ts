import { beforeAll, describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const FILES = {
  "guides/keys.md": "# Keys\n\nWe rotate keys.\n\n## Vault\n\nThe vault holds keys.\n",
  "guides/deep/lunch.md": "# Lunch\n\nSoup.\n",
  "src/[id].ts": "export const id = 1;\n",
};

describe("reading what a search named", () => {
  const here = localWorkspace(FILES);
  beforeAll(async () => {
    await here.client.upload(here.token, { "other.md": "Soup.\n" }, "second");
  });

  const get = (path: string, as = here.token) => here.client.call("GET", path, { token: as });
  const search = async (view: string) =>
    (await here.client.search(here.token, "vault", { view })).body.hits[0];

  it("gives a chunk by its id, and by the start of it that the compact view shows", async () => {
    const full = await search("full");
    const { id } = await search("compact");
    const { status, body } = await get(`/v1/chunks/${id}`);
    expect(status).toBe(200);
    for (const name of Object.keys(body)) expect(body[name]).toEqual(full[name]);
    expect((await get(`/v1/chunks/${full.id}`)).body).toEqual(body);
    expect(body).toMatchObject({ root: "notes", text: full.text, citation: full.citation });
  });

  it("lists titles of 200 characters, and reads them whole", async () => {
    const as = await here.client.workspace("titles");
    const [long, exact] = ["🦀".repeat(210), "é".repeat(200)];
    await here.client.upload(as, { "long.md": `# ${long}\n\nText.\n`, "short.md": `# ${exact}\n\nText.\n` });
    const { documents } = (await get("/v1/documents", as)).body;
    const titles = documents.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([`${"🦀".repeat(199)}…`, exact]);
    expect((await get("/v1/documents/long.md", as)).body.title).toBe(long);
  });

  it("reads, explains and deletes a document whose stored path holds a line separator", async () => {
    const as = await here.client.workspace("separators");
    await here.client.upload(as, { "a.md": "The vault holds keys.\n" });
    const path = "a\u2028b.md";
    await here.database.database
      .prepare("UPDATE documents SET path = ? WHERE workspace = (SELECT num FROM workspaces WHERE slug = ?)")
      .bind(path, "separators")
      .run();
    const named = `/v1/documents/${encodeURIComponent(path)}`;
    expect((await get(named, as)).body).toMatchObject({ path, text: "The vault holds keys.\n" });
    const body = { query: "vault", id: `notes:${path}#L1` };
    const explained = await here.client.call("POST", "/v1/explain", { token: as, body });
    expect([explained.status, explained.body.reason]).toEqual([200, "shown"]);
    expect((await here.client.call("DELETE", named, { token: as })).body.deleted).toBe(1);
  });

  it("refuses what is no id, names the candidates of an ambiguous one, and knows no other workspace's", async () => {
    const { id } = await search("full");
    const other = await here.client.workspace("other");
    expect((await get(`/v1/chunks/${id}`, other)).body.error.code).toBe("not_found");
    for (const wrong of [id.slice(0, 7), "ABCDEF0123", "x".repeat(32), `${id}${id}0`])
      expect((await get(`/v1/chunks/${wrong}`)).body.error.code).toBe("invalid_input");
    const absent = `${id.slice(0, 31)}${id.endsWith("0") ? "1" : "0"}`;
    expect((await get(`/v1/chunks/${absent}`)).status).toBe(404);
    await here.client.upload(other, FILES);
    await here.client.upload(other, { "b.md": "One.\n", "c.md": "Two.\n" });
    const pair = ["aaaaaaaa11111111", "aaaaaaaa22222222"].map((start) => start.repeat(2));
    for (const [at, path] of ["b.md", "c.md"].entries())
      await here.database.database
        .prepare("UPDATE chunks SET id = ? WHERE document IN (SELECT num FROM documents WHERE path = ?)")
        .bind(pair[at], path)
        .run();
    const { status, body } = await get("/v1/chunks/aaaaaaaa", other);
    expect(status).toBe(409);
    const candidates = [
      { id: pair[0], citation: "notes:b.md#L1" },
      { id: pair[1], citation: "notes:c.md#L1" },
    ];
    expect(body.error).toMatchObject({ code: "ambiguous", details: { candidates } });
    for (const { id: named, citation } of candidates)
      expect(body.error.message).toContain(`${named} (${citation})`);
    expect((await get("/v1/chunks/aaaaaaaa1", other)).body.text).toBe("One.");
    expect((await get("/v1/chunks/aaaaaaaa")).status).toBe(404);
  });

  it.each([
    ["guides/*.md", ["guides/keys.md"]],
    ["guides/**/*.md", ["guides/deep/lunch.md", "guides/keys.md"]],
    ["**", ["guides/deep/lunch.md", "guides/keys.md", "src/[id].ts", "other.md"]],
    ["nothing/*", []],
  ])("lists the documents that %s matches", async (glob, paths) => {
    const { body } = await get(`/v1/documents?glob=${encodeURIComponent(glob)}`);
    expect(body.documents.map(({ path }: { path: string }) => path)).toEqual(paths);
    const listed: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const next: string = after === "" ? "" : `&cursor=${encodeURIComponent(after)}`;
      const page = (await get(`/v1/documents?limit=1&glob=${encodeURIComponent(glob)}${next}`)).body;
      listed.push(...page.documents.map(({ path }: { path: string }) => path));
      after = page.nextCursor;
    }
    expect(listed).toEqual(paths);
  });

  it("narrows a list by root, start and glob together", async () => {
    const { body } = await get(
      `/v1/documents?root=notes&prefix=guides/&glob=${encodeURIComponent("**/l*.md")}`,
    );
    expect(body.documents.map(({ path }: { path: string }) => path)).toEqual(["guides/deep/lunch.md"]);
    expect((await get("/v1/documents?glob=%5Bz-a%5D")).body.error.code).toBe("invalid_input");
  });
});
