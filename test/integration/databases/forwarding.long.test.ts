import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestClient } from "../../support/client.ts";
import { type ManyDatabases, openManyDatabases } from "../../support/worlds/many-databases.ts";

let many: ManyDatabases;
let client: TestClient;
let token: string;
const database = (number: number) => many.databases[number - 1] as D1Database;
const run = (number: number, sql: string) => database(number).prepare(sql).run();

/** As a move leaves it: rows and keyword tables of an empty workspace there, and from here only who leads on. */
async function move(from: number, to: number): Promise<void> {
  for (const table of ["workspaces", "tokens", "sign_ins", "epochs"]) {
    const rows = await many.rows(
      from,
      `SELECT * FROM ${table} WHERE ${table === "workspaces" ? "slug = 'm'" : "true"}`,
    );
    for (const row of rows.filter(({ scope }) => scope !== "owner")) {
      const names = Object.keys(row);
      await database(to)
        .prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${names.map(() => "?")})`)
        .bind(...Object.values(row))
        .run();
    }
  }
  for (const { sql } of await many.rows(
    from,
    "SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY rowid",
  ))
    await run(to, String(sql));
  await run(1, `UPDATE directory SET database = ${to} WHERE slug = 'm'`);
  if (from !== 1) await run(from, `INSERT INTO directory VALUES (1, '~1', ${to}, 0)`);
  await run(from, "UPDATE workspaces SET gone_at = 1, slug = '~1' WHERE num = 1");
  await run(from, "DELETE FROM tokens WHERE workspace = 1");
}

const files = (name: string) => ({ [`${name}.md`]: `# ${name}\n\nHerons eat frogs.\n` });
const paths = ({ hits }: { hits: { path: string }[] }) => hits.map(({ path }) => path).toSorted();

beforeAll(async () => {
  many = await openManyDatabases(3);
  client = many.isolate();
  token = await client.workspace("m");
});
afterAll(() => many.dispose());

describe("a workspace that was moved", () => {
  it("is found by its old token in any isolate, which remembers where it is", async () => {
    await move(1, 3);
    const isolate = many.isolate();
    expect((await isolate.upload(token, files("a"))).status).toBe(200);
    const first = (await many.isolate().search(token, "herons")).body;
    expect(paths(first)).toEqual(["a.md"]);
    const again = (await isolate.search(token, "frogs")).body;
    expect(paths(again)).toEqual(["a.md"]);
    expect((await isolate.search(token, "frogs")).body.timings.hops).toBe(1);
    expect(await many.rows(1, "SELECT num FROM documents")).toEqual([]);
    expect(await many.rows(3, "SELECT path FROM documents")).toEqual([{ path: "a.md" }]);
  });

  it("has a repeated write carried out once, also where the first isolate did not know", async () => {
    const body = { text: "Herons nest in May." };
    const headers = { "idempotency-key": "once" };
    const first = await many.isolate().call("POST", "/v1/memories", { token, body, headers });
    const second = await many.isolate().call("POST", "/v1/memories", { token, body, headers });
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get("idempotent-replay")).toBe("true");
  });

  it("is its owner's to name, mints tokens of its new place, and keeps its access log there", async () => {
    const owner = await client.owner();
    const { body } = await client.call("POST", "/v1/tokens", {
      token: owner,
      body: { scope: "read", workspace: "m" },
    });
    expect(body.token.split(".")[2]).toBe("1-3");
    expect((await many.isolate().search(body.token, "herons")).status).toBe(200);
    expect((await many.rows(3, "SELECT seq FROM access_log WHERE workspace = 1")).length).toBeGreaterThan(0);
    expect((await client.call("GET", "/v1/workspaces", { token: owner })).body.workspaces).toHaveLength(1);
  });

  it("stays in the directory when its old rows are emptied, and its tokens lead there all the same", async () => {
    for (let turn = 0; turn < 4; turn++)
      for (const task of ["deletions", "sweep"]) await client.deliver({ task });
    expect(await many.rows(1, "SELECT num FROM workspaces")).toEqual([]);
    expect(await many.rows(1, "SELECT num, slug, database FROM directory")).toEqual([
      { num: 1, slug: "m", database: 3 },
    ]);
    expect(paths((await many.isolate().search(token, "herons")).body)).toContain("a.md");
    expect((await many.isolate().call("GET", "/v1/status", { token })).body.workspace).toBe("m");
  });

  it("that is deleted is gone for its tokens, which no directory leads on", async () => {
    const owner = await client.owner();
    expect((await client.call("DELETE", "/v1/workspaces/m", { token: owner })).status).toBe(200);
    for (const isolate of [client, many.isolate()]) {
      const { status, body } = await isolate.search(token, "herons");
      expect([status, body.error.code]).toEqual([401, "unauthorized"]);
      expect((await isolate.call("GET", "/v1/status", { token })).status).toBe(401);
    }
  });
});

it("a browser that is signed in stays so in the database of its workspace", async () => {
  await client.workspace("beside");
  const other = await client.workspace("s");
  expect(other.split(".")[2]).toMatch(/^\d+-\d$/);
  const { headers, body } = await client.call("POST", "/v1/sign-ins", { token: other });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const asked = { headers: { cookie, "x-recall-sign-in": body.key } };
  const status = await many.isolate().call("GET", "/v1/status", asked);
  expect([status.status, status.body.workspace]).toEqual([200, "s"]);
  const [secret = ""] = cookie.split(".");
  const elsewhere = { headers: { ...asked.headers, cookie: `${secret}.9-9` } };
  expect((await client.call("GET", "/v1/status", elsewhere)).status).toBe(401);
});
