import { getTableColumns, getTableName } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TABLES } from "../../../scripts/migrations/tables.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const OF_A_WORKSPACE = TABLES.filter((table) => "workspace" in getTableColumns(table)).map(getTableName);

/** Documents of several chunks each. */
const section = (at: number) => `## Part ${at}\n\n${`Heron ${at} nests by the river. `.repeat(40)}\n`;
const text = (at: number) =>
  `# Note ${at}\n\n${Array.from({ length: 8 }, (_, part) => section(at * 8 + part)).join("\n")}`;

describe("a deletion", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const count = async (from: string) =>
    (await world.database.prepare(`SELECT count(*) AS n FROM ${from}`).first<{ n: number }>())?.n ?? 0;
  const found = async (query = "heron", client = world.isolate()) =>
    (await client.search(token, query, { limit: 100 })).body.hits.map(({ path }: { path: string }) => path);
  const remove = (path: string, token_ = token) => world.client.call("DELETE", path, { token: token_ });

  async function push(documents: number, root = "notes", folder = ""): Promise<void> {
    for (let at = 0; at < documents; at += 25)
      await world.client.upload(
        token,
        Object.fromEntries(
          Array.from({ length: 25 }, (_, one) => [`${folder}n${at + one}.md`, text(at + one)]),
        ),
        root,
      );
  }

  /** Background work, with the rows that each of its database calls wrote. */
  async function watched(times: number, more: Record<string, string> = {}): Promise<readonly number[]> {
    const written: number[] = [];
    const database = new Proxy(world.database, {
      get: (target, name) => {
        if (name !== "withSession") return Reflect.get(target, name);
        return (constraint: string) => {
          const session = target.withSession(constraint);
          const batch = async (statements: D1PreparedStatement[]) => {
            const answers = await session.batch(statements);
            written.push(answers.reduce((sum, { meta }) => sum + meta.rows_written, 0));
            return answers;
          };
          return {
            prepare: (sql: string) => session.prepare(sql),
            batch,
            getBookmark: () => session.getBookmark(),
          };
        };
      },
    });
    for (let at = 0; at < times; at++) await world.isolate({ DB: database, ...more }).sweep();
    return written;
  }

  it("of a root is out of reach in one small write, and emptied in bounded slices", async () => {
    await push(300);
    await world.client.upload(token, { "kept.md": "A heron elsewhere.\n" }, "other");
    await world.client.sweep();
    await world.client.sweep();
    const chunks = await count("chunks");
    expect(chunks).toBeGreaterThan(2_000);
    const before = await world.client.call("GET", "/v1/documents/n7.md", { token });
    expect(before.status).toBe(200);

    const { status, body } = await remove("/v1/roots/notes");
    expect([status, body.deleted]).toEqual([200, 300]);
    expect(await count("chunks")).toBe(chunks);
    expect(await found()).toEqual(["kept.md"]);
    expect((await world.client.call("GET", "/v1/documents/n7.md", { token })).status).toBe(404);
    expect((await world.client.call("GET", "/v1/documents", { token })).body.documents).toHaveLength(1);
    const emptying = (await world.client.call("GET", "/v1/status", { token })).body;
    expect(emptying.roots).toHaveLength(1);
    expect([emptying.documents, emptying.chunks, emptying.bytes]).toEqual([1, 1, 19]);
    expect((await remove("/v1/roots/notes")).status).toBe(404);

    const written = await watched(4);
    // What D1 wants in one piece, index entries and what triggers write included.
    expect(Math.max(...written)).toBeLessThan(10_000);
    for (let at = 0; at < 4; at++) await world.client.sweep();
    expect([await count("chunks"), await count("documents"), await count("deletions")]).toEqual([1, 1, 0]);
    expect(await count("embeddings")).toBe(1);
    await world.vectorize.describe();
    expect(world.vectorize.visible.size).toBe(1);
    expect(await count("chunks_fts_1")).toBe(1);
    const counted = await world.database.prepare("SELECT documents, chunks, bytes FROM workspaces").first();
    expect(counted).toEqual({ documents: 1, chunks: 1, bytes: 19 });
  });

  it("lets what is pushed again stay, though the old has not been emptied yet", async () => {
    await push(25);
    await remove("/v1/roots/notes");
    const again = (await world.client.upload(token, { "n3.md": text(3) })).body;
    expect([again.indexed, again.unchanged]).toEqual([1, 0]);
    expect(new Set(await found("heron"))).toEqual(new Set(["n3.md"]));
    for (let at = 0; at < 3; at++) await world.client.sweep();
    const { body } = await world.client.call("GET", "/v1/documents/n3.md", { token });
    expect([await count("documents"), body.text]).toEqual([1, text(3)]);
  });

  it.each(["old_", "old_/", "old_//"])("of the folder %s leaves what is beside it", async (folder) => {
    await push(25, "notes", "old_/");
    const beside = ["oldx/a.md", "old_x/a.md", "old_.md", "new/old_/b.md"];
    await world.client.upload(token, Object.fromEntries(beside.map((path) => [path, `A heron, ${path}.\n`])));
    expect((await remove(`/v1/roots/notes?prefix=${folder}`)).body.deleted).toBe(25);
    expect(new Set(await found())).toEqual(new Set(beside));
    for (let at = 0; at < 3; at++) await world.client.sweep();
    expect([await count("documents"), await count("root_origins")]).toEqual([4, 1]);
    for (const none of ["ol", "old_", "/", "new/old", "old_.md"])
      expect((await remove(`/v1/roots/notes?prefix=${none}`)).status).toBe(404);
    expect((await remove("/v1/roots/notes?prefix=")).body.error.code).toBe("invalid_input");
  });

  it("of a workspace kills its tokens at once, frees its name, and leaves no row of it", async () => {
    await push(50);
    await world.client.sweep();
    await found();
    const owner = await world.client.owner();
    expect((await remove("/v1/workspaces/default", owner)).status).toBe(200);
    expect((await world.client.search(token, "heron")).status).toBe(401);
    expect((await world.client.call("GET", "/v1/status", { token })).status).toBe(401);
    expect((await remove("/v1/workspaces/default", owner)).status).toBe(404);
    const fresh = await world.client.workspace("default");
    await world.client.upload(fresh, { "a.md": "A new heron.\n" });
    const written = await watched(12, { PLAN: "free" });
    expect(Math.max(...written)).toBeLessThan(50 * 12 * 2);
    // Whatever was cut off is finished by the next crons.
    for (let at = 0; at < 8; at++) await world.client.sweep();
    for (const name of OF_A_WORKSPACE)
      expect([name, await count(`${name} WHERE workspace = 1`)]).toEqual([name, 0]);
    expect(await count("workspaces")).toBe(1);
    expect(await count("sqlite_master WHERE name LIKE 'chunks_fts_1%' OR name LIKE 'vocab_1%'")).toBe(0);
    await world.vectorize.describe();
    expect([...world.vectorize.visible.values()].filter(({ namespace }) => namespace === "w1g1")).toEqual([]);
    expect((await world.client.search(fresh, "heron")).body.hits).toHaveLength(1);
  });
});
