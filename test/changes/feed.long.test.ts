import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";

interface Shown {
  readonly kind: string;
  readonly change: string;
  readonly root: string | null;
  readonly path: string;
  readonly into: string | null;
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const workspace = (slug: string) => world.client.workspace(slug);
const read = async (token: string, query = "") =>
  (await world.client.call("GET", `/v1/changes${query}`, { token })).body;
const failed = async (token: string, query: string) =>
  (await world.client.call("GET", `/v1/changes${query}`, { token })).body.error;
const short = (changes: readonly Shown[]) => changes.map(({ change, path }) => `${change} ${path}`);

/** All that comes after a place, page by page. */
async function rest(token: string, since?: string): Promise<{ changes: Shown[]; cursor: string }> {
  const changes: Shown[] = [];
  for (let cursor = since; ; ) {
    const query = cursor === undefined ? "?limit=2" : `?limit=2&since=${cursor}`;
    const page = await read(token, query);
    changes.push(...page.changes);
    cursor = page.cursor;
    if (!page.more) return { changes, cursor: page.cursor };
  }
}

const remember = async (token: string, text: string, more: object = {}) =>
  (await world.client.call("POST", "/v1/memories", { token, body: { text, ...more } })).body.memory.id;

describe("documents", () => {
  it("are told when they come, change and go, in order, each with its latest change", async () => {
    const token = await workspace("documents");
    await world.client.upload(token, { "a.md": "Herons.\n", "b.md": "Storks.\n" }, "notes");
    const first = await rest(token);
    expect(short(first.changes)).toEqual(["added a.md", "added b.md"]);
    await world.client.upload(token, { "c.md": "Cranes.\n" }, "notes");
    await world.client.upload(token, { "c.md": "Cranes fly.\n", "a.md": "Herons stand.\n" }, "notes");
    await world.client.call("DELETE", "/v1/documents/b.md", { token });
    const second = await rest(token, first.cursor);
    // What the reader does not know yet is new to it, however often it changed since.
    expect(short(second.changes).toSorted()).toEqual(["added c.md", "changed a.md", "removed b.md"]);
    expect(short(second.changes).at(-1)).toBe("removed b.md");
    expect((await rest(token, second.cursor)).changes).toEqual([]);
    expect(short((await rest(token)).changes).toSorted()).toEqual([
      ...["added a.md", "added c.md", "removed b.md"],
    ]);
  });

  it("that are sent again as they are, cut anew or embedded are no change", async () => {
    const token = await workspace("unchanged");
    await world.client.upload(token, { "a.md": "# Herons\n\nHerons stand.\n" }, "notes");
    const { cursor } = await rest(token);
    await world.client.upload(token, { "a.md": "# Herons\n\nHerons stand.\n" }, "notes");
    await world.client.call("POST", "/v1/reindex", { token, body: { all: true } });
    for (let sweeps = 0; sweeps < 3; sweeps++) await world.client.sweep();
    expect((await rest(token, cursor)).changes).toEqual([]);
  });

  it("of a deleted root go as the root is emptied, and no feed outlives its workspace", async () => {
    const token = await workspace("roots");
    await world.client.upload(token, { "a.md": "Herons.\n", "b.md": "Storks.\n" }, "notes");
    const { cursor } = await rest(token);
    await world.client.call("DELETE", "/v1/roots/notes", { token });
    await world.client.sweep();
    expect(short((await rest(token, cursor)).changes).toSorted()).toEqual(["removed a.md", "removed b.md"]);
    await world.client.call("DELETE", "/v1/workspaces/roots", { token: await world.client.owner() });
    for (let sweeps = 0; sweeps < 4; sweeps++) await world.client.sweep();
    const left = await world.database
      .prepare("SELECT count(*) AS n FROM changes WHERE workspace NOT IN (SELECT num FROM workspaces)")
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
  });
});

describe("memories", () => {
  it("are told when they are written, edited, superseded, forgotten and brought back", async () => {
    const token = await workspace("memories");
    const old = await remember(token, "The wiki is hosted on Confluence.");
    const other = await remember(token, "Standups begin at nine.");
    let { cursor, changes } = await rest(token);
    expect(short(changes)).toEqual([`added ${old}`, `added ${other}`]);
    const next = await remember(token, "The wiki is hosted on Outline.", { supersedes: old });
    ({ cursor, changes } = await rest(token, cursor));
    expect(changes.map(({ change, path, into }) => [change, path, into])).toEqual([
      ["superseded", old, next],
      ["added", next, null],
    ]);
    await world.client.call("PATCH", `/v1/memories/${other}`, { token, body: { importance: 0.9 } });
    ({ cursor, changes } = await rest(token, cursor));
    expect(short(changes)).toEqual([`changed ${other}`]);
    await world.client.call("DELETE", `/v1/memories/${other}`, { token });
    ({ cursor, changes } = await rest(token, cursor));
    expect(short(changes)).toEqual([`forgotten ${other}`]);
    await world.client.call("POST", `/v1/memories/${other}/undo`, { token });
    ({ cursor, changes } = await rest(token, cursor));
    expect(short(changes)).toEqual([`restored ${other}`]);
  });

  it("that are merged lead to the one that they became", async () => {
    const token = await workspace("merged");
    const kept = await remember(token, "The staging database is called heron-2.");
    const gone = await remember(token, "Our database for staging has the name heron-2, in Paris.");
    const { cursor } = await rest(token);
    const answer = await world.client.call("POST", `/v1/memories/${kept}/merge`, {
      token,
      body: { other: gone, force: true },
    });
    expect(answer.status).toBe(200);
    const { changes } = await rest(token, cursor);
    expect(changes.find(({ change }) => change === "merged")).toMatchObject({ path: gone, into: kept });
  });
});

describe("entities", () => {
  it("by hand are told with their relations", async () => {
    const token = await workspace("entities");
    const made = await world.client.call("PUT", "/v1/entities/ana-lopez", {
      token,
      body: { name: "Ana Lopez" },
    });
    expect(made.status).toBe(200);
    const { cursor, changes } = await rest(token);
    expect(changes).toMatchObject([{ kind: "entity", change: "added", root: null, path: "ana-lopez" }]);
    await world.client.call("DELETE", "/v1/entities/ana-lopez", { token });
    expect(short((await rest(token, cursor)).changes)).toEqual(["removed ana-lopez"]);
  });
});

describe("a place in the feed", () => {
  it("may be a time", async () => {
    const token = await workspace("times");
    await world.client.upload(token, { "a.md": "Herons.\n" }, "notes");
    await world.database.prepare("UPDATE changes SET at = 1000 WHERE path = 'a.md'").run();
    await world.client.upload(token, { "b.md": "Storks.\n" }, "notes");
    expect(short((await read(token, "?since=2001-01-01T00:00:00Z")).changes)).toEqual(["added b.md"]);
    expect((await read(token, "?since=2001-01-01")).changes).toHaveLength(1);
  });

  it.each(["nonsense", "2026-13-45T00:00:00Z", "2026-02-30", "7d", "A".repeat(39), "%00", "x".repeat(301)])(
    "is refused as %s",
    async (since) => {
      const token = await workspace("default");
      expect(await failed(token, `?since=${since}`)).toMatchObject({ code: "invalid_input" });
    },
  );

  it("expires with what is gone, and with the workspace, and says what to do", async () => {
    const token = await workspace("expiry");
    await world.client.upload(token, { "a.md": "Herons.\n", "b.md": "Storks.\n" }, "notes");
    const { cursor } = await rest(token);
    await world.client.call("DELETE", "/v1/documents/a.md", { token });
    await world.client.upload(token, { "c.md": "Cranes.\n" }, "notes");
    const later = await rest(token, cursor);
    await world.database.prepare("UPDATE changes SET at = 1000 WHERE gone = 1").run();
    await world.client.daily();
    expect(await failed(token, `?since=${cursor}`)).toMatchObject({
      code: "cursor_expired",
      message: expect.stringMatching(/without `since`/),
      details: { reason: "dropped", keptDays: 30 },
    });
    expect(await failed(token, "?since=2001-01-01")).toMatchObject({ code: "cursor_expired" });
    expect((await rest(token, later.cursor)).changes).toEqual([]);
    expect(short((await rest(token)).changes)).toEqual(["added b.md", "added c.md"]);
    const other = await workspace("expiry-2");
    expect(await failed(other, `?since=${cursor}`)).toMatchObject({
      ...{ code: "cursor_expired", details: { reason: "other_feed" } },
    });
  });

  it("keeps its order when the newest change is one that is gone", async () => {
    const token = await workspace("newest");
    await world.client.upload(token, { "a.md": "Herons.\n" }, "notes");
    await world.client.call("DELETE", "/v1/documents/a.md", { token });
    const { cursor } = await rest(token);
    await world.database.prepare("UPDATE changes SET at = 1000 WHERE gone = 1").run();
    await world.client.daily();
    await world.client.upload(token, { "b.md": "Storks.\n" }, "notes");
    expect(short((await rest(token, cursor)).changes)).toEqual(["added b.md"]);
  });

  it("waits for the next change where it is asked to", async () => {
    const token = await workspace("waits");
    const { cursor } = await rest(token);
    const waiting = read(token, `?since=${cursor}&wait=20`);
    await world.client.upload(token, { "a.md": "Herons.\n" }, "notes");
    expect(short((await waiting).changes)).toEqual(["added a.md"]);
  });
});

describe("a narrow token", () => {
  it("is told of what it sees only, and learns nothing from the places in between", async () => {
    const token = await workspace("narrow");
    const mint = async (body: object) =>
      (await world.client.call("POST", "/v1/tokens", { token, body: { scope: "read", ...body } })).body.token;
    const ofNotes = await mint({ roots: ["notes"] });
    const ofSession = await mint({ session: "s1" });
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}.md`, `Text ${at}.\n`]));
    await world.client.upload(token, files, "private");
    await world.client.upload(token, { "a.md": "Herons.\n" }, "notes");
    const mine = await remember(token, "Keys are in drawer one.", { session: "s1" });
    await remember(token, "Keys are in drawer two hundred.", { session: "s2" });
    await world.client.call("PUT", "/v1/entities/ana-lopez", { token, body: { name: "Ana Lopez" } });
    expect(short((await rest(ofNotes)).changes)).toEqual(["added a.md"]);
    const seen = await rest(ofSession);
    expect(short(seen.changes)).toEqual([`added ${mine}`]);
    await world.client.call("DELETE", `/v1/memories/${mine}`, { token });
    expect(short((await rest(ofSession, seen.cursor)).changes)).toEqual([`forgotten ${mine}`]);
    expect((await rest(ofNotes)).cursor).toHaveLength(seen.cursor.length);
  });
});
