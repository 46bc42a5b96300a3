import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "../../support/client.ts";
import { type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

const SLUGS = ["w1", "w2", "w3", "w4", "w5", "w6"];
const TEXT = "# Keys\n\nWe rotate the signing keys every month.\n";

let many: ManyDatabases;
let client: TestClient;
const tokens: Record<string, string> = {};
const placeIn = (token = ""): string => token.split(".")[2] ?? "";

beforeAll(async () => {
  many = await openManyDatabases(4);
  client = many.isolate();
  for (const slug of SLUGS) tokens[slug] = await client.workspace(slug);
});
afterAll(() => many.dispose());

describe("workspaces of four databases", () => {
  it("go where the fewest are, under numbers that are unique, and their tokens name the database", async () => {
    expect(SLUGS.map((slug) => placeIn(tokens[slug]))).toEqual(["1", "2-2", "3-3", "4-4", "5", "6-2"]);
    expect(await many.rows(1, "SELECT num, slug, database FROM directory ORDER BY num")).toEqual(
      SLUGS.map((slug, at) => ({ num: at + 1, slug, database: (at % 4) + 1 })),
    );
    expect(await many.rows(3, "SELECT num, slug FROM workspaces")).toEqual([{ num: 3, slug: "w3" }]);
    expect(await many.rows(3, "SELECT workspace FROM tokens")).toEqual([{ workspace: 3 }]);
    expect(await many.rows(3, "SELECT * FROM directory")).toEqual([]);
  });

  it("are pushed to and searched by any isolate, each for itself", async () => {
    for (const slug of SLUGS)
      expect((await client.upload(tokens[slug] ?? "", { [`${slug}.md`]: TEXT })).status).toBe(200);
    for (const slug of SLUGS) {
      const { body } = await many.isolate().search(tokens[slug] ?? "", "signing keys");
      expect(body.hits.map(({ path }: { path: string }) => path)).toEqual([`${slug}.md`]);
    }
  });

  it("are listed by their owner with their tokens, who creates none of a slug that there is", async () => {
    const token = await client.owner();
    const { body } = await client.call("GET", "/v1/workspaces", { token });
    expect(body.workspaces.map(({ slug }: { slug: string }) => slug)).toEqual(SLUGS);
    const listed = await client.call("GET", "/v1/tokens", { token });
    expect(listed.body.tokens.map((one: { workspace: string | null }) => one.workspace)).toEqual([
      null,
      ...SLUGS,
    ]);
    for (const slug of ["w1", "w3"]) {
      const again = await client.call("POST", "/v1/workspaces", { token, body: { slug } });
      expect([again.status, again.body.error.code]).toEqual([409, "workspace_exists"]);
    }
    const quotas = await client.call("PATCH", "/v1/workspaces/w3/quotas", { token, body: { tokens: 5 } });
    expect([quotas.status, quotas.body.tokens]).toEqual([200, 5]);
    const none = await client.call("PATCH", "/v1/workspaces/w9/quotas", { token, body: {} });
    expect(none.status).toBe(404);
  });

  it("have an access log each, which an owner pages through over all of them", async () => {
    const token = await client.owner();
    const entries: { workspace: string | null }[] = [];
    let cursor = "";
    for (;;) {
      const { body } = await client.call("GET", `/v1/access-log?limit=3${cursor}`, { token });
      entries.push(...body.entries);
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    const whose = entries.map(({ workspace }) => workspace);
    expect([...new Set(whose)]).toEqual([...SLUGS.toReversed(), null]);
    const own = await client.call("GET", "/v1/access-log?workspace=w4", { token });
    expect(own.body.entries.length).toBe(whose.filter((slug) => slug === "w4").length);
    for (const slug of ["w1", "w4"]) {
      const checked = await client.call("GET", `/v1/access-log/check?workspace=${slug}`, { token });
      expect([checked.body.broken, checked.body.workspace]).toEqual([[], slug]);
    }
  });

  it("that are deleted give up slug and tokens at once, and number and rows in the background", async () => {
    const token = await client.owner();
    const gone = await client.call("DELETE", "/v1/workspaces/w6", { token });
    expect(gone.status).toBe(200);
    expect((await client.call("DELETE", "/v1/workspaces/w6", { token })).status).toBe(404);
    expect((await client.search(tokens.w6 ?? "", "keys")).status).toBe(401);
    expect(await many.rows(1, "SELECT slug FROM directory WHERE num = 6")).toEqual([{ slug: "~6" }]);
    for (let turn = 0; turn < 3; turn++)
      for (const task of ["deletions", "sweep"]) await client.deliver({ task, database: 2 });
    expect(await many.rows(2, "SELECT slug FROM workspaces")).toEqual([{ slug: "w2" }]);
    expect(await many.rows(1, "SELECT num FROM directory WHERE num = 6")).toEqual([]);
    const made = await client.workspace("w6");
    expect(placeIn(made)).toBe("7-2");
  });
});

describe("tokens of four databases", () => {
  it("end with the owner's that minted them, in every database, at once", async () => {
    const owner = await client.owner();
    const minted = await client.call("POST", "/v1/tokens", { token: owner, body: { scope: "owner" } });
    const { id, token: second } = minted.body;
    const children: string[] = [];
    for (const workspace of ["w1", "w3", "w4"]) {
      const { body } = await client.call("POST", "/v1/tokens", {
        token: second,
        body: { scope: "admin", workspace },
      });
      const own = await client.call("POST", "/v1/tokens", { token: body.token, body: { scope: "read" } });
      children.push(body.token, own.body.token);
    }
    for (const token of children) expect((await client.search(token, "keys")).status).toBe(200);
    expect((await client.call("DELETE", `/v1/tokens/${id}`, { token: owner })).status).toBe(200);
    for (const token of [second, ...children])
      expect((await client.search(token, "keys")).status).not.toBe(200);
    expect((await client.search(tokens.w3 ?? "", "keys")).status).toBe(200);
  });

  it("are revoked by their id wherever they are", async () => {
    const owner = await client.owner();
    const { body } = await client.call("POST", "/v1/tokens", {
      token: owner,
      body: { scope: "read", workspace: "w4" },
    });
    expect((await client.call("DELETE", `/v1/tokens/${body.id}`, { token: owner })).status).toBe(200);
    expect((await client.search(body.token, "keys")).status).toBe(401);
    expect((await client.call("DELETE", `/v1/tokens/${body.id}x`, { token: owner })).status).toBe(404);
  });

  it("of a database that is not bound are refused, which says so", async () => {
    const fewer = many.isolate({ DB_3: undefined, DB_4: undefined } as never);
    const refused = await fewer.search(tokens.w4 ?? "", "keys");
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      "This token is of database 4, and this deployment has 2: its owner binds DB_4 again",
    ]);
  });
});
